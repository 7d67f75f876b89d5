import { expect, test } from 'vitest';
import { openBook } from '../../../adapters/postgres/book/load-book.ts';
import { bulkWriter } from '../../../adapters/postgres/records/stored-record.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { normaliseId } from '../../../core/statement/member-key.ts';
import { CENT, file, line } from '../../support/book-model-cases.ts';
import { scoredBook } from '../../support/scored-book.ts';
import { STATEMENT_CONFIG, sharedService } from '../../support/service.ts';

/** Tests signals and reasons through the whole service: they are stored, filtered by, and remembered for the next period. */

const CADENCE = { default: 'monthly', advance: 'calendar_year' } as const;
const CONFIG = {
  ...STATEMENT_CONFIG,
  cadence: CADENCE,
  columns: { ...STATEMENT_CONFIG.columns, transaction_type: 'Type', coverage_month: 'Month', rate: 'Rate' },
};

interface Row {
  readonly member: string;
  readonly amount: string;
  readonly policy?: string;
  readonly type?: string;
  readonly month?: string;
  readonly rate?: string;
  readonly effective?: string;
}

/** A is paid ahead, B reduced, C charged back twice after the drop, D charged back for a month. E missed a month, F left early. */
const MONTHS: Readonly<Record<string, readonly Row[]>> = {
  '2026-01': [
    { member: 'A', amount: '600', type: 'ADVANCE', effective: '2026-01-01' },
    { member: 'B', amount: '72.5', rate: '0.05' },
    { member: 'C', amount: '50', policy: 'P-9' },
    { member: 'D', amount: '50' },
    { member: 'E', amount: '40.1234' },
    { member: 'F', amount: '26', effective: '2026-01-01' },
  ],
  '2026-02': [
    { member: 'B', amount: '54', rate: '0.04' },
    { member: 'D', amount: '-12.5', month: '2026-01' },
  ],
  '2026-03': [
    { member: 'B', amount: '54', rate: '0.04' },
    { member: 'C', amount: '-50', policy: 'P-9', month: '2026-01' },
    { member: 'D', amount: '37.5' },
    { member: 'E', amount: '80.2468' },
  ],
  '2026-04': [
    { member: 'B', amount: '54' },
    { member: 'C', amount: '-50', policy: 'p -9', month: '2026-01' },
  ],
};
const jobs = new Map<string, string>();
const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier({ config: CONFIG });
await service.database.system(
  (sql) => sql`update carriers set product_line = 'medicare' where carrier_id = ${carrierId}`,
);
for (const [period, rows] of Object.entries(MONTHS)) {
  const lines = rows.map((row) =>
    [row.member, row.amount, row.policy, row.type, row.month, row.rate, row.effective]
      .map((cell) => cell ?? '')
      .join(','),
  );
  const text = ['Member ID,Commission,Policy,Type,Month,Rate,Effective', ...lines].join('\n');
  const accepted = await account.upload({ file: text, carrierId, period });
  jobs.set(period, (accepted.json as { jobId: string }).jobId);
  await service.runJobs();
}

const results = async (period: string, query: string) =>
  (
    (await account.call('GET', `/v1/jobs/${jobs.get(period)}/results?${query}`)).json as {
      data: { memberExternalId: string }[];
    }
  ).data;

test('returns results by signal, with the sentence', async () => {
  const reduced = await results('2026-02', 'signal=COMMISSION_REDUCED');
  expect(reduced.map(({ memberExternalId }) => memberExternalId).sort()).toEqual(['B', 'D']);
  expect(reduced.find(({ memberExternalId }) => memberExternalId === 'B')).toMatchObject({
    reason: 'Paid $18.50 less than in Jan 2026 ($72.50 → $54.00): rate 5 % → 4 %.',
    signals: [
      { code: 'COMMISSION_REDUCED', severity: 'warn', amount: 18.5, detail: 'Paid $18.50 less ($72.50 → $54.00).' },
      { code: 'RATE_CHANGED', severity: 'info', detail: 'Rate 5 % → 4 %.' },
    ],
  });
  expect(await results('2026-04', 'signal=CHARGEBACK_DUPLICATE')).toMatchObject([
    { memberExternalId: 'C', status: 'red' },
  ]);
  expect(await results('2026-03', 'signal=CHARGEBACK_DUPLICATE')).toEqual([]);
  expect(await results('2026-03', 'signal=CATCH_UP_PAYMENT')).toMatchObject([{ memberExternalId: 'E' }]);
});

