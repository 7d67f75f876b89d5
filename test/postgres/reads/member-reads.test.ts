import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createJobReads } from '../../../adapters/postgres/reads/job-reads.ts';
import { createMemberReads } from '../../../adapters/postgres/reads/member-reads.ts';
import type { MemberFilter } from '../../../app/reads/read-models.ts';
import { isRefused } from '../../../core/problem.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { storeBook, storePeriod, storeRow } from './stored-scores.ts';

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
