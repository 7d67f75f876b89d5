import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moneyToDecimal } from '../../../core/money.ts';
import { type AmountOptions, readAmount, readQuantity } from '../../../core/statement/amount.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { number, serial } from './statements.ts';

const US: AmountOptions = { decimal: '.', creditDebitMark: 'negative' };
const EU: AmountOptions = { decimal: ',', creditDebitMark: 'negative' };
const NBSP = '\u00a0';
const THIN = '\u2009';

function amount(text: string, options = US): number | string {
  const reading = readAmount(text, options);
  return reading.ok ? reading.amount / 10_000 : reading.problem;
}

describe('readable amounts', () => {
  test.each([
    ['1234.5', 1234.5],
    ['0', 0],
    ['-0', 0],
    ['-0.00', 0],
    ['$1,234.50', 1234.5],
    ['(12.34)', -12.34],
    ['[12.34]', -12.34],
    ['$<1,234.50>', -1234.5],
    ['$(12.34)', -12.34],
    ['($12.34)', -12.34],
    ['( $ 12.34 )', -12.34],
    ['-$12.34', -12.34],
    ['$-12.34', -12.34],
    ['- $ 12.34', -12.34],
    ['$1,234.50-', -1234.5],
    ['12.34-', -12.34],
    ['12.34 -', -12.34],
    ['+12.34', 12.34],
    ['+$12.34', 12.34],
    ['12.34+', 12.34],
    ['1,234.50 CR', -1234.5],
    ['1,234.50CR', -1234.5],
    ['12.34 DR', -12.34],
    ['12.34 db', -12.34],
    ['USD 12.34', 12.34],
    ['usd12.34', 12.34],
    ['12.34 USD', 12.34],
    ['US$ 12.34', 12.34],
    ['-USD 12.34', -12.34],
    ['USD (12.34)', -12.34],
    ['\u221212.34', -12.34],
    ['\u201312.34', -12.34],
    ['\u201412.34', -12.34],
    ['\uff0d12.34', -12.34],
    ['12.34\u2212', -12.34],
    [`${NBSP}$${NBSP}12.34${NBSP}`, 12.34],
    [`$${THIN}12.34`, 12.34],
    [`1${NBSP}234${NBSP}567.89`, 1234567.89],
    ['.5', 0.5],
    ['5.', 5],
    ['-.5', -0.5],
    ['$.50', 0.5],
    ['-', 0],
    ['\u2013', 0],
    ['\u2014', 0],
    ['\u2212', 0],
    [' - ', 0],
    ['$ -', 0],
    ["'12.34", 12.34],
    ["'-12.34", -12.34],
    ['0012.34', 12.34],
    ['1,234,567.8912', 1234567.8912],
    ['0.12345', 0.1235],
    ['-0.12345', -0.1235],
    ['0.00005', 0.0001],
    ['9999999999.9999', 9999999999.9999],
  ])('include %j as %d', (text, dollars) => {
    const reading = amount(text);
    expect(reading).toBe(dollars);
  });

  test.each([
    ['1.234,50', 1234.5],
    ['1234,5', 1234.5],
    ['1.234.567,89', 1234567.89],
    ['-1.234,50', -1234.5],
    ['(1.234,50)', -1234.5],
    ['1.234,50-', -1234.5],
    ['1.234', 1234],
    [',5', 0.5],
    ['5,', 5],
    [`1${NBSP}234,50`, 1234.5],
    ['-', 0],
  ])('include %j with a decimal comma as %d', (text, dollars) => {
    expect(amount(text, EU)).toBe(dollars);
  });

  test.each([
    ['negative', '1.00 CR', -1],
    ['negative', '1.00 DR', -1],
    ['negative', '1.00 DB', -1],
    ['negative', 'DB 1.00', -1],
    ['cr_positive', 'CR $1.00', 1],
    ['cr_positive', '1.00 CR', 1],
    ['cr_positive', '1.00 DR', -1],
    ['cr_positive', '1.00 DB', -1],
    ['ignore', '1.00 CR', 1],
    ['ignore', '1.00 DR', 1],
    ['ignore', '(1.00) CR', -1],
    ['ignore', '-1.00 DB', -1],
  ] as const)('include creditDebitMark %s: %j as %d', (creditDebitMark, text, dollars) => {
    expect(amount(text, { decimal: '.', creditDebitMark })).toBe(dollars);
  });
});

describe('unreadable amounts', () => {
  test.each([
    '1,23.45',
    '12,34',
    '1,2345',
    ',123',
    '1,,234',
    '0,123',
    '1,234,56',
    '12.3.4',
    '1 234.50',
    '12. 34',
    'abc',
    '-(5)',
    '(-5)',
    '((5))',
    '(5',
    '5)',
    '()',
    '--5',
    '-5-',
    '+-5',
    '$-5-',
    '--',
    'N/A',
    '.',
    '$',
    'CR',
    '$$5',
    '$5 USD',
    '€5',
    'CAD 5',
    '5%',
    '1/2',
    '0x10',
    'Infinity',
    'NaN',
    '٣',
    '5 6',
    '12.34 CR CR',
    '9'.repeat(61),
  ])('include %j', (text) => {
    expect(amount(text)).toBe('is not an amount');
  });

  test.each([
    ['', 'is blank'],
    ['   ', 'is blank'],
    [NBSP, 'is blank'],
    ["'", 'is blank'],
    ['#REF!', 'is the spreadsheet error #REF!'],
    ['#N/A', 'is the spreadsheet error #N/A'],
    ['#DIV/0!', 'is the spreadsheet error #DIV/0!'],
    ['1e3', 'is in scientific notation, so digits may be lost'],
    ['1.5E+03', 'is in scientific notation, so digits may be lost'],
    ['-12.34 CR', 'has both a sign and the mark CR'],
    ['(12.34) DR', 'has both a sign and the mark DR'],
    ['DR [12.34]', 'has both a sign and the mark DR'],
    ['DB 12.34 DB', 'is not an amount'],
    ['[12.34)', 'is not an amount'],
    ['-[12.34]', 'is not an amount'],
    ['10000000000', 'is too large'],
    ['99999999999999.99', 'is too large'],
  ])('include %j: it %s', (text, problem) => {
    expect(amount(text)).toBe(problem);
  });

  test.each(['1,234.50', '1.23,45', '12,3,4', '1.2345,6'])('include %j with a decimal comma', (text) => {
    expect(amount(text, EU)).toBe('is not an amount');
  });
});

