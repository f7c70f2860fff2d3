-- Up Migration
-- When the next step of an unfinished payout is due. A worker hands it to the engine then. Until that step, `handed_at` says since when.
alter table payouts
  add column if not exists due_at timestamptz not null default now(),
  add column if not exists handed_at timestamptz;
create index if not exists payouts_due on payouts (due_at) where state in ('open', 'pending');
