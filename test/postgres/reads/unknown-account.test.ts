import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { loadFingerprints } from '../../../adapters/postgres/book/period-scores.ts';
import type { Database } from '../../../adapters/postgres/connection/database.ts';
import { plannedAlongKeys, plannedForValues } from '../../../adapters/postgres/connection/orm.ts';
import { createJobReads } from '../../../adapters/postgres/reads/job-reads.ts';
import { createJourneyReads } from '../../../adapters/postgres/reads/journey-reads.ts';
import { createMemberReads } from '../../../adapters/postgres/reads/member-reads.ts';
import { countReads } from '../../http/reports/table-reads.ts';
import { asOwner, createTestDatabase, stopAutovacuum } from '../../support/postgres.ts';
import { type StoredBook, storeBook, storeMonths } from './stored-scores.ts';

/**
 * Guarantee: queries are planned by their conditions, whatever statistics PostgreSQL has of the account. For an account that is missing
 * from the statistics PostgreSQL expects one row and might choose any index that begins with the account.
 */

const MEMBERS = 1_000;
const PERIODS = ['2026-01', '2026-02', '2026-03'] as const;
const PAGE = { limit: 10, offset: 0 };

interface Months extends StoredBook {
  readonly jobs: readonly string[];
}
const fixture = await createTestDatabase();
const storeAccount = async (): Promise<Months> => {
  const book = await storeBook(fixture.database);
  return { ...book, jobs: await storeMonths(fixture.database, book, { members: MEMBERS, periods: PERIODS }) };
};
const known = await storeAccount();
await asOwner(fixture.address, async (sql) => {
  for (const table of ['scored_rows', 'statement_lines', 'deltas']) await stopAutovacuum(sql, table);
  await sql`analyze`;
});
const unknown = await storeAccount();
afterAll(() => fixture.drop());

/** Returns the references of a stored member of the account and of its policy. */
async function someone({ accountId }: StoredBook): Promise<{ memberRefId: string; policyRefId: string }> {
  const [row] = await fixture.database.tenant(
    accountId,
    (sql) => sql<{ memberRefId: string; policyRefId: string }[]>`
      select member_ref_id as "memberRefId", policy_ref_id as "policyRefId" from statement_lines
      where account_id = ${accountId} and member_external_id = 'M7' limit 1`,
  );
  if (row === undefined) throw new Error('There is no M7.');
  return row;
}

describe.each([
  ['in the statistics', () => known],
  ['missing from the statistics', () => unknown],
])('for an account %s', (_, account) => {
  test('a journey reads the rows, lines and deltas of its member', async () => {
    const { accountId } = account();
    const { memberRefId, policyRefId } = await someone(account());
    const counted = countReads(fixture.database);
    const journeys = createJourneyReads(counted.database);
    expect(Object(await journeys.ofMember(accountId, memberRefId)).periods).toHaveLength(PERIODS.length);
    expect(Object(await journeys.ofPolicy(accountId, policyRefId)).periods).toHaveLength(PERIODS.length);
    const { statement_lines: lines, deltas } = counted.takeReads();
    expect({ lines, deltas }).toEqual({ lines: 2 * PERIODS.length + 1, deltas: 2 * PERIODS.length });
  });

  test('an unknown policy is not found, without reading a line', async () => {
    const counted = countReads(fixture.database);
    expect(await createJourneyReads(counted.database).ofPolicy(account().accountId, randomUUID())).toBeNull();
    expect(counted.takeReads()['statement_lines']).toBe(0);
  });

  test("a page of a job's results reads its own rows", async () => {
    const { accountId, jobs } = account();
    const counted = countReads(fixture.database);
    const reads = createJobReads(counted.database);
    const job = { accountId, jobId: jobs[1] ?? '' };
    expect(Object(await reads.results(job, { owedOnly: false }, PAGE)).page.data).toHaveLength(PAGE.limit);
    expect(counted.takeReads()['scored_rows']).toBe(PAGE.limit + 1);
    expect(Object(await reads.deltas(job, {}, PAGE)).data).toHaveLength(PAGE.limit);
    // Each delta is shown with its member, from the member's row.
    const { scored_rows: rows, deltas } = counted.takeReads();
    expect({ rows, deltas }).toEqual({ rows: PAGE.limit + 1, deltas: PAGE.limit + 1 });
  });

  test("a page of a month's members reads its own rows", async () => {
    const counted = countReads(fixture.database);
    const reads = createMemberReads(counted.database);
    // Enough executions for PostgreSQL to use a generic plan.
    for (let times = 0; times < 7; times++) {
      const page = Object(await reads.list(account().accountId, { period: PERIODS[1] }, PAGE));
      expect(page.data).toHaveLength(PAGE.limit);
      expect(counted.takeReads()['scored_rows']).toBe(PAGE.limit + 1);
    }
  });

  test('the fingerprints of a month are found along its key', async () => {
    const { accountId } = account();
    const counted = countReads(asRead(fixture.database));
    await counted.database.read(accountId, async (sql) => {
      await sql`select ${plannedForValues(sql)}, ${plannedAlongKeys(sql)}`;
      const fingerprints = await loadFingerprints({ sql, key: account(), jobId: null }, PERIODS[1]);
      expect(fingerprints.size).toBe(MEMBERS);
    });
    expect(counted.takeReads()['scored_rows']).toBe(MEMBERS);
  });
});

/** Runs reads in transactions that may write, so that the reads of a book's transaction can be counted. */
const asRead = (database: Database): Database => ({ ...database, read: database.tenant });
