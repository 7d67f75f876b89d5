-- compatible with the code before: yes
-- The jobs of the statements of one ZIP archive share an id, so that none of them replaces another. The checksum of the archive tells a
-- repeated drop, and lets a purge of a file find the dropped archive. Both are null for statements that were sent by themselves.
alter table jobs add column archive_id uuid;
alter table files add column archive_checksum_sha256 text;
create index jobs_by_archive on jobs (archive_id) where archive_id is not null;
create index files_by_archive on files (account_id, archive_checksum_sha256) where archive_checksum_sha256 is not null;
