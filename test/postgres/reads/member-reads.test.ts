import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createChargebackReads } from '../../../adapters/postgres/reads/chargeback-reads.ts';
import { createJobReads } from '../../../adapters/postgres/reads/job-reads.ts';
import { createJourneyReads } from '../../../adapters/postgres/reads/journey-reads.ts';
import { createMemberReads } from '../../../adapters/postgres/reads/member-reads.ts';
import { createWorksheetReads } from '../../../adapters/postgres/reads/worksheet-reads.ts';
import type { MemberFilter } from '../../../app/reads/read-models.ts';
import { reportOwedWorksheet } from '../../../app/reads/report-worksheet.ts';
import { isRefused } from '../../../core/problem.ts';
import { countReads, preferIndexes } from '../../http/reports/table-reads.ts';
import { accept, createBook, createEngine, drain, ENGINE_CONFIG } from '../../support/engine.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';
import { storeBook, storeMonths, storePeriod, storeRow } from './stored-scores.ts';

const fixture = await createTestDatabase();
afterAll(() => fixture.drop());

const PAID_AHEAD = { code: 'PAID_AHEAD', severity: 'info', detail: 'Paid through Dec 31, 2026.' };

test('shows a month that was paid ahead on the timeline, but not as a result or latest row', async () => {
  const { database } = fixture;
  const members = createMemberReads(database);
  const book = await storeBook(database);
  const { accountId } = book;
  const memberRefId = randomUUID();
  const january = await storePeriod(database, book, '2026-01');
  const february = await storePeriod(database, book, '2026-02');
  await storeRow(database, book, { period: '2026-01', memberRefId, status: 'new', ...january });
  await storeRow(database, book, {
    period: '2026-02',
    memberRefId,
    status: 'carried',
    signals: [PAID_AHEAD],
    ...february,
  });

  expect(await members.find(accountId, memberRefId)).toMatchObject({ status: 'new', lastPeriod: '2026-01' });
  expect(await members.list(accountId, {}, { limit: 5, offset: 0 })).toMatchObject({
    data: [{ lastPeriod: '2026-01' }],
  });
  expect(await members.list(accountId, { period: '2026-02' }, { limit: 5, offset: 0 })).toMatchObject({ data: [] });
  const job = { accountId, jobId: february.jobId };
  const results = await createJobReads(database).results(job, { owedOnly: false }, { limit: 5, offset: 0 });
  expect(results).toMatchObject({ page: { data: [] } });
  expect((await members.timeline(accountId, memberRefId))?.data).toMatchObject([
    { period: '2026-01', status: 'new', fileId: january.fileId, jobId: january.jobId },
    { period: '2026-02', status: 'green', signals: [PAID_AHEAD], jobId: february.jobId },
  ]);
});

test('sorts pages in descending order of the id, now and as of a period, with every filter', async () => {
  const { database } = fixture;
  const members = createMemberReads(database);
  const book = await storeBook(database);
  const { accountId, carrierId, workspaceId } = book;
  const ids = Array.from({ length: 60 }, () => randomUUID())
    .sort()
    .reverse();
  for (const period of ['2026-01', '2026-02']) {
    const { fileId } = await storePeriod(database, book, period);
    for (const memberRefId of ids.toSorted())
      await storeRow(database, book, { period, memberRefId, status: 'green', fileId });
  }
  const walk = async (filter: MemberFilter) => {
    const seen: string[] = [];
    for (let offset = 0; ; offset += 7) {
      const page = await members.list(accountId, filter, { limit: 7, offset });
      if (isRefused(page)) throw new Error('refused');
      seen.push(...page.data.map(({ id }) => id));
      if (!page.pagination.hasMore) return seen;
    }
  };
  for (const filter of [{}, { status: 'green' }, { carrierId }, { workspaceId, carrierId }, { q: '-' }] as const) {
    expect(await walk(filter)).toEqual(ids);
    expect(await walk({ ...filter, period: '2026-01' })).toEqual(ids);
  }
});

test('shows nothing of another account with the same ids', async () => {
  const { database } = fixture;
  const members = createMemberReads(database);
  const [own, foreign] = [await storeBook(database), await storeBook(database)];
  const { fileId } = await storePeriod(database, foreign, '2026-01');
  const memberRefId = randomUUID();
  await storeRow(database, foreign, { period: '2026-01', memberRefId, status: 'new', fileId });
  expect(await members.find(own.accountId, memberRefId)).toBeNull();
  expect(await members.timeline(own.accountId, memberRefId)).toBeNull();
  for (const filter of [{}, { period: '2026-01' }, { carrierId: foreign.carrierId }]) {
    expect(await members.list(own.accountId, filter, { limit: 5, offset: 0 })).toMatchObject({ data: [] });
  }
  const ofWorkspace = await members.list(own.accountId, { workspaceId: foreign.workspaceId }, { limit: 5, offset: 0 });
  expect(ofWorkspace).toMatchObject({ refused: { code: 'not_found' } });
});

