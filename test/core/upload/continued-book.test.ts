import { expect, test } from 'vitest';
import { continuedBook, type EarlierBook } from '../../../core/upload/decide-upload.ts';

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
  ['a carrier without a book continues none', [], null],
  ['a book whose months are all later is not continued', [{ ...BOOK, hasEarlierMonths: false }], null],
  ['a book that has the month in its own layout is not continued', [{ ...BOOK, isGoingOn: true }], null],
  ["another workspace's book is not continued", [{ ...BOOK, workspaceId: 'west' }], null],
  ['neither of two equal books is continued', [BOOK, { ...BOOK, carrierId: 'other' }], null],
  ['a book is not continued if the named carrier has files of its own', [{ ...BOOK, isNamedInUse: true }], null],
  [
    'a book that was continued before goes on, whatever came since',
    [
      { ...BOOK, carrierId: 'other' },
      { ...BOOK, hasEarlierMonths: false, isContinued: true, isGoingOn: true, isNamedInUse: true },
    ],
    'before',
  ],
  ['of two books, the one that ended is continued', [BOOK, { ...BOOK, carrierId: 'other', isGoingOn: true }], 'before'],
])('%s', (_, books, expected) => {
  expect(continuedBook(books, 'east')?.carrierId ?? null).toBe(expected);
});
