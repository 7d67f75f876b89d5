import type { z } from 'zod';
import type { statementConfigSchema } from '../statement/config.ts';

type CadenceList = Extract<z.input<typeof statementConfigSchema>['cadence'], readonly unknown[]>;

/**
 * Minimum dollars of a payment for a year. No month's pay is as high: the highest CMS initial amount for a month is about 75 for a health
 * plan and 11 for a drug plan.
 */
export const HEALTH_YEAR_MIN = 80;
const DRUG_YEAR_MIN = 15;
const DRUG_PLANS = ['/\\bPDP\\b|part ?d/i'];

/**
 * Returns the cadence of new business of Medicare plans, which is paid at once through December. Carriers pay other members monthly under
 * the same type, so smaller amounts are left out. If the statement names no product, all plans are treated as health plans.
 */
export function newBusinessForYear(type: string[], options: { readonly namesProduct: boolean }): CadenceList {
  const health = { type, atLeast: HEALTH_YEAR_MIN, months: 'calendar_year' } as const;
  if (!options.namesProduct) return [health];
  return [{ type, productType: DRUG_PLANS, atLeast: DRUG_YEAR_MIN, months: 'calendar_year' }, health];
}
