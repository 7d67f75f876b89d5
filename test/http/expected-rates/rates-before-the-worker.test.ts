import { expect, test } from 'vitest';
import { z } from 'zod';
import { RESCORED_AT_ONCE_LINES_MAX } from '../../../core/limits/job-limits.ts';
import { sharedService, statement, type TestAccount } from '../../support/service.ts';

/**
 * Guarantee: the order in which statements and rates were accepted decides whether a book is estimated. Each story runs twice, once with
 * a worker that ends each job before the next request, once with one that starts after all requests.
 */

const service = await sharedService();

interface Teller {
  upload(period: string, content?: string): Promise<void>;
  setRate(rate: object): Promise<string>;
  deleteRate(rateId: string): Promise<void>;
  /** Makes the book too large to be scored during a request, so that a rate change makes a job for it. */
  grow(): Promise<void>;
}

const january = statement([
  ['M1', 50, { Plan: 'Gold' }],
  ['M2', 50, { Plan: 'Gold' }],
  ['M3', 50, { Plan: 'Silver' }],
]);
const february = statement([
  ['M1', 30, { Plan: 'Gold' }],
  ['M2', 50, { Plan: 'Gold' }],
  ['M3', 20, { Plan: 'Silver' }],
]);
const UNREADABLE = 'Member ID,Other\nM1,1\n';
const NARROW = { rateValue: 60, effectiveFrom: '2026-02-01' };

const rateReply = z.looseObject({ id: z.string() });
const report = z.looseObject({ totals: z.looseObject({}) });
const rates = z.object({ data: z.array(z.looseObject({ source: z.string() })) });

async function told(story: (teller: Teller) => Promise<void>, worker: 'at once' | 'late') {
  const account: TestAccount = await service.createAccount();
  const carrierId = await service.createCarrier();
  const work = async () => {
    if (worker === 'at once') await service.runJobs();
  };
  await story({
    async upload(period, content = january) {
      expect((await account.upload({ file: content, carrierId, period })).status).toBe(202);
      await work();
    },
    async setRate(rate) {
      const json = { carrierId, rateType: 'flat_per_member', ...rate };
      const reply = rateReply.parse((await account.call('POST', '/v1/expected-rates', { json })).json);
      await work();
      return reply.id;
    },
    async deleteRate(rateId) {
      expect((await account.call('DELETE', `/v1/expected-rates/${rateId}`)).status).toBe(204);
      await work();
    },
    async grow() {
      await service.runJobs();
      await service.database.tenant(
        account.accountId,
        (sql) =>
          sql`update files set rows_ingested = ${RESCORED_AT_ONCE_LINES_MAX + 1} where carrier_id = ${carrierId}`,
      );
    },
  });
  await service.runJobs();
  const months = [];
  for (const period of ['2025-12', '2026-01', '2026-02']) {
    const { json } = await account.call('GET', `/v1/reports/rollup?carrierId=${carrierId}&period=${period}`);
    months.push(report.parse(json).totals);
  }
  const { json } = await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`);
  return { months, sources: rates.parse(json).data.map(({ source }) => source) };
}

test.each<[string, (teller: Teller) => Promise<void>, readonly string[]]>([
  [
    'a rate after the statements',
    async ({ upload, setRate }) => {
      await upload('2026-01');
      await upload('2026-02', february);
      await setRate(NARROW);
    },
    ['contracted', 'estimated'],
  ],
  [
    'a rate before the statements',
    async ({ upload, setRate }) => {
      await setRate(NARROW);
      await upload('2026-01');
      await upload('2026-02', february);
    },
    ['contracted'],
  ],
  [
    'a rate between a statement and one of an earlier month',
    async ({ upload, setRate }) => {
      await upload('2026-02', february);
      await setRate(NARROW);
      await upload('2026-01');
    },
    ['contracted', 'estimated'],
  ],
  [
    'a rate after an unreadable statement, and before a readable statement',
    async ({ upload, setRate }) => {
      await upload('2026-01', UNREADABLE);
      await setRate(NARROW);
      await upload('2026-02', february);
    },
    ['contracted'],
  ],
  [
    'the only rate deleted while a statement waits, and another one set',
    async ({ upload, setRate, deleteRate }) => {
      const rateId = await setRate({ rateValue: 45 });
      await upload('2026-01');
      await deleteRate(rateId);
      await setRate(NARROW);
      await upload('2026-02', february);
    },
    ['contracted', 'estimated'],
  ],
  [
    'the only rate of a large book deleted, and another one set before its job has begun',
    async ({ upload, setRate, deleteRate, grow }) => {
      const rateId = await setRate({ rateValue: 45 });
      await upload('2026-01');
      await grow();
      await deleteRate(rateId);
      await setRate(NARROW);
    },
    ['contracted', 'estimated'],
  ],
])('%s: gives the same book, however late the worker is', async (_, story, sources) => {
  const atOnce = await told(story, 'at once');
  expect(atOnce.sources).toEqual(sources);
  expect(await told(story, 'late')).toEqual(atOnce);
});
