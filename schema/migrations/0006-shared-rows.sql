-- Carriers and configurations of the catalogue are seen by every account and changed by none. One policy for all commands
-- let an account delete them, and take one over by giving it an account.
drop policy tenant on carriers;
create policy tenant_reads on carriers for select to cas_service
  using (account_id = (select current_account()) or account_id is null);
create policy tenant_adds on carriers for insert to cas_service with check (account_id = (select current_account()));
-- Shared ones too, because a row can only be locked where it could be updated; the check refuses the update itself.
create policy tenant_changes on carriers for update to cas_service
  using (account_id = (select current_account()) or account_id is null)
  with check (account_id = (select current_account()));
create policy tenant_removes on carriers for delete to cas_service using (account_id = (select current_account()));
revoke update on carriers from cas_service;
grant update (name, slug, product_line, group_id) on carriers to cas_service;

drop policy tenant on statement_configs;
create policy tenant_reads on statement_configs for select to cas_service
  using (account_id = (select current_account()) or account_id is null);
create policy tenant_adds on statement_configs for insert to cas_service with check (account_id = (select current_account()));
create policy tenant_removes on statement_configs for delete to cas_service using (account_id = (select current_account()));
-- A version stays as it is: jobs say that they used it.
revoke update on statement_configs from cas_service;
