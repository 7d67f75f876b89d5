import { afterAll, expect, test } from 'vitest';
import { createJourneyReads } from '../../../adapters/postgres/reads/journey-reads.ts';
import { countReads, preferIndexes } from '../../http/reports/table-reads.ts';
import { accept, createBook, createEngine, drain, ENGINE_CONFIG } from '../../support/engine.ts';

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
