import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import type { RunLimits } from '../../../app/saved-reports/run-saved-report.ts';
import { isRefused } from '../../../core/problem.ts';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { LIMITS, refusalText } from './two-agencies.ts';

/** Guarantee: the how-to's queries for a member's latest rows are correct, and end in time with 8,000 members. */

const MEMBERS = 8_000;
const [SECTION = ''] = (
  readFileSync('docs/howto/write-a-saved-report.md', 'utf8').split('\n## The latest row of each member\n')[1] ?? ''
).split('\n## ');
const EXAMPLES = [...SECTION.matchAll(/```sql\n([^`]+)```/g)].map(([, statement = '']) => statement);
const engine = await createEngine();
const book = await createBook(engine);
for (const [period, amount] of [
  ['2026-01', 50],
  ['2026-02', 51],
  ['2026-03', 52],
] as const) {
  const rows = Array.from({ length: MEMBERS }, (_, index) => `M${index},${amount},P${index},Name ${index},Gold,Agent`);
  await accept(engine, book, { period, csv: ['Member,Amount,Policy,Name,Plan,Agent', ...rows].join('\n') });
}
await drain(engine);
afterAll(() => engine.close());

const run = (statement: string, limits: Partial<RunLimits> = {}) =>
  connectReports({ database: engine.database, administrator: engine.address }).run(
    book.accountId,
    { statement, isOrdered: false },
    { ...LIMITS, ...limits },
  );

describe('the examples', () => {
  test.each([
    [0, [['2026-03', 'green', '52', MEMBERS]]],
    [
      1,
      [
        ['2026-02', 'green', '51', MEMBERS],
        ['2026-03', 'green', '52', MEMBERS],
      ],
    ],
  ] as const)('give the correct rows: example %i', async (index, counted) => {
    const example = EXAMPLES[index] ?? '';
    const statement = `select period, status, trim_scale(commission_amount)::text, count(distinct member_ref_id)
      from (${example}) as example group by 1, 2, 3 order by 1`;
    const result = await run(statement);
    expect(isRefused(result) ? refusalText(result) : result.rows).toEqual(counted);
    expect(isRefused(await run(example))).toBe(false);
  });
});

test('advises an alternative for a query that takes too long', async () => {
  const slow = `select m.member_name, latest.status from members m
    cross join lateral (
      select status from statuses s where s.member_ref_id = m.member_ref_id order by period desc limit 1
    ) latest`;
  expect(refusalText(await run(slow, { seconds: 1 }))).toMatch(/^query_limit: .* read the view once: with DISTINCT ON/);
});
