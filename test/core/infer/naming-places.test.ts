import { expect, test } from 'vitest';
import { monthsOfPlaces, namingPlaces } from '../../../core/infer/assign-columns.ts';
import { csv, table } from '../statement/statements.ts';

/** Guarantee: a line above the header does not name the month of the statement. */

const HEADER = 'Member ID | Member Name | Effective Date | Commission';
const BELOW = `${HEADER}\nM1003 | Cy Foe | 02/01/2026 | 30.00\nM1004 | Di Poe | 02/01/2026 | 40.00`;
const months = (above: string) =>
  monthsOfPlaces(namingPlaces(csv(table(`${above}\n${BELOW}`)), 'book.csv'), { order: 'MDY', openEnded: [] }).map(
    ({ period }) => period,
  );

test.each([
  ['a line', 'M1001 | Ann Lee | 01/01/2024 | 10.00', []],
  ['a line below a title', 'Statement May 2026 | | |\nM1001 | Ann Lee | 01/01/2024 | 10.00', ['2026-05']],
  ['a letterhead as wide as a line', 'Check date | 05/31/2026 | Check amount | 70.00', ['2026-05']],
])('%s above the header names %j', (_, above, expected) => {
  expect(months(above)).toEqual(expected);
});
