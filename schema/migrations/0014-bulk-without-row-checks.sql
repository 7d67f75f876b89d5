-- Every row of these tables names the same account, and every line of a job the same file; asking for each of them whether
-- these exist was a sixth of what PostgreSQL did for a statement. They are written only for a book, whose row names the
-- account and is locked meanwhile, and for a file whose own row is updated in the same transaction (adapters/postgres/book.ts).
alter table statement_lines drop constraint statement_lines_account_id_fkey, drop constraint statement_lines_file_id_fkey;
alter table scored_rows drop constraint scored_rows_account_id_fkey;
alter table deltas drop constraint deltas_account_id_fkey;
