-- compatible with the code before: yes
-- The period in which a member's pay was last marked as new business. A renewal after it may have a lower rate.
alter table scored_rows add column sold_in period;
