import { foldText } from '../folded-text.ts';
import { addMoney, type Money } from '../money.ts';
import { lastCoveredMonth, type Period } from '../period.ts';
import { COLUMN_FIELDS, type ColumnName } from '../statement/config.ts';
import type { StatementLine } from '../statement/line.ts';
import { normaliseId } from '../statement/member-key.ts';

/**
 * Groups lines into members (docs/reference/scoring.md#words): a record has the lines of one member's one policy in a period, and a
 * member's month is the sum of its records. The lines are read once, in order of acceptance, because the first line that has a value
 * determines a record's premium, lives and descriptive fields.
 */

/** The fields of a stored line that scoring reads. */
export type ScorableLine = Omit<
  StatementLine,
  'sheet' | 'row' | 'memberKey' | 'termReason' | 'paidDate' | 'renewalDate' | 'alternateMemberId'
> & { readonly memberRefId: string; readonly policyRefId: string | null; readonly fileId: string };

/** The columns of tracked texts (docs/reference/scoring.md#deltas) in the order of deltas. */
export const TRACKED_TEXTS = [
  'plan_name',
  'plan_code',
  'policy_number',
  'agent_id',
  'agent_name',
  'effective_date',
  'term_date',
  'member_name',
  'email',
  'state',
  'carrier_status',
  'product_type',
] as const satisfies readonly ColumnName[];

/** Further fields of a profile, which the next month reads too. Their changes are no deltas of texts. */
const OTHER_FIELDS = ['county', 'policyRefId', 'premium', 'lives'] as const;

/** A field of a profile. */
export type ProfileField = (typeof COLUMN_FIELDS)[(typeof TRACKED_TEXTS)[number]] | (typeof OTHER_FIELDS)[number];

/** The fields of a profile. */
export const PROFILE_FIELDS: readonly ProfileField[] = [
  ...TRACKED_TEXTS.map((column) => COLUMN_FIELDS[column]),
  ...OTHER_FIELDS,
];

/**
 * The facts about a member other than the amount: the tracked fields (docs/reference/scoring.md#deltas), the county, and the policy that is
 * shown with them.
 */
export type MemberProfile = Pick<ScorableLine, ProfileField>;

/** The profile of a member of whom nothing is known. */
export const NO_PROFILE: MemberProfile = blankProfile();

function blankProfile(): MemberProfile {
  const blank = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, null]));
  const isProfile = (fields: object): fields is MemberProfile => PROFILE_FIELDS.every((field) => field in fields);
  if (!isProfile(blank)) throw new Error('A profile lacks a field.');
  return blank;
}

/** Returns the profile of a record, without the other fields. Its fields are listed, because it is made for each policy of a statement. */
export function profileOf(record: MemberProfile): Draft<MemberProfile> {
  return {
    planName: record.planName,
    planCode: record.planCode,
    policyNumber: record.policyNumber,
    agentId: record.agentId,
    agentName: record.agentName,
    effectiveDate: record.effectiveDate,
    termDate: record.termDate,
    memberName: record.memberName,
    email: record.email,
    state: record.state,
    carrierStatus: record.carrierStatus,
    productType: record.productType,
    county: record.county,
    policyRefId: record.policyRefId,
    premium: record.premium,
    lives: record.lives,
  };
}

/** Takes a field from another profile if it is unknown. */
export function fillField<Field extends ProfileField>(
  to: Draft<MemberProfile>,
  from: MemberProfile,
  field: Field,
): void {
  to[field] ??= from[field];
}

/** A policy of one member in one period. */
export interface PolicyRecord extends MemberProfile {
  /** Sum of all lines, chargebacks included, in ten-thousandths of a dollar. */
  readonly amount: Money;
  /** Sum of the lines that are not below zero. */
  readonly paid: Money;
  /** False when there are only chargeback lines; such a record adds nothing to the expected amount. */
  readonly hasPayment: boolean;
  /** The latest month that a payment names, whose line decides `premium` and `lives`; null if none names a month. */
  readonly latestMonth: Period | null;
  /** The number of months that the lines state, in hundredths; null when no line states it. */
  readonly monthsPaid: number | null;
  readonly fileId: string;
  /** The lines of the record, in order of acceptance. */
  readonly lines: readonly ScorableLine[];
}

