import { exactFromMoney } from '../../../core/money.ts';
import { type CarrierMonth, type CarrierSpan, compareCarriers } from '../../../core/report/carrier-month.ts';

/** Makes months of carriers in the form that reports receive. Figures that are not given are zero. */

type AmountName =
  | 'commissionAtRisk'
  | 'commissionOwed'
  | 'commissionOwedEstimated'
  | 'chargebackAmount'
  | 'gross'
  | 'unassignedGross'
  | 'unassignedChargebacks';

/** Amounts in dollars. */
export type MonthFigures = Partial<
  Omit<CarrierMonth, AmountName | 'carrierId' | 'carrierName' | 'period'> & Record<AmountName, number>
>;

/** Makes a month of a carrier, whose id is its name in lower case. */
export function monthOf(carrierName: string, period: string, figures: MonthFigures = {}): CarrierMonth {
  const { commissionAtRisk = 0, commissionOwed = 0, chargebackAmount = 0, gross = 0, ...others } = figures;
  const { unassignedGross = 0, unassignedChargebacks = 0, commissionOwedEstimated = 0, ...counts } = others;
  return {
    carrierId: carrierName.toLowerCase(),
    carrierName,
    period,
    memberCount: 0,
    red: 0,
    new: 0,
    reappeared: 0,
    owedEvaluated: 0,
    owedTotal: 0,
    owedEstimated: false,
    chargebackCount: 0,
    priorPresent: 0,
    missingMembers: 0,
    returningMembers: 0,
    ...counts,
    commissionAtRisk: dollars(commissionAtRisk),
    commissionOwed: dollars(commissionOwed),
    commissionOwedEstimated: dollars(commissionOwedEstimated),
    chargebackAmount: dollars(chargebackAmount),
    gross: dollars(gross),
    unassignedGross: dollars(unassignedGross),
    unassignedChargebacks: dollars(unassignedChargebacks),
  };
}

function dollars(amount: number): bigint {
  return exactFromMoney(Math.round(amount * 10_000));
}

/** Returns the spans of the carriers of these months, by name, as the database returns them. */
export function spansOf(months: readonly CarrierMonth[]): CarrierSpan[] {
  return [...Map.groupBy(months, ({ carrierId }) => carrierId).values()]
    .map((own) => {
      const periods = own.map(({ period }) => period).toSorted();
      const { carrierId = '', carrierName = '' } = own[0] ?? {};
      return { carrierId, carrierName, firstPeriod: periods[0] ?? '', lastPeriod: periods.at(-1) ?? '' };
    })
    .toSorted(compareCarriers);
}
