import { describe, expect, it } from 'vitest';
import {
  isSameAmount,
  matchingAdvance,
  matchingYearsPay,
  paysForYear,
  yearsPayOf,
} from '../../../core/scoring/cms-maximum.ts';
import { type MemberProfile, NO_PROFILE } from '../../../core/scoring/member-month.ts';

/** Guarantee: pay for a Medicare year is recognized by the CMS amounts, and a month's pay is not taken for it. */

/** Makes the profile of a plan. In 2026 CMS allows $694 and $347 in Texas, $864 and $432 in California. */
const plan = (state: string | null, effectiveDate: string | null): MemberProfile => ({
  ...NO_PROFILE,
  productType: 'MA',
  state,
  effectiveDate,
});
const dollars = (amount: number) => Math.round(amount * 10_000);

describe('whether one payment is for the year', () => {
  it.each([
    ['the renewal amount', 347, 'TX', '2020-01-01', true],
    ['a dollar more than the renewal amount of an unknown state', 348, null, null, true],
    ['no amount of an unknown state', 350, null, null, false],
    ['the renewal amount of another region', 237, 'TX', null, false],
    ['more than five months of initial pay', 289.17, 'TX', null, true],
    ['five months of initial pay', 289.16, 'TX', null, false],
    ['five months of the highest region, where the state is unknown', 360, null, null, false],
    ['initial pay from October on', 173.5, 'TX', '2026-10-01', true],
    ['renewal pay from October on', 86.75, 'TX', '2026-10-01', true],
    ['initial pay from November on', 115.67, 'TX', '2026-11-01', true],
    ["renewal pay from November on, which is a month's initial pay", 57.83, 'TX', '2026-11-01', false],
    ["initial pay of December, which is a month's pay", 57.83, 'TX', '2026-12-01', false],
    ['initial pay from November on, of the year before', 115.67, 'TX', '2025-11-01', false],
    ['nothing', 0, 'TX', null, false],
    ['a chargeback', -694, 'TX', null, false],
  ])('%s', (_, amount, state, effectiveDate, expected) => {
    expect(paysForYear(dollars(amount), 2026, plan(state, effectiveDate))).toBe(expected);
  });

  it.each([
    ['the renewal amount', 57, null, true],
    ['a dollar less than the renewal amount', 56, null, true],
    ['more than five months of initial pay', 47.51, null, true],
    ['five months of initial pay', 47.5, null, false],
    ["a month's pay", 9.5, null, false],
    ['renewal pay from October on', 14.25, '2026-10-01', true],
    ['a dollar less than renewal pay from October on', 13.25, '2026-10-01', true],
    ['two dollars less than renewal pay from October on', 12.25, '2026-10-01', false],
    ['initial pay from November on', 19, '2026-11-01', true],
  ])('%s of a drug plan, which has the lowest amounts', (_, amount, effectiveDate, expected) => {
    expect(paysForYear(dollars(amount), 2026, { ...plan('TX', effectiveDate), productType: 'PDP' })).toBe(expected);
  });

  it('is never so for a plan without a maximum', () => {
    expect(paysForYear(dollars(694), 2026, { ...plan('TX', null), productType: 'Dental' })).toBe(false);
  });
});

describe('the amounts of a year', () => {
  const WHOLE = { initial: dollars(694), renewal: dollars(347), months: 12 };
  it.each([
    ['of a policy without a date', null, [WHOLE]],
    ['of a policy from January', '2026-01-01', [WHOLE]],
    [
      'of a policy from October',
      '2026-10-01',
      [WHOLE, { initial: dollars(173.5), renewal: dollars(86.75), months: 3 }],
    ],
    ['of a policy from November', '2026-11-01', [WHOLE]],
    ['of a policy from October of the year before', '2025-10-01', [WHOLE]],
  ])('%s', (_, effectiveDate, expected) => {
    expect(yearsPayOf(2026, plan('TX', effectiveDate))).toEqual(expected);
  });

  it('are matched within a dollar', () => {
    expect([693.9999, 695, 695.0001].map((amount) => isSameAmount(dollars(amount), dollars(694)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isSameAmount(0, dollars(0.5))).toBe(false);
  });

  it('give an advance where the renewal amount alone matches', () => {
    const dated = plan('TX', '2026-07-01');
    const options = yearsPayOf(2026, dated);
    // Six months of initial pay equal a year of renewal pay.
    expect(matchingAdvance(dollars(347), 2026, dated)).toBeUndefined();
    expect(matchingAdvance(dollars(173.5), 2026, dated)).toMatchObject({ months: 6 });
    expect(matchingYearsPay(dollars(347), options)).toMatchObject({ months: 12 });
    expect(matchingYearsPay(dollars(300), options)).toBeUndefined();
  });
});
