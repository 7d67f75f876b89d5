import type { ModelBook, ModelPeriod, ModelRow } from '../../support/book-model.ts';
import type { ModelDelta } from '../../support/book-model-delta.ts';
import { Fraction } from '../../support/book-model-fraction.ts';
import {
  amountOf,
  isChargeback,
  linesOf,
  type MemberMonth,
  type ModelFile,
  type ModelLine,
  type ModelRecord,
  memberMonth,
} from '../../support/book-model-record.ts';
import type { Book } from '../comparisons/comparisons.ts';

/** The answers that a model's book expects, in the form of the service. */

function cents(amount: string | null): number {
  return Number(
    Fraction.of(amount ?? '0')
      .rounded(2)
      .toDecimal(),
  );
}

export function scoreView(row: ModelRow) {
  return {
    status: row.status,
    flags: row.flags,
    commissionAmount: cents(row.commissionAmount),
    prevCommissionAmount: cents(row.prevCommissionAmount),
    comparedAgainstPeriod: row.comparedAgainstPeriod,
    expectedAmount: row.expectedAmount === null ? null : cents(row.expectedAmount),
    commissionOwed: cents(row.commissionOwed),
    chargebackAmount: cents(row.chargebackAmount),
  };
}

export function rowsOf(book: ModelBook, member: string) {
  return [...book.periods].flatMap(([period, { rows }]) =>
    rows.filter((row) => row.member === member).map((row) => ({ period, row })),
  );
}

export const timelineView = (book: ModelBook, member: string) =>
  rowsOf(book, member).map(({ period, row }) => ({ period, ...scoreView(row) }));

interface LatestRow extends ModelRow {
  readonly period: string;
}

/** The row of each member in the latest period that has one. */
export function latestRows(book: ModelBook): readonly LatestRow[] {
  const latest = new Map<string, LatestRow>();
  for (const [period, { rows }] of book.periods) for (const row of rows) latest.set(row.member, { ...row, period });
  return [...latest.values()];
}

export function latestView({ member, status, flags, commissionAmount, period }: LatestRow) {
  return { member, status, flags, lastPeriod: period, commissionAmount: cents(commissionAmount) };
}

export function deltaView({ member, field, prevValue, currValue, changeType }: ModelDelta) {
  const shown = (value: string | null) => (field === 'commission_amount' && value !== null ? cents(value) : value);
  return { member, field, prevValue: shown(prevValue), currValue: shown(currValue), changeType };
}

export function totalsView({ rollup, rows }: ModelPeriod) {
  const net = Fraction.sum(rows.map((row) => Fraction.of(row.commissionAmount)));
  return {
    memberCount: rollup.memberCount,
    green: rollup.green,
    yellow: rollup.yellow,
    red: rollup.red,
    new: rollup.new,
    reappeared: rollup.reappeared,
    commissionAtRisk: cents(rollup.commissionAtRisk),
    commissionDropped: cents(rollup.commissionDropped),
    commissionReduced: cents(rollup.commissionReduced),
    reducedCount: rollup.reducedCount,
    commissionOwed: cents(rollup.commissionOwed),
    owedEvaluated: rollup.owedEvaluated,
    owedTotal: rollup.owedTotal,
    chargebackCount: rollup.chargebackCount,
    chargebackAmount: cents(rollup.chargebackAmount),
    paidNet: cents(net.toDecimal()),
    paidGross: cents(rollup.gross),
    chargebacks: cents(rollup.chargebackAmount),
  };
}

/** Lists beside the scores of a book: changes, chargebacks, comparisons, journeys and lines. */

const KINDS = { green: 'same', yellow: 'paid_less', red: 'gone', new: 'new', reappeared: 'back' } as const;

/** docs/reference/reports.md#changes */
export function changesView({ rows, baseline }: ModelPeriod) {
  if (baseline === null) return [];
  return rows.map((row) => {
    const [before, now] = [cents(row.prevCommissionAmount), cents(row.commissionAmount)];
    return { member: row.member, kind: kindOf(row, now - before), before, now, atRisk: cents(row.atRisk) };
  });
}

function kindOf(row: ModelRow, difference: number) {
  const isBelowZero = row.status === 'green' && cents(row.commissionAmount) < 0;
  const isUnpaid = row.status === 'yellow' && cents(row.commissionAmount) === -cents(row.chargebackAmount);
  const isOnlyChargeback = isUnpaid && cents(row.chargebackAmount) > 0;
  if (!row.countedInRollup || isBelowZero || isOnlyChargeback) return 'taken_back';
  return row.status === 'green' && difference > 0.01 ? 'paid_more' : KINDS[row.status];
}

