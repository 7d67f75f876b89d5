import type { ModelBook, ModelPeriod, ModelRow } from '../../support/book-model.ts';
import type { ModelDelta } from '../../support/book-model-delta.ts';
import { Fraction } from '../../support/book-model-fraction.ts';

/** The answers that a model's book expects, in the form of the service. */

export function cents(amount: string | null): number {
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
