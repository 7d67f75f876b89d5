import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { RESCORED_AT_ONCE_LINES_MAX } from '../../../core/limits/job-limits.ts';
import { STATEMENT_CONFIG, sharedService, statement, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Tests how rates change the books, and in which months. The figures are those of the worked example. */
describe('rate changes', async () => {
  let account: TestAccount;
  let carrierId: string;
  const service = await sharedService();
  beforeEach(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier();
  });

  const rateReply = z.object({ id: z.string(), rescoredPeriods: z.int() });

  async function setRate(rate: object) {
    const response = await account.call('POST', '/v1/expected-rates', {
      json: { carrierId, rateType: 'flat_per_member', ...rate },
    });
    expect([200, 201]).toContain(response.status);
    return { status: response.status, ...rateReply.parse(response.json) };
  }

  const deleteRate = async (id: string) => (await account.call('DELETE', `/v1/expected-rates/${id}`)).status;

  const report = z.object({
    totals: z.object({ commissionOwed: z.number(), owedEvaluated: z.int(), owedEstimated: z.boolean() }),
  });

  /** The owed amounts of the months, with `*` if they are estimated. */
  async function owed(periods: readonly string[], more = '') {
    const figures: string[] = [];
    for (const period of periods) {
      const { json } = await account.call('GET', `/v1/reports/rollup?carrierId=${carrierId}&period=${period}${more}`);
      const { commissionOwed, owedEstimated } = report.parse(json).totals;
      figures.push(`${commissionOwed}${owedEstimated ? '*' : ''}`);
    }
    return figures;
  }

  const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];

  test("gives the worked example's owed amounts for a rate of 50, other amounts for another rate, and the same for 50 again", async () => {
    await loadWorkedExample(service, account, { carrierId });
    expect(await owed(MONTHS)).toEqual(['0', '10', '60', '5']);

    const higher = await setRate({ rateValue: 60 });
    expect(higher).toMatchObject({ status: 200, rescoredPeriods: 4 });
    expect(await owed(MONTHS)).toEqual(['40', '40', '89.99', '25']);

    expect(await setRate({ rateValue: 50 })).toMatchObject({ status: 200, id: higher.id, rescoredPeriods: 4 });
    expect(await owed(MONTHS)).toEqual(['0', '10', '60', '5']);
  });

  test('leaves the statuses, amounts and deltas of the months unchanged', async () => {
    const { jobIds } = await loadWorkedExample(service, account, { carrierId });
    const outcome = async () => {
      const pages = [];
      for (const jobId of Object.values(jobIds)) {
        pages.push((await account.call('GET', `/v1/jobs/${jobId}/deltas`)).json);
        const results = z
          .object({
            data: z.array(z.object({ memberRefId: z.string(), status: z.string(), commissionAmount: z.number() })),
          })
          .parse((await account.call('GET', `/v1/jobs/${jobId}/results`)).json);
        pages.push(results);
      }
      return pages;
    };
    const before = await outcome();
    await setRate({ rateValue: 75.5 });
    expect(await outcome()).toEqual(before);
  });

  test('applies a rate to the months on whose first day it holds', async () => {
    await loadWorkedExample(service, account, { carrierId });
    await setRate({ rateValue: 60, effectiveFrom: '2026-02-02' });
    expect(await owed(MONTHS)).toEqual(['0', '10', '89.99', '25']);

    await setRate({ rateValue: 60, effectiveFrom: '2026-02-02', effectiveTo: '2026-03-01' });
    expect(await owed(MONTHS)).toEqual(['0', '10', '89.99', '5']);

    await setRate({ rateValue: 60, effectiveFrom: '2026-02-02', effectiveTo: '2026-02-28' });
    expect(await owed(MONTHS)).toEqual(['0', '10', '60', '5']);
  });

  test('does not score months before its first day again', async () => {
    await loadWorkedExample(service, account, { carrierId });
    expect((await setRate({ rateValue: 60, effectiveFrom: '2026-03-01' })).rescoredPeriods).toBe(2);
    expect((await setRate({ rateValue: 60, effectiveFrom: '2026-05-01' })).rescoredPeriods).toBe(0);
  });

  test("reverses a rate's effect when it is deleted; it can be deleted once", async () => {
    await loadWorkedExample(service, account, { carrierId });
    const { id, status } = await setRate({ rateValue: 60, effectiveFrom: '2026-03-01' });
    expect(status).toBe(201);
    expect(await owed(MONTHS)).toEqual(['0', '10', '89.99', '25']);
    expect(await deleteRate(id)).toBe(204);
    expect(await owed(MONTHS)).toEqual(['0', '10', '60', '5']);
    expect(await deleteRate(id)).toBe(404);
  });

  async function uploadMonths(months: readonly string[], workspaceId?: string) {
    for (const [index, period] of months.entries()) {
      const amount = 20 + index;
      const file = statement(['A', 'B', 'C', 'D', 'E', 'F'].map((id) => [id, amount, { Plan: 'Gold' }]));
      const where = workspaceId === undefined ? {} : { workspaceId };
      expect((await account.upload({ carrierId, period, file, ...where })).status).toBe(202);
    }
    await service.runJobs();
  }

  const listed = z.object({
    data: z.array(
      z.object({
        id: z.string(),
        source: z.string(),
        rateValue: z.number(),
        basisPeriod: z.string().nullable(),
        sampleSize: z.number().nullable(),
        workspaceId: z.string().nullable(),
      }),
    ),
  });
  const listRates = async () =>
    listed.parse((await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`)).json).data;

  test('uses an estimate until a rate is contracted, and again when the last one is deleted', async () => {
    await uploadMonths(['2026-01', '2026-02']);
    const [estimate, ...others] = await listRates();
    expect(others).toEqual([]);
    expect(estimate).toMatchObject({
      source: 'estimated',
      rateValue: 20,
      basisPeriod: '2026-01',
      sampleSize: 6,
      workspaceId: account.workspaceId,
    });
    expect(await owed(['2026-01', '2026-02'])).toEqual(['0*', '0*']);
    expect(await deleteRate(estimate?.id ?? '')).toBe(409);

    const { id, rescoredPeriods } = await setRate({ rateValue: 22.25 });
    expect(rescoredPeriods).toBe(2);
    expect(await owed(['2026-01', '2026-02'])).toEqual(['13.5', '7.5']);
    expect((await listRates())[0]).toMatchObject({ source: 'contracted', rateValue: 22.25 });

    expect(await deleteRate(id)).toBe(204);
    expect(await owed(['2026-01', '2026-02'])).toEqual(['0*', '0*']);
  });

  test('estimates a book that always had a contracted rate when that rate is deleted', async () => {
    const { id, rescoredPeriods } = await setRate({ rateValue: 22.25, effectiveFrom: '2026-02-01' });
    expect(rescoredPeriods).toBe(0);
    await uploadMonths(['2026-01', '2026-02']);
    expect(await owed(['2026-01', '2026-02'])).toEqual(['0', '7.5']);
    expect((await listRates()).map(({ source }) => source)).toEqual(['contracted']);
    expect(await deleteRate(id)).toBe(204);
    expect((await listRates()).map(({ source }) => source)).toEqual(['estimated']);
    expect(await owed(['2026-01', '2026-02'])).toEqual(['0*', '0*']);
  });

  test('applies a rate to every workspace of its account, and to no other account', async () => {
    const second = await service.createWorkspace(account, 'Second');
    await uploadMonths(['2026-01', '2026-02'], account.workspaceId);
    await uploadMonths(['2026-02'], second);
    const stranger = await service.createAccount();
    await stranger.load({ carrierId, period: '2026-01', file: statement([['A', 20]]) });

    expect((await setRate({ rateValue: 30 })).rescoredPeriods).toBe(3);
    expect(await owed(['2026-02'], `&workspaceId=${account.workspaceId}`)).toEqual(['54']);
    expect(await owed(['2026-02'], `&workspaceId=${second}`)).toEqual(['60']);
    const theirs = await stranger.call('GET', '/v1/reports/rollup?period=2026-01');
    expect(report.parse(theirs.json).totals).toMatchObject({ commissionOwed: 0, owedEstimated: true });
    expect((await stranger.call('GET', '/v1/expected-rates')).body).not.toContain('contracted');
  });

  test('applies the most specific rate by plan, tier and state', async () => {
    await service.addConfig(carrierId, {
      ...STATEMENT_CONFIG,
      columns: { ...STATEMENT_CONFIG.columns, plan_code: 'Plan', state: 'Email' },
    });
    const file = statement([
      ['A', 0, { Plan: 'gold', Email: 'TX' }],
      ['B', 0, { Plan: 'GOLD', Email: 'CA' }],
      ['C', 0, { Plan: 'Silver' }],
    ]);
    await account.load({ carrierId, period: '2026-01', file });
    await setRate({ rateValue: 1 });
    await setRate({ rateValue: 10, planCode: 'Gold' });
    await setRate({ rateValue: 100, planCode: 'Gold', state: 'tx' });
    expect(await owed(['2026-01'])).toEqual(['111']);
    // A plan or state in another case is not a different rate.
    expect(await setRate({ rateValue: 1000, planCode: 'GOLD', state: 'TX' })).toMatchObject({ status: 200 });
    expect(await owed(['2026-01'])).toEqual(['1011']);
  });

  test('keeps a share of the premium exact to six decimals', async () => {
    const file = statement([['A', 0, { Premium: '1234567.89' }]]);
    await account.load({ carrierId, period: '2026-01', file });
    await setRate({ rateType: 'percent_of_premium', rateValue: 0.123457 });
    expect(await owed(['2026-01'])).toEqual(['152416.05']);
  });

  test('applies both of two concurrent changes', async () => {
    await uploadMonths(['2026-01']);
    const both = await Promise.all([
      setRate({ rateValue: 30, effectiveFrom: '2025-01-01' }),
      setRate({ rateValue: 40, effectiveFrom: '2026-01-01' }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await owed(['2026-01'])).toEqual(['120']);
  });

  test('makes one rate of concurrent equal requests', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, (_, index) => setRate({ rateValue: 30 + index })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect(await listRates()).toHaveLength(1);
  });

  test('changes nothing if the scoring fails', async () => {
    await loadWorkedExample(service, account, { carrierId });
    const { id } = await setRate({ rateValue: 60, effectiveFrom: '2026-03-01' });
    const before = [await owed(MONTHS), await listRates()];
    const owner = openConnection(service.address, { applicationName: 'test', statementTimeoutSeconds: 10 });
    try {
      await owner.client`create function refuse_april() returns trigger language plpgsql as
      $$ begin if new.period = '2026-04' then raise exception 'no'; end if; return new; end $$`;
      await owner.client`create trigger refuse_april before insert on rollups
      for each row execute function refuse_april()`;
      const json = { carrierId, rateType: 'flat_per_member', rateValue: 70 };
      expect((await account.call('POST', '/v1/expected-rates', { json })).status).toBe(500);
      expect(await deleteRate(id)).toBe(500);
    } finally {
      await owner.client`drop function refuse_april cascade`;
      await owner.end();
    }
    expect([await owed(MONTHS), await listRates()]).toEqual(before);
    expect(await deleteRate(id)).toBe(204);
    expect(await owed(MONTHS)).toEqual(['0', '10', '60', '5']);
  });

  test('answers 503 instead of waiting for a slow worker or change, and changes nothing', {
    tags: ['long'],
  }, async () => {
    await loadWorkedExample(service, account, { carrierId });
    const before = await listRates();
    const other = await service.createCarrier();
    const owner = openConnection(service.address, { applicationName: 'test', statementTimeoutSeconds: 60 });
    try {
      await owner.client.begin(async (sql) => {
        expect(await sql`select 1 from books where carrier_id = ${carrierId} for update`).toHaveLength(1);
        const changeOfOther = `expected rates ${account.accountId} ${other}`;
        await sql`select pg_advisory_xact_lock(hashtextextended(${changeOfOther}, 0))`;
        const answers = [carrierId, other].map((id) =>
          account.call('POST', '/v1/expected-rates', {
            json: { carrierId: id, rateType: 'flat_per_member', rateValue: 60 },
          }),
        );
        for (const refused of await Promise.all(answers)) {
          expect(refused).toMatchObject({ status: 503, json: { code: 'service_unavailable' } });
          expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
        }
      });
    } finally {
      await owner.end();
    }
    expect(await listRates()).toEqual(before);
    expect(await setRate({ rateValue: 60 })).toMatchObject({ rescoredPeriods: 4 });
  });

  test('applies changed rates to a statement that is being scored, even to the first one of a workspace', async () => {
    const second = await service.createWorkspace(account, 'Second');
    for (let round = 0; round < 3; round++) {
      const period = `2026-0${round + 1}`;
      const file = statement([['A', 20]]);
      await account.upload({ carrierId, period, file, workspaceId: account.workspaceId });
      await account.upload({ carrierId, period, file, workspaceId: second });
      await Promise.all([service.runJobs(), setRate({ rateValue: 30 + round }), service.runJobs()]);
      expect(await owed([period])).toEqual([`${2 * (10 + round)}`]);
    }
  });
});

/**
 * Guarantee: the order in which statements and rates were accepted decides whether a book is estimated. Each story runs twice, once with
 * a worker that ends each job before the next request, once with one that starts after all requests.
 */
describe('rates before the worker', async () => {
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
});
