import { afterAll, expect, it } from 'vitest';
import { processStatement } from '../../../app/book/process-statement.ts';
import { retractFile } from '../../../app/files/command-files.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { accept, assertAccepted, createBook, createEngine, drain, ORIGIN } from '../../support/engine.ts';

/** Guarantee: money without a member belongs to its file. After any concurrent jobs the tables have the money of the active files, once. */

const engine = await createEngine();
afterAll(() => engine.close());

const PERIOD = '2026-01';
const statement = (amount: number) => `Member,Amount\nA,50\nBonus,${amount}\nC/B,-1`;
const stored = ({ accountId }: BookKey) =>
  engine.database.system(async (sql) => {
    const rows = await sql<{ line: string }[]>`
      select kind || ' ' || trim_scale(amount) as line from unassigned_lines where account_id = ${accountId} order by 1`;
    return rows.map(({ line }) => line);
  });

it('is stored once when several workers run the same job', async () => {
  const book = await createBook(engine);
  const job = await accept(engine, book, { period: PERIOD, csv: statement(5) });
  const workers = Array.from({ length: 4 }, () => engine.start());
  await Promise.all(workers.map(({ services }) => processStatement(services.worker, job.jobId)));
  await drain(engine);
  expect(await stored(book)).toEqual(['bonus 5', 'chargeback -1']);
});

it('is that of the last accepted replacement when replacements run at once, in any order', async () => {
  for (let round = 0; round < 4; round += 1) {
    const book = await createBook(engine);
    await accept(engine, book, { period: PERIOD, csv: statement(1) });
    await drain(engine);
    const jobs = [
      await accept(engine, book, { period: PERIOD, csv: statement(2), mode: 'replace' }),
      await accept(engine, book, { period: PERIOD, csv: statement(3), mode: 'replace' }),
    ];
    const inOrder = round % 2 === 0 ? jobs : jobs.toReversed();
    await Promise.all(inOrder.map(({ jobId }) => processStatement(engine.start().services.worker, jobId)));
    await drain(engine);
    expect(await stored(book)).toEqual(['bonus 3', 'chargeback -1']);
  }
});

it('is removed with its file alone when one of several files is replaced or retracted', async () => {
  const book = await createBook(engine);
  const first = await accept(engine, book, { period: PERIOD, csv: statement(1) });
  const second = await accept(engine, book, { period: PERIOD, csv: 'Member,Amount\nFee,-7', mode: 'append' });
  await drain(engine);
  expect(await stored(book)).toEqual(['bonus 1', 'chargeback -1', 'fee -7']);
  await accept(engine, book, {
    period: PERIOD,
    csv: 'Member,Amount\nA,50\nBonus,4',
    mode: 'replace',
    replaceFileId: first.fileId,
  });
  await drain(engine);
  expect(await stored(book)).toEqual(['bonus 4', 'fee -7']);
  const { accountId } = book;
  assertAccepted(
    await retractFile(engine.services.files, { accountId, fileId: second.fileId, only: true, origin: ORIGIN }),
  );
  await drain(engine);
  expect(await stored(book)).toEqual(['bonus 4']);
});
