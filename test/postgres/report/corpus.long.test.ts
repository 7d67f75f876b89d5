import { afterAll, describe, expect, test, vi } from 'vitest';
import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import { judgeSql } from '../../../app/saved-reports/run-saved-report.ts';
import { isRefused } from '../../../core/problem.ts';
import { ATTACKS, ORDINARY_QUERIES } from '../../saved-report/corpus/attacks.ts';
import { hashOfTables } from '../../support/engine-tables.ts';
import { asOwner } from '../../support/postgres.ts';
import { PROPERTY_RUNS } from '../../support/property-runs.ts';
import { createTwoAgencies, LIMITS, SECRET } from './two-agencies.ts';

const agencies = await createTwoAgencies();
afterAll(() => agencies.close());

/** Guarantee: the collected attacks show no foreign value and change nothing, even when they are run without the guard. */
describe('without the guard, the collected attacks', () => {
  test.each(['guard', 'context', 'limits'] as const)(
    'against the restriction "%s" show no foreign value, change nothing, and every run ends',
    async (wall) => {
      const { engine, ours, theirs, runner } = agencies;
      const before = [await hashOfTables(engine.database, ours), await hashOfTables(engine.database, theirs)];
      const attacks = ATTACKS.filter((attack) => attack.wall === wall);
      expect(attacks.length).toBeGreaterThan(0);
      const waiting = [...attacks];
      const inTurn = async () => {
        for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift()) {
          const query = { statement: attack.sql, isOrdered: false };
          const result = await runner
            .run(ours.accountId, query, { seconds: 1, rows: 1000, bytes: 4_000_000 })
            .catch((error: unknown) => `Thrown: ${String(error)}`);
          // A message may repeat words of the query itself.
          if (!attack.sql.includes(SECRET)) expect(JSON.stringify(result), attack.name).not.toContain(SECRET);
          expect(JSON.stringify(result), attack.name).not.toContain(theirs.accountId);
          // The run of a query that the guard accepts may not throw. The run of a query that the guard refuses may.
          if (wall !== 'guard') expect(String(result), attack.name).not.toContain('Thrown');
        }
      };
      await Promise.all([inTurn(), inTurn()]);
      expect([await hashOfTables(engine.database, ours), await hashOfTables(engine.database, theirs)]).toEqual(before);
    },
    300_000,
  );
});

const parseSql = createSqlParser();
const RUNS = PROPERTY_RUNS >= 1 ? 3 : 2;

test('runs every ordinary query as it was judged, with the same bytes in each run wherever the rows are stored', async () => {
  const { engine, ours, runner } = agencies;
  const results: string[][] = ORDINARY_QUERIES.map(() => []);
  const queries = await Promise.all(
    ORDINARY_QUERIES.map(async ({ name, sql }) => {
      const query = await judgeSql(parseSql, sql);
      if (isRefused(query)) throw new Error(`${name}: ${query.refused.detail}`);
      return { name, query };
    }),
  );
  // The database may still be ending the last attack.
  await vi.waitFor(async () => {
    const first = queries[0] === undefined ? null : await runner.run(ours.accountId, queries[0].query, LIMITS);
    expect(isRefused(first)).toBe(false);
  }, 60_000);
  for (let run = 0; run < RUNS; run++) {
    for (const [index, { name, query }] of queries.entries()) {
      const result = await runner.run(ours.accountId, query, LIMITS);
      if (isRefused(result)) throw new Error(`${name}: ${result.refused.detail}`);
      results[index]?.push(JSON.stringify(result));
    }
    // Writes the rows of one member again, after all others.
    await asOwner(
      engine.address,
      (sql) => sql`update scored_rows set reason = reason where member_external_id = ${'ABC'.charAt(run)}`,
    );
  }
  for (const [index, runs] of results.entries()) {
    expect(new Set(runs).size, ORDINARY_QUERIES[index]?.name).toBe(1);
    expect(runs[0], ORDINARY_QUERIES[index]?.name).not.toContain(SECRET);
  }
});
