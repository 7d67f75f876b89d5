-- compatible with the code before: yes
-- The difference to the pay of the baseline by part, in ten-thousandths of a dollar, with numbers of members. Earlier months have null.
alter table rollups add column pay_bridge jsonb;
