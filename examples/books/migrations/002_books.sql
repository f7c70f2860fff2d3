-- Up Migration
create table if not exists inbox (
  event_id text primary key,
  type text not null,
  event json not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz
);
create index if not exists inbox_waiting on inbox (event_id) where applied_at is null;
create table if not exists transactions (
  id text primary key,
  version json not null,
  is_open boolean not null,
  created_at timestamptz,
  source_account text,
  destination_account text
);
create index if not exists transactions_open on transactions (id) where is_open;
create index if not exists transactions_source on transactions (source_account);
create index if not exists transactions_destination on transactions (destination_account);
-- Money that an account had before its first transaction, in the smallest unit.
create table if not exists opening_balances (account_id text primary key, amount bigint not null);
-- The newest transaction that a sweep has read.
create table if not exists sweep_mark (id integer primary key default 1 check (id = 1), mark timestamptz);
insert into sweep_mark default values on conflict do nothing;
-- What could not be applied or read, and waits for a person. Nothing else waits for it.
create table if not exists quarantine (
  id text primary key,
  problem text not null,
  since timestamptz not null default now()
);
