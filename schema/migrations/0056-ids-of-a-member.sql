-- compatible with the code before: yes
-- Several ids of one member (docs/adr/0033-ids-of-a-member.md). The code before this release knows no alias: it stores new lines of an alias under
-- the id that they show, and scores stored lines as they are.

-- An external id that belongs to a member with another id. `alias_ref_id` is the member id that the external id makes by itself.
create table member_aliases (
  account_id uuid not null references accounts,
  workspace_id uuid not null,
  carrier_id uuid not null,
  alias_ref_id uuid not null,
  member_ref_id uuid not null,
  external_id text not null,
  source text not null check (source in ('alternate_id', 'relayout', 'manual')),
  -- The month that brought the alias; null when it was linked by hand.
  period text,
  created_at timestamptz not null default clock_timestamp(),
  -- Set when the link was undone. The row stays, so that no later statement links the same id again by itself.
  removed_at timestamptz,
  primary key (account_id, workspace_id, carrier_id, alias_ref_id),
  check (alias_ref_id <> member_ref_id)
);
create index member_aliases_by_member on member_aliases (account_id, member_ref_id);
call protect_tenant_table('member_aliases');

-- Finds members by a second id that a line of theirs shows. An index only: a row counts where a stored line still bears it out.
create table member_second_ids (
  -- Written in bulk for a book, whose row names the account.
  account_id uuid not null,
  workspace_id uuid not null,
  carrier_id uuid not null,
  -- Normalised by the carrier's rule of member ids.
  second_key text not null,
  member_ref_id uuid not null,
  primary key (account_id, workspace_id, carrier_id, second_key, member_ref_id)
);
call protect_tenant_table('member_second_ids');

-- The member id that the line's own external id makes, where the line was filed under another one by an alias. Else null.
alter table statement_lines add column own_member_ref_id uuid;
alter table statement_lines alter column own_member_ref_id set statistics 0;
