-- A row that another rate changes gets a second entry in the key, beside its first. Leaves that are nine tenths full, PostgreSQL's default, have
-- no room for it: each was searched for entries to delete, rewritten more densely and in the end split, which was a third of what the change
-- cost. A quarter left free is enough, for a tenth more of index. Of months to come; those stored are not written anew.
alter index scored_rows_pkey set (fillfactor = 75);
