-- compatible with the code before: yes
-- By how much a correction of a closed month changed what is at risk; null for adjustments recorded before.
alter table month_adjustments add column commission_at_risk numeric(20, 4);
