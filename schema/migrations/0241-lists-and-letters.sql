-- compatible with the code before: yes
-- The members whose pay differs from the baseline: what the bridge of a month is made of (docs/reference/reports.md#pay-changes).
create table pay_differences (
  account_id uuid not null,
  workspace_id uuid not null,
  carrier_id uuid not null,
  period period not null,
  member_ref_id uuid not null,
  member_external_id text not null,
  member_name text,
  policy_number text,
  plan_name text,
  agent_id text,
  agent_name text,
  part text not null,
  before_amount numeric(16, 4) not null,
  now_amount numeric(16, 4) not null,
  -- The first finding about the member.
  code text,
  -- Kind, scope and key of the carrier event of the month that the difference is part of.
  event_key text,
  primary key (account_id, workspace_id, carrier_id, period, member_ref_id)
);
create index pay_differences_by_amount on pay_differences
  (account_id, period, abs(now_amount - before_amount) desc, member_ref_id);
create index pay_differences_by_part on pay_differences
  (account_id, period, part, abs(now_amount - before_amount) desc, member_ref_id);
call protect_tenant_table('pay_differences');
create policy agent on pay_differences for select to cas_agent_views using (
  account_id = (select current_account())
  and (lower(agent_name) = any ((select current_agent_spellings())::text[])
    or lower(agent_id) = any ((select current_agent_spellings())::text[]))
  and agent_record_of(carrier_id, agent_id, agent_name) is not distinct from (select current_agent_record()));
grant select on pay_differences to cas_agent_views;
set local role cas_agent_views;
create view own.pay_differences as select * from public.pay_differences;
reset role;
grant select on own.pay_differences to cas_agent;

-- A bridge without its members has no lists: it is explained again by the next job of its book.
update rollups set pay_bridge = null where pay_bridge is not null;

-- What letters to carriers begin and end with, one for each agency.
create table letterheads (
  account_id uuid primary key references accounts,
  name text,
  address text,
  contact text,
  -- Where carriers answer.
  email text,
  npn text,
  set_at timestamptz not null default clock_timestamp()
);
call protect_tenant_table('letterheads');

-- Where the letters to a carrier go.
create table commission_departments (
  account_id uuid not null references accounts,
  carrier_id uuid not null,
  name text,
  email text,
  address text,
  set_at timestamptz not null default clock_timestamp(),
  primary key (account_id, carrier_id)
);
call protect_tenant_table('commission_departments');

alter table disputes
  -- When and where the letter was sent from here. It can't be changed afterwards.
  add column sent_at timestamptz,
  add column sent_to text,
  -- Set with the state refused when the agency itself no longer asks.
  add column withdrawn_at timestamptz,
  add column ask_again_on date,
  -- What was paid in another way than by a statement, such as by check.
  add column other_paid numeric(26, 10) not null default 0,
  -- The carrier's answer, whose bytes are in the object store.
  add column answer_name text,
  add column answer_type text,
  add column answer_size integer;
