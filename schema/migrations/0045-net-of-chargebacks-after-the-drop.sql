-- compatible with the code before: yes
-- A red row with a chargeback is a chargeback after the drop: all lines of its member in the period are below zero, so their net is
-- the chargeback with a minus sign. The row showed 0, and the rows of its period did not add up to the statement.
update scored_rows set commission_amount = -chargeback_amount
where status = 'red' and chargeback_amount > 0 and commission_amount = 0;