test('returns members by signal, as of the latest period or of a given one', async () => {
  const members = async (query: string) =>
    ((await account.call('GET', `/v1/members?${query}`)).json as { data: { memberExternalId: string }[] }).data.map(
      ({ memberExternalId }) => memberExternalId,
    );
  expect(await members('signal=CHARGEBACK_EXCEEDS_PAID')).toEqual(['C']);
  expect(await members('signal=RATE_CHANGED')).toEqual([]);
  expect(await members('signal=RATE_CHANGED&period=2026-02')).toEqual(['B']);
  expect(await members('signal=RATE_CHANGED&period=2026-02&status=green')).toEqual([]);
});

test('refuses an unknown signal', async () => {
  expect((await account.call('GET', '/v1/members?signal=NONSENSE')).status).toBe(422);
  expect((await account.call('GET', `/v1/jobs/${jobs.get('2026-02')}/results?signal=reduced`)).status).toBe(422);
});

test('shows a month that was paid ahead on the timeline only', async () => {
  for (const period of ['2026-02', '2026-03', '2026-04']) {
    expect((await results(period, '')).map(({ memberExternalId }) => memberExternalId)).not.toContain('A');
    const { totals } = (await account.call('GET', `/v1/reports/rollup?period=${period}`)).json as {
      totals: { memberCount: number };
    };
    expect(totals.memberCount).toBe({ '2026-02': 2, '2026-03': 3, '2026-04': 1 }[period]);
  }
  const members = (await account.call('GET', '/v1/members?q=A')).json as { data: { memberRefId: string }[] };
  expect(members).toMatchObject({ data: [{ memberExternalId: 'A', status: 'new', lastPeriod: '2026-01' }] });
  expect((await account.call('GET', '/v1/members?q=A&period=2026-02')).json).toMatchObject({ data: [] });
  // A filter by the signal shows it in that month too.
  const asked = (await account.call('GET', '/v1/members?signal=PAID_AHEAD&period=2026-02&status=green')).json;
  expect(asked).toMatchObject({ data: [{ memberExternalId: 'A', status: 'green', lastPeriod: '2026-02' }] });
  expect(await results('2026-02', 'signal=PAID_AHEAD')).toMatchObject([{ memberExternalId: 'A', status: 'green' }]);
  const timeline = (await account.call('GET', `/v1/members/${members.data[0]?.memberRefId}/timeline`)).json;
  const ahead = {
    signals: [{ code: 'PAID_AHEAD', severity: 'info', detail: 'Paid ahead through Dec 2026.' }],
    commissionAmount: 0,
    flags: [],
  };
  expect(timeline).toMatchObject({
    data: [
      { period: '2026-01', status: 'new' },
      {
        period: '2026-02',
        ...ahead,
        reason: 'Nothing due in Feb 2026: the $600.00 paid in Jan 2026 reaches through Dec 2026.',
      },
      { period: '2026-03', ...ahead },
      { period: '2026-04', ...ahead },
    ],
  });
});

/** The input for scoring the next period, without the ids, which belong to the account. */
function remembered(rows: Iterable<PriorRow>) {
  return [...rows]
    .map(({ memberRefId: _, profile: { policyRefId: _ref, ...profile }, history, ...row }) => ({
      memberExternalId: row.memberExternalId,
      status: row.status,
      paidThrough: row.paidThrough,
      lastPresent: [row.lastPresentPeriod, row.lastPresentAmount],
      profile,
      history: { ...history, chargebacksSeen: history.chargebacksSeen.map((key) => key.slice(key.indexOf('/'))) },
    }))
    .sort((one, other) => one.memberExternalId.localeCompare(other.memberExternalId));
}

