-- Members who are paid ahead and on no statement of the period: they belong to the book that the next period is measured by.
alter table rollups add column carried integer not null default 0;
