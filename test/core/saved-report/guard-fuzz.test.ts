import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSqlParser } from '../../../adapters/sql-parser/sql-parser.ts';
import { isRefused } from '../../../core/problem.ts';
import { judgeQuery } from '../../../core/saved-report/judge-query.ts';
import { FUZZ_SEED } from '../../hostile/fuzz-settings.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { judgeText } from './judge-text.ts';
import { anyText, anyTree, mutatedQuery } from './mutated-queries.ts';

const parseSql = createSqlParser();

/** PROPERTY_RUNS=25 makes a hundred thousand mutated queries. A failure prints its seed. */
const RUNS = propertyRuns(4_000);

async function expectVerdict(text: string): Promise<void> {
  const judged = await judgeText(text);
  if (isRefused(judged)) {
    expect(judged.refused.code).toBe('invalid_sql');
    expect(judged.refused.detail).toMatch(/^[\s\S]{5,500}\.$/);
    return;
  }
  const parsed = await parseSql(judged.statement);
  expect(parsed).toMatchObject({ ok: true, tree: { stmts: [{ stmt: { SelectStmt: {} } }] } });
}

describe('the guard', () => {
  it('answers every mutated query with its own refusal or exactly one SELECT', { timeout: 600_000 }, async () => {
    await fc.assert(fc.asyncProperty(mutatedQuery, expectVerdict), { seed: FUZZ_SEED, numRuns: RUNS });
  });

  it('answers any text', { timeout: 600_000 }, async () => {
    await fc.assert(fc.asyncProperty(anyText, expectVerdict), { seed: FUZZ_SEED, numRuns: RUNS });
  });

  it('refuses trees that no parser makes, without throwing', () => {
    fc.assert(
      fc.property(anyText, anyTree, (text, tree) => {
        const judged = judgeQuery(text, tree);
        if (isRefused(judged)) expect(judged.refused.code).toBe('invalid_sql');
        else expect(judged.relations).toEqual([]);
      }),
      { seed: FUZZ_SEED, numRuns: RUNS },
    );
  });
});
