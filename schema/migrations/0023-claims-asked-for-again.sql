-- Whose claim it is, as the worker named it: one that heard no answer asks again and gets the same claim. Null for claims of code before;
-- of a job that is not in processing it says nothing.
alter table jobs add column claim_id uuid;
