import { type Column, getTableColumns } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { LINE } from '../../../adapters/postgres/book/line-record.ts';
import type { Cell } from '../../../adapters/postgres/records/stored-record.ts';
import type { BookLine } from '../../../app/book/book-store.ts';
import { statementLines } from '../../../schema/book.ts';
import { PLAIN_LINE } from '../../support/plain-inputs.ts';

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
