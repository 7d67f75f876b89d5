import { afterAll, expect, test } from 'vitest';
import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import { judgeSql } from '../../../app/saved-reports/run-saved-report.ts';
import { isRefused } from '../../../core/problem.ts';
import { ORDINARY_QUERIES } from '../../saved-report/corpus/ordinary-queries.ts';
import { asOwner } from '../../support/postgres.ts';
import { PROPERTY_RUNS } from '../../support/property-runs.ts';
import { createTwoAgencies, LIMITS, SECRET } from './two-agencies.ts';

const parseSql = createSqlParser();
const RUNS = PROPERTY_RUNS >= 1 ? 3 : 2;
const agencies = await createTwoAgencies();
afterAll(() => agencies.close());

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
