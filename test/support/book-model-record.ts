import { Fraction } from './book-model-fraction.ts';

/** The line, record and member in a period of the book model (docs/reference/scoring.md#words). */

/** One accepted data row. Amounts are plain decimal text, after the sign rule. */
export interface ModelLine {
  readonly member: string;
  readonly policy: string | null;
  readonly amount: string;
  readonly premium?: string | null;
  readonly lives?: string | null;
  readonly monthsPaid?: string | null;
  readonly planCode?: string | null;
  readonly planName?: string | null;
  readonly agentId?: string | null;
  readonly agentName?: string | null;
  readonly memberName?: string | null;
  readonly email?: string | null;
  readonly state?: string | null;
  /** Dates are YYYY-MM-DD. */
  readonly effectiveDate?: string | null;
  readonly termDate?: string | null;
  readonly county?: string | null;
  readonly carrierStatus?: string | null;
  readonly productType?: string | null;
  /** Fields that only signals and cadence read; the model does not. */
  readonly rate?: string | null;
  readonly split?: string | null;
  readonly coverageMonth?: string | null;
  readonly paidThrough?: string | null;
  readonly transactionType?: string | null;
}

/** An active file: its lines in row order. */
export interface ModelFile {
  readonly period: string;
  readonly lines: readonly ModelLine[];
}

/** The lines of a member's policy in a period of the carrier. */
export interface ModelRecord {
  /** The normalised number; null for the record of the lines without a policy number. */
  readonly policyKey: string | null;
  readonly lines: readonly ModelLine[];
  readonly net: Fraction;
}

/** A member in a period in which it has at least one line. */
export interface MemberMonth {
  readonly period: string;
  readonly lines: readonly ModelLine[];
  readonly records: readonly ModelRecord[];
  /** The net sum of the member's lines. */
  readonly net: Fraction;
  /** The sum of the magnitudes of its chargeback lines; positive lines do not reduce it. */
  readonly chargeback: Fraction;
  /** The record that gives the member its name, policy, plan, agent and dates. */
  readonly principal: ModelRecord;
}

/** Normalises an id: Unicode NFKC, all white space removed, upper case. */
export function normalised(id: string): string {
  return id.normalize('NFKC').replace(/\s/gu, '').toUpperCase();
}

export function amountOf(line: ModelLine): Fraction {
  return Fraction.of(line.amount);
}

/** Returns whether a line is a chargeback: its amount is below 0 after the sign rule. */
export function isChargeback(line: ModelLine): boolean {
  return amountOf(line).isBelow(Fraction.zero);
}

/** Returns the periods with active data, earliest first. */
export function activePeriods(files: readonly ModelFile[]): string[] {
  return [...new Set(files.filter((file) => file.lines.length > 0).map((file) => file.period))].sort();
}

/** Returns the lines of all active files of a period, in order of acceptance and then of rows. */
export function linesOf(files: readonly ModelFile[], period: string): ModelLine[] {
  return files.filter((file) => file.period === period).flatMap((file) => [...file.lines]);
}

/** Returns the member in the period, or null without a line there. */
export function memberMonth(files: readonly ModelFile[], period: string, member: string): MemberMonth | null {
  const lines = linesOf(files, period).filter((line) => normalised(line.member) === member);
  const records = recordsOf(lines);
  const principal = principalOf(records);
  if (principal === null) return null;
  return {
    period,
    lines,
    records,
    net: Fraction.sum(lines.map(amountOf)),
    chargeback: Fraction.sum(lines.filter(isChargeback).map((line) => amountOf(line).magnitude())),
    principal,
  };
}

/** Returns the records of one member's lines: without a policy first, then by normalised policy number. */
function recordsOf(lines: readonly ModelLine[]): ModelRecord[] {
  const keys = [...new Set(lines.map(policyKeyOf))].sort(comparePolicyKeys);
  return keys.map((policyKey) => {
    const ofPolicy = lines.filter((line) => policyKeyOf(line) === policyKey);
    return { policyKey, lines: ofPolicy, net: Fraction.sum(ofPolicy.map(amountOf)) };
  });
}

function policyKeyOf(line: ModelLine): string | null {
  const key = normalised(line.policy ?? '');
  return key === '' ? null : key;
}

function comparePolicyKeys(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

/** Returns the record with the largest absolute amount, or the first of equal ones. The records are in the order of policy numbers. */
function principalOf(records: readonly ModelRecord[]): ModelRecord | null {
  let best: ModelRecord | null = null;
  for (const record of records) {
    if (best === null || record.net.magnitude().isAbove(best.net.magnitude())) best = record;
  }
  return best;
}

/** Returns a record's value of a field: that of its first line with a value. */
export function fieldOf(record: ModelRecord, field: Exclude<keyof ModelLine, 'member' | 'amount'>): string | null {
  for (const line of record.lines) {
    const value = line[field] ?? null;
    if (value !== null && value.trim() !== '') return value;
  }
  return null;
}

/** Returns a record's value of a numeric field. */
export function numberOf(record: ModelRecord, field: 'premium' | 'lives' | 'monthsPaid'): Fraction | null {
  const value = fieldOf(record, field);
  return value === null ? null : Fraction.of(value);
}

/** Returns the sum of the premiums of all records, or null when no record has a premium. */
export function premiumOf(month: MemberMonth): Fraction | null {
  const premiums = month.records.map((record) => numberOf(record, 'premium')).filter((premium) => premium !== null);
  return premiums.length === 0 ? null : Fraction.sum(premiums);
}
