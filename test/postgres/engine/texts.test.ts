import { afterAll, expect, it } from 'vitest';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { findJob } from '../../support/engine-tables.ts';

/**
 * Guarantee: statement texts are stored unchanged, whatever they mean to an array, a statement or JSON, and a text that PostgreSQL cannot
 * store does not stop the statement.
 */

/** Texts with a meaning in arrays, statements or JSON, and texts with invisible characters. */
const TEXTS = [
  'NULL',
  'null',
  '{a,b}',
  '"quoted" \\ back\\\\slash \\',
  "'; drop table jobs; --",
  'two\nlines',
  '=HYPERLINK("x")',
  '\u{1f600} Zoë Å\u0308',
  '\\x00 \\u0000 %s $1 ?',
  'a,b;c\td|e',
  '\u202eevil\u200b',
];
const engine = await createEngine();
afterAll(() => engine.close());

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Makes a job of a statement with these names. The amount decides whether the rows after the first are valid. */
async function jobOf(amount: string): Promise<string> {
  const book = await createBook(engine);
  const rows = TEXTS.map((text, index) => `M${index},${amount},${cell(text)}`);
  const csv = ['Member,Amount,Name', 'GOOD,1,x', ...rows].join('\n');
  const { jobId } = await accept(engine, book, { period: '2026-01', csv });
  await drain(engine);
  expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed', attempts: 1 });
  return jobId;
}

it('stores and scores any text unchanged', async () => {
  const jobId = await jobOf('50');
  const rows = await engine.database.system(
    (sql) => sql<{ line: string; scored: string }[]>`
      select l.member_name as line, s.member_name as scored
      from jobs j join statement_lines l using (file_id) join scored_rows s on s.member_ref_id = l.member_ref_id
      where job_id = ${jobId} and l.member_external_id <> 'GOOD' order by row_number`,
  );
  expect(rows.map(({ line }) => line)).toEqual(TEXTS);
  expect(rows.map(({ scored }) => scored)).toEqual(TEXTS);
});

it('keeps any text of failed rows unchanged', async () => {
  const jobId = await jobOf('not an amount');
  const rows = await engine.database.system(
    (sql) => sql<{ name: string }[]>`
      select cells ->> 2 as name from job_exceptions where job_id = ${jobId} order by row_number`,
  );
  expect(rows.map(({ name }) => name)).toEqual(TEXTS);
});

it.each([
  ['accepted', '50'],
  ['failed', 'x'],
])('completes a statement despite a NUL in a row that is %s', async (_how, amount) => {
  const book = await createBook(engine);
  const csv = `Member,Amount,Name,Wh\u0000at\nA,1,Ann,x\nB,${amount},B\u0000ob,y\u0000z`;
  const { jobId } = await accept(engine, book, { period: '2026-01', csv });
  await drain(engine);
  expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed', attempts: 1 });
});
