-- Makes the user and the database of the service on a PostgreSQL 17 of your own. Run it as a superuser, once:
--   psql --set password='…' --file server/deploy/own-postgresql.sql
-- The service then starts with DATABASE_URL=postgres://commission:…@host/commission and makes its tables and roles itself.

-- CREATEROLE: the migrations make one role for each kind of work, such as the role of saved reports, which may only read.
create role commission login createrole password :'password';

-- Text sorts by code point, the same on every machine.
create database commission owner commission template template0
  encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C';

-- Nobody else connects, but the role of saved reports, to which the service gives the right itself.
revoke connect, temporary on database commission from public;
