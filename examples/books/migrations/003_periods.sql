-- Up Migration
-- What was written, so that a change by hand shows. Each row has its own transaction.
alter table transactions
  add column digest text,
  add column changed_at timestamptz not null default now(),
  add constraint transactions_own_id check (version ->> 'id' = id);
update transactions set digest = md5(version::text);
-- Transactions created before this time are compared again only if they changed after it was set.
create table closed_period (
  id integer primary key default 1 check (id = 1),
  until timestamptz not null,
  closed_at timestamptz not null default now()
);
