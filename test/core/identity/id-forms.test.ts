import { expect, it } from 'vitest';
import { earlierForms, followsMonths, followsTerm } from '../../../core/statement/member-key.ts';

/** Guarantee: an id is looked up in another form only where that form is likely to be of the same member. */

it.each([
  ['a number that a spreadsheet would cut', '004487297', ['4487297']],
  ['the second term of a policy', 'TM4487297-02', ['TM4487297', 'TM4487297-01']],
  ['the tenth term, behind a slash', '4487297/10', ['4487297', '4487297/09', '4487297/08', '4487297/07']],
  ['the first term', 'TM4487297-01', ['TM4487297']],
])('finds the forms of %s', (_case, id, forms) => {
  expect(earlierForms(id, true)).toEqual(forms);
});

it.each([
  ['short numbers', '00142'],
  ['zeros alone', '000000000'],
  ['zeros before letters', '00A448729'],
  ['numbers without zeros in front', '4487297'],
  ['short ids before a term', 'A12-02'],
  ['three digits at the end', 'TM4487297-002'],
])('counter-case: finds no other form of %s', (_case, id) => {
  expect(earlierForms(id, true)).toEqual([]);
});

it('counter-case: keeps the number at the end where no name shows that the person is the same', () => {
  expect(earlierForms('TM4487297-02', false)).toEqual([]);
  expect(earlierForms('004487297', false)).toEqual(['4487297']);
});

it.each([
  ['a year after the other', ['2026-03-01'], ['2025-03-01'], true],
  ['half a year after the other, on several lines', ['2026-03-10', '2026-03-10'], ['2025-09-10'], true],
  ['counter-case: on the same day', ['2026-03-01'], ['2026-03-01'], false],
  ['counter-case: three months after the other', ['2026-03-01'], ['2025-12-01'], false],
  ['counter-case: before the other', ['2025-03-01'], ['2026-03-01'], false],
  ['counter-case: on two days', ['2026-03-01', '2026-04-01'], ['2025-03-01'], false],
  ['counter-case: on no day that is known', ['2026-03-01'], [], false],
])('a term follows another if it begins %s', (_case, days, daysBefore, follows) => {
  expect(followsTerm(days, daysBefore)).toBe(follows);
});

it.each([
  ['begin right after those of the term before', ['2026-03'], ['2026-02'], true],
  ['follow several months of arrears', ['2026-04', '2026-03'], ['2026-01', '2026-02'], true],
  ['counter-case: are paid beside those of the other term', ['2026-02', '2026-03'], ['2026-01', '2026-02'], false],
  ['counter-case: begin a month later', ['2026-04'], ['2026-02'], false],
  ['counter-case: lie before those of the other term', ['2026-02'], ['2026-03'], false],
  ['counter-case: are not all known', ['2026-03', null], ['2026-02'], false],
  ['counter-case: follow months that are not all known', ['2026-03'], [null, '2026-02'], false],
  ['counter-case: are on no line', [], [], false],
])('a term follows another if its months %s', (_case, months, monthsBefore, follows) => {
  expect(followsMonths(months, monthsBefore)).toBe(follows);
});
