-- compatible with the code before: yes
-- Mails to owners. Null: on where an owner has signed in. The instant is that of the last look for facts to mail.
alter table accounts
  add column owner_mails boolean,
  add column owner_mails_checked_at timestamptz;

-- The facts that were mailed. A fact about all carriers has neither workspace nor carrier.
create table owner_news (
  account_id uuid not null references accounts,
  kind text not null check (kind in ('late', 'taken_back', 'complete')),
  workspace_id uuid,
  carrier_id uuid,
  period period not null,
  claimed_at timestamptz not null default clock_timestamp(),
  constraint owner_news_once unique nulls not distinct (account_id, kind, workspace_id, carrier_id, period)
);
call protect_tenant_table('owner_news');