const sumOf = (lines: readonly ModelLine[]) => Fraction.sum(lines.map(amountOf));
const isPayment = (line: ModelLine) => amountOf(line).isAbove(Fraction.zero);

/** docs/reference/signals.md#the-original-payout-of-a-chargeback, for lines without a coverage month. */
export function chargebacksView(files: readonly ModelFile[], members: readonly string[], period: string) {
  return members.flatMap((member) => {
    const months = files.flatMap((file) => memberMonth(files, file.period, member) ?? []);
    const present = months.find((month) => month.period === period);
    return (present?.records ?? [])
      .filter(({ lines }) => lines.some(isChargeback))
      .map(({ policyKey, lines }) => {
        const upToNow = months
          .filter((month) => month.period <= period)
          .map((month) => ({ period: month.period, lines: recordLines(month, policyKey) }));
        const paid = sumOf(upToNow.flatMap((month) => month.lines.filter(isPayment)));
        const takenBack = sumOf(upToNow.flatMap((month) => month.lines.filter(isChargeback))).magnitude();
        return {
          member,
          policyKey,
          chargebackAmount: cents(sumOf(lines.filter(isChargeback)).magnitude().toDecimal()),
          paidOut: cents(paid.toDecimal()),
          fullyReversed: paid.isAbove(Fraction.zero) && !takenBack.isBelow(paid),
          originalPayout: originalPayout(upToNow, period, lines),
        };
      });
  });
}

const recordLines = ({ records }: MemberMonth, policyKey: string | null): readonly ModelLine[] =>
  records.find((record) => record.policyKey === policyKey)?.lines ?? [];

interface Payment {
  readonly period: string;
  readonly amount: Fraction;
}

function originalPayout(
  months: readonly { readonly period: string; readonly lines: readonly ModelLine[] }[],
  period: string,
  lines: readonly ModelLine[],
) {
  const largest = lines
    .filter(isChargeback)
    .map((line) => amountOf(line).magnitude())
    .reduce((one, other) => (other.isAbove(one) ? other : one));
  const payments = months
    .map((month): Payment => ({ period: month.period, amount: sumOf(month.lines.filter(isPayment)) }))
    .filter(({ amount }) => amount.isAbove(Fraction.zero));
  const isEarlier = (payment: Payment) => payment.period < period;
  const isEnough = (payment: Payment) => !payment.amount.isBelow(largest);
  const best = payments.toSorted(
    (a, b) =>
      Number(isEarlier(b)) - Number(isEarlier(a)) ||
      Number(isEnough(b)) - Number(isEnough(a)) ||
      (a.period < b.period ? 1 : -1),
  )[0];
  return best === undefined ? null : { period: best.period, amount: cents(best.amount.toDecimal()) };
}

/** The book as the model of comparisons reads it. */
export function comparedBook(files: readonly ModelFile[]): Book {
  return Object.fromEntries(
    files.map(({ period, lines }) => {
      const members = [...new Set(lines.map(({ member }) => member))];
      const amountsOf = (member: string) =>
        lines.filter((line) => line.member === member).map(({ amount }) => Math.round(Number(amount) * 100));
      return [period, Object.fromEntries(members.map((member) => [member, amountsOf(member)]))];
    }),
  );
}

/** docs/reference/members-and-comparisons.md#journeys */
export function journeyView(files: readonly ModelFile[], period: string, row: ModelRow) {
  const month = memberMonth(files, period, row.member);
  return {
    period,
    status: row.status,
    present: month !== null && row.countedInRollup,
    commissionAmount: cents(row.commissionAmount),
    policies: (month?.records ?? []).map(policyView),
  };
}

const policyView = ({ policyKey, net }: ModelRecord) => ({ policyKey, commissionAmount: cents(net.toDecimal()) });

/** The rows of the statement that count as the member's, each with the id that it has. */
export function linesView(printed: readonly ModelLine[], files: readonly ModelFile[], period: string, member: string) {
  return linesOf(files, period).flatMap((line, at) =>
    line.member === member ? [{ row: at + 2, printed: printed[at]?.member, amount: Number(line.amount) }] : [],
  );
}
