import { describe, expect, test } from 'vitest';
import { uploadForm, uploadHeaders } from '../../../../lambdas/http/upload-form.ts';

/** Guarantee: a form names every field that cannot be read, and only those; the service answers with the same names. */

const TODAY = '2026-07-15T12:00:00Z';
const file = { bytes: new Uint8Array([1]), fileName: 'summit.csv', mediaType: 'text/csv' };

/** Returns the fields with a fault of a valid form with changes: null omits a field. */
function faultsOf(changes: Readonly<Record<string, string | null>>, now = TODAY): readonly string[] {
  const valid = { file, carrierId: '5a0f6f0e-2f0c-4b4a-9a86-0b7f8f9b6f11', period: '2024-01' };
  const fields = Object.entries({ ...valid, ...changes }).filter(([, value]) => value !== null);
  const form = uploadForm({ clock: () => new Date(now), localMode: false }).safeParse(Object.fromEntries(fields));
  return form.success ? [] : [...new Set(form.error.issues.map(({ path }) => String(path[0])))].sort();
}

test('a valid form has no fault', () => {
  expect(faultsOf({})).toEqual([]);
});

describe('the period', () => {
  test.each([
    ['1999', '12', 'periodYear'],
    ['2027', '01', 'periodYear'],
    ['2026', '09', 'periodMonth'],
    ['2026', '0', 'periodMonth'],
    ['2026', '13', 'periodMonth'],
    ['2026', '1.0', 'periodMonth'],
    ['2026', '', 'periodMonth'],
    ['26', '01', 'periodYear'],
    ['2e3', '01', 'periodYear'],
    ['99999999999999999999', '01', 'periodYear'],
  ])('is refused for %s / %s: %s', (periodYear, periodMonth, field) => {
    expect(faultsOf({ period: null, periodYear, periodMonth })).toEqual([field]);
  });

  test.each([
    ['no month', {}, ['period', 'periodMonth', 'periodYear']],
    ['no month, and another fault', { statedTotal: 'x' }, ['period', 'periodMonth', 'periodYear', 'statedTotal']],
    ['an impossible month', { period: '2026-13' }, ['period']],
    ['a month in another form', { period: '06/2026' }, ['period']],
    ['a month that is too late', { period: '2026-09' }, ['period']],
    ['a month before 2000', { period: '1999-12' }, ['period']],
    ['a year without its month', { periodYear: '2026' }, ['periodMonth']],
    ['a month without its year', { periodMonth: '6' }, ['periodYear']],
    ['a whole month, and its number without the year', { period: '2026-06', periodMonth: '6' }, ['periodYear']],
    ['two months', { period: '2026-05', periodYear: '2026', periodMonth: '6' }, ['period']],
    [
      'a month that is too late, and another fault',
      { periodMonth: '09', periodYear: '2026', statedTotal: 'x' },
      ['periodMonth', 'statedTotal'],
    ],
  ])('is refused when the form names %s', (_name, fields, faults) => {
    expect(faultsOf({ period: null, ...fields })).toEqual(faults);
  });

  test('may be of the next year in December', () => {
    const inDecember = (periodMonth: string) =>
      faultsOf({ period: null, periodYear: '2027', periodMonth }, '2026-12-31T23:59:59Z');
    expect([inDecember('01'), inDecember('02')]).toEqual([[], ['periodMonth']]);
  });
});

test.each(['', 'abc', '1e3', '1,234.50', '$5', ' 5', '5.', '.5', '+5', '1.00001', 'NaN', '0x10', '99999999999'])(
  'refuses statedTotal "%s"',
  (statedTotal) => {
    expect(faultsOf({ statedTotal })).toEqual(['statedTotal']);
  },
);

test.each(['TRUE', '1', 'yes', ''])('refuses replace "%s"', (replace) => {
  expect(faultsOf({ replace })).toEqual(['replace']);
});

test.each(['', '""', 'a b', '"a b"', 'x'.repeat(256), 'Ü'])('refuses Idempotency-Key [%s]', (key) => {
  expect(uploadHeaders.safeParse({ 'Idempotency-Key': key }).success).toBe(false);
});
