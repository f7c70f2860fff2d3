-- Up Migration
create table if not exists payouts (
  id bigint generated always as identity primary key,
  batch text not null,
  row_id text not null,
  payee text not null,
  name text not null,
  account_number text not null,
  routing_number text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  state text not null default 'open'
    check (state in ('open', 'pending', 'paid', 'failed', 'refused', 'ask')),
  history jsonb not null default '{"tries":[]}',
  transaction_id text unique,
  transaction_status text,
  reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (batch, row_id)
);
create index if not exists payouts_equal on payouts (payee, amount);
-- A payee without an account: its creation was begun, and may have happened.
create table if not exists payees (
  platform_account_id text primary key,
  account_id text
);
