-- Up Migration
-- When the next step of an unfinished payout is due. A worker hands it to the engine then.
alter table payouts add column if not exists due_at timestamptz not null default now();
create index if not exists payouts_due on payouts (due_at) where state in ('open', 'pending');
