import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import type { RunLimits } from '../../../app/saved-reports/run-saved-report.ts';
import { isRefused } from '../../../core/problem.ts';
import { REPORT_VIEWS } from '../../../core/saved-report/report-views.ts';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { addPayRun } from '../../support/pay-agency.ts';
import { asOwner } from '../../support/postgres.ts';
import { createTwoAgencies, LIMITS, refusalText, SECRET } from './two-agencies.ts';

const agencies = await createTwoAgencies();
// A month that was paid ahead, which is not a result.
await agencies.engine.database.system(
  (sql) => sql`
    update scored_rows set status = 'carried'
    where account_id = ${agencies.ours.accountId} and member_external_id = 'E' and period = '2026-03'`,
);
// A month that waits for a second file.
await agencies.engine.database.system(
  (sql) => sql`
    insert into book_months (account_id, workspace_id, carrier_id, period, files_received, files_expected, known, is_open)
    select account_id, workspace_id, carrier_id, period, 1, 2, 'set', true from rollups
    where account_id = ${agencies.ours.accountId} and period = '2026-02'`,
);
await agencies.engine.database.system(async (sql) => {
  await addPayRun(sql, { accountId: agencies.ours.accountId, text: 'Ours' });
  await addPayRun(sql, { accountId: agencies.theirs.accountId, text: SECRET });
  // A draft is in no view.
  await sql`
    insert into pay_runs (run_id, account_id, pay_date, months, created_by)
    values (gen_random_uuid(), ${agencies.ours.accountId}, '2026-03-01', '{2026-02}', 'Ours')`;
});
afterAll(() => agencies.close());

const PROVISIONAL = "period = '2026-02' and status = 'red' and counted";

/** The expected rows of each view, read from the tables without row-level security; $1 is the account. */
const EXPECTED: Readonly<Record<string, string>> = {
  workspaces: 'select workspace_id, name from workspaces where account_id = $1',
  carriers: 'select carrier_id, name, product_line from carriers where account_id = $1 or account_id is null',
  files: `select file_id, workspace_id, carrier_id, period, status, original_filename, byte_size, rows_ingested, stated_total, uploaded_at
    from files where account_id = $1`,
  jobs: `select job_id, file_id, carrier_id, period, status, mode, attempts, created_at, started_at, completed_at
    from jobs where account_id = $1`,
  members: `select distinct on (member_ref_id) member_ref_id, carrier_id, workspace_id, member_external_id, member_name, policy_number,
      plan_name, agent_name, effective_date, term_date, null::text
    from scored_rows where account_id = $1 and status <> 'carried' order by member_ref_id, period desc`,
  statuses: `select member_ref_id, carrier_id, workspace_id, period, status, flags, commission_amount, prev_commission_amount,
      expected_amount, case when commission_owed is null then 0 else commission_owed end, chargeback_amount, compared_against_period,
      (select job_id from jobs where jobs.file_id = scored_rows.file_id and mode = 'ingest'), ${PROVISIONAL}, owed_estimated
    from scored_rows where account_id = $1 and status in ('green', 'yellow', 'red', 'new', 'reappeared')`,
  comparisons: `select member_ref_id, carrier_id, workspace_id, period, status, flags, commission_amount, prev_commission_amount,
      expected_amount, case when commission_owed is null then 0 else commission_owed end, chargeback_amount, compared_against_period,
      (select job_id from jobs where jobs.file_id = scored_rows.file_id and mode = 'ingest'),
      member_name, member_external_id, policy_number, ${PROVISIONAL}, owed_estimated
    from scored_rows where account_id = $1 and status in ('green', 'yellow', 'red', 'new', 'reappeared')`,
  deltas: `select (select job_id from jobs j where (j.workspace_id, j.carrier_id, j.period) = (d.workspace_id, d.carrier_id, d.period)),
      member_ref_id, carrier_id, period, field, prev_value, curr_value, change_type
    from deltas d where account_id = $1`,
  commission_lines: `select concat_ws('/', file_id, sheet, row_number), file_id, (select job_id from jobs where jobs.file_id = l.file_id),
      member_ref_id, carrier_id, period, paid_date, case sign(amount) when -1 then 'chargeback' else 'commission' end, amount, row_number
    from statement_lines l where account_id = $1`,
  rollups: `select carrier_id, workspace_id, period, member_count, green, yellow, red, new, reappeared,
      commission_reduced + commission_dropped, commission_dropped, commission_reduced, yellow, commission_owed, owed_evaluated, owed_total,
      owed_estimated, chargeback_count, chargeback_amount,
      case when member_count + red = 0 then 0 else round(red / (member_count + red)::numeric, 6) end, period = '2026-02',
      (select coalesce(sum(commission_owed), 0)::numeric(30, 10) from scored_rows s where owed_estimated and s.period = r.period
        and (s.workspace_id, s.carrier_id) = (r.workspace_id, r.carrier_id))
    from rollups r where account_id = $1`,
  commission_paid: `select carrier_id, workspace_id, period, agent_id, max(agent_name), sum(amount), sum(case when amount > 0 then amount else 0 end)::numeric(20, 4),
      -sum(case when amount < 0 then amount else 0 end)::numeric(20, 4), null::text
    from statement_lines where account_id = $1
    group by carrier_id, workspace_id, period, agent_id, case when agent_id is null then agent_name end having sum(abs(amount)) > 0`,
  agents: 'select agent_id, name, npn, upline_id, left_from, is_house from agents where account_id = $1',
  pay_runs: `select run_id, pay_date, state, '2026-01', received, people, house, held, paid, paid_on
    from pay_runs where account_id = $1 and pay_date = '2026-02-01'`,
  pay_lines: `select run_id, number, party, agent_id, 'Ours', null::text, null::text, 'Ours', null::text, null::text, null::text, null::text,
      null::text, null::text, 1.0000, amount, why from pay_entries where account_id = $1`,
};

