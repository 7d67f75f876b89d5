import { type Exact, exactToDollars } from '../money.ts';
import type { Period } from '../period.ts';
import { CERTAINTIES, type Certainty } from '../scoring/signal.ts';
import {
  type AskedClaim,
  amountOf,
  CLAIM_KINDS,
  type Claim,
  type ClaimEvidence,
  type ClaimKind,
  type ClaimLine,
  type ClaimRow,
} from './claim.ts';
import { CENT, type ClaimDraft, claimFrom, lesserOf, openAmount } from './claim-draft.ts';
import { claimsOfRow } from './claims-of-row.ts';
import {
  MEMBER_COLUMNS,
  moneyColumn,
  named,
  REFERENCE_COLUMNS,
  type SheetCell,
  sheetOf,
  textColumn,
  type WorkbookSheet,
  wholeColumn,
} from './workbook-sheet.ts';

/** Finds claims of money from carriers. Each dollar is in one claim, and in no claim once a later statement has paid it. */

/**
 * Returns all claims of one member of one book, paid ones included, without superseded ones. `lines` are in order of acceptance, from the
 * first month of `rows` or the last payment before it.
 */
export function memberClaims(rows: readonly ClaimRow[], lines: readonly ClaimLine[]): readonly Claim[] {
  const rowOf = new Map(rows.map((row) => [row.period, row]));
  const linesOf = Map.groupBy(lines, ({ period }) => period);
  const periods = [...new Set([...linesOf.keys(), ...rowOf.keys()])].sort();
  const claims: ClaimDraft[] = [];
  const member = {
    claims,
    linesOf: (period: Period) => linesOf.get(period) ?? [],
    linesUntil: (last: Period) =>
      periods.filter((period) => period <= last).flatMap((period) => linesOf.get(period) ?? []),
  };
  for (const period of periods) {
    const row = rowOf.get(period);
    repayClaims(claims, { period, lines: member.linesOf(period), row });
    if (row !== undefined) claims.push(...claimsOfRow(row, member));
  }
  return claims.filter(({ isSuperseded }) => !isSuperseded).map(claimFrom);
}

export interface ClaimSum {
  readonly claims: number;
  readonly amount: number;
}

export interface RecoverableTotals {
  /** Dollars of open claims that are certain, which is the headline. */
  readonly recoverable: number;
  /** Dollars of open claims that are not certain: `likely` and `toCheck` together. */
  readonly estimated: number;
  /** Dollars of open claims that are likely. */
  readonly likely: number;
  /** Dollars of open claims that are to be checked. */
  readonly toCheck: number;
  /** Part of all claims that open disputes ask for. */
  readonly asked: number;
  /** Number of all open claims. */
  readonly claims: number;
  readonly byKind: readonly (ClaimSum & { readonly kind: ClaimKind; readonly certainty: Certainty })[];
  readonly byCarrier: readonly {
    readonly carrierId: string;
    readonly carrierName: string;
    readonly claims: number;
    readonly recoverable: number;
    readonly estimated: number;
    readonly likely: number;
    readonly toCheck: number;
  }[];
}

interface Sum {
  claims: number;
  amount: Exact;
}

/** Open claims against a carrier, by how sure they are. */
interface CarrierSum extends Record<Certainty, Exact> {
  readonly carrierName: string;
  claims: number;
}

function sumOfLevels(sums: Readonly<Record<Certainty, Exact>>, levels: readonly Certainty[]): Exact {
  return levels.reduce((sum, level) => sum + sums[level], 0n);
}

