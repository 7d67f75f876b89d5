/** Reports that need no SQL. Each is a query like those that people save (docs/reference/saved-reports.md#ready-made-reports). */

export interface ReadyMadeReport {
  /** Identifies the report in the API. It never changes. */
  readonly key: string;
  readonly name: string;
  /** The question that the report answers, for people. */
  readonly question: string;
  readonly sql: string;
}

const LATEST = `with latest as (
  select workspace_id, carrier_id, max(period) as period from rollups group by workspace_id, carrier_id
)`;

/** A year of months, the current one included. */
const ONE_YEAR = `period > to_char(current_date - interval '12 months', 'YYYY-MM')`;

/** Lists members of each carrier's latest month that fulfil a condition. */
const membersOfLatest = (condition: string, amount: string, order: string) => `${LATEST}
select m.member_name as "Member", m.policy_number as "Policy", k.carrier_name as "Carrier",
  coalesce(m.agent_record_name, m.agent_name) as "Agent", c.period as "Month", ${amount}
from comparisons c
join latest l on l.workspace_id = c.workspace_id and l.carrier_id = c.carrier_id and l.period = c.period
join members m on m.member_ref_id = c.member_ref_id
join carriers k on k.carrier_id = c.carrier_id
where ${condition}
order by ${order}, m.member_name`;

export const READY_MADE_REPORTS: readonly ReadyMadeReport[] = [
  {
    key: 'gone',
    name: 'Gone',
    question: "Who was paid the month before and is missing from the carrier's latest statement?",
    sql: membersOfLatest(
      `c.status = 'red' and c.prev_commission_amount > 0`,
      `c.prev_commission_amount as "Paid before"`,
      'c.prev_commission_amount desc',
    ),
  },
  {
    key: 'paid-less',
    name: 'Paid less',
    question: "Who is paid less on the carrier's latest statement than the month before?",
    sql: membersOfLatest(
      `c.status = 'yellow'`,
      `c.prev_commission_amount as "Paid before", c.commission_amount as "Paid now"`,
      'c.prev_commission_amount - c.commission_amount desc',
    ),
  },
  {
    key: 'new',
    name: 'New',
    question: "Who is on the carrier's latest statement for the first time?",
    sql: membersOfLatest(`c.status = 'new'`, `c.commission_amount as "Paid"`, 'c.commission_amount desc'),
  },
  {
    key: 'taken-back',
    name: 'Taken back',
    question: 'From whom did carriers take commission back in the last twelve months?',
    sql: `select c.member_name as "Member", c.policy_number as "Policy", k.carrier_name as "Carrier", c.period as "Month",
  c.chargeback_amount as "Taken back"
from comparisons c
join carriers k on k.carrier_id = c.carrier_id
where c.chargeback_amount <> 0 and c.${ONE_YEAR}
order by c.period desc, c.chargeback_amount desc, c.member_name`,
  },
  {
    key: 'paid-by-carrier',
    name: 'Paid by carrier and month',
    question: 'What did each carrier pay in each of the last twelve months?',
    sql: `select p.period as "Month", k.carrier_name as "Carrier", sum(p.net) as "Paid", sum(p.chargebacks) as "Taken back"
from commission_paid p
join carriers k on k.carrier_id = p.carrier_id
where p.${ONE_YEAR}
group by p.period, k.carrier_name
order by p.period desc, sum(p.net) desc, k.carrier_name`,
  },
  {
    key: 'paid-by-agent',
    name: 'Paid by agent and month',
    question: 'What was paid for each agent in each of the last twelve months?',
    sql: `select p.period as "Month", coalesce(p.agent_record_name, p.agent_name, 'No agent named') as "Agent",
  sum(p.net) as "Paid", sum(p.chargebacks) as "Taken back"
from commission_paid p
where p.${ONE_YEAR}
group by p.period, coalesce(p.agent_record_name, p.agent_name, 'No agent named')
order by p.period desc, sum(p.net) desc, "Agent"`,
  },
  {
    key: 'statements',
    name: 'Statements by month',
    question: 'Which statements are here, and from when?',
    sql: `select f.period as "Month", k.carrier_name as "Carrier", f.file_name as "File", f.row_count as "Rows",
  f.uploaded_at::date as "Added"
from files f
join carriers k on k.carrier_id = f.carrier_id
where f.status = 'active'
order by f.period desc, k.carrier_name, f.file_name`,
  },
];

/** Returns the report of a key; null for an unknown key. */
export function readyMadeReport(key: string): ReadyMadeReport | null {
  return READY_MADE_REPORTS.find((report) => report.key === key) ?? null;
}
