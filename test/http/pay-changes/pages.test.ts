import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createPayChangeReads } from '../../../adapters/postgres/reads/pay-change-reads.ts';
import { listPayChanges, type PayChangeFilter } from '../../../app/reads/list-pay-changes.ts';
import { fromNearerEnd, type OffsetPosition } from '../../../core/page.ts';
import { rowsReadFrom } from '../../support/postgres.ts';
import { type StatementRow, sharedService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: each page of the changes is its slice of the whole list, and costs neither other months nor a look-up for each row. */
describe('pages of pay changes', async () => {
  const service = await sharedService();
  const AGENTS = ['Ana Alder', 'Lee Birch'];
  const MEMBERS = 60;
  let account: TestAccount;

  beforeAll(async () => {
    account = await service.createAccount();
    for (const name of AGENTS) {
      const { json } = await account.call('POST', '/v1/agents', { json: { name } });
      const { agentId } = z.object({ agentId: z.string() }).parse(json);
      await account.call('POST', `/v1/agents/${agentId}/names`, { json: { kind: 'name', text: name } });
    }
    for (const carrier of ['Alpha', 'Beta']) {
      const carrierId = await service.createCarrier({ account, name: carrier });
      for (const [period, base] of [
        ['2026-01', 50],
        ['2026-02', 40],
      ] as const) {
        const rows = Array.from({ length: MEMBERS }, (_, at): StatementRow => {
          const cells = {
            Name: `Person ${at % 7}`,
            Agent: AGENTS[at % 3] ?? '',
            Policy: `P${at % 11}`,
            Plan: `Plan ${at % 4}`,
          };
          return [`${carrier}${at}`, base + (period === '2026-02' ? at % 3 : 0), cells];
        });
        await account.load({ carrierId, period, file: statement(rows) });
      }
    }
  });

  const page = z.object({
    data: z.array(z.looseObject({ memberExternalId: z.string().nullable() })),
    pagination: z.object({ hasMore: z.boolean() }),
  });
  const pageOf = async (query: string) => page.parse((await account.call('GET', `/v1/pay-changes?${query}`)).json);

  test.each([
    '',
    '&sort=name',
    '&groupBy=carrier',
    '&groupBy=agent',
    '&groupBy=event',
    '&groupBy=plan&sort=name',
    '&q=person',
  ])('are the slices of the whole list%s, also among equal rows', async (query) => {
    const whole = await pageOf(`limit=200${query}`);
    expect(whole.data.length).toBe(2 * MEMBERS);
    for (let offset = 0; offset <= 2 * MEMBERS + 7; offset += 7) {
      const { data, pagination } = await pageOf(`limit=7&offset=${offset}${query}`);
      expect({ offset, data }).toEqual({ offset, data: whole.data.slice(offset, offset + 7) });
      expect({ offset, ...pagination }).toMatchObject({ offset, hasMore: offset + 7 < 2 * MEMBERS });
    }
  });

  /** Lists a page of the month, and counts the rows that it read from a table. */
  async function rowsReadBy(filter: Partial<PayChangeFilter>, table: string): Promise<number> {
    let rows = 0;
    const payChanges = createPayChangeReads({
      ...service.database,
      read: (accountId, work) =>
        service.database.read(accountId, async (sql) => {
          const before = await rowsReadFrom(sql, table);
          const result = await work(sql);
          rows = (await rowsReadFrom(sql, table)) - before;
          return result;
        }),
    });
    const wanted = { sort: 'money', seesEvents: true, limit: 10, offset: 0, ...filter } as const;
    await listPayChanges({ payChanges }, account.accountId, wanted);
    return rows;
  }

  test('search no month when every carrier has both months', async () => {
    expect(await rowsReadBy({ q: 'nobody of this name' }, 'scored_rows')).toBe(0);
  });

  test('look each agent up once, and not for each row', async () => {
    expect(await rowsReadBy({ groupBy: 'agent' }, 'agent_names')).toBeLessThan(MEMBERS);
  });
});

test('no page of a list skips more than half of its rows, from whichever end they are counted', () => {
  const list = Array.from({ length: 23 }, (_, at) => at);
  const read = (position: OffsetPosition, total: number) => {
    const { limit, offset, isFromEnd } = fromNearerEnd(position, total);
    const rows = isFromEnd ? list.slice(0, total).toReversed() : list.slice(0, total);
    const found = rows.slice(offset, offset + limit);
    return { skipped: offset, found: isFromEnd ? found.toReversed() : found };
  };
  for (let total = 0; total <= list.length; total += 1) {
    for (let offset = 0; offset <= total + 3; offset += 1) {
      for (const limit of [1, 5, 40]) {
        const { skipped, found } = read({ limit, offset }, total);
        expect(found).toEqual(list.slice(0, total).slice(offset, offset + limit + 1));
        expect(skipped).toBeLessThanOrEqual(total / 2);
      }
    }
  }
});
