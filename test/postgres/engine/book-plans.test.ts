import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../adapters/postgres/database.ts';
import { retractFile } from '../../../app/command-files.ts';
import { addMonths } from '../../../core/period.ts';
import { accept, assertAccepted, createBook, createEngine, drain, type Engine, ORIGIN } from '../../support/engine.ts';
import { insertRates } from '../../support/engine-book.ts';

/**
 * Guarantee: the statements that change a book are planned for the values they come with, however often they are repeated. A plan
 * for any values, which PostgreSQL takes after five, has gone through all of a month for each of two thousand rows where there were
 * no statistics yet: minutes of work that is a second's.
 */

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine();
});
afterAll(() => engine.close());

interface Prepared {
  readonly statement: string;
  readonly custom: number;
  readonly generic: number;
}

/** A plan for any values is thought of from this execution on. */
const SIXTH = 6;
const MONTHS = 10;
const period = (month: number) => addMonths('2026-01', month);
const statement = (members: readonly string[]) =>
  ['Member,Amount', ...members.map((member) => `${member},50`)].join('\n');

it('no statement of a book has a plan for any values', async () => {
  const prepared: Prepared[] = [];
  /** At the end of each transaction, what its connection has prepared. */
  const asking = (database: Database): Database => ({
    ...database,
    tenant: (accountId, work) =>
      database.tenant(accountId, async (sql) => {
        const result = await work(sql);
        const found = await sql<Prepared[]>`
          select trim(statement) as statement, custom_plans::int as custom, generic_plans::int as generic
          from pg_prepared_statements where statement ~ '(into|update|from) (scored_rows|statement_lines|deltas|rollups)'`;
        prepared.push(...found);
        return result;
      }),
  });
  const worker = engine.start({ through: asking });
  const book = await createBook(engine);
  const first = await accept(engine, book, { period: period(0), csv: statement(['A']) });
  for (let month = 1; month < MONTHS; month += 1)
    await accept(engine, book, { period: period(month), csv: statement(['A', 'B', `C${month}`]) });
  await drain(worker);
  await insertRates(engine.database, book, [{ rateType: 'flat_per_member', rateValue: '60' }]);
  assertAccepted(
    await retractFile(engine.services, { accountId: book.accountId, fileId: first.fileId, origin: ORIGIN }),
  );
  await drain(worker);

  expect(worker.logged).toEqual([]);
  const often = prepared.filter(({ custom, generic }) => custom + generic >= SIXTH);
  for (const kind of ['insert into scored_rows', 'update scored_rows', 'delete from scored_rows', 'delete from deltas'])
    expect(often.filter((one) => one.statement.startsWith(kind)).length, kind).toBeGreaterThan(0);
  expect(often.filter(({ generic }) => generic > 0)).toEqual([]);
});
