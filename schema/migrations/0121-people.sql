-- compatible with the code before: yes
-- People who sign in with a browser, beside the tokens of programs. The sign-in library reads and writes the first six
-- tables through cas_system; no work for one account reads them.

create table people (
  person_id uuid primary key,
  name text not null,
  -- In lower case. It identifies the person.
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sign_in_sessions (
  session_id uuid primary key,
  person_id uuid not null references people on delete cascade,
  -- The cookie holds this token and its signature. The key of the signature is not in the database.
  token text not null unique,
  -- The account that the session works in. Null when the person belongs to none.
  current_account_id uuid,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on sign_in_sessions (person_id);

-- The person's identity at a provider such as Google.
create table sign_in_providers (
  sign_in_provider_id uuid primary key,
  person_id uuid not null references people on delete cascade,
  provider text not null,
  subject text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  -- The library's column for passwords, which this service never sets.
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, subject)
);
create index on sign_in_providers (person_id);

-- Links by email and open challenges, each for one use.
create table sign_in_codes (
  -- The library derives some of these ids from the code.
  code_id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on sign_in_codes (identifier);

create table passkeys (
  passkey_id uuid primary key,
  person_id uuid not null references people on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz
);
create index on passkeys (person_id);

-- Attempts to sign in by address and path, so that nobody can try links or send mails without end.
create table sign_in_attempts (
  attempt_id text primary key,
  key text not null unique,
  count integer not null,
  -- Milliseconds since 1970.
  last_request bigint not null
);

do $$ declare name text; begin
  foreach name in array array['people', 'sign_in_sessions', 'sign_in_providers', 'sign_in_codes', 'passkeys', 'sign_in_attempts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy system on %I to cas_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to cas_system', name);
  end loop;
end $$;

-- The accounts that people belong to, and what they may do there.
create table team_members (
  account_id uuid not null references accounts,
  person_id uuid not null references people on delete cascade,
  role text not null check (role in ('owner', 'staff', 'read_only', 'agent')),
  -- The writing agent whose members an agent sees.
  agent text,
  invited_by text not null,
  invited_at timestamptz not null default clock_timestamp(),
  -- Null until the person has signed in.
  joined_at timestamptz,
  primary key (account_id, person_id),
  check ((role = 'agent') = (agent is not null))
);
create index on team_members (person_id);
call protect_tenant_table('team_members');

-- Null: the token does not expire.
alter table api_tokens add column expires_at timestamptz;
