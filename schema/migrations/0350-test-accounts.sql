-- compatible with the code before: yes
-- The account whose programs try things out here. It has no foreign key, because both are deleted, each in its own time.
alter table accounts add column test_of uuid constraint accounts_test_of_key unique;
grant select (test_of) on accounts to cas_scheduler;
