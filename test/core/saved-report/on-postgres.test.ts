import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sqlState } from '../../../adapters/postgres/connection/database-error.ts';
import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import { REPORT_SQL_LIMITS } from '../../../core/limits/saved-report-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { resolveQuery } from '../../../core/saved-report/query-columns.ts';
import { beginReading } from '../../../core/saved-report/reading.ts';
import { REPORT_VIEWS } from '../../../core/saved-report/report-views.ts';
import { FUZZ_SEED } from '../../hostile/fuzz-settings.ts';
import { ATTACKS } from '../../saved-report/corpus/attacks.ts';
import { ORDINARY_QUERIES } from '../../saved-report/corpus/ordinary-queries.ts';
import { PROPERTY_RUNS, propertyRuns } from '../../support/property-runs.ts';
import { acceptedQuery, judgeText } from './judge-text.ts';
import { mutatedQuery } from './mutated-queries.ts';
import { createScratchReports, viewColumns } from './scratch-reports.ts';

const parseSql = createSqlParser();

/** Matches queries for which planning makes a text of a gigabyte. The limits of the runner stop them. */
const BOMB = /(?:repeat|pad|format|replace)[\s\S]*1000/i;

const columns = await viewColumns();
const scratch = await createScratchReports(columns);

afterAll(() => scratch.drop());

describe('the views', () => {
  it('are those of the database, with the same columns in the same order', () => {
    const inDatabase = [...Map.groupBy(columns, ({ view }) => view)].map(([view, own]) => [
      view,
      own.map(({ name }) => name),
    ]);
    const listed = [...REPORT_VIEWS].map(([view, names]) => [view, [...names]]);
    expect(inDatabase).toEqual(listed.toSorted());
  });
});

describe('an accepted query', () => {
  it.each(ORDINARY_QUERIES)('has the columns that the guard expects: $name', async ({ sql }) => {
    expect(await scratch.columnsOf((await acceptedQuery(sql)).statement)).toEqual(await expectedColumns(sql));
  });

  it.each(ORDINARY_QUERIES)('runs, and reads exactly the tables that the guard names: $name', async ({ sql }) => {
    const { statement, relations } = await acceptedQuery(sql);
    const said = relations.map((relation) => `report.${relation}`);
    expect(said).toEqual(expect.arrayContaining(await scratch.tablesRead(statement)));
    await scratch.rowsOf(statement);
  });

  it.each(ATTACKS.filter(({ wall }) => wall === 'context'))(
    'reads exactly the tables that the guard names: $name',
    async ({ sql }) => {
      const { statement, relations } = await acceptedQuery(sql);
      const said = relations.map((relation) => `report.${relation}`);
      expect(said).toEqual(expect.arrayContaining(await scratch.tablesRead(statement)));
    },
  );

  it('reads no other table and calls no other function in any mutated query that PostgreSQL can plan', {
    timeout: 600_000,
  }, async () => {
    let planned = 0;
    const property = fc.asyncProperty(mutatedQuery, async (text) => {
      const judged = await judgeText(text);
      if (isRefused(judged) || BOMB.test(text)) return;
      const said = judged.relations.map((relation) => `report.${relation}`);
      try {
        const read = await scratch.tablesRead(judged.statement);
        expect(await expectedColumns(text)).toEqual(await scratch.columnsOf(judged.statement));
        planned += 1;
        expect(said).toEqual(expect.arrayContaining(read));
      } catch (error) {
        if (sqlState(error) === null) throw error;
        // PostgreSQL may refuse a faulty query, but never because it is two statements.
        expect(String(error)).not.toMatch(/multiple commands|read-only|permission/);
      }
    });
    await fc.assert(property, { seed: FUZZ_SEED, numRuns: propertyRuns(3_000) });
    expect(planned).toBeGreaterThanOrEqual(Math.floor(60 * PROPERTY_RUNS));
  });
});

/** Returns the names of the result's columns, as the guard finds them. */
async function expectedColumns(text: string): Promise<readonly string[]> {
  const parsed = await parseSql(text);
  const tree = z.object({
    stmts: z.array(z.object({ stmt: z.object({ SelectStmt: z.record(z.string(), z.unknown()) }) })),
  });
  const { stmts } = tree.parse(parsed.ok ? parsed.tree : null);
  return resolveQuery(stmts[0]?.stmt.SelectStmt ?? {}, beginReading(REPORT_SQL_LIMITS)).map(({ name }) => name);
}
