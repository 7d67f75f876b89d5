import { monthIndex, type Period, periodMonth, periodOfDate } from '../period.ts';
import type { StatementConfig } from '../statement/config.ts';
import { compilePatterns } from '../statement/pattern.ts';
import type { MemberProfile } from './member-month.ts';

/** Months for which a carrier pays no commission by its contract (docs/reference/signals.md#months-without-pay). */

/** Returns whether nothing is due to a member for the month. */
export type IsUnpaidMonth = (member: Pick<MemberProfile, 'productType' | 'effectiveDate'>, period: Period) => boolean;

/** The rule of a carrier that pays every month. */
export const EVERY_MONTH_PAID: IsUnpaidMonth = () => false;

/** Returns the rule of a format. A policy month counts from the effective month, which is the first. */
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
