-- Up Migration
-- The gate of gate.ts. It has one row.
create table if not exists rate_gate (
  id integer primary key default 1 check (id = 1),
  next_at timestamptz not null default now(),
  closed_until timestamptz not null default now()
);
insert into rate_gate default values on conflict do nothing;
