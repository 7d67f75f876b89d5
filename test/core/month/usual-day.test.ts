import { describe, expect, test } from 'vitest';
import { isLate, usualDate, usualDay, usualWords } from '../../../core/month/statement-state.ts';
import { addMonths } from '../../../core/period.ts';

/** Guarantee: a usual day is only said where the statements of the last months agree on one. */

/** Makes arrivals of months in a row, oldest first. */
const arrivals = (dates: readonly string[], first = '2026-01') =>
  dates.map((date, index) => ({ period: addMonths(first, index), date }));

describe('the usual day', () => {
  test.each([
    ['three months in a row', ['2026-02-10', '2026-03-12', '2026-04-11'], { day: 12, monthsAfter: 1 }],
    ['the month itself', ['2026-01-20', '2026-02-21', '2026-03-19'], { day: 21, monthsAfter: 0 }],
    [
      'one of five may come later',
      ['2026-02-10', '2026-03-12', '2026-04-28', '2026-05-11', '2026-06-12'],
      { day: 12, monthsAfter: 1 },
    ],
    ['the turn of a month', ['2026-01-31', '2026-03-01', '2026-03-31'], { day: 1, monthsAfter: 1 }],
    ['two months', ['2026-02-10', '2026-03-12'], null],
    ['a history that was loaded at once', ['2026-05-01', '2026-05-01', '2026-05-01'], null],
    ['days that differ by more than two weeks', ['2026-02-02', '2026-03-20', '2026-04-11'], null],
    ['statements before their month', ['2025-12-20', '2026-01-20', '2026-02-20'], null],
  ])('of %s', (_, dates, expected) => {
    expect(usualDay(arrivals(dates))).toEqual(expected);
  });

  test('is not said of a carrier that leaves out months', () => {
    const quarterly = [
      { period: '2026-01', date: '2026-02-10' },
      { period: '2026-04', date: '2026-05-10' },
      { period: '2026-07', date: '2026-08-10' },
    ];
    expect(usualDay(quarterly)).toBeNull();
  });

  test('looks at the latest six statements only', () => {
    const early = Array.from({ length: 6 }, (_, index) => `${addMonths('2025-08', index)}-02`);
    const late = Array.from({ length: 6 }, (_, index) => `${addMonths('2026-02', index)}-20`);
    expect(usualDay(arrivals([...early, ...late], '2025-07'))).toEqual({ day: 20, monthsAfter: 1 });
  });
});

test('a statement is late from the fourth day after the usual day', () => {
  const usual = { day: 31, monthsAfter: 1 };
  expect(usualDate(usual, '2026-01')).toBe('2026-02-28');
  expect(['2026-03-03', '2026-03-04'].map((today) => isLate(usual, '2026-01', today))).toEqual([false, true]);
  expect(isLate(null, '2026-01', '2027-01-01')).toBe(false);
});

test('the words name the day and the month', () => {
  expect([1, 2, 3, 11, 12, 13, 22].map((day) => usualWords({ day, monthsAfter: 1 }).split(' ').at(-1))).toEqual([
    '1st',
    '2nd',
    '3rd',
    '11th',
    '12th',
    '13th',
    '22nd',
  ]);
  expect(usualWords({ day: 5, monthsAfter: 0 })).toBe('usually here by the 5th of its own month');
  expect(usualWords({ day: 5, monthsAfter: 2 })).toBe('usually here by the 5th 2 months later');
});
