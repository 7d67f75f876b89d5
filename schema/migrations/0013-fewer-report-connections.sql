-- Four processes with all their places taken: two that serve the API, the one that mails reports, and one that takes another's
-- place. A process keeps a place until the server's process behind it is gone; this is what holds should it not, and how many
-- there can be of all processes together. Whoever comes then is told to come again.
do $$ begin
  -- Roles belong to the whole server: another database may have set it already.
  if exists (select from pg_roles where rolname = 'cas_report' and rolconnlimit <> 16) then
    alter role cas_report connection limit 16;
  end if;
exception when insufficient_privilege then raise warning 'the limit of the role cas_report needs the administrator who made it';
end $$;