test("returns a row's remembered values from the database unchanged", async () => {
  const files = Object.entries(MONTHS).map(([period, rows]) =>
    file(
      period,
      ...rows.map((row) =>
        line(row.member, row.amount, {
          policy: row.policy ?? null,
          transactionType: row.type ?? null,
          coverageMonth: row.month ?? null,
          rate: row.rate ?? null,
          effectiveDate: row.effective ?? null,
        }),
      ),
    ),
  );
  const book = await scoredBook({
    files,
    rates: [],
    estimates: true,
    config: CENT,
    cadence: CADENCE,
    productLine: 'medicare',
  });
  const latest = new Map<string, PriorRow>();
  for (const { scores } of book.periods.values()) {
    for (const row of scores.rows) latest.set(normaliseId(row.memberExternalId), row);
  }
  const key = { accountId: account.accountId, workspaceId: account.workspaceId, carrierId };
  const stored = await service.database.tenant(account.accountId, async (sql) => {
    const members = await sql<{ id: string }[]>`
      select distinct member_ref_id as id from scored_rows where account_id = ${account.accountId}`;
    const scored = openBook({ sql, key, jobId: null, writer: bulkWriter(sql) });
    const baseline = await scored.rows('2026-04');
    const ofBaseline = new Set(baseline.map(({ memberRefId }) => memberRefId));
    const others = members.map(({ id }) => id).filter((id) => !ofBaseline.has(id));
    return [...baseline, ...(await scored.earlierRows('2026-04', others))];
  });
  expect(remembered(stored)).toEqual(remembered(latest.values()));
  expect(remembered(stored).find(({ memberExternalId }) => memberExternalId === 'C')?.history).toMatchObject({
    paidTotal: 500_000,
    clawedTotal: 1_000_000,
    clawedOpen: 1_000_000,
    lastPaidPeriod: '2026-01',
    unpaidSince: '2026-02',
    chargebacksSeen: ['/2026-01/-500000/'],
  });
  const remembers = (member: string) =>
    remembered(stored).find(({ memberExternalId }) => memberExternalId === member)?.history;
  // March paid E for February too; F's early leaving was reported when it dropped.
  expect(remembers('E')).toMatchObject({ lastPaidAmount: 802_468, extraMonths: 1, extraAmount: 401_234 });
  expect(remembers('F')).toMatchObject({ rapidToldFor: '2026-01-01' });
});

const config = { ...STATEMENT_CONFIG, columns: { ...STATEMENT_CONFIG.columns, product_type: 'Product' } };
const goneCoveragesCarrierId = await service.createCarrier({ account, config });

async function load(period: string, rows: readonly string[]): Promise<void> {
  const file = ['Member ID,Commission,Product', ...rows].join('\n');
  const { status } = await account.upload({ file, carrierId: goneCoveragesCarrierId, period });
  expect(status).toBe(202);
  await service.runJobs();
}

test('names a coverage that is gone, whatever characters its name has', async () => {
  await load('2026-01', [
    'A,30,MED',
    'A,11.55,DEN',
    'B,30,MED',
    String.raw`B,9,"{Den\tal, ""Plus""}"`,
    'C,20,MED',
    'C,5,DEN',
  ]);
  await load('2026-02', ['A,30,MED', 'B,30,MED', 'C,20,MED', 'C,5,DEN']);
  const rows = await service.database.system(
    (sql) => sql<{ member: string; reason: string; coverages: string[] | null }[]>`
      select member_external_id as member, reason, coverages_paid as coverages from scored_rows
      where carrier_id = ${goneCoveragesCarrierId} and period = '2026-02' order by 1`,
  );
  expect(rows).toEqual([
    {
      member: 'A',
      reason: 'Paid $11.55 less than in Jan 2026 ($41.55 → $30.00): the DEN line ($11.55) is not on this statement.',
      coverages: null,
    },
    {
      member: 'B',
      reason: String.raw`Paid $9.00 less than in Jan 2026 ($39.00 → $30.00): the "{Den\tal, "Plus"}" line ($9.00) is not on this statement.`,
      coverages: null,
    },
    { member: 'C', reason: 'Paid $25.00, as in Jan 2026.', coverages: ['200000\t\t\tMED', '50000\t\t\tDEN'] },
  ]);
});
