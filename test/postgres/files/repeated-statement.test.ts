import { afterAll, expect, it } from 'vitest';
import { findRepeatedStatement } from '../../../adapters/postgres/book/book-store.ts';
import type { Sql } from '../../../adapters/postgres/connection/sql.ts';
import type { BookKey } from '../../../core/book-key.ts';
import type { RepeatedStatement } from '../../../core/job/period-files.ts';
import { accept, createBook, createEngine, drain, type StatementUpload } from '../../support/engine.ts';
import { rowsReadFrom } from '../../support/postgres.ts';

/**
 * Guarantee: the search for a repeated statement reads no line if no other file has the same number of lines. The server counts the
 * reads, because a plan that counts a file's lines gives the same answer but took more than a tenth of a job.
 */

const engine = await createEngine();
afterAll(() => engine.close());

const statement = (members: number, amount: number) =>
  ['Member,Amount', ...Array.from({ length: members }, (_, at) => `M${at},${amount + at}`)].join('\n');

interface Found {
  readonly repeated: RepeatedStatement | null;
  readonly linesRead: number;
}

const find = (book: BookKey, fileId: string): Promise<Found> =>
  engine.database.tenant(book.accountId, async (sql) => {
    const before = await linesRead(sql);
    const repeated = await findRepeatedStatement({ sql, key: book, jobId: null }, fileId);
    return { repeated, linesRead: (await linesRead(sql)) - before };
  });

const linesRead = (sql: Sql) => rowsReadFrom(sql, 'statement_lines');

async function load(book: BookKey, file: StatementUpload): Promise<string> {
  const { fileId } = await accept(engine, book, file);
  await drain(engine);
  return fileId;
}

it('reads no line for a statement that resembles no other, alone in its month or beside another', async () => {
  const book = await createBook(engine);
  await load(book, { period: '2026-01', csv: statement(40, 10) });
  const alone = await load(book, { period: '2026-02', csv: statement(40, 20) });
  const beside = await load(book, { period: '2026-02', csv: statement(39, 20), mode: 'append' });
  for (const fileId of [alone, beside]) expect(await find(book, fileId)).toEqual({ repeated: null, linesRead: 0 });
});

it('reads lines if another file of the month has as many', async () => {
  const book = await createBook(engine);
  await load(book, { period: '2026-01', csv: statement(40, 10) });
  const appended = await load(book, { period: '2026-01', csv: `${statement(40, 10)}\n`, mode: 'append' });
  const { repeated, linesRead: read } = await find(book, appended);
  expect(repeated).toMatchObject({ sameBytes: false, period: '2026-01' });
  expect(read).toBeGreaterThanOrEqual(80);
});
