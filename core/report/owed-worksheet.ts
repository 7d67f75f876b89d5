import { type Exact, exactToDollars } from '../money.ts';
import type { OffsetPage, OffsetPosition } from '../page.ts';
import { addMonths, monthIndex, type Period } from '../period.ts';
import { type Refused, refuseField } from '../problem.ts';
import type { ProductLine } from '../product-line.ts';
import {
  type ExpectedRate,
  type RateTable,
  type RateTier,
  type RateType,
  ratedParts,
  rateTable,
} from '../scoring/expected.ts';
import { type MemberMonth, memberMonths, type ScorableLine } from '../scoring/member-month.ts';
import type { OwedCertainty } from '../scoring/signal.ts';
import { ownRateText, rateText } from './rate-words.ts';

/**
 * What an agency sends a carrier to be paid what is owed (docs/reference/reports.md#dispute-worksheet): each underpaid
 * member and month with the rate it was measured by and the rows of the statements that show what was paid.
 */

/** A scored row on which something is owed. */
export interface UnderpaidMember {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  /** The carrier's. */
  readonly productLine: ProductLine | null;
  readonly period: Period;
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly expected: Exact;
  readonly owed: Exact;
  /** What the shortfall rests on; null where a row of an older release does not say it. */
  readonly certainty: OwedCertainty | null;
}

/** A line of an underpaid member, with where it stands. */
export interface EvidenceLine extends ScorableLine {
  readonly period: Period;
  readonly fileName: string;
  /** Counted from 0. */
  readonly sheet: number;
  readonly row: number;
}

/** A rate of one carrier; an estimate holds in its workspace only. */
export interface BookRate extends ExpectedRate {
  readonly carrierId: string;
  readonly workspaceId: string | null;
}

/** What all underpaid members of a carrier come to, listed or not. */
export interface CarrierOwed {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly members: number;
  readonly memberMonths: number;
  readonly expected: Exact;
  readonly owed: Exact;
}

export interface RateUsed {
  readonly rateType: RateType;
  /** Dollars a life and month, or a fraction of the premium. */
  readonly rateValue: number;
  readonly source: ExpectedRate['source'];
  /** Null: the carrier's rate for every plan without one of its own. */
  readonly planCode: string | null;
  readonly tier: RateTier | null;
  readonly state: string | null;
  readonly planName: string | null;
  readonly productType: string | null;
  readonly maxLives: number | null;
  readonly fromPolicyMonth: number | null;
  readonly toPolicyMonth: number | null;
  readonly fromLives: number | null;
  readonly toLives: number | null;
}

export interface Evidence {
  readonly fileId: string;
  readonly fileName: string;
  /** Counted from 1 among the sheets of the workbook that were read; 1 for a CSV file. */
  readonly sheet: number;
  /** Null for a CSV file, and for a workbook whose names were not kept. */
  readonly sheetName: string | null;
  readonly rowNumbers: readonly number[];
}

interface OwedSums {
  readonly members: number;
  readonly memberMonths: number;
  readonly expected: number;
  readonly actual: number;
  /** Dollars owed: expected less actual. */
  readonly difference: number;
}

export interface WorksheetRow {
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  readonly period: Period;
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly expected: number;
  readonly actual: number;
  readonly difference: number;
  /** One, unless the member's policies have different ones; none where the statement's own rate was applied. */
  readonly rates: readonly RateUsed[];
  readonly evidence: readonly Evidence[];
  /** The same in words, the statement's own rate too. */
  readonly basis: string;
}

/** What is said of all underpaid members and months, whichever rows are shown. */
export interface WorksheetHead {
  /** The months looked at; null when there is no data at all. */
  readonly from: Period | null;
  readonly to: Period | null;
  readonly totals: OwedSums;
  /** Most owed first. */
  readonly byCarrier: readonly ({ readonly carrierId: string; readonly carrierName: string } & OwedSums)[];
}

export interface OwedWorksheet extends WorksheetHead, OffsetPage<WorksheetRow> {
  /** More members and months follow this page; totals and byCarrier hold them all the same. */
  readonly truncated: boolean;
}

/** Months looked at when no first one is given: further back than a year carriers seldom pay. */
const MONTHS_DEFAULT = 12;
const MONTHS_MAX = 36;

/** The months to look at, both included; null for a book without data. */
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

/** `rows`: those of the page, of all that the head counts; most owed first. */
export function worksheetPage(
  head: WorksheetHead,
  rows: readonly WorksheetRow[],
  { limit, offset }: OffsetPosition,
): OwedWorksheet {
  const hasMore = offset + rows.length < head.totals.memberMonths;
  return { ...head, truncated: hasMore, data: [...rows], pagination: { limit, offset, hasMore } };
}

/** The name of a file's sheet by its number among those that were read, counted from 0. */
export type SheetNameOf = (fileId: string, sheet: number) => string | null;

/**
 * Makes the rows of some members and months, in their order, from their lines in the order of acceptance. The rates are those of the
 * account, made ready once for all rows.
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
  const { expected, owed, productLine: _, certainty, ...shown } = member;
  const [month] = memberMonths(lines);
  const isOwnRate = certainty === 'statement_rate' && month !== undefined;
  const used = month === undefined || isOwnRate ? [] : ratesUsed(month, rates);
  return {
    ...shown,
    expected: exactToDollars(expected),
    actual: exactToDollars(expected - owed),
    difference: exactToDollars(owed),
    rates: used.map(rateUsed),
    evidence: evidenceOf(lines, sheetNameOf),
    basis: isOwnRate ? ownRateText(month) : used.map(rateText).join('; '),
  };
}

/** As owed was evaluated when the period was scored: by the policies with a payment, and their coverages. */
function ratesUsed({ records }: MemberMonth, table: RateTable): readonly ExpectedRate[] {
  const used = new Set<ExpectedRate>();
  for (const record of records) {
    if (!record.hasPayment) continue;
    for (const { rate } of ratedParts(record, table)) if (rate !== undefined) used.add(rate);
  }
  return [...used];
}

function rateUsed(rate: ExpectedRate): RateUsed {
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

/** The rows that show what was paid; a chargeback takes nothing from it and is no part of the evidence. */
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

/** The rates of a member's book and period; made once for each. */
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

/** A member belongs to one carrier, so members add up too. */
function sumsOf(carriers: readonly CarrierOwed[]): OwedSums {
  let [members, months, expected, owed] = [0, 0, 0n, 0n];
  for (const carrier of carriers) {
    members += carrier.members;
    months += carrier.memberMonths;
    expected += carrier.expected;
    owed += carrier.owed;
  }
  return {
    members,
    memberMonths: months,
    expected: exactToDollars(expected),
    actual: exactToDollars(expected - owed),
    difference: exactToDollars(owed),
  };
}
