import { addMoney, type Money } from '../money.ts';
import { lastCoveredMonth, type Period } from '../period.ts';
import type { StatementLine } from '../statement/line.ts';
import { normaliseId } from '../statement/member-key.ts';

/**
 * From lines to members (docs/reference/scoring.md#words): a record is what one member's one policy has in a period, a
 * member's month is the sum of its records. One pass over the lines, in the order of acceptance, because "the first
 * line that has one" decides a record's premium, lives and descriptive fields.
 */

/** A stored line, as far as scoring reads it. */
export type ScorableLine = Pick<
  StatementLine,
  | 'amount'
  | 'memberExternalId'
  | 'policyNumber'
  | 'memberName'
  | 'email'
  | 'planName'
  | 'planCode'
  | 'productType'
  | 'premium'
  | 'lives'
  | 'effectiveDate'
  | 'termDate'
  | 'monthsPaid'
  | 'agentId'
  | 'agentName'
  | 'state'
  | 'carrierStatus'
  | 'rate'
  | 'coverageMonth'
  | 'paidThrough'
  | 'transactionType'
  | 'description'
  | 'split'
> & { readonly memberRefId: string; readonly policyRefId: string | null; readonly fileId: string };

/**
 * What is known about a member apart from the amount: the tracked fields (docs/reference/scoring.md#deltas), and the
 * policy shown with them.
 */
export interface MemberProfile {
  readonly memberName: string | null;
  readonly email: string | null;
  readonly policyRefId: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly planCode: string | null;
  readonly productType: string | null;
  readonly premium: Money | null;
  /** Hundredths. */
  readonly lives: number | null;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  readonly state: string | null;
  readonly carrierStatus: string | null;
}

/** One policy of one member in one period. */
export interface PolicyRecord extends MemberProfile {
  /** Net of chargeback lines. */
  readonly amount: Money;
  /** Sum of the lines that are not below zero. */
  readonly paid: Money;
  /** False when there are chargeback lines only: such a record adds nothing to what was expected. */
  readonly hasPayment: boolean;
  /** Hundredths. */
  readonly monthsPaid: number | null;
  readonly fileId: string;
  /** What it is made from, in the order of acceptance. */
  readonly lines: readonly ScorableLine[];
}

export interface MemberMonth {
  readonly memberRefId: string;
  /** The spelling of the first line. */
  readonly memberExternalId: string;
  readonly amount: Money;
  readonly paid: Money;
  readonly hasPayment: boolean;
  /** Sum of the magnitudes of the lines below zero. */
  readonly chargeback: Money;
  readonly lineCount: number;
  readonly records: readonly PolicyRecord[];
}

type Draft<T> = { -readonly [K in keyof T]: T[K] };
interface RecordDraft extends Draft<Omit<PolicyRecord, 'lines'>> {
  lines: ScorableLine[];
}
interface MonthDraft extends Draft<Omit<MemberMonth, 'records'>> {
  records: RecordDraft[];
  /** Null while there are few. */
  recordByPolicy: Map<string | null, RecordDraft> | null;
}

/** Members have one or two policies, which are found by looking; an employer's group may have all of a statement's. */
const RECORDS_LOOKED_THROUGH = 8;

function recordOf({ records, recordByPolicy }: MonthDraft, policyRefId: string | null): RecordDraft | undefined {
  if (recordByPolicy !== null) return recordByPolicy.get(policyRefId);
  return records.find((record) => record.policyRefId === policyRefId);
}

function addRecord(month: MonthDraft, record: RecordDraft): void {
  month.records.push(record);
  if (month.recordByPolicy !== null) month.recordByPolicy.set(record.policyRefId, record);
  else if (month.records.length > RECORDS_LOOKED_THROUGH) {
    month.recordByPolicy = new Map(month.records.map((known) => [known.policyRefId, known]));
  }
}

/**
 * The months of the members of some lines, in the order of their first line. Each is made when it is its turn, because all of them at
 * once would be as much again as the lines. RangeError on sums beyond exactness.
 */
export function* memberMonths(lines: Iterable<ScorableLine>): Generator<MemberMonth, void> {
  const byMember = new Map<string, OwnLines>();
  for (const line of lines) byMember.set(line.memberRefId, withLine(byMember.get(line.memberRefId), line));
  for (const own of byMember.values()) yield monthOf(own);
}

/** One member's lines, at least one. Most members have one, which needs no list. */
export type OwnLines = ScorableLine | ScorableLine[];

export function withLine(own: OwnLines | undefined, line: ScorableLine): OwnLines {
  if (own === undefined) return line;
  if (!Array.isArray(own)) return [own, line];
  own.push(line);
  return own;
}

