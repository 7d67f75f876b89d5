-- compatible with the code before: yes
-- An account that moves to another database writes nothing meanwhile, and one that has moved says where it is.
alter table accounts add column moved_to text;
alter table accounts drop constraint accounts_status_check;
alter table accounts add constraint accounts_status_check check (status in ('active', 'pending', 'suspended', 'moving', 'moved'));
-- Relays and schedules leave these accounts out. There are hardly ever any, so the index is empty.
create index accounts_on_the_move on accounts (account_id) where status in ('moving', 'moved');
-- A move compares the migrations of the two databases.
grant select on schema_migrations to cas_system;

-- Rows that are copied bring their words along. A statement that copies rows of many months would also find a word twice.
drop trigger add_words_of_new_members on scored_rows;
create trigger add_words_of_new_members after insert on scored_rows referencing new table as new_rows
  for each statement when (current_setting('app.copies_rows', true) is distinct from 'on') execute function add_words_of_new_members();
drop trigger add_changed_words on deltas;
create trigger add_changed_words after insert on deltas referencing new table as new_deltas
  for each statement when (current_setting('app.copies_rows', true) is distinct from 'on') execute function add_changed_words();
drop trigger add_words_of_aliases on member_aliases;
create trigger add_words_of_aliases after insert on member_aliases referencing new table as new_aliases
  for each statement when (current_setting('app.copies_rows', true) is distinct from 'on') execute function add_words_of_aliases();