/** Returns an accumulator of open claims. It adds exactly, and rounds dollars for display. */
export function recoverableSums(): {
  readonly add: (claim: AskedClaim) => void;
  readonly totals: () => RecoverableTotals;
} {
  const kinds = new Map<string, Sum>();
  const carriers = new Map<string, CarrierSum>();
  let asked: Exact = 0n;
  return {
    add({ kind, certainty, amount, carrierId, carrierName, disputeId }) {
      if (disputeId !== null) asked += amount;
      const sum = kinds.get(`${kind}/${certainty}`) ?? { claims: 0, amount: 0n };
      kinds.set(`${kind}/${certainty}`, { claims: sum.claims + 1, amount: sum.amount + amount });
      const carrier = carriers.get(carrierId) ?? { carrierName, claims: 0, certain: 0n, likely: 0n, to_check: 0n };
      carrier.claims += 1;
      carrier[certainty] += amount;
      carriers.set(carrierId, carrier);
    },
    totals() {
      const all = [...carriers.entries()];
      const sumOf = (...levels: readonly Certainty[]) =>
        exactToDollars(all.reduce((sum, [, carrier]) => sum + sumOfLevels(carrier, levels), 0n));
      return {
        recoverable: sumOf('certain'),
        estimated: sumOf('likely', 'to_check'),
        likely: sumOf('likely'),
        toCheck: sumOf('to_check'),
        asked: exactToDollars(asked),
        claims: all.reduce((sum, [, { claims }]) => sum + claims, 0),
        byKind: CLAIM_KINDS.flatMap((kind) =>
          CERTAINTIES.flatMap((certainty) => {
            const sum = kinds.get(`${kind}/${certainty}`);
            return sum === undefined
              ? []
              : [{ kind, certainty, claims: sum.claims, amount: exactToDollars(sum.amount) }];
          }),
        ),
        byCarrier: all
          .toSorted(([, a], [, b]) => (a.certain === b.certain ? 0 : a.certain > b.certain ? -1 : 1))
          .map(([carrierId, { carrierName, claims, certain, likely, to_check: toCheck }]) => ({
            carrierId,
            carrierName,
            claims,
            recoverable: exactToDollars(certain),
            estimated: exactToDollars(likely + toCheck),
            likely: exactToDollars(likely),
            toCheck: exactToDollars(toCheck),
          })),
      };
    },
  };
}

/** Money of a later statement that can pay earlier claims. Every dollar pays one claim, the oldest first. */
interface Payment {
  readonly line: ClaimLine;
  /** Amount that has not paid a claim yet. */
  left: Exact;
}

/** A month after the claims arose. */
interface LaterMonth {
  readonly period: Period;
  /** All lines of the member in this month. */
  readonly lines: readonly ClaimLine[];
  /** Scored row of the month; undefined without a finding about money. */
  readonly row: ClaimRow | undefined;
}

/**
 * Assigns the payments of a later month to open claims, and changes the claims in place. Lines that name a month come
 * first, then matching amounts, then findings of scoring.
 */
function repayClaims(claims: readonly ClaimDraft[], { period, lines, row }: LaterMonth): void {
  const before = new Map(claims.map((claim) => [claim, claim.recovered]));
  const payments = lines
    .filter(({ amount, isYearTotal }) => amount > 0n && !isYearTotal)
    .map((line): Payment => ({ line, left: line.amount }));
  for (const claim of claims) payByCoverage(claim, payments);
  for (const claim of claims) payByAmount(claim, payments);
  if (row === undefined) return;
  const paidNow = (some: readonly ClaimDraft[]) =>
    some.reduce((sum, claim) => sum + claim.recovered - (before.get(claim) ?? 0n), 0n);
  const trueUps = claims.filter((claim) => claim.kind === 'true_up_missing' || waitsForTrueUp(claim));
  payBySignal(trueUps, amountOf(row, 'TRUE_UP') - paidNow(trueUps));
  const unpaid = claims.filter((claim) => isCaughtUp(claim, row, period));
  // Money that has paid a claim, or that names an earlier month, is no part of the catch-up payment.
  const forEarlierMonths = payments.reduce(
    (sum, payment) => (isForEarlierMonth(payment, payments) ? sum + payment.left : sum),
    0n,
  );
  payBySignal(unpaid, amountOf(row, 'CATCH_UP_PAYMENT') - paidNow(claims) - forEarlierMonths);
}