describe('every view', () => {
  test('has the documented columns in order, and there is no other view', async () => {
    const rows = await asOwner(
      agencies.engine.address,
      (sql) => sql<{ view: string; columns: string[] }[]>`
        select table_name as view, array_agg(column_name::text order by ordinal_position) as columns
        from information_schema.columns where table_schema = 'report' group by table_name`,
    );
    expect(new Map(rows.map(({ view, columns }) => [view, columns]))).toEqual(REPORT_VIEWS);
  });

  test.each([...REPORT_VIEWS.keys()])('%s shows the account all of its rows and nobody else’s', async (view) => {
    const text = EXPECTED[view];
    if (text === undefined) throw new Error(`There is no expectation for ${view}`);
    // The runner gets the whole row as text, so that PostgreSQL writes both sides.
    const shown = await agencies.rows(`select v::text from report.${view} v`);
    const expected = await asOwner(agencies.engine.address, async (sql) => {
      await sql`set time zone 'UTC'`;
      return sql.unsafe<{ row: string }[]>(`select q::text as row from (${text}) q`, [agencies.ours.accountId]);
    });
    expect(shown.flat().sort()).toEqual(expected.map(({ row }) => row).sort());
    expect(shown.length).toBeGreaterThan(0);
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  });

  test.each([...REPORT_VIEWS.keys()])('%s would show the other agency’s texts to the other agency', async (view) => {
    const { runner, theirs } = agencies;
    const result = await runner.run(
      theirs.accountId,
      { statement: `select * from ${view}`, isOrdered: false },
      { seconds: 5, rows: 1000, bytes: 4_000_000 },
    );
    const hasTexts = [
      'workspaces',
      'carriers',
      'files',
      'members',
      'comparisons',
      'commission_paid',
      'agents',
      'pay_lines',
    ].includes(view);
    expect(JSON.stringify(result).includes(SECRET)).toBe(hasTexts);
  });
});

test('cuts texts from statements to a thousand complete characters', async () => {
  const { engine, ours } = agencies;
  const long = '\u{1F511}'.repeat(1_500);
  await asOwner(engine.address, async (sql) => {
    await sql`
      insert into carriers (carrier_id, account_id, name, slug) values (gen_random_uuid(), ${ours.accountId}, ${long}, 'long')`;
  });
  const rows = await agencies.rows("select carrier_name from carriers where carrier_name like '\u{1F511}%'");
  expect(rows).toEqual([['\u{1F511}'.repeat(1_000)]]);
  const definitions = await asOwner(
    engine.address,
    (sql) => sql<{ name: string; text: string }[]>`
      select viewname as name, definition as text from pg_views where schemaname = 'report'`,
  );
  const cut = definitions.flatMap(({ text }) =>
    [...text.matchAll(/"left"\([^)]*, 1000\) AS (\w+)/g)].map(([, name]) => name),
  );
  // The guard takes every text of a view to be short (core/saved-report/long-values.ts).
  expect([...new Set(cut)].sort()).toEqual(
    [
      ...['agent_id', 'agent_name', 'carrier_name', 'curr_value', 'file_name', 'member_external_id', 'member_name'],
      ...['agent_record_name', 'name', 'npn', 'plan_name', 'policy_number', 'prev_value', 'why'],
    ].sort(),
  );
});

