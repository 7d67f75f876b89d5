-- compatible with the code before: yes
-- When an account removed one of its own versions of a format. A removed version reads no more statements, and jobs that
-- used it still show it. The version itself stays as it is: no other column may be changed.
alter table statement_configs add column removed_at timestamptz;
create policy tenant_retires on statement_configs for update to cas_service
  using (account_id = (select current_account()))
  with check (account_id = (select current_account()));
grant update (removed_at) on statement_configs to cas_service;
