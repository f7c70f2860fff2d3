-- Up Migration
-- What was written, so that a change by hand shows. Each row has its own transaction. A newer version opens a closed row again.
alter table transactions
  add column digest text,
  add column is_closed boolean not null default false,
  add constraint transactions_own_id check (version ->> 'id' = id);
update transactions set digest = md5(version::text);
-- Transactions created before this time are listed no more. Those that are not closed are read one by one.
create table closed_period (
  id integer primary key default 1 check (id = 1),
  until timestamptz not null
);
