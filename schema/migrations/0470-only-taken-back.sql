-- compatible with the code before: yes
-- Members whose month only takes money back are told as taken back, not as paid less. Their status stays yellow. What the rollups count of
-- the others has columns of its own; rollups that the code before writes have null, and are counted from their rows.

-- The large table is read before anything is locked.
create temporary table only_taken_back on commit drop as
select s.account_id, s.workspace_id, s.carrier_id, s.period, s.member_ref_id,
  greatest(s.prev_commission_amount, 0) - greatest(s.prev_commission_amount - coalesce((
    select (signal.value ->> 'amount')::numeric from jsonb_array_elements(s.signals) signal
    where signal.value ->> 'code' = 'COMMISSION_REDUCED' limit 1), s.prev_commission_amount - s.commission_amount), 0) as lost
from scored_rows s
where s.compared_against_period is not null and s.status = 'yellow' and s.chargeback_amount > 0
  and s.commission_amount = -s.chargeback_amount;

alter table rollups add column paid_less integer;
alter table rollups add column paid_less_amount numeric(20, 4);

update rollups set paid_less = yellow, paid_less_amount = commission_reduced where same is not null;
update rollups r set paid_less = r.paid_less - t.members, paid_less_amount = r.paid_less_amount - t.lost,
  taken_back = r.taken_back + t.members
from (
  select workspace_id, carrier_id, period, count(*) as members, sum(lost) as lost from only_taken_back group by 1, 2, 3
) t
where r.workspace_id = t.workspace_id and r.carrier_id = t.carrier_id and r.period = t.period and r.paid_less is not null;

-- The bridge is moved by what the list is, so that both have the same sums. It counts in ten-thousandths of a dollar.
with moved as (
  update pay_differences d set part = 'taken_back'
  from only_taken_back t
  where d.account_id = t.account_id and d.workspace_id = t.workspace_id and d.carrier_id = t.carrier_id and d.period = t.period
    and d.member_ref_id = t.member_ref_id and d.part = 'paid_less'
  returning d.workspace_id, d.carrier_id, d.period, ((d.now_amount - d.before_amount) * 10000)::bigint as amount
), sums as (
  select workspace_id, carrier_id, period, sum(amount) as amount, count(*) as members from moved group by 1, 2, 3
), parts as (
  select s.*, b.pay_bridge as bridge,
    coalesce((b.pay_bridge #>> '{paid_less,amount}')::bigint, 0) - s.amount as less_amount,
    coalesce((b.pay_bridge #>> '{paid_less,members}')::bigint, 0) - s.members as less_members,
    coalesce((b.pay_bridge #>> '{taken_back,amount}')::bigint, 0) + s.amount as taken_amount,
    coalesce((b.pay_bridge #>> '{taken_back,members}')::bigint, 0) + s.members as taken_members
  from sums s
  join rollups b on b.workspace_id = s.workspace_id and b.carrier_id = s.carrier_id and b.period = s.period
  where b.pay_bridge is not null
)
update rollups r set pay_bridge = p.bridge - 'paid_less'
  || jsonb_build_object('taken_back', jsonb_build_object('amount', p.taken_amount, 'members', p.taken_members))
  || case when p.less_members = 0 then '{}'::jsonb
       else jsonb_build_object('paid_less', jsonb_build_object('amount', p.less_amount, 'members', p.less_members)) end
from parts p
where r.workspace_id = p.workspace_id and r.carrier_id = p.carrier_id and r.period = p.period;
