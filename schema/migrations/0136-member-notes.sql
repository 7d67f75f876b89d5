-- compatible with the code before: yes
-- What people write about a member, and how the member is reached. Both stay under the id that they were written for; an id that is
-- joined with another one shows them under the other.
create table member_notes (
  note_id uuid primary key,
  account_id uuid not null references accounts,
  member_ref_id uuid not null,
  body text not null,
  -- The name of the person at that time; null when a program wrote it.
  author text,
  written_at timestamptz not null default clock_timestamp()
);
create index member_notes_by_member on member_notes (account_id, member_ref_id, written_at);
call protect_tenant_table('member_notes');

create table member_contacts (
  account_id uuid not null references accounts,
  member_ref_id uuid not null,
  phone text,
  email text,
  set_at timestamptz not null default clock_timestamp(),
  primary key (account_id, member_ref_id),
  check (phone is not null or email is not null)
);
call protect_tenant_table('member_contacts');
