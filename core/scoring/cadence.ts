import {
  addMonths,
  lastCoveredMonth,
  lastDayOf,
  monthIndex,
  type Period,
  periodMonth,
  periodOfDate,
} from '../period.ts';
import type { StatementConfig } from '../statement/config.ts';
import type { MemberMonth, ScorableLine } from './member-month.ts';

/**
 * How far a payment reaches (contract 6, row 9). Carriers pay some business month by month and some at once for a year or
 * a number of months; a member who is paid ahead is missing from the statements between, and has not dropped.
 */

/** Months paid ahead, or what decides their number. */
type Cadence = StatementConfig['cadence'][string];

/** The cadence of a line by its transaction type. */
export type CadenceOf = (transactionType: string | null) => Cadence;

/** What a member's month was paid for. */
export interface Coverage {
  /** Last month paid for, when that is after the statement's own; else null. */
  readonly through: Period | null;
  /** Months the payment is for; 1 unless it is known to be for several and reaches ahead. */
  readonly months: number;
}

const OWN_MONTH: Coverage = { through: null, months: 1 };
/** A "paid to" date further off than this is not one: ten years, the longest cadence there is. */
const MONTHS_AHEAD_MAX = 120;
/** A premium billed a month in advance moves the "paid to" date one month on; it is still one month's commission. */
const BILLED_AHEAD_MONTHS = 1;

/** A type's own entry, in any case, goes before the default; without either a carrier pays monthly. */
export function cadenceOf({ cadence }: Pick<StatementConfig, 'cadence'>): CadenceOf {
  const byType = new Map(Object.entries(cadence).map(([type, value]) => [foldType(type), value]));
  const fallback = byType.get('default') ?? 'monthly';
  return (transactionType) =>
    transactionType === null ? fallback : (byType.get(foldType(transactionType)) ?? fallback);
}

/** The furthest of a member's positive lines; several months paid in lines of their own count together. */
export function coverageOf(month: MemberMonth, period: Period, cadence: CadenceOf): Coverage {
  const only = month.lineCount === 1 ? month.records[0]?.lines[0] : undefined;
  if (only !== undefined) return coverageOfLine(only, period, cadence);
  let through: Period | null = null;
  let months = 1;
  const covered = new Set<Period>();
  for (const record of month.records) {
    for (const line of record.lines) {
      if (line.amount > 0 && line.coverageMonth !== null) covered.add(line.coverageMonth);
      const reach = coverageOfLine(line, period, cadence);
      if (reach.through === null) continue;
      months = Math.max(months, reach.months);
      if (through === null || reach.through > through) through = reach.through;
    }
  }
  if (covered.size > 1) {
    const last = [...covered].sort().at(-1) ?? period;
    if (last > period && (through === null || last >= through)) return { through: last, months: covered.size };
  }
  return through === null ? OWN_MONTH : { through, months };
}

/** An explicit "paid to" date goes before the number of months paid, and this before the configured cadence. */
function coverageOfLine(line: ScorableLine, period: Period, cadenceOfType: CadenceOf): Coverage {
  if (line.amount <= 0) return OWN_MONTH;
  const stated = line.monthsPaid === null ? null : Math.max(Math.floor(line.monthsPaid / 100), 1);
  if (line.paidThrough !== null) return statedCoverage(lastCoveredMonth(line.paidThrough), period, stated);
  const cadence = cadenceOfType(line.transactionType);
  // Without a first month and with monthly pay, several months at once are as often arrears as an advance.
  if (cadence === 'monthly' && (stated === null || stated === 1 || line.coverageMonth === null)) return OWN_MONTH;
  const start = line.coverageMonth ?? firstMonth(line.effectiveDate, period);
  const configured = cadence === 'monthly' ? 1 : cadence === 'calendar_year' ? 13 - periodMonth(start) : cadence;
  const months = stated ?? configured;
  const through = addMonths(start, months - 1);
  return through > period && monthsBetween(period, through) <= MONTHS_AHEAD_MAX ? { through, months } : OWN_MONTH;
}

function statedCoverage(through: Period, period: Period, stated: number | null): Coverage {
  const ahead = monthsBetween(period, through);
  if (ahead <= 0 || ahead > MONTHS_AHEAD_MAX) return OWN_MONTH;
  return { through, months: stated ?? (ahead <= BILLED_AHEAD_MONTHS ? 1 : ahead + 1) };
}

/** New business is often paid before it begins; a date further off than a year is not when this payment begins. */
function firstMonth(effectiveDate: string | null, period: Period): Period {
  if (effectiveDate === null) return period;
  const month = periodOfDate(effectiveDate);
  return month > period && monthsBetween(period, month) <= 12 ? month : period;
}

function monthsBetween(from: Period, to: Period): number {
  return monthIndex(to) - monthIndex(from);
}

function foldType(type: string): string {
  return type.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** A month as the date it is stored as. */
export function paidThroughDate(through: Period | null): string | null {
  return through === null ? null : lastDayOf(through);
}