test('adds up the worked months: rows of every status, and the totals of the rollups', async () => {
  // 2026-02: C dropped 50 (red); B fell from 50 to 40 and D from 50 to −50, which reduces 10 + 50, because a chargeback counts as zero
  // pay.
  const rows = await agencies.rows(
    `select period, red, yellow, commission_dropped, commission_reduced, commission_at_risk, attrition_rate, chargeback_amount
     from rollups order by period`,
    { isOrdered: true },
  );
  expect(rows[1]).toEqual(['2026-02', 1, 2, 50, 60, 110, 0.2, 50]);
});

test('finds the account’s rows by index in a join of a large book', async () => {
  const { engine, ours } = agencies;
  await asOwner(engine.address, async (sql) => {
    await sql`set session_replication_role = replica`;
    await sql`
      insert into scored_rows (account_id, workspace_id, carrier_id, period, member_ref_id, status, counted, flags, commission_amount,
        prev_commission_amount, owed_estimated, chargeback_amount, member_external_id, first_seen_period, last_present_period,
        last_present_amount, file_id)
      select account, account, account, to_char(date '2020-01-01' + month * interval '1 month', 'YYYY-MM'), gen_random_uuid(), 'green',
        true, '{}', 1, 1, false, 0, 'X', '2020-01', '2020-01', 1, account
      from (select gen_random_uuid() as account from generate_series(1, 40)) accounts, generate_series(1, 24) month,
        generate_series(1, 50)`;
    await sql`analyze scored_rows`;
    await sql`set role cas_report_views`;
    const plan = await sql<{ 'QUERY PLAN': string }[]>`
      explain select c.carrier_name, s.period, sum(s.commission_amount) from report.statuses s
      join report.carriers c using (carrier_id) where s.period >= '2026-01' group by 1, 2`;
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    // Accounts of some parts have few rows, and there a scan is as cheap. A part that is not the account's is never read.
    expect(text.match(/Index Cond: \(\(?account_id = \(InitPlan \d+\)\.col1/g)?.length).toBeGreaterThan(5);
  });
  expect(await agencies.rows(`select count(*) from statuses where workspace_id = '${ours.workspaceId}'`)).toEqual([
    [16],
  ]);
});

/** Guarantee: the how-to's queries for a member's latest rows are correct, and end in time with 8,000 members. */

const MEMBERS = 8_000;
const [SECTION = ''] = (
  readFileSync('docs/howto/write-a-saved-report.md', 'utf8').split('\n## The latest row of each member\n')[1] ?? ''
).split('\n## ');
const EXAMPLES = [...SECTION.matchAll(/```sql\n([^`]+)```/g)].map(([, statement = '']) => statement);
const engine = await createEngine();
const book = await createBook(engine);
for (const [period, amount] of [
  ['2026-01', 50],
  ['2026-02', 51],
  ['2026-03', 52],
] as const) {
  const rows = Array.from({ length: MEMBERS }, (_, index) => `M${index},${amount},P${index},Name ${index},Gold,Agent`);
  await accept(engine, book, { period, csv: ['Member,Amount,Policy,Name,Plan,Agent', ...rows].join('\n') });
}
await drain(engine);
afterAll(() => engine.close());

const run = (statement: string, limits: Partial<RunLimits> = {}) =>
  connectReports({ database: engine.database, administrator: engine.address }).run(
    book.accountId,
    { statement, isOrdered: false },
    { ...LIMITS, ...limits },
  );

describe('the examples', () => {
  test.each([
    [0, [['2026-03', 'green', '52', MEMBERS]]],
    [
      1,
      [
        ['2026-02', 'green', '51', MEMBERS],
        ['2026-03', 'green', '52', MEMBERS],
      ],
    ],
  ] as const)('give the correct rows: example %i', async (index, counted) => {
    const example = EXAMPLES[index] ?? '';
    const statement = `select period, status, trim_scale(commission_amount)::text, count(distinct member_ref_id)
      from (${example}) as example group by 1, 2, 3 order by 1`;
    const result = await run(statement);
    expect(isRefused(result) ? refusalText(result) : result.rows).toEqual(counted);
    expect(isRefused(await run(example))).toBe(false);
  });
});

test('advises an alternative for a query that takes too long', async () => {
  const slow = `select m.member_name, latest.status from members m
    cross join lateral (
      select status from statuses s where s.member_ref_id = m.member_ref_id order by period desc limit 1
    ) latest`;
  expect(refusalText(await run(slow, { seconds: 1 }))).toMatch(/^query_limit: .* read the view once: with DISTINCT ON/);
});
