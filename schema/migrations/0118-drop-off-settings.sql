-- compatible with the code before: yes
-- How an account's files of a carrier are recognised that come by SFTP or email. Null in a column: the setting of the
-- carrier's format holds. Carriers of the catalogue have rows here too, because accounts can't change their formats.
create table drop_off_settings (
  account_id uuid not null references accounts,
  carrier_id uuid not null references carriers on delete cascade,
  sftp_patterns text[],
  sftp_on_existing text check (sftp_on_existing in ('reject', 'replace', 'append')),
  email_allowed_senders text[],
  email_period_from text check (email_period_from in ('filename', 'subject', 'statement')),
  set_at timestamptz not null default clock_timestamp(),
  primary key (account_id, carrier_id)
);
create index drop_off_settings_by_carrier on drop_off_settings (carrier_id);
call protect_tenant_table('drop_off_settings');
