import { afterAll, expect, test } from 'vitest';
import { createMemberReads } from '../../../adapters/postgres/reads/member-reads.ts';
import { createReportReads } from '../../../adapters/postgres/reads/report-reads.ts';
import { createRollupReads } from '../../../adapters/postgres/reads/rollup-reads.ts';
import {
  reportAttrition,
  reportAttritionSeries,
  reportCumulative,
  reportDataQuality,
  reportTax1099,
} from '../../../app/reads/report-books.ts';
import { reportHome } from '../../../app/reads/report-home.ts';
import { type StatementRow, startService, statement, type TestAccount } from '../../support/service.ts';
import { countReads, preferIndexes } from './table-reads.ts';

/** Guarantee: the cost of a report does not depend on the number of members, except in scorecards, which count the claims of members. */

const service = await startService();
await preferIndexes(service.address);
const counted = countReads(service.database);
const carrierId = await service.createCarrier();
const [small, large] = [await service.createAccount(), await service.createAccount()];
for (const [account, members] of [
  [small, 3],
  [large, 300],
] as const) {
  for (const period of ['2026-01', '2026-02', '2026-04']) {
    const rows = Array.from({ length: members }, (_, member): StatementRow => [`${period}-${member % 200}`, 5]);
    await account.load({ carrierId, period, file: statement(rows) });
  }
}
afterAll(() => service.close());

/** Tables whose number of rows depends on months, carriers, agents, events or money without a member. */
const REPORT_TABLES = [
  ...[
    'rollups',
    'carrier_events',
    'unassigned_lines',
    'files',
    'carriers',
    'workspaces',
    'listed_policies',
    'book_months',
    'closed_months',
    'agents',
    'agent_names',
  ],
];

const reports = () => ({ reports: createReportReads(counted.database), ...createRollupReads(counted.database) });
type Reports = ReturnType<typeof reports>;

async function readsOf(account: TestAccount, report: (reports: Reports, accountId: string) => Promise<unknown>) {
  counted.takeReads();
  expect(JSON.stringify(await report(reports(), account.accountId))).toMatch(/2026|"byCarrier":\[\{/);
  return counted.takeReads();
}

test.each<[string, (reports: Reports, accountId: string) => Promise<unknown>]>([
  ['rollup', ({ rollup }, id) => rollup(id, {})],
  ['rollup of a book', ({ rollup }, id) => rollup(id, { carrierId, period: '2026-02' })],
  ['attrition', ({ reports }, id) => reportAttrition(reports, id, { period: '2026-02', granularity: 'month' })],
  [
    'attrition by year',
    ({ reports }, id) => reportAttrition(reports, id, { period: '2026-02', granularity: 'year', carrierId }),
  ],
  ['attrition series', ({ reports }, id) => reportAttritionSeries(reports, id, { months: 12 })],
  ['cumulative', ({ reports }, id) => reportCumulative(reports, id, {})],
  ['data quality', ({ reports }, id) => reportDataQuality(reports, id, {})],
  ['home', ({ reports }, id) => reportHome({ reports }, id, { today: '2026-06-01' })],
  ['home of a period', ({ reports }, id) => reportHome({ reports }, id, { period: '2026-02', today: '2026-06-01' })],
  ['form 1099', ({ reports }, id) => reportTax1099(reports, id, { year: 2026 })],
])(
  '%s reads only rollups, events, months and names, and no more of them for a hundred times the members',
  async (_, report) => {
    const reads = await readsOf(large, report);
    expect(Object.keys(reads)).toContain('rollups');
    for (const table of Object.keys(reads)) {
      expect(REPORT_TABLES).toContain(table);
    }
    // Neither account has a list, so the query that looks for a list reads no row.
    expect(reads['listed_policies'] ?? 0).toBe(0);
    expect(reads).toEqual(await readsOf(small, report));
  },
);

test('counter-case: the counters notice a report that reads members', async () => {
  counted.takeReads();
  await createMemberReads(counted.database).list(large.accountId, {}, { limit: 50, offset: 0 });
  expect(counted.takeReads()['scored_rows']).toBeGreaterThan(0);
});
