import { addMonths, type Period } from '../../../core/period.ts';
import {
  CHARGEBACK,
  CODES_OF_A_CUT,
  DROPPED,
  EXPLAINING,
  KINDS_TOLD,
  REAPPEARED,
  type Told,
  type ToldRow,
} from './told.ts';
import type { Fact, FactKind, Range, Truth } from './truth.ts';

/** Compares the service's findings for a book with its true facts. docs/accuracy.md defines findings and facts. */

export interface Finding {
  readonly memberExternalId: string;
  readonly period: Period;
  readonly code: string;
  readonly detail: string;
  readonly right: boolean;
}

export interface JudgedFact extends Fact {
  readonly told: boolean;
}

/** Amounts in cents, as the service shows them and as they should be. */
export interface JudgedDollars {
  readonly shown: number;
  readonly must: number;
  readonly may: number;
  /** The sum of all amounts outside the range of their period, without netting. */
  readonly outside: number;
  /** `outside` as a share of the base of the error. */
  readonly error: number;
}

export interface Judgement {
  readonly findings: readonly Finding[];
  readonly facts: readonly JudgedFact[];
  readonly atRisk: JudgedDollars;
  readonly owed: JudgedDollars;
  readonly recoverable: JudgedDollars;
  /** Sentences about sums that differ from those of the statements. */
  readonly sumsOff: readonly string[];
}

export function judge(truth: Truth, told: Told): Judgement {
  const memberOf = new Map(truth.ids.flatMap((ids, member) => ids.map((id) => [fold(id), member] as const)));
  const rows = told.rows.map((row) => ({ row, member: memberOf.get(fold(row.memberExternalId)) ?? null }));
  const byMonth = new Map<string, ToldRow[]>();
  for (const { row, member } of rows) {
    const key = `${member} ${row.period}`;
    byMonth.set(key, [...(byMonth.get(key) ?? []), row]);
  }
  const lastOf = (fact: Fact): Period => lastReport(fact, truth);
  const paid = total(truth.periods.map(({ paidCents }) => paidCents));
  const dollarsOf = (field: 'atRisk' | 'owed') =>
    judgeRanges(
      truth.periods.map((period) => period[field]),
      truth.periods.map(({ period }) => cents(told.periods.find((one) => one.period === period)?.[field] ?? 0)),
      paid,
    );
  return {
    findings: rows.flatMap(({ row, member }) =>
      findingsOf(
        row,
        truth.facts.filter((fact) => fact.member === member),
        lastOf,
      ),
    ),
    facts: truth.facts.map((fact) => ({ ...fact, told: isTold(fact, told.rows, byMonth, lastOf(fact)) })),
    atRisk: dollarsOf('atRisk'),
    owed: dollarsOf('owed'),
    recoverable: judgeRanges([truth.recoverable], [cents(told.recoverable)], paid),
    sumsOff: sumsOff(truth, told),
  };
}

const CARRYING: ReadonlySet<string> = new Set(['warn', 'critical']);

function findingsOf(row: ToldRow, facts: readonly Fact[], lastOf: (fact: Fact) => Period): Finding[] {
  const { memberExternalId, period } = row;
  const found = (code: string, detail: string): Finding => {
    return { memberExternalId, period, code, detail, right: isRight(code, period, facts, lastOf) };
  };
  const findings = row.signals
    .filter(({ severity }) => CARRYING.has(severity))
    .map(({ code, detail }) => found(code, detail));
  return saysDropped(row) ? [found(DROPPED, row.reason ?? ''), ...findings] : findings;
}

function saysDropped({ status, flags }: ToldRow): boolean {
  return status === 'red' && flags.includes('DROPPED');
}

/**
 * Returns the number of later periods for which a fact may still be reported: eight for a missing true-up, and one for every other fact.
 */
function reach(kind: FactKind): number {
  return kind === 'true_up_missing' ? 8 : 1;
}

/** Returns the last period in which a fact may be reported. Where the carrier skips a month, the next statement is a later one. */
function lastReport({ period, kind }: Fact, { periods }: Truth): Period {
  const month = addMonths(period, reach(kind));
  const next = periods.find((one) => one.period > period)?.period ?? month;
  return [month, next].toSorted().at(-1) ?? month;
}

