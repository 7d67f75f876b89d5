-- compatible with the code before: yes
-- The task that deletes expired records finds ended links, sessions and attempts to sign in by these, without reading those that still hold.
create index sign_in_codes_expires_at_idx on sign_in_codes (expires_at);
create index sign_in_sessions_expires_at_idx on sign_in_sessions (expires_at);
create index sign_in_attempts_last_request_idx on sign_in_attempts (last_request);
