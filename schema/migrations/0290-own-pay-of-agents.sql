-- compatible with the code before: yes
-- Agents see what approved runs paid them, and ask about it (docs/reference/agent-pay.md#the-agents-own-view).

-- A question about a line of an approved run, or about the whole statement where it has no line. One thread for each.
create table pay_questions (
  question_id uuid primary key,
  position bigint generated always as identity,
  account_id uuid not null,
  agent_id uuid not null,
  run_id uuid not null,
  line_number bigint,
  -- It is open again when the agent writes later than this.
  closed_at timestamptz,
  closed_by text,
  unique nulls not distinct (account_id, agent_id, run_id, line_number),
  unique (account_id, question_id),
  foreign key (account_id, run_id) references pay_runs (account_id, run_id),
  foreign key (account_id, agent_id) references agents (account_id, agent_id),
  foreign key (run_id, line_number) references pay_entries (run_id, number)
);
create index on pay_questions (account_id, run_id);
create index on pay_questions (run_id, line_number);
call protect_tenant_table('pay_questions');

create table pay_messages (
  message_id uuid primary key,
  position bigint generated always as identity,
  account_id uuid not null,
  question_id uuid not null,
  is_office boolean not null,
  author text,
  body text not null,
  -- Agents may not call clock_timestamp.
  written_at timestamptz not null default now(),
  foreign key (account_id, question_id) references pay_questions (account_id, question_id)
);
create index on pay_messages (account_id, question_id);
call protect_tenant_table('pay_messages');

-- --------------------------------------------------------------------------------------------- what agents read

create policy agent on pay_settlements for select to cas_agent_views
  using (account_id = (select current_account()) and agent_id = (select current_agent_record()));
create policy agent on pay_entries for select to cas_agent_views
  using (account_id = (select current_account()) and agent_id = (select current_agent_record()));
create policy agent on pay_adjustments for select to cas_agent_views
  using (account_id = (select current_account()) and agent_id = (select current_agent_record()));
create policy agent on pay_runs for select to cas_agent_views
  using (account_id = (select current_account()) and state in ('approved', 'paid'));
grant select on pay_settlements, pay_entries, pay_adjustments, pay_runs to cas_agent_views;

create policy agent on pay_questions for select to cas_agent_views
  using (account_id = (select current_account()) and agent_id = (select current_agent_record()));
create policy agent on pay_messages for select to cas_agent_views using (
  account_id = (select current_account())
  and question_id in (select question_id from pay_questions where agent_id = (select current_agent_record())));
grant select on pay_questions, pay_messages to cas_agent_views;

-- An agent asks about an own statement and an own line of it, and writes in own threads: the only rows that an agent adds.
create policy agent_asks on pay_questions for insert to cas_agent_views with check (
  account_id = (select current_account()) and agent_id = (select current_agent_record()) and closed_at is null and closed_by is null
  and run_id in (select s.run_id from pay_settlements s)
  and (line_number is null or exists (
    select from pay_entries e where e.run_id = pay_questions.run_id and e.number = pay_questions.line_number)));
create policy agent_asks on pay_messages for insert to cas_agent_views with check (
  account_id = (select current_account()) and not is_office and question_id in (select q.question_id from pay_questions q));
grant insert on pay_questions, pay_messages to cas_agent_views;

set local role cas_agent_views;
create view own.pay_settlements as select * from public.pay_settlements;
create view own.pay_entries as select * from public.pay_entries;
-- Runs that paid the agent, without the sums of all agents and without the office's own fields.
create view own.pay_runs as
  select run_id, position, account_id, pay_date, months, reapply_from, state, null::text as note, revision, null::text as digest,
    'office' as created_by, created_at, null::text as reviewed_by, reviewed_at, null::text as approved_by, approved_at, paid_on, method,
    null::text as reference, null::numeric(14, 4) as received, null::numeric(14, 4) as people, null::numeric(14, 4) as house,
    null::numeric(14, 4) as held, null::numeric(14, 4) as paid
  from public.pay_runs r
  where exists (select from public.pay_settlements s where s.account_id = r.account_id and s.run_id = r.run_id);
create view own.pay_adjustments as
  select a.* from public.pay_adjustments a where a.run_id in (select r.run_id from public.pay_runs r);
create view own.pay_questions as select * from public.pay_questions;
create view own.pay_messages as select * from public.pay_messages;
reset role;
grant select on own.pay_settlements, own.pay_entries, own.pay_runs, own.pay_adjustments, own.pay_questions, own.pay_messages to cas_agent;
grant insert on own.pay_questions, own.pay_messages to cas_agent;
