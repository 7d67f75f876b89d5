import { expect, test } from 'vitest';
import { continuedBook, type EarlierBook } from '../../../core/upload/continued-book.ts';

const BOOK: EarlierBook = {
  workspaceId: 'east',
  carrierId: 'before',
  carrierName: 'Before',
  hasEarlierMonths: true,
  isGoingOn: false,
};

test.each<readonly [string, readonly EarlierBook[], string | null]>([
  ['a book with earlier months that ended is continued', [BOOK], 'before'],
  ['no book', [], null],
  ['a book whose months are all later', [{ ...BOOK, hasEarlierMonths: false }], null],
  ['a book that has the month in its own layout', [{ ...BOOK, isGoingOn: true }], null],
  ["another workspace's book", [{ ...BOOK, workspaceId: 'west' }], null],
  ['two books, which nothing tells apart', [BOOK, { ...BOOK, carrierId: 'other' }], null],
  ['the one of two books that ended', [BOOK, { ...BOOK, carrierId: 'other', isGoingOn: true }], 'before'],
])('%s', (_, books, expected) => {
  expect(continuedBook(books, 'east')?.carrierId ?? null).toBe(expected);
});
