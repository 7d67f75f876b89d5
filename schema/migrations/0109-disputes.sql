-- compatible with the code before: yes
-- Money that an agency asked a carrier for, and the claims that it consists of (core/report/claim.ts, core/dispute/dispute.ts).

create table disputes (
  dispute_id uuid primary key,
  account_id uuid not null references accounts,
  position bigint generated always as identity,
  carrier_id uuid not null,
  -- The carrier's name when the letter was written.
  carrier_name text not null,
  state text not null default 'asked' check (state in ('asked', 'answered', 'paid', 'refused')),
  -- Set when the service closed the dispute because statements had paid it: the state to return to when such a statement is taken back.
  state_before text check (state_before in ('asked', 'answered')),
  note text,
  letter text not null,
  asked_amount numeric(26, 10) not null,
  recovered_amount numeric(26, 10) not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  check (state_before is null or state = 'paid')
);
create index disputes_by_account on disputes (account_id, position desc);
call protect_tenant_table('disputes');

create table dispute_rows (
  account_id uuid not null references accounts,
  dispute_id uuid not null references disputes,
  number integer not null,
  claim_id text not null,
  workspace_id uuid not null,
  carrier_id uuid not null,
  member_ref_id uuid not null,
  member_external_id text not null,
  member_name text,
  policy_number text,
  plan_name text,
  period period not null,
  kind text not null,
  certainty text not null,
  ask text not null,
  -- Rows of statements, without the names of the files, which may be erased.
  evidence jsonb not null,
  asked_amount numeric(26, 10) not null,
  open_amount numeric(26, 10) not null,
  recovered_amount numeric(26, 10) not null default 0,
  -- What statements had paid of the claim before it was asked for.
  recovered_before numeric(26, 10) not null default 0,
  -- The claim can be in no other dispute: this dispute is open, or the service may open it again.
  is_held boolean not null default true,
  primary key (dispute_id, claim_id)
);
create unique index dispute_rows_held on dispute_rows (account_id, claim_id) where is_held;
create index dispute_rows_by_book on dispute_rows (account_id, workspace_id, carrier_id) where is_held;
call protect_tenant_table('dispute_rows');
