import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createComparisonReads } from '../../../adapters/postgres/reads/comparison-reads.ts';
import { type ComparisonReads, comparePeriods } from '../../../app/reads/compare-periods.ts';
import { isRefused } from '../../../core/problem.ts';
import type { MemberStatus } from '../../../core/scoring/scored-row.ts';
import { asOwner, createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { PROPERTY_RUNS, propertyRuns } from '../../support/property-runs.ts';
import { STATEMENT_CONFIG } from '../../support/service.ts';

/** Tests a comparison of 200,000 members on each side, as in the largest statements of five carriers. A push compares a tenth of them. */

const MEMBERS = propertyRuns(200_000);
const [accountId, workspaceId, carrierId] = [randomUUID(), randomUUID(), randomUUID()];

let fixture: TestDatabase;
let reads: ComparisonReads;
beforeAll(async () => {
  fixture = await createTestDatabase();
  reads = createComparisonReads(fixture.database);
  await asOwner(fixture.address, async (sql) => {
    await sql`insert into accounts (account_id, name, tier, status) values (${accountId}, 'Large', 'standard', 'active')`;
    await sql`insert into workspaces (workspace_id, account_id, name, is_default) values (${workspaceId}, ${accountId}, 'All', true)`;
    await sql`insert into carriers (carrier_id, account_id, name, slug) values (${carrierId}, ${accountId}, 'One', 'one')`;
    await sql`
      insert into statement_configs (config_id, carrier_id, account_id, version, config)
      values (${carrierId}, ${carrierId}, ${accountId}, 1, ${JSON.stringify(STATEMENT_CONFIG)}::text::jsonb)`;
    // Each month has 200,000 members: 1 to 200,000 in January and March, 1,001 to 201,000 in April. April pays every tenth a dollar less.
    for (const [period, first] of [
      ['2026-01', 1],
      ['2026-03', 1],
      ['2026-04', 1_001],
    ] as const) {
      await sql`
        insert into rollups (account_id, workspace_id, carrier_id, period, config_id, member_count, green, yellow, red, new,
          reappeared, commission_dropped, commission_reduced, commission_owed, owed_evaluated, owed_total, owed_estimated,
          chargeback_count, chargeback_amount, gross_amount, line_count)
        values (${accountId}, ${workspaceId}, ${carrierId}, ${period}, ${carrierId}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0, 0)`;
      await sql`
        insert into scored_rows (account_id, workspace_id, carrier_id, period, member_ref_id, status, counted, flags,
          commission_amount, prev_commission_amount, owed_estimated, chargeback_amount, member_external_id, member_name, email,
          policy_number, plan_name, first_seen_period, last_present_period, last_present_amount, file_id)
        select ${accountId}, ${workspaceId}, ${carrierId}, ${period}, md5(n::text)::uuid, 'green', true, '{}', amount, 0, false, 0,
          'M' || n, 'Doe, Jane ' || n, 'jane' || n || '@example.com', 'P-' || n, 'Gold Plan',
          case when n > ${MEMBERS} then '2026-04' else '2026-01' end, ${period}::text, amount, ${carrierId}
        from generate_series(${first}::int, ${first}::int + ${MEMBERS - 1}) n,
          lateral (select 20 + n % 5000 / 100.0 - case when ${period} = '2026-04' and n % 10 = 0 then 1 else 0 end as amount) paid`;
    }
    await sql`analyze scored_rows`;
  });
}, 300_000);
afterAll(() => fixture.drop());

async function compare(
  ask: { readonly status?: MemberStatus; readonly offset?: number; readonly granularity?: 'month' | 'quarter' } = {},
  from = reads,
) {
  const { status, offset = 0, granularity = 'month' } = ask;
  const request = { from: '2026-03', to: '2026-04', granularity, status, page: { limit: 200, offset } };
  const found = await comparePeriods(from, accountId, request);
  if (isRefused(found)) throw new Error('refused');
  return found;
}

// April of 200,000 has 1,001 to 201,000: 1,000 members left and 1,000 are new; every tenth of 1,001 to 200,000 (19,900) is paid less.
const STAYED = MEMBERS - 1_000;
const SUMMARY = {
  green: STAYED - STAYED / 10,
  yellow: STAYED / 10,
  red: 1_000,
  new: 1_000,
  reappeared: 0,
  total: MEMBERS + 1_000,
};

test('counts all members and returns any page, including the last', async () => {
  const first = await compare();
  expect(first.summary).toEqual(SUMMARY);
  expect(first.page.data).toHaveLength(200);
  const last = await compare({ offset: MEMBERS + 900 });
  expect(last).toMatchObject({ summary: SUMMARY, page: { pagination: { hasMore: false } } });
  expect(last.page.data).toHaveLength(100);
  const ids = [...first.page.data, ...last.page.data].map(({ memberRefId }) => memberRefId);
  expect(ids).toEqual(ids.toSorted());
  const red = await compare({ status: 'red', offset: 800 });
  expect(red).toMatchObject({ summary: SUMMARY, page: { pagination: { hasMore: false } } });
  expect(red.page.data.map(({ memberExternalId }) => Number(memberExternalId.slice(1))).every((n) => n <= 1_000)).toBe(
    true,
  );
  expect(red.page.data).toHaveLength(200);
});

test('compares a quarter with a quarter, of which the first has two months of all members', async () => {
  // January and March together pay twice as much as April, so all remaining members are reduced.
  expect((await compare({ granularity: 'quarter' })).summary).toEqual({ ...SUMMARY, green: 0, yellow: STAYED });
});

/** A tenth of the members fits into one batch, so only the whole book can show that memory holds one batch. */
test.runIf(PROPERTY_RUNS >= 1)('holds one page and one batch in memory, however many members there are', async () => {
  setFlagsFromString('--expose_gc');
  const collectGarbage: unknown = runInNewContext('gc');
  if (typeof collectGarbage !== 'function') throw new Error('No garbage collector to call.');
  const heldBytes = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  await compare();
  const before = heldBytes();
  const residentBefore = process.memoryUsage().rss;
  let portions = 0;
  let members = 0;
  let mostHeld = 0;
  let mostResident = 0;
  const watched: ComparisonReads = {
    ...reads,
    atOneMoment: (id, work) =>
      reads.atOneMoment(id, (view) =>
        work({
          ...view,
          async *streamMembers(book, sides) {
            for await (const portion of view.streamMembers(book, sides)) {
              portions += 1;
              members += portion.length;
              mostResident = Math.max(mostResident, process.memoryUsage().rss);
              if (portions % 25 === 0) mostHeld = Math.max(mostHeld, heldBytes());
              yield portion;
            }
          },
        }),
      ),
  };
  expect((await compare({}, watched)).summary).toEqual(SUMMARY);
  expect(members).toBe(SUMMARY.total);
  expect(portions).toBeGreaterThan(100);
  // All members at once would take more than 20 MB in any form.
  expect(mostHeld - before).toBeLessThan(8_000_000);
  expect(mostResident - residentBefore).toBeLessThan(150_000_000);
});
