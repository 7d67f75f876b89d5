-- compatible with the code before: yes
-- Requests of all tokens of an account together, counted like those of each token (token_windows): without this an account with a
-- hundred tokens may send a hundred times its limit. Code of before does not count here. Only the token check reads it, as cas_system.
create unlogged table account_windows (
  account_id uuid primary key,
  window_started_at timestamptz not null,
  requests integer not null,
  requests_before integer not null
) with (fillfactor = 50);
grant select, insert, update, delete on account_windows to cas_system;
