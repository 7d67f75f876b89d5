import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { propertyRuns } from '../../support/property-runs.ts';
import { sharedService, type TestAccount } from '../../support/service.ts';
import { type Book, compare, configOf, load, type ModelAsked, modelRows } from './comparisons.ts';

/** Tests comparisons of random books against a model of the rules. fast-check prints the seed of a failure. */

const service = await sharedService();

const PERIODS = ['2024-11', '2025-01', '2025-02', '2025-03', '2025-05', '2025-06', '2025-09', '2026-01'];
const lines = fc.oneof(
  { arbitrary: fc.constant([5000]), weight: 4 },
  {
    arbitrary: fc.array(fc.constantFrom(5000, 5001, 4999, 4000, 0, -5000, -2000), { minLength: 1, maxLength: 2 }),
    weight: 3,
  },
);
const month = fc.dictionary(fc.constantFrom('A', 'B', 'C', 'D', 'E'), lines, { minKeys: 1, noNullPrototype: true });
const book: fc.Arbitrary<Book> = fc
  .tuple(fc.subarray(PERIODS, { minLength: 2, maxLength: 6 }), fc.array(month, { minLength: 6, maxLength: 6 }))
  .map(([periods, months]) => Object.fromEntries(periods.map((period, index) => [period, months[index] ?? {}])));

async function stored(months: Book, scoring: object = {}): Promise<TestAccount & { readonly carrierId: string }> {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ config: configOf(scoring) });
  await load(service, account, { carrierId, months: inDollars(months) });
  return { ...account, carrierId };
}

const inDollars = (months: Book) =>
  Object.fromEntries(
    Object.entries(months).map(([period, members]) => [
      period,
      Object.fromEntries(Object.entries(members).map(([id, amounts]) => [id, amounts.map((cents) => cents / 100)])),
    ]),
  );

const queryOf = ({ from, to, granularity }: ModelAsked) => `from=${from}&to=${to}&granularity=${granularity}`;
const cents = (dollars: number) => Math.round(dollars * 100);

/** Reads all pages in turn. */
async function allRows(account: TestAccount, query: string, limit: number) {
  const data = [];
  for (let offset = 0; ; offset += limit) {
    const page = await compare(account, `${query}&limit=${limit}&offset=${offset}`);
    data.push(...page.data);
    expect(page.data.length).toBeLessThanOrEqual(limit);
    if (!page.pagination.hasMore) return { data, summary: page.summary };
  }
}

const asked: fc.Arbitrary<ModelAsked> = fc
  .record({
    periods: fc.tuple(
      fc.constantFrom(...PERIODS, '2024-12', '2025-07'),
      fc.constantFrom(...PERIODS, '2025-12', '2026-02'),
    ),
    granularity: fc.constantFrom('month' as const, 'quarter' as const, 'year' as const),
  })
  .map(({ periods: [from, to], granularity }) => ({ from, to, granularity }));

test('follows the rules for any two sides; pages make up the whole; every status and the summary count the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(book, fc.array(asked, { minLength: 12, maxLength: 12 }), async (months, comparisons) => {
      const account = await stored(months);
      for (const one of comparisons) {
        const query = queryOf(one);
        if ((await account.call('GET', `/v1/comparisons?${query}`)).status === 422) continue;
        const { data, summary } = await allRows(account, query, 2);
        const found = data.map(({ memberExternalId, status, prevCommissionAmount, commissionAmount }) =>
          [memberExternalId, status, cents(prevCommissionAmount), '→', cents(commissionAmount)].join(' '),
        );
        expect({ one, found: found.toSorted() }).toEqual({ one, found: modelRows(months, one) });
        expect(summary['total']).toBe(data.length);
        for (const status of ['green', 'yellow', 'red', 'new', 'reappeared']) {
          const ofStatus = data.filter((row) => row.status === status);
          expect(summary[status]).toBe(ofStatus.length);
          const filtered = await allRows(account, `${query}&status=${status}`, 2);
          expect(filtered).toEqual({ data: ofStatus, summary });
        }
      }
    }),
    { numRuns: propertyRuns(12) },
  );
});

const results = z.object({
  data: z.array(
    z.object({
      memberRefId: z.string(),
      status: z.string(),
      flags: z.array(z.string()),
      commissionAmount: z.number(),
      prevCommissionAmount: z.number(),
      comparedAgainstPeriod: z.string().nullable(),
      policyNumber: z.string().nullable(),
    }),
  ),
});
const jobs = z.object({ data: z.array(z.object({ jobId: z.string(), period: z.string() })) });
const change = z.union([z.string(), z.number(), z.null()]);
/** The fields that a comparison's deltas have too. */
const deltasReply = z.object({
  data: z.array(
    z.object({
      memberRefId: z.string(),
      field: z.string(),
      changeType: z.string(),
      prevValue: change,
      currValue: change,
    }),
  ),
});

test("gives every member the status and amounts of the month's scores when a month is compared with its baseline, for every way of paying", async () => {
  const cadence = fc.constantFrom<string | number>('monthly', 'monthly', 2, 3, 'calendar_year');
  await fc.assert(
    fc.asyncProperty(book, cadence, async (months, pays) => {
      const account = await stored(months, { cadence: { default: pays } });
      const jobOf = new Map(
        jobs.parse((await account.call('GET', '/v1/jobs')).json).data.map(({ period, jobId }) => [period, jobId]),
      );
      const periods = Object.keys(months);
      for (const [index, to] of periods.entries()) {
        const from = periods[index - 1];
        if (from === undefined) continue;
        const scored = results.parse((await account.call('GET', `/v1/jobs/${jobOf.get(to)}/results`)).json).data;
        const moved = deltasReply.parse(
          (await account.call('GET', `/v1/jobs/${jobOf.get(to)}/deltas?limit=200`)).json,
        ).data;
        const { data, deltas } = await compare(account, `from=${from}&to=${to}`);
        const shown = data.map((row) => results.shape.data.element.parse({ policyNumber: null, ...row }));
        // A chargeback after the drop counts nowhere, and has no row here.
        const counted = scored.filter(({ status, flags }) => status !== 'red' || flags.includes('DROPPED'));
        expect({ from, to, pays, shown }).toEqual({ from, to, pays, shown: counted });
        const key = (delta: { memberRefId: string; field: string }) => `${delta.memberRefId} ${delta.field}`;
        expect(deltas.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(moved);
      }
    }),
    { numRuns: propertyRuns(25) },
  );
});

test('ignores the books of other accounts, carriers and workspaces', async () => {
  await fc.assert(
    fc.asyncProperty(book, book, async (months, others) => {
      const account = await stored(months);
      const query = 'from=2025-03&to=2025-06&granularity=quarter';
      const before = await compare(account, `${query}&carrierId=${account.carrierId}`);
      await stored(others);
      const carrierId = await service.createCarrier();
      await load(service, account, { carrierId, months: inDollars(others) });
      expect(await compare(account, `${query}&carrierId=${account.carrierId}`)).toEqual(before);
      const [own, all] = [await compare(account, `${query}&carrierId=${carrierId}`), await compare(account, query)];
      for (const [name, count] of Object.entries(all.summary)) {
        expect(count).toBe((own.summary[name] ?? 0) + (before.summary[name] ?? 0));
      }
    }),
    { numRuns: propertyRuns(5) },
  );
});