test('shows a month that was paid ahead on the journey as unchanged and absent, and not as the month in which the member was last seen', async () => {
  const { database } = fixture;
  const book = await storeBook(database);
  const memberRefId = randomUUID();
  const january = await storePeriod(database, book, '2026-01');
  const february = await storePeriod(database, book, '2026-02');
  await storeRow(database, book, { period: '2026-01', memberRefId, status: 'new', ...january });
  await storeRow(database, book, { period: '2026-02', memberRefId, status: 'carried', ...february });

  const journeys = createJourneyReads(database);
  expect(await journeys.ofMember(book.accountId, memberRefId)).toMatchObject({
    member: { status: 'new', lastPeriod: '2026-01' },
    latestPeriod: '2026-02',
    periods: [
      { period: '2026-01', status: 'new', present: true },
      { period: '2026-02', status: 'green', present: false, policies: [], file: { fileId: february.fileId } },
    ],
  });
  expect(await journeys.lastSeen(book.accountId, memberRefId)).toMatchObject({
    lastPeriod: '2026-01',
    status: 'new',
    statusPeriod: '2026-01',
    file: { fileId: january.fileId, fileName: 'a.csv' },
  });
});

/**
 * Guarantee: the cost of reading a member with many policies, such as an employer, grows only with the number of its lines, even if
 * statements print year-to-date totals, from which each month's payments are calculated.
 */

const POLICIES = 100;
const MONTHS = 4;
const engine = await createEngine();
await preferIndexes(engine.address);
afterAll(() => engine.close());

test('reads each month of a journey once for itself, and once for each later month of the year', async () => {
  const key = await createBook(engine, { config: { ...ENGINE_CONFIG, statementMode: 'ytd' } });
  for (let month = 1; month <= MONTHS; month++) {
    const lines = Array.from({ length: POLICIES }, (_, policy) => `ACME,${month * 10},P${policy}\n`);
    await accept(engine, key, { period: `2026-0${month}`, csv: `Member,Amount,Policy\n${lines.join('')}` });
    await drain(engine);
  }
  const [member] = await engine.database.tenant(
    key.accountId,
    (sql) => sql<{ id: string }[]>`
      select member_ref_id as id from scored_rows where account_id = ${key.accountId} limit 1`,
  );
  const counted = countReads(engine.database);
  const journey = await createJourneyReads(counted.database).ofMember(key.accountId, member?.id ?? '');
  const periods: readonly { policies: readonly { commissionAmount: number }[] }[] = Object(journey).periods;
  expect(periods.map(({ policies }) => policies.length)).toEqual(Array.from({ length: MONTHS }, () => POLICIES));
  expect(new Set(periods.flatMap(({ policies }) => policies.map(({ commissionAmount }) => commissionAmount)))).toEqual(
    new Set([10]),
  );
  expect(counted.takeReads()['statement_lines']).toBe((POLICIES * MONTHS * (MONTHS + 1)) / 2);
});

/**
 * Guarantee: without table statistics, as after a first statement, members are looked up one by one, and no read scans a month once per
 * member. A page of one book's members does not scan its months either, with or without statistics.
 */

const MEMBERS = 2_000;
const PERIODS = ['2026-01', '2026-02', '2026-03'] as const;
const book = await storeBook(fixture.database);
await storeMonths(fixture.database, book, { members: MEMBERS, periods: PERIODS });

test('reads only the lines of the charged back members for chargebacks, and no month per member', async () => {
  const counted = countReads(fixture.database);
  const found = await createChargebackReads(counted.database).list(
    book.accountId,
    { period: '2026-03' },
    { limit: 200, offset: 0 },
  );
  expect(Object(found).page.data).toHaveLength(MEMBERS / 50);
  // A scan of a month for each of the forty members would read two thousand lines each time. Their own lines are some hundreds.
  expect(counted.takeReads()['statement_lines']).toBeLessThan(MEMBERS);
});

test('reads exactly the lines that a worksheet uses', async () => {
  const counted = countReads(fixture.database);
  const { accountId } = book;
  const [from, to] = [PERIODS[0], PERIODS.at(-1)];
  const worksheet = await reportOwedWorksheet(createWorksheetReads(counted.database), accountId, {
    ...{ from, to },
    ...{ limit: 5_000, offset: 0 },
  });
  const owed = (PERIODS.length * MEMBERS) / 50;
  expect(worksheet).toMatchObject({ totals: { memberMonths: owed } });
  expect(counted.takeReads()['statement_lines']).toBe(owed);
});

// This test is the last of the file, because it creates the statistics.
test('reads a page of a book without reading its later members, with statistics and a generic plan as without', async () => {
  const { accountId, carrierId, workspaceId } = book;
  // Most books of the account are small, and for a small book it would be cheapest to read and sort everything.
  for (let other = 0; other < 50; other += 1) {
    const small = await storeBook(fixture.database, { accountId });
    const { fileId } = await storePeriod(fixture.database, small, '2026-01');
    await storeRow(fixture.database, small, { period: '2026-01', memberRefId: randomUUID(), status: 'new', fileId });
  }
  const counted = countReads(fixture.database);
  const takePages = async () => {
    const taken: (number | undefined)[] = [];
    for (let time = 0; time < 6; time += 1) {
      const page = await createMemberReads(counted.database).list(
        accountId,
        { carrierId, workspaceId },
        { limit: 50, offset: 0 },
      );
      expect(Object(page).data).toHaveLength(50);
      taken.push(counted.takeReads()['scored_rows']);
    }
    return Math.max(...taken.map(Number));
  };
  expect(await takePages()).toBeLessThan(200);
  await asOwner(fixture.address, (sql) => sql`analyze`);
  expect(await takePages()).toBeLessThan(200);
});