/**
 * Matches underpaid claims that a true-up may settle. A carrier that pays the renewal amount first often sends the rest
 * of the first year's pay as a true-up.
 */
function waitsForTrueUp({ kind, basis, row }: ClaimDraft): boolean {
  return (
    kind === 'underpaid' &&
    (basis === 'contracted' || basis === 'statement_rate') &&
    row.signals.some(({ code, severity }) => code === 'UNDERPAID' && severity === 'info')
  );
}

/** Returns whether a catch-up payment may pay the claim: for unpaid months right before it, or else for months missed earlier. */
function isCaughtUp({ kind, row }: ClaimDraft, { unpaidSince }: ClaimRow, period: Period): boolean {
  if (unpaidSince === null) return kind === 'missed_months';
  return kind === 'underpaid' && row.period >= unpaidSince && row.period < period;
}

/**
 * Pays a claim from lines for one of its coverage months. A line is extra pay when the same statement has a line for a later month, or when
 * it is at most the open amount.
 */
function payByCoverage(claim: ClaimDraft, payments: readonly Payment[]): void {
  for (const payment of payments) {
    const { coverageMonth } = payment.line;
    const open = openAmount(claim);
    if (open === 0n) return;
    if (
      payment.left === 0n ||
      coverageMonth === null ||
      !claim.coverage.has(coverageMonth) ||
      !isOnPolicy(claim, payment.line)
    )
      continue;
    if (isForEarlierMonth(payment, payments) || payment.left <= open + CENT) take(claim, payment);
  }
}

/** Returns whether another line pays a later month. Then the payment is not the regular pay of the statement. */
function isForEarlierMonth({ line: { coverageMonth } }: Payment, payments: readonly Payment[]): boolean {
  if (coverageMonth === null) return false;
  return payments.some(({ line }) => line.coverageMonth !== null && line.coverageMonth > coverageMonth);
}

/**
 * Pays a claim from lines without a coverage month. The member needs at least two lines, whose sum beyond the regular pay equals the open
 * amount within a cent.
 */
function payByAmount(claim: ClaimDraft, payments: readonly Payment[]): void {
  const open = openAmount(claim);
  const regular = claim.row.lastPaidAmount;
  if (open === 0n || claim.kind === 'true_up_missing' || regular <= 0n) return;
  const own = payments.filter(({ line }) => isOnPolicy(claim, line));
  if (own.length < 2) return;
  const due = claim.kind === 'underpaid' ? regular + open : regular;
  const excess = own.reduce((sum, { left }) => sum + left, 0n) - due;
  if (excess < open - CENT || excess > open + CENT) return;
  const undated = own.filter(({ line, left }) => line.coverageMonth === null && left > 0n);
  const exact = undated.find(({ left }) => left >= open - CENT && left <= open + CENT);
  for (const payment of exact === undefined ? undated.toReversed() : [exact]) {
    if (openAmount(claim) > 0n) take(claim, payment);
  }
}

function isOnPolicy({ policies }: ClaimDraft, { policyRefId }: ClaimLine): boolean {
  return policyRefId === null || policies.size === 0 || policies.has(policyRefId);
}

function take(claim: ClaimDraft, payment: Payment): void {
  const open = openAmount(claim);
  const amount = lesserOf(payment.left, open);
  payment.left -= amount;
  claim.recovered += amount;
  claim.repaidBy.push({ line: payment.line, amount });
}

/** Pays claims in their order from a signal's amount, of which the caller has deducted all that lines have paid. */
function payBySignal(claims: readonly ClaimDraft[], signalAmount: Exact): void {
  let left = signalAmount;
  for (const claim of claims) {
    if (left <= 0n) return;
    const open = openAmount(claim);
    const amount = lesserOf(left, open);
    claim.recovered += amount;
    left -= amount;
  }
}