export function monthOf(own: OwnLines): MemberMonth {
  if (!Array.isArray(own)) return addLine(newMonth(own), own);
  const [first, ...others] = own;
  if (first === undefined) throw new Error('A member of a statement has at least one line.');
  const month = addLine(newMonth(first), first);
  for (const line of others) {
    const record = recordOf(month, line.policyRefId);
    if (record === undefined) addRecord(month, newRecord(line));
    else addToRecord(record, line);
    addLine(month, line);
  }
  return month;
}

/** Adds a line to the sums of the month; its record is seen to by the caller. */
function addLine(month: MonthDraft, { amount }: ScorableLine): MonthDraft {
  month.amount = addMoney(month.amount, amount);
  month.lineCount += 1;
  if (amount < 0) {
    month.chargeback = addMoney(month.chargeback, -amount);
  } else {
    month.paid = addMoney(month.paid, amount);
    month.hasPayment = true;
  }
  return month;
}

/**
 * The record that stands for the member: the largest absolute amount; of equals the lowest policy number, none first
 * (docs/reference/scoring.md#several-policies). A member's month always has a record.
 */
export function principalRecord(month: MemberMonth): PolicyRecord {
  const [first, ...others] = month.records;
  if (first === undefined) throw new Error('A member in a statement has at least one record.');
  let principal = first;
  for (const record of others) {
    const difference = Math.abs(record.amount) - Math.abs(principal.amount);
    if (difference > 0 || (difference === 0 && policyOrder(record) < policyOrder(principal))) principal = record;
  }
  return principal;
}

/** Premiums add up over a member's records; null when no record has one. */
export function totalPremium(month: MemberMonth): Money | null {
  let total: Money | null = null;
  for (const { premium } of month.records) if (premium !== null) total = addMoney(total ?? 0, premium);
  return total;
}

function policyOrder(record: PolicyRecord): string {
  return normaliseId(record.policyNumber ?? '');
}

/** The month that a line pays for: its coverage month, else the month of its "paid to" date; null where it has neither. */
export function paidMonthOf({ coverageMonth, paidThrough }: ScorableLine): Period | null {
  return coverageMonth ?? (paidThrough === null ? null : lastCoveredMonth(paidThrough));
}

/** Whether a line says more of its payment than the amount: a type, a rate or the month it is for. */
export function saysMoreThanAmount(line: ScorableLine): boolean {
  return line.transactionType !== null || line.rate !== null || paidMonthOf(line) !== null;
}

/** Amounts are still to be added, as they are of every other line. */
function newMonth(line: ScorableLine): MonthDraft {
  return {
    memberRefId: line.memberRefId,
    memberExternalId: line.memberExternalId,
    amount: 0,
    paid: 0,
    hasPayment: false,
    chargeback: 0,
    lineCount: 0,
    records: [newRecord(line)],
    recordByPolicy: null,
  };
}

function newRecord(line: ScorableLine): RecordDraft {
  return {
    policyRefId: line.policyRefId,
    policyNumber: line.policyNumber,
    memberName: line.memberName,
    email: line.email,
    planName: line.planName,
    planCode: line.planCode,
    productType: line.productType,
    premium: line.premium,
    lives: line.lives,
    agentId: line.agentId,
    agentName: line.agentName,
    effectiveDate: line.effectiveDate,
    termDate: line.termDate,
    state: line.state,
    carrierStatus: line.carrierStatus,
    monthsPaid: line.monthsPaid,
    amount: line.amount,
    paid: Math.max(line.amount, 0),
    hasPayment: line.amount >= 0,
    fileId: line.fileId,
    lines: [line],
  };
}

function addToRecord(record: RecordDraft, line: ScorableLine): void {
  record.lines.push(line);
  record.amount = addMoney(record.amount, line.amount);
  if (line.amount >= 0) {
    record.paid = addMoney(record.paid, line.amount);
    record.hasPayment = true;
  }
  record.policyNumber ??= line.policyNumber;
  record.memberName ??= line.memberName;
  record.email ??= line.email;
  record.planName ??= line.planName;
  record.planCode ??= line.planCode;
  record.productType ??= line.productType;
  record.premium ??= line.premium;
  record.lives ??= line.lives;
  record.agentId ??= line.agentId;
  record.agentName ??= line.agentName;
  record.effectiveDate ??= line.effectiveDate;
  record.termDate ??= line.termDate;
  record.state ??= line.state;
  record.carrierStatus ??= line.carrierStatus;
  record.monthsPaid ??= line.monthsPaid;
}
