import { expect, test } from 'vitest';
import { continuedBook, type EarlierBook } from '../../../core/upload/continued-book.ts';

const BOOK: EarlierBook = {
  workspaceId: 'east',
  carrierId: 'before',
  carrierName: 'Before',
  hasEarlierMonths: true,
  isContinued: false,
  isGoingOn: false,
  isNamedInUse: false,
};

test.each<readonly [string, readonly EarlierBook[], string | null]>([
  ['a book with earlier months that ended is continued', [BOOK], 'before'],
  ['no book', [], null],
  ['a book whose months are all later', [{ ...BOOK, hasEarlierMonths: false }], null],
  ['a book that has the month in its own layout', [{ ...BOOK, isGoingOn: true }], null],
  ["another workspace's book", [{ ...BOOK, workspaceId: 'west' }], null],
  ['two books, which nothing tells apart', [BOOK, { ...BOOK, carrierId: 'other' }], null],
  ['a book, but the named carrier has files of its own', [{ ...BOOK, isNamedInUse: true }], null],
  [
    'a book that is continued, whatever came since',
    [
      { ...BOOK, carrierId: 'other' },
      { ...BOOK, hasEarlierMonths: false, isContinued: true, isGoingOn: true, isNamedInUse: true },
    ],
    'before',
  ],
  ['the one of two books that ended', [BOOK, { ...BOOK, carrierId: 'other', isGoingOn: true }], 'before'],
])('%s', (_, books, expected) => {
  expect(continuedBook(books, 'east')?.carrierId ?? null).toBe(expected);
});
