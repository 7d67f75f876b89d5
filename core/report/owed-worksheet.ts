import type { ProductLine } from '../catalogue/shared-carrier.ts';
import { type Exact, exactToDollars } from '../money.ts';
import type { OffsetPage, OffsetPosition } from '../page.ts';
import { addMonths, monthIndex, type Period } from '../period.ts';
import type { Refused } from '../problem.ts';
import { refuseField } from '../refuse.ts';
import { type ExpectedRate, type RateTable, ratedParts, rateTable } from '../scoring/expected.ts';
import { type MemberMonth, memberMonths, type ScorableLine } from '../scoring/member-month.ts';
import { boundsRank, boundsText, NO_BOUNDS } from '../scoring/rate-bounds.ts';
import type { Certainty, OwedCertainty } from '../scoring/signal.ts';
import { dollars } from '../wording.ts';
import type { ReportedMember } from './claim.ts';
import type { Evidence, WorksheetHead, WorksheetRow } from './worksheet-table.ts';

/** Describes the rates applied to a member's month in words. */

/** Formats "$50 a life and month, contracted, plan GOLD, renewal, TX, policy months 1 to 12, for 3 lives at most". */
function rateText(rate: ExpectedRate): string {
  const { rateType, rateMillionths, source, tier, state, productType } = rate;
  const value =
    rateType === 'flat_per_member'
      ? `${amountText(rateMillionths)} a life and month`
      : `${percentText(rateMillionths)} of the premium`;
  const bounds = { ...NO_BOUNDS, ...rate };
  const parts = [
    value,
    source,
    planText(rate),
    productType ?? null,
    tier,
    state,
    boundsRank(bounds) === 0 ? null : boundsText(bounds),
    typeof rate.maxLives === 'number' ? `for ${rate.maxLives} lives at most` : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function planText({ planCode, planName }: ExpectedRate): string {
  if (planCode !== null) return `plan ${planCode}`;
  return typeof planName === 'string' ? `plan "${planName}"` : 'all plans';
}

/** Formats "$50", "$13.50" or "$30.125". */
function amountText(millionths: number): string {
  const amount = millionths / 1_000_000;
  return `$${millionths % 1_000_000 !== 0 && millionths % 10_000 === 0 ? amount.toFixed(2) : amount}`;
}

/** Formats a rate in percent, with all decimals, because the carrier is held to it. */
const percentText = (millionths: number) => `${millionths / 10_000} %`;

/** Formats "the statement's own rate: 5 % of the premium of $500.00". Each rate and premium is named once. */
function ownRateText({ records }: MemberMonth): string {
  const told = new Set<string>();
  for (const { lines } of records) {
    for (const { amount, rate, premium, split } of lines) {
      if (amount < 0 || rate === null || premium === null) continue;
      const shared = split === null ? '' : `, ${shareText(split)} of it`;
      told.add(`${shareText(rate)} of the premium of ${dollars(premium)}${shared}`);
    }
  }
  return `the statement's own rate: ${[...told].join('; ')}`;
}

/** Formats a printed rate in percent. Carriers print five percent as 0.05 or as 5. */
const shareText = (millionths: number) => percentText(millionths <= 1_000_000 ? millionths : millionths / 100);

/**
 * Builds the worksheet that asks a carrier for owed commission (docs/reference/reports.md#dispute-worksheet). It lists
 * each underpaid member and month with the applied rate and the statement rows that show the payment.
 */

/** A scored row with an owed amount. */
export interface UnderpaidMember extends ReportedMember {
  /** Product line of the carrier. */
  readonly productLine: ProductLine | null;
  readonly expected: Exact;
  readonly owed: Exact;
  /** Basis of the owed amount; null for rows of older releases. */
  readonly basis: OwedCertainty | null;
  /** How sure the owed amount is; null for rows of older releases, and for amounts too small for a finding. */
  readonly claim: Certainty | null;
  /** True if the owed amount rests on an estimated rate. */
  readonly isEstimated: boolean;
}

/** A line of an underpaid member, with its place in the file. */
export interface EvidenceLine extends ScorableLine {
  readonly period: Period;
  readonly fileName: string;
  /** 0-based number among the read sheets. */
  readonly sheet: number;
  /** 1-based row. */
  readonly row: number;
}

/** A rate of one carrier. An estimated rate applies in its workspace only. */
export interface BookRate extends ExpectedRate {
  readonly carrierId: string;
  readonly workspaceId: string | null;
}

/** Totals of all underpaid members of a carrier, listed or not. */
export interface CarrierOwed {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly members: number;
  readonly memberMonths: number;
  readonly expected: Exact;
  readonly owed: Exact;
  /** Part of `owed` that rests on an estimated rate. */
  readonly estimated: Exact;
}

export interface OwedWorksheet extends WorksheetHead, OffsetPage<WorksheetRow> {
  /** True when more rows follow this page. The totals include them. */
  readonly truncated: boolean;
}

/** Default number of months. Carriers seldom pay for months further back than a year. */
const MONTHS_DEFAULT = 12;
const MONTHS_MAX = 36;

/**
 * Returns the months to consider, both included; null for a book without data. Refuses a reversed range and one over
 * MONTHS_MAX.
 */
export function worksheetRange(
  { from, to }: { readonly from?: Period | undefined; readonly to?: Period | undefined },
  latest: Period | null,
): { readonly from: Period; readonly to: Period } | null | Refused {
  const last = to ?? latest;
  if (last === null) return null;
  const first = from ?? addMonths(last, 1 - MONTHS_DEFAULT);
  if (first > last) return refuseField('from', `must not be after ${last}, the last month looked at`);
  if (monthIndex(last) - monthIndex(first) >= MONTHS_MAX) {
    return refuseField('from', `must be at most ${MONTHS_MAX} months before the end, both counted`);
  }
  return { from: first, to: last };
}

/** Returns the totals of a worksheet, in dollars. */
export function worksheetHead(
  range: { readonly from: Period; readonly to: Period } | null,
  carriers: readonly CarrierOwed[],
): WorksheetHead {
  return {
    from: range?.from ?? null,
    to: range?.to ?? null,
    totals: sumsOf(carriers),
    byCarrier: carriers.map((carrier) => ({
      carrierId: carrier.carrierId,
      carrierName: carrier.carrierName,
      ...sumsOf([carrier]),
    })),
  };
}

/** Returns one page. `rows` are the rows at the offset, sorted by amount owed, largest first. */
export function worksheetPage(
  head: WorksheetHead,
  rows: readonly WorksheetRow[],
  { limit, offset }: OffsetPosition,
): OwedWorksheet {
  const hasMore = offset + rows.length < head.totals.memberMonths;
  return {
    ...head,
    truncated: hasMore,
    data: [...rows],
    pagination: { limit, offset, hasMore },
    total: head.totals.memberMonths,
  };
}

/** Returns the name of a file's sheet; `sheet` counts from 0 among the sheets that were read. */
export type SheetNameOf = (fileId: string, sheet: number) => string | null;

/**
 * Returns a function that builds worksheet rows, with the account's rates indexed once. Members keep their order, and
 * lines must be in order of acceptance.
 */
export function worksheetRows(rates: readonly BookRate[]) {
  const tableOf = rateTables(rates);
  return (
    members: readonly UnderpaidMember[],
    { lines, sheetNameOf }: { readonly lines: readonly EvidenceLine[]; readonly sheetNameOf: SheetNameOf },
  ): readonly WorksheetRow[] => {
    const linesOf = Map.groupBy(lines, ({ memberRefId, period }) => `${memberRefId}/${period}`);
    return members.map((member) => {
      const own = linesOf.get(`${member.memberRefId}/${member.period}`) ?? [];
      return worksheetRow(member, { lines: own, rates: tableOf(member), sheetNameOf });
    });
  };
}

function worksheetRow(
  member: UnderpaidMember,
  {
    lines,
    rates,
    sheetNameOf,
  }: { readonly lines: readonly EvidenceLine[]; readonly rates: RateTable; readonly sheetNameOf: SheetNameOf },
): WorksheetRow {
  const { expected, owed, productLine: _, basis, claim, isEstimated, ...shown } = member;
  const [month] = memberMonths(lines);
  const isOwnRate = basis === 'statement_rate' && month !== undefined;
  const used = month === undefined || isOwnRate ? [] : ratesUsed(month, rates);
  return {
    ...shown,
    expected: exactToDollars(expected),
    actual: exactToDollars(expected - owed),
    difference: exactToDollars(owed),
    certainty: claim ?? (isEstimated ? 'likely' : 'certain'),
    rates: used.map(shownRate),
    evidence: evidenceOf(lines, sheetNameOf),
    basis: isOwnRate ? ownRateText(month) : used.map(rateText).join('; '),
  };
}

/** Returns the rates as scoring applied them: to policies with a payment, per coverage. */
function ratesUsed({ records }: MemberMonth, table: RateTable): readonly ExpectedRate[] {
  const used = new Set<ExpectedRate>();
  for (const record of records) {
    if (!record.hasPayment) continue;
    for (const { rate } of ratedParts(record, table)) if (rate !== undefined) used.add(rate);
  }
  return [...used];
}

function shownRate(rate: ExpectedRate): WorksheetRow['rates'][number] {
  const { rateType, rateMillionths, source, planCode, tier, state } = rate;
  return {
    ...{ rateType, rateValue: rateMillionths / 1_000_000, source, planCode, tier, state },
    planName: rate.planName ?? null,
    productType: rate.productType ?? null,
    maxLives: rate.maxLives ?? null,
    fromPolicyMonth: rate.fromPolicyMonth ?? null,
    toPolicyMonth: rate.toPolicyMonth ?? null,
    fromLives: rate.fromLives ?? null,
    toLives: rate.toLives ?? null,
  };
}

/** Returns the rows that show payments. Chargebacks do not reduce a payment and are left out. */
function evidenceOf(lines: readonly EvidenceLine[], sheetNameOf: SheetNameOf): readonly Evidence[] {
  const sheets = Map.groupBy(
    lines.filter(({ amount }) => amount >= 0),
    ({ fileId, sheet }) => `${fileId}/${sheet}`,
  );
  return [...sheets.values()].flatMap((rows): Evidence[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const { fileId, fileName, sheet } = first;
    const rowNumbers = rows.map(({ row }) => row).sort((a, b) => a - b);
    return [{ fileId, fileName, sheet: sheet + 1, sheetName: sheetNameOf(fileId, sheet), rowNumbers }];
  });
}

/** Returns the rates of a member's book and period, cached per book and period. */
function rateTables(rates: readonly BookRate[]): (member: UnderpaidMember) => RateTable {
  const tables = new Map<string, RateTable>();
  return ({ carrierId, workspaceId, period, productLine }) => {
    const key = `${carrierId}/${workspaceId}/${period}`;
    const known = tables.get(key);
    if (known !== undefined) return known;
    const ofBook = rates.filter(
      (rate) => rate.carrierId === carrierId && (rate.workspaceId === null || rate.workspaceId === workspaceId),
    );
    const table = rateTable(ofBook, { period, productLine });
    tables.set(key, table);
    return table;
  };
}

/** Adds up carriers. A member belongs to one carrier, so member counts add up too. */
function sumsOf(carriers: readonly CarrierOwed[]): WorksheetHead['totals'] {
  let [members, months, expected, owed, estimated] = [0, 0, 0n, 0n, 0n];
  for (const carrier of carriers) {
    members += carrier.members;
    months += carrier.memberMonths;
    expected += carrier.expected;
    owed += carrier.owed;
    estimated += carrier.estimated;
  }
  return {
    members,
    memberMonths: months,
    expected: exactToDollars(expected),
    actual: exactToDollars(expected - owed),
    difference: exactToDollars(owed),
    differenceEstimated: exactToDollars(estimated),
  };
}