/** Writes claims as tables: the rows of a CSV file and the sheets of a workbook. */

const COLUMNS = [
  named('carrierName', textColumn('Carrier', 24)),
  named('period', textColumn('Statement', 10)),
  ...MEMBER_COLUMNS,
  named('kind', textColumn('Kind', 20)),
  named('certainty', textColumn('Certainty', 14)),
  named('basis', textColumn('Rests on', 16)),
  named('amount', moneyColumn('Amount', 13)),
  named('recoveredAmount', moneyColumn('Recovered', 13)),
  named('ask', textColumn('What to write', 70)),
  named('evidence', textColumn('Evidence', 60)),
  named('claimId', textColumn('Claim', 54)),
  ...REFERENCE_COLUMNS,
  named('disputeId', textColumn('Dispute', 38)),
];

/** Headers of the CSV file. */
export const CLAIM_COLUMNS: readonly string[] = COLUMNS.map(({ name }) => name);

type FlatClaim = Readonly<Record<(typeof COLUMNS)[number]['name'], SheetCell>>;

/** A claim as shown, with amounts in dollars. */
interface ShownClaim extends Omit<AskedClaim, 'amount' | 'recovered' | 'evidence'> {
  readonly amount: number;
  readonly recoveredAmount: number;
  readonly evidence: readonly (Omit<ClaimEvidence, 'amount'> & { readonly amount: number })[];
}

/** Converts a claim's exact amounts to dollars. */
export function shownClaim({ amount, recovered, evidence, ...claim }: AskedClaim): ShownClaim {
  return {
    ...claim,
    amount: exactToDollars(amount),
    recoveredAmount: exactToDollars(recovered),
    evidence: evidence.map((row) => ({ ...row, amount: exactToDollars(row.amount) })),
  };
}

/** Returns a shown claim with its evidence as text. */
export function claimLine({ evidence, ...claim }: ShownClaim): FlatClaim {
  return { ...claim, evidence: evidence.map(evidenceText).join('; ') };
}

const EVIDENCE_WORDS: Readonly<Record<ClaimEvidence['what'], string>> = {
  paid: 'paid',
  charged_back: 'charged back',
  recovered: 'recovered by',
};

/** Formats `2026-02 summit.csv row 3 paid 40`. */
function evidenceText({ period, fileName, sheet, rowNumber, amount, what }: ShownClaim['evidence'][number]): string {
  const place = sheet > 1 ? `${fileName} sheet ${sheet}` : fileName;
  return `${period} ${place} row ${rowNumber} ${EVIDENCE_WORDS[what]} ${amount}`;
}

/** Returns a sheet of claims and a summary sheet. The summary is read after the claims, because it needs their sums. */
export function claimSheets(
  totals: () => RecoverableTotals,
  batches: AsyncIterable<readonly ShownClaim[]>,
): readonly WorkbookSheet[] {
  return [
    {
      name: 'Summary',
      columns: [
        textColumn('Carrier or kind', 32),
        textColumn('Certainty', 16),
        wholeColumn('Claims', 10),
        moneyColumn('Certain', 15),
        moneyColumn('Likely', 15),
        moneyColumn('To check', 15),
      ],
      async *batches() {
        const { claims, byKind, byCarrier, ...all } = totals();
        yield byCarrier.map((sum) => [sum.carrierName, null, sum.claims, sum.recoverable, sum.likely, sum.toCheck]);
        yield byKind.map(({ kind, certainty, ...sum }) => [
          kind,
          certainty,
          sum.claims,
          ...CERTAINTIES.map((level) => (level === certainty ? sum.amount : null)),
        ]);
        yield [['Total', null, claims, all.recoverable, all.likely, all.toCheck]];
      },
    },
    sheetOf('Claims', COLUMNS, { batches, cells: claimLine }),
  ];
}
