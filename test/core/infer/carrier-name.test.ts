import { expect, test } from 'vitest';
import { suggestCarrierName } from '../../../core/infer/identify-carrier.ts';

/** Guarantee: an unknown statement suggests the carrier's name that it or its file name writes, and else none. */

const titles = (...texts: readonly string[]) => texts.map((text, at) => ({ row: at + 1, cells: [text] }));

test.each([
  ['Cedar Mutual 2026-04.csv', 'Cedar Mutual'],
  ['Harbor_First_Commission_Statement_Nov2026.xlsx', 'Harbor First'],
  ['Commission Statement - Blue Ridge Mutual of Carolina.pdf', 'Blue Ridge Mutual of Carolina'],
  ['CommissionDetails_05152026.csv', null],
  ['11-2026.csv', null],
  ['statement (2).csv', null],
])('of the file %s: %s', (fileName, name) => {
  expect(suggestCarrierName([], fileName)).toBe(name);
});

test.each([
  ['Harbor Life Insurance Company Commission Statement', 'Harbor Life Insurance Company'],
  ['Summit Senior Advantage - November 2026', 'Summit Senior Advantage'],
])('a title comes before the name of the file: %s', (title, name) => {
  expect(suggestCarrierName(titles('Commission Statement', title), 'Cedar 2026-04.csv')).toBe(name);
});

test.each(['Agency: Lakeview Health Benefits', 'Member Health Detail', 'Printed on 2026-11-02'])(
  'a title about somebody else is passed over: %s',
  (title) => {
    expect(suggestCarrierName(titles(title), 'Cedar 2026-04.csv')).toBe('Cedar');
  },
);