describe('numbers of a workbook', () => {
  test.each([
    [1234.5, 12_345_000],
    [0.1 + 0.2, 3000],
    [1.005, 10_050],
    [1.00005, 10_001],
    [2.675 * 100, 2_675_000],
    [-12.34, -123_400],
    [-0, 0],
    [5e-7, 0],
    [-4.9e-5, 0],
    [5e-5, 1],
    [1234567.8949999998, 12_345_678_950],
    [9_999_999_999.9999, 99_999_999_999_999],
  ])('turn %d into %d ten-thousandths', (value, expected) => {
    expect(readAmount(number(value), US)).toEqual({ ok: true, amount: expected });
  });

  test.each([
    [Number.NaN, 'is not an amount'],
    [Number.POSITIVE_INFINITY, 'is too large'],
    [1e10, 'is too large'],
    [-1e300, 'is too large'],
  ])('refuse %d: it %s', (value, problem) => {
    expect(readAmount(number(value), US)).toEqual({ ok: false, problem });
  });

  test('are not money if they are dates', () => {
    expect(readAmount(serial(46_000), US)).toEqual({ ok: false, problem: 'is a date' });
  });
});

test('reads every written form back to the last digit', () => {
  const forms: readonly ((digits: string, grouped: string) => string)[] = [
    (digits) => digits,
    (_, grouped) => grouped,
    (_, grouped) => `$${grouped}`,
    (digits) => `USD ${digits}`,
    (_, grouped) => `${grouped} USD`,
    (digits) => `${NBSP}${digits} `,
  ];
  const signs: readonly ((positive: string) => string)[] = [
    (text) => `-${text}`,
    (text) => `(${text})`,
    (text) => `${text}-`,
    (text) => `\u2212 ${text}`,
  ];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 14 - 1 }),
      fc.constantFrom(...forms),
      fc.option(fc.constantFrom(...signs)),
      fc.boolean(),
      (money, form, sign, isEuropean) => {
        const [whole = '', part = ''] = moneyToDecimal(money).split('.');
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, isEuropean ? '.' : ',');
        const point = isEuropean ? ',' : '.';
        const text = form(`${whole}${point}${part}`, `${grouped}${point}${part}`);
        const signedText = sign === null ? text : sign(text.trim());
        const expected = sign === null || money === 0 ? money : -money;
        expect(readAmount(signedText, isEuropean ? EU : US)).toEqual({ ok: true, amount: expected });
      },
    ),
    { seed: 20260301, numRuns: propertyRuns(2000) },
  );
});

test('reads a workbook number with two to four places exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (money) => {
      expect(readAmount(number(money / 10_000), US)).toEqual({ ok: true, amount: money });
    }),
    { seed: 20260302, numRuns: propertyRuns(2000) },
  );
});

test('never throws, or returns an amount that is not an integer, for any text', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+$()., 0-9USDCRB%\u00a0\u2212]{0,20}$/));
  fc.assert(
    fc.property(texts, fc.constantFrom(US, EU), (text, options) => {
      const reading = readAmount(text, options);
      expect(reading.ok ? Number.isSafeInteger(reading.amount) : reading.problem.length > 0).toBe(true);
    }),
    { seed: 20260303, numRuns: propertyRuns(3000) },
  );
});

describe('quantities', () => {
  const RATE = { places: 6, limit: 10 ** 14 };
  const COUNT = { places: 2, limit: 10 ** 12 };

  test.each([
    ['0.05', 50_000],
    ['5%', 50_000],
    ['5.25 %', 52_500],
    ['5', 5_000_000],
    ['$25.00', 25_000_000],
    ['0.0000005', 1],
  ])('read the rate %j as %d millionths', (text, quantity) => {
    expect(readQuantity(text, '.', RATE)).toEqual({ ok: true, quantity });
  });

  test.each([
    ['1', 100],
    ['2.5', 250],
    ['-1', -100],
    ['1,000', 100_000],
    ['-', 0],
  ])('read the count %j as %d hundredths', (text, quantity) => {
    expect(readQuantity(text, '.', COUNT)).toEqual({ ok: true, quantity });
  });

  test('read workbook numbers and decimal commas, and refuse numbers that are too large and other texts', () => {
    expect(readQuantity(number(0.05), '.', RATE)).toEqual({ ok: true, quantity: 50_000 });
    expect(readQuantity(number(1 / 3), '.', RATE)).toEqual({ ok: true, quantity: 333_333 });
    expect(readQuantity('0,05', ',', RATE)).toEqual({ ok: true, quantity: 50_000 });
    expect(readQuantity('10000000000', '.', COUNT)).toEqual({ ok: false, problem: 'is too large' });
    expect(readQuantity('(5%)', '.', RATE)).toEqual({ ok: false, problem: 'is not a number' });
    expect(readQuantity('two', '.', COUNT)).toEqual({ ok: false, problem: 'is not a number' });
    expect(readQuantity(serial(46_000), '.', COUNT)).toEqual({ ok: false, problem: 'is a date' });
  });
});
