import { type Column, getTableColumns } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { LINE, SCORABLE_LINE_FIELDS } from '../../../adapters/postgres/book/book-records.ts';
import { openBookFiles } from '../../../adapters/postgres/book/book-store.ts';
import { loadLines } from '../../../adapters/postgres/book/load-book.ts';
import { bulkWriter, type Cell, ROWS_PER_BATCH } from '../../../adapters/postgres/records/stored-record.ts';
import type { BookLine } from '../../../app/book/book-store.ts';
import type { BookKey } from '../../../core/book-key.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import { statementLines } from '../../../schema/book.ts';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { PLAIN_LINE } from '../../support/plain-inputs.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const NO_FIGURES = { members: 0, net: 0, printed: null };

/** Guarantee: a month is scored again from exactly its stored lines, to the last character and unit, and in their order. */

const PERIOD = '2026-01';
const engine = await createEngine();
afterAll(() => engine.close());

/** All texts that PostgreSQL stores: no NUL and no unpaired surrogate. */
const text = fc.string({ unit: 'binary', maxLength: 30 }).map((value) => value.replaceAll('\0', '\\'));
const optionalText = fc.option(fc.oneof(text, fc.constantFrom('GOLD', 'Ana "Łucja"', 'null', '{}', '\\x00')));
const money = fc.integer({ min: -(10 ** 14) + 1, max: 10 ** 14 - 1 });
const day = fc
  .integer({ min: -20_000, max: 40_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const optionalDay = fc.option(day);

/** The texts of a line that scoring reads, by the description of the record. */
const texts = fc.record(
  Object.fromEntries(
    Object.entries(SCORABLE_LINE_FIELDS)
      .filter(([, { columns }]) => columns.every(({ type }) => type === 'text'))
      .map(([name]) => [name, optionalText]),
  ),
);

const otherValues = fc.record({
  fileId: fc.constant(''),
  sheet: fc.constant(0),
  row: fc.constant(0),
  memberKey: fc.constant('not stored'),
  memberRefId: fc.uuid(),
  memberExternalId: text,
  amount: money,
  ownMemberRefId: fc.constant(null),
  policyRefId: fc.option(fc.uuid()),
  premium: fc.option(money),
  lives: fc.option(fc.integer({ min: 0, max: 10 ** 12 - 1 })),
  rate: fc.option(fc.integer({ min: 0, max: 10 ** 14 - 1 })),
  effectiveDate: optionalDay,
  termDate: optionalDay,
  termReason: optionalText,
  coverageMonth: fc.constantFrom(null, '2025-12', '2026-01'),
  paidDate: optionalDay,
  paidThrough: optionalDay,
  monthsPaid: fc.option(fc.integer({ min: 0, max: 10 ** 12 - 1 })),
  split: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  alternateMemberId: optionalText,
  renewalDate: optionalDay,
});

const line: fc.Arbitrary<BookLine> = fc
  .tuple(texts, otherValues)
  .map(([drawn, others]) => ({ ...PLAIN_LINE, ...drawn, ...others }));

async function bookWith(
  csvs: readonly string[],
): Promise<{ readonly key: BookKey; readonly fileIds: readonly string[] }> {
  const key = await createBook(engine);
  const fileIds: string[] = [];
  for (const csv of csvs) {
    const { fileId } = await accept(engine, key, {
      period: PERIOD,
      csv,
      mode: fileIds.length === 0 ? 'ingest' : 'append',
    });
    fileIds.push(fileId);
  }
  await drain(engine);
  return { key, fileIds };
}

const scopeOf = <T>(key: BookKey, read: (scope: Parameters<typeof loadLines>[0]) => Promise<T>): Promise<T> =>
  engine.database.tenant(key.accountId, (sql) => read({ sql, key, jobId: null }));

const readLines = (key: BookKey, fileIds: readonly string[]): Promise<readonly ScorableLine[]> =>
  scopeOf(key, (scope) => loadLines(scope, fileIds, new Map()));

it('reads every value of a line back unchanged', async () => {
  const { key, fileIds } = await bookWith(['Member,Amount\nA,1\n']);
  const [fileId = ''] = fileIds;
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 40 }), async (drawn) => {
      const lines = drawn.map((one, index) => ({ ...one, fileId, row: index + 2 }));
      await scopeOf(key, async (scope) => {
        const writer = bulkWriter(scope.sql);
        const files = openBookFiles({ ...scope, writer });
        await files.acceptLines({ fileId, period: PERIOD, statementMode: 'period', figures: NO_FIGURES }, lines, []);
        await writer.done();
      });
      expect(await readLines(key, fileIds)).toEqual(lines.map(scorable));
    }),
    { numRuns: propertyRuns(60) },
  );
});

it("returns a member's lines of several portions and files in the order of acceptance", async () => {
  const members = ROWS_PER_BATCH + 1_000;
  const many = (from: number) =>
    Array.from({ length: ROWS_PER_BATCH * 2 + 1 }, (_, index) => `M${index % members},${from + index}`);
  const { key, fileIds } = await bookWith([0, 10_000].map((from) => ['Member,Amount', ...many(from)].join('\n')));
  const ofMembers = (printed: readonly string[]) => Object.groupBy(printed, (line) => line.split(',')[0] ?? '');
  const inOrder = ofMembers([...many(0), ...many(10_000)]);
  const asPrinted = async () =>
    (await readLines(key, fileIds)).map(({ memberExternalId, amount }) => `${memberExternalId},${amount / 10_000}`);
  expect(ofMembers(await asPrinted())).toEqual(inOrder);
});

/** Drops the values that scoring does not read. */
function scorable({
  sheet: _sheet,
  row: _row,
  memberKey: _memberKey,
  termReason: _termReason,
  alternateMemberId: _alternateMemberId,
  ownMemberRefId: _ownMemberRefId,
  paidDate: _paidDate,
  renewalDate: _renewalDate,
  ...read
}: BookLine): ScorableLine {
  return read;
}

/** Guarantee: each field of a line is in the column of its name. Reading lines back would not show that two columns are swapped. */

const ID = '0b6f2a51-6c1a-4b2e-9c55-6d5e1c2f7a10';
const PLAIN: BookLine = { ...PLAIN_LINE, memberRefId: '9c6f2a51-6c1a-4b2e-9c55-6d5e1c2f7a10', ownMemberRefId: null };
const NOT_STORED = ['memberKey', 'fileId'];
const COLUMNS: ReadonlyMap<string, Column> = new Map(Object.entries(getTableColumns(statementLines)));

/** A value that the plain line does not have. */
function anotherValue(column: Column): string | number {
  const type = column.getSQLType();
  if (type === 'uuid') return ID;
  if (type === 'date') return '2025-01-31';
  return type === 'text' ? 'another' : 70_000;
}

function cellsOf(line: BookLine): readonly Cell[] {
  const cells: Cell[] = [];
  LINE.encode(line, cells);
  return cells;
}

it.each(Object.keys(PLAIN).filter((field) => !NOT_STORED.includes(field)))('stores %s', (field) => {
  const column = COLUMNS.get(field === 'row' ? 'rowNumber' : field);
  if (column === undefined) throw new Error(`There is no column for ${field}.`);
  const before = cellsOf(PLAIN);
  const after = cellsOf({ ...PLAIN, [field]: anotherValue(column) });
  const written = LINE.columns.filter((_, index) => before[index] !== after[index]);
  expect(written.map(({ name }) => name)).toEqual([column.name]);
});