/** The sums of one member's lines in one period, and its records. Amounts are in ten-thousandths of a dollar. */
export interface MemberMonth {
  readonly memberRefId: string;
  /** The member id as the first line spells it. */
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
/** A record while lines are added to it. */
export interface RecordDraft extends Draft<Omit<PolicyRecord, 'lines'>> {
  lines: ScorableLine[];
}
interface MonthDraft extends Draft<Omit<MemberMonth, 'records'>> {
  records: RecordDraft[];
  /** The records by policy, built only for many records; null for few. */
  recordByPolicy: Map<string | null, RecordDraft> | null;
}

/** Maximum number of records that are searched one by one. An employer's group may have all policies of a statement. */
const LINEAR_SEARCH_MAX = 8;

function recordOf({ records, recordByPolicy }: MonthDraft, policyRefId: string | null): RecordDraft | undefined {
  if (recordByPolicy !== null) return recordByPolicy.get(policyRefId);
  return records.find((record) => record.policyRefId === policyRefId);
}

function addRecord(month: MonthDraft, record: RecordDraft): void {
  month.records.push(record);
  if (month.recordByPolicy !== null) month.recordByPolicy.set(record.policyRefId, record);
  else if (month.records.length > LINEAR_SEARCH_MAX) {
    month.recordByPolicy = new Map(month.records.map((known) => [known.policyRefId, known]));
  }
}

/**
 * Groups lines by member and yields each member's month, in the order of the members' first lines. Months are made lazily, because all of
 * them together would take as much memory as the lines. Throws a RangeError for sums that are not exact.
 */
export function* memberMonths(lines: Iterable<ScorableLine>): Generator<MemberMonth, void> {
  const byMember = new Map<string, MemberLines>();
  for (const line of lines) byMember.set(line.memberRefId, withLine(byMember.get(line.memberRefId), line));
  for (const memberLines of byMember.values()) yield memberMonthOf(memberLines);
}

/** A member's lines, at least one. Most members have a single line, which needs no list. */
export type MemberLines = ScorableLine | ScorableLine[];

/** Adds a line to a member's lines and returns them. Appends to the given list if there is one. */
export function withLine(lines: MemberLines | undefined, line: ScorableLine): MemberLines {
  if (lines === undefined) return line;
  if (!Array.isArray(lines)) return [lines, line];
  lines.push(line);
  return lines;
}

/** Returns a member's lines as a list; empty for a member without lines. */
export function linesIn(lines: MemberLines | undefined): readonly ScorableLine[] {
  if (lines === undefined) return [];
  return Array.isArray(lines) ? lines : [lines];
}

/** Sums one member's lines. Throws for an empty list, and a RangeError for sums that are not exact. */
export function memberMonthOf(lines: MemberLines): MemberMonth {
  if (!Array.isArray(lines)) return addLine(newMonth(lines), lines);
  const [first, ...others] = lines;
  if (first === undefined) throw new Error('A member of a statement has no lines.');
  const month = addLine(newMonth(first), first);
  for (const line of others) {
    const record = recordOf(month, line.policyRefId);
    if (record === undefined) addRecord(month, newRecord(line));
    else addToRecord(record, line);
    addLine(month, line);
  }
  return month;
}

/** Adds a line to the sums of the month, but not to its record. */
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
 * Returns the record that represents the member: the largest absolute amount; of equal ones the lowest policy number, with none first
 * (docs/reference/scoring.md#several-policies). Throws for a month without records, which no reader makes.
 */
export function principalRecord(month: MemberMonth): PolicyRecord {
  const [first] = month.records;
  if (first === undefined) throw new Error('A member of a statement has no records.');
  if (month.records.length === 1) return first;
  let principal = first;
  for (const record of month.records.slice(1)) {
    const difference = Math.abs(record.amount) - Math.abs(principal.amount);
    if (difference > 0 || (difference === 0 && policyOrder(record) < policyOrder(principal))) principal = record;
  }
  return principal;
}

/** Sums the premiums of a member's records, in ten-thousandths of a dollar; null when no record has one. */
export function totalPremium(month: MemberMonth): Money | null {
  let total: Money | null = null;
  for (const { premium } of month.records) if (premium !== null) total = addMoney(total ?? 0, premium);
  return total;
}

/** Returns whether a member on the statement is paid nothing of a premium of nothing: nobody paid it, or it is waived. */
export function isWithoutPremium({ amount, chargeback, records }: MemberMonth): boolean {
  return amount === 0 && chargeback === 0 && records.every(({ premium }) => premium === 0);
}

/** Returns whether nothing was paid, and every line says that nothing is: "Non-Commissionable". */
export function isNotCommissionable({ amount, chargeback, records }: MemberMonth): boolean {
  if (amount !== 0 || chargeback !== 0) return false;
  return records.every(({ lines }) =>
    lines.every(({ transactionType, description }) => NOT_COMMISSIONABLE.test(`${transactionType} ${description}`)),
  );
}
const NOT_COMMISSIONABLE = /\bnon[- ]?comm(?:iss\w*)?\b|\b(?:not|no) commission/i;

function policyOrder(record: PolicyRecord): string {
  return normaliseId(record.policyNumber ?? '');
}

/** Returns the month that a line pays for: its coverage month, else the month of its "paid to" date; null without both. */
export function paidMonthOf({ coverageMonth, paidThrough }: ScorableLine): Period | null {
  return coverageMonth ?? (paidThrough === null ? null : lastCoveredMonth(paidThrough));
}

/** Returns the latest month that payments name; null if one names no month. */
export function latestNamed({ records }: MemberMonth): Period | null {
  let latest: Period | null = null;
  for (const { lines } of records) {
    for (const { amount, coverageMonth, paidThrough } of lines) {
      if (amount <= 0) continue;
      if (coverageMonth === null || paidThrough !== null) return null;
      if (latest === null || coverageMonth > latest) latest = coverageMonth;
    }
  }
  return latest;
}

/** Returns whether a line describes its payment by more than the amount: a type, a rate or a month. */
export function saysMoreThanAmount(line: ScorableLine): boolean {
  return line.transactionType !== null || line.rate !== null || paidMonthOf(line) !== null;
}

/** A month. Numbers of months are in hundredths. */
const ONE_MONTH = 100;

/** Returns whether the line is for one month. Zero stated months mean pay as earned beside an advance, which is also one month's. */
export function isForOneMonth({ monthsPaid }: ScorableLine): boolean {
  return monthsPaid === null || monthsPaid === 0 || monthsPaid === ONE_MONTH;
}

/** Makes a member's month with the record of its first line and sums of zero. The caller adds the line's amount. */
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

/** Makes the record of a line. Its fields are listed, because a copy of a profile would make two objects for each line. */
export function newRecord(line: ScorableLine): RecordDraft {
  return {
    planName: line.planName,
    planCode: line.planCode,
    policyNumber: line.policyNumber,
    agentId: line.agentId,
    agentName: line.agentName,
    effectiveDate: line.effectiveDate,
    termDate: line.termDate,
    memberName: line.memberName,
    email: line.email,
    state: line.state,
    carrierStatus: line.carrierStatus,
    productType: line.productType,
    county: line.county,
    policyRefId: line.policyRefId,
    premium: line.premium,
    lives: line.lives,
    latestMonth: line.amount > 0 ? line.coverageMonth : null,
    monthsPaid: line.monthsPaid,
    amount: line.amount,
    paid: Math.max(line.amount, 0),
    hasPayment: line.amount >= 0,
    fileId: line.fileId,
    lines: [line],
  };
}

/** Adds a line to the record of its policy, or of its coverage. */
export function addToRecord(record: RecordDraft, line: ScorableLine): void {
  record.lines.push(line);
  record.amount = addMoney(record.amount, line.amount);
  if (line.amount >= 0) {
    record.paid = addMoney(record.paid, line.amount);
    record.hasPayment = true;
  }
  for (const field of PROFILE_FIELDS) fillField(record, line, field);
  const month = line.amount > 0 ? line.coverageMonth : null;
  if (month !== null && (record.latestMonth === null || month > record.latestMonth)) {
    // Lines for earlier months may correct them by other figures, or pay the agent of that time.
    if (record.latestMonth !== null) {
      record.premium = line.premium ?? record.premium;
      record.lives = line.lives ?? record.lives;
      if (line.agentId !== null || line.agentName !== null) {
        record.agentId = line.agentId;
        record.agentName = line.agentName;
      }
    }
    record.latestMonth = month;
  }
  record.monthsPaid ??= line.monthsPaid;
}

/** Returns whether two lines may be for the same coverage: no known field differs. Plans are compared by code, else by name. */
export function isSameCoverage(
  coverage: Pick<ScorableLine, 'planCode' | 'planName' | 'productType'>,
  line: Pick<ScorableLine, 'planCode' | 'planName' | 'productType'>,
): boolean {
  const byCode = coverage.planCode !== null && line.planCode !== null;
  const isSamePlan = byCode ? agree(coverage.planCode, line.planCode) : agree(coverage.planName, line.planName);
  return isSamePlan && agree(coverage.productType, line.productType);
}

/** Returns whether two texts are equal after folding, or one is unknown. */
function agree(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b || foldText(a) === foldText(b);
}
