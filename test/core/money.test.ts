import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMoney,
  exactFromMoney,
  exactToDecimal,
  exactToDollars,
  MONEY_LIMIT,
  millionthsToDecimal,
  moneyFromDecimal,
  moneyToDecimal,
  moneyToDollars,
  scaleDecimal,
  unscaleDecimal,
} from '../../core/money.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Guarantee: amounts are read, stored, added and shown without losing a ten-thousandth. */

const amounts = fc.integer({ min: -MONEY_LIMIT + 1, max: MONEY_LIMIT - 1 });
const RUNS = { numRuns: propertyRuns(2000) };

describe('reading an amount', () => {
  it.each([
    ['0', 0],
    ['-0', 0],
    ['12.34', 123_400],
    ['+12.34', 123_400],
    ['-12.3456', -123_456],
    ['.5', 5000],
    ['-.5', -5000],
    ['5.', 50_000],
    ['007', 70_000],
    ['0.00004', 0],
    ['0.00005', 1],
    ['-0.00005', -1],
    ['-0.000049999', 0],
    ['1.00004999', 10_000],
    ['9.99995', 100_000],
    ['9999999999.9999', MONEY_LIMIT - 1],
    ['-9999999999.9999', 1 - MONEY_LIMIT],
  ])('succeeds for %s', (text, amount) => {
    expect(moneyFromDecimal(text)).toBe(amount);
  });

  it.each([
    '',
    '.',
    '-',
    '+.',
    '1e3',
    '1,234.50',
    '$1',
    ' 1',
    '1 ',
    '1\n',
    '--1',
    '1.2.3',
    '١',
    'NaN',
    'Infinity',
    '0x10',
    '10000000000',
    '-10000000000',
    '9999999999.99995',
  ])('refuses "%s"', (text) => {
    expect(moneyFromDecimal(text)).toBeNull();
  });

  it('is reversed by writing it', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(moneyFromDecimal(moneyToDecimal(amount))).toBe(amount);
        expect(moneyToDecimal(amount)).toMatch(/^-?\d+\.\d{4}$/);
      }),
      RUNS,
    );
  });

  it('writes an amount with four places, and a rate with six', () => {
    fc.assert(
      fc.property(amounts, (value) => {
        expect(moneyToDecimal(value)).toBe(unscaleDecimal(BigInt(value), 4));
        expect(millionthsToDecimal(value)).toBe(unscaleDecimal(BigInt(value), 6));
      }),
      RUNS,
    );
    expect([millionthsToDecimal(0), millionthsToDecimal(50_000), millionthsToDecimal(-1)]).toEqual([
      '0.000000',
      '0.050000',
      '-0.000001',
    ]);
  });

  it('never gives a negative zero, which is written and compared differently', () => {
    expect(Object.is(moneyFromDecimal('-0.00001'), 0)).toBe(true);
    expect(Object.is(moneyToDollars(-49), 0)).toBe(true);
    expect(Object.is(exactToDollars(-1n), 0)).toBe(true);
  });
});

describe('scaling decimal text', () => {
  it('rounds half away from zero at any number of places, and can be reversed', () => {
    expect([scaleDecimal('0.125', 2), scaleDecimal('-0.125', 2), scaleDecimal('0.1249', 2)]).toEqual([13n, -13n, 12n]);
    expect(scaleDecimal('0.0500005', 6)).toBe(50_001n);
    expect(scaleDecimal('123456789012345678901234567890.5', 1)).toBe(1_234_567_890_123_456_789_012_345_678_905n);
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.integer({ min: 1, max: 12 }),
        (value, places) => {
          expect(scaleDecimal(unscaleDecimal(value, places), places)).toBe(value);
        },
      ),
      RUNS,
    );
  });
});

describe('adding', () => {
  it('is exact or fails', () => {
    expect(addMoney(1000, 2000)).toBe(3000);
    expect(addMoney(Number.MAX_SAFE_INTEGER - 1, 1)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => addMoney(Number.MAX_SAFE_INTEGER, 1)).toThrow(RangeError);
    expect(() => addMoney(-Number.MAX_SAFE_INTEGER, -1)).toThrow(RangeError);
    expect(() => addMoney(0.1, 0.2)).toThrow(RangeError);
  });
});

describe('showing dollars', () => {
  it.each([
    [0, 0],
    [49, 0],
    [50, 0.01],
    [149, 0.01],
    [150, 0.02],
    [-50, -0.01],
    [-149, -0.01],
    [10_050, 1.01],
    [-10_050, -1.01],
    [5_850_100, 585.01],
    [MONEY_LIMIT - 1, 10_000_000_000],
  ])('turns %d ten-thousandths into %d', (amount, dollars) => {
    expect(moneyToDollars(amount)).toBe(dollars);
    expect(exactToDollars(exactFromMoney(amount))).toBe(dollars);
  });

  it('rounds half away from zero to a cent that JSON shows exactly', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const cents = (BigInt(Math.abs(amount)) + 50n) / 100n;
        const text = `${amount < 0 && cents > 0n ? '-' : ''}${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
        expect(moneyToDollars(amount).toFixed(2)).toBe(text);
        expect(exactToDollars(exactFromMoney(amount))).toBe(moneyToDollars(amount));
      }),
      RUNS,
    );
  });

  it('rounds a product with a rate once, at the end', () => {
    expect(exactToDollars(49_999_999n)).toBe(0);
    expect(exactToDollars(50_000_000n)).toBe(0.01);
    expect(exactToDollars(-50_000_000n)).toBe(-0.01);
    expect(exactToDecimal(51_000_500_001n)).toBe('5.1000500001');
    expect(exactToDecimal(-1n)).toBe('-0.0000000001');
    expect(exactToDecimal(exactFromMoney(-123_456))).toBe('-12.3456000000');
  });
});
