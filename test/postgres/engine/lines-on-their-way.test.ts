import { afterAll, expect, it } from 'vitest';
import { openBookFiles } from '../../../adapters/postgres/book/book-store.ts';
import { openBook } from '../../../adapters/postgres/book/load-book.ts';
import { bulkWriter } from '../../../adapters/postgres/records/stored-record.ts';
import type { JobBook } from '../../../app/book/book-store.ts';
import { line } from '../../support/book-model-cases.ts';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { listLines } from '../../support/engine-tables.ts';
import { bookLines } from '../../support/scored-book-lines.ts';

const NO_FIGURES = { members: 0, net: 0, printed: null };

/** Guarantee: work that depends on lines in transit to the server waits for them. */

const PERIOD = '2026-01';
/** More lines than one statement sends. */
const MANY = Array.from({ length: 12_000 }, (_, index) => line(`M${index}`, '2'));
const engine = await createEngine();
afterAll(() => engine.close());

/** Reads a file with one line, then saves it again with many lines in the transaction of the work. */
async function withManyLines(
  work: (opened: Pick<JobBook, 'book' | 'files'>, fileId: string) => Promise<void>,
): Promise<readonly string[]> {
  const key = await createBook(engine);
  const { fileId } = await accept(engine, key, { period: PERIOD, csv: 'Member,Amount\nOLD,1\n' });
  await drain(engine);
  await engine.database.tenant(key.accountId, async (sql) => {
    const writer = bulkWriter(sql);
    const scope = { sql, key, jobId: null, writer };
    const files = openBookFiles(scope);
    await files.acceptLines(
      { fileId, period: PERIOD, statementMode: 'ytd', figures: NO_FIGURES },
      bookLines(fileId, MANY),
      [],
    );
    await work({ book: openBook(scope), files }, fileId);
    await writer.done();
  });
  return listLines(engine.database, key, PERIOD);
}

it('includes all lines in year-to-date totals', async () => {
  const stored = await withManyLines(async ({ book }) => {
    const totals = await book.recordTotals(PERIOD, []);
    expect(totals).toHaveLength(MANY.length);
    expect(new Set(totals.map(({ amount }) => amount))).toEqual(new Set([20_000]));
  });
  expect(stored).toHaveLength(MANY.length);
});

it('deletes all lines of a file that another file has replaced meanwhile', async () => {
  const stored = await withManyLines(({ files }, fileId) =>
    files.applyFiles({ active: [], replaced: [fileId], retracted: [] }),
  );
  expect(stored).toEqual([]);
});