function isRight(code: string, period: Period, facts: readonly Fact[], lastOf: (fact: Fact) => Period): boolean {
  const kinds = KINDS_TOLD[code] ?? [];
  return facts.some((fact) => kinds.includes(fact.kind) && fact.period <= period && period <= lastOf(fact));
}

function isTold(
  fact: Fact,
  all: readonly ToldRow[],
  byMonth: ReadonlyMap<string, readonly ToldRow[]>,
  last: Period,
): boolean {
  if (fact.member === null) {
    const rows = all.filter(({ period }) => period === fact.period);
    return rows.some(({ signals }) => signals.some(({ code }) => CODES_OF_A_CUT.has(code)));
  }
  for (let period = fact.period; period <= last; period = addMonths(period, 1)) {
    const rows = byMonth.get(`${fact.member} ${period}`) ?? [];
    if (rows.some((row) => codesOf(row).some((code) => KINDS_TOLD[code]?.includes(fact.kind)))) return true;
  }
  return false;
}

function codesOf(row: ToldRow): string[] {
  return [
    ...row.signals.map(({ code }) => code),
    ...(saysDropped(row) ? [DROPPED] : []),
    ...row.flags.filter((flag) => flag === CHARGEBACK || flag === REAPPEARED),
  ];
}

/** Judges amounts against their ranges. The base of an error is at least one hundredth of the paid amount. */
function judgeRanges(ranges: readonly Range[], shown: readonly number[], paid: number): JudgedDollars {
  const outside = total(
    ranges.map(({ must, may }, index) => {
      const amount = shown[index] ?? 0;
      return Math.max(0, must - amount, amount - Math.max(must, may));
    }),
  );
  const must = total(ranges.map((range) => range.must));
  const base = Math.max(must, paid / 100);
  const may = total(ranges.map((range) => range.may));
  return { shown: total(shown), must, may, outside, error: base === 0 ? (outside === 0 ? 0 : 1) : outside / base };
}

function sumsOff(truth: Truth, told: Told): string[] {
  const off: string[] = [];
  const compare = (what: string, saidDollars: number | undefined, trueCents: number) => {
    const said = saidDollars === undefined ? null : cents(saidDollars);
    if (said !== trueCents)
      off.push(`${what}: ${said === null ? 'nothing' : said / 100} shown, ${trueCents / 100} true`);
  };
  for (const { period, paidCents, takenBackCents } of truth.periods) {
    const said = told.periods.find((one) => one.period === period);
    compare(`net of ${period}`, said?.net, paidCents - takenBackCents);
    compare(`chargebacks of ${period}`, said?.takenBack, takenBackCents);
  }
  for (const year of new Set(truth.periods.map(({ period }) => Number(period.slice(0, 4))))) {
    const months = truth.periods.filter(({ period }) => period.startsWith(String(year)));
    const said = told.years.find((one) => one.year === year);
    const gross = total(months.map(({ paidCents }) => paidCents));
    const back = total(months.map(({ takenBackCents }) => takenBackCents));
    compare(`form 1099 gross of ${year}`, said?.paidGross, gross);
    compare(`form 1099 chargebacks of ${year}`, said?.chargebacks, back);
    compare(`form 1099 net of ${year}`, said?.paidNet, gross - back);
  }
  return off;
}

/** Returns the share of right findings. Null when there are no findings. */
export function precision(findings: readonly Finding[]): number | null {
  return findings.length === 0 ? null : findings.filter(({ right }) => right).length / findings.length;
}

/** Returns the share of reported facts. Facts that only explain are not counted. */
export function recall(facts: readonly JudgedFact[]): number | null {
  const counted = facts.filter(({ kind }) => !EXPLAINING.has(kind));
  return counted.length === 0 ? null : counted.filter(({ told }) => told).length / counted.length;
}

function fold(id: string): string {
  return id.trim().toUpperCase();
}

function cents(dollars: number): number {
  return Math.round(dollars * 100);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
