import { monthIndex, type Period, periodMonth, periodOfDate } from '../period.ts';
import type { StatementConfig } from '../statement/config.ts';
import { compilePatterns } from '../statement/pattern.ts';
import type { MemberProfile } from './member-month.ts';

/** Returns whether a carrier pays nothing to a member in the period (docs/reference/signals.md#months-without-pay). */
export type IsUnpaidMonth = (member: Pick<MemberProfile, 'productType' | 'effectiveDate'>, period: Period) => boolean;

/** The rule of a carrier that pays every month. */
export const EVERY_MONTH_PAID: IsUnpaidMonth = () => false;

/** Makes the rule of a format. Policy months count from 1 for the effective month. */
export function unpaidMonthsOf({ unpaidMonths = [] }: Pick<StatementConfig, 'unpaidMonths'>): IsUnpaidMonth {
  if (unpaidMonths.length === 0) return EVERY_MONTH_PAID;
  const entries = unpaidMonths.map(({ productType, months = [], policyMonths = [] }) => ({
    fitsProduct: productType === undefined ? null : compilePatterns(productType),
    months: new Set(months),
    policyMonths: new Set(policyMonths),
  }));
  return ({ productType, effectiveDate }, period) => {
    const policyMonth = effectiveDate === null ? 0 : 1 + monthIndex(period) - monthIndex(periodOfDate(effectiveDate));
    return entries.some(
      ({ fitsProduct, months, policyMonths }) =>
        (fitsProduct === null || fitsProduct(productType ?? '')) &&
        (months.has(periodMonth(period)) || policyMonths.has(policyMonth)),
    );
  };
}
