-- compatible with the code before: yes
-- What an agency calls a person, and the id by which it knows the person, belong to the membership: no agency learns them from another.
alter table team_members
  add column member_id uuid not null default gen_random_uuid(),
  add column name text not null default '',
  -- What the account called the person who invited; null for the operator. The address of that person is in invited_by.
  add column inviter_name text,
  -- When the person last began to work in the account. A new session works where the person worked last.
  add column entered_at timestamptz;
update team_members m set name = p.name, entered_at = m.joined_at, inviter_name = substring(m.invited_by from '^person:(.*)$')
from people p where p.person_id = m.person_id;
alter table team_members add constraint team_members_member_id_key unique (member_id);

-- How many links were mailed to the person since a time, so that nobody can flood a mailbox.
alter table people
  add column links_since timestamptz,
  add column links_mailed integer not null default 0;

-- Invitations of the last day, which are limited by account and address. The address is stored as its SHA-256.
create table recent_invitations (
  invitation_id uuid primary key,
  account_id uuid not null references accounts,
  address_digest bytea not null,
  invited_at timestamptz not null default clock_timestamp()
);
create index recent_invitations_account_id_idx on recent_invitations (account_id);
create index recent_invitations_address_digest_idx on recent_invitations (address_digest);
create index recent_invitations_invited_at_idx on recent_invitations (invited_at);
call protect_tenant_table('recent_invitations');
