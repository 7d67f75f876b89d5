import { createHash } from 'node:crypto';
import type { Money } from '../money.ts';
import { monthIndex, type Period, periodOfDate } from '../period.ts';
import type { LineKind } from '../statement/line-kind.ts';

/**
 * A line of a statement as agents are paid by it. `key` says what the line is for, not where it stands or how much it pays: a line that a
 * replaced file repeats is not paid again, and of a corrected one only the difference is.
 */
export interface PayLine {
  readonly key: string;
  readonly carrierId: string;
  /** The month the money was received: the month of the statement. */
  readonly period: Period;
  /** The month that is paid for; null when the statement does not say. */
  readonly coverageMonth: Period | null;
  readonly memberRefId: string | null;
  /** The member's id as the statement shows it, which stays when two ids are joined. */
  readonly memberExternalId: string | null;
  readonly policy: string | null;
  readonly kind: LineKind;
  readonly amount: Money;
  readonly premium: Money | null;
  /** Hundredths of a life; null when the statement does not say. */
  readonly lives: number | null;
  /** Hundredths of a month; null when the statement does not say. */
  readonly months: number | null;
  readonly planName: string | null;
  readonly product: string | null;
  /** First day of coverage as an ISO date. */
  readonly effectiveDate: string | null;
  /** The words of money without a member; null for a member's line. */
  readonly description: string | null;
  /** The agent whose name or number the statement shows; null when it shows none, or nobody known. */
  readonly agentId: string | null;
  /** The agent's number and name as the statement shows them, which stay when they are joined with a record. Empty without any. */
  readonly agentText: string;
}

/** The fields that a key is made of, and those by which lines for the same are numbered. */
export type KeyedLine = Omit<PayLine, 'key' | 'memberRefId' | 'agentId'>;

/** Returns the amount of a line that approved runs paid, by its key: 0 for one that is gone, undefined for a key that none has paid. */
export type AmountPaid = (key: string) => Money | undefined;

/**
 * Gives each line its key: a hash of what it is for, and its number among the lines for the same. A line of an amount that was paid keeps
 * the number under which it was paid. All others take the free numbers by what tells them apart, the amount last, so that each keeps its
 * key when a replaced file lists them in another order or corrects an amount, or when a name is joined with a record.
 */
export function keyLines<Line extends KeyedLine>(
  lines: readonly Line[],
  amountPaid: AmountPaid = () => undefined,
): readonly (Line & { readonly key: string })[] {
  const keys = new Map<Line, string>();
  for (const [purpose, same] of Map.groupBy(lines, purposeOf)) {
    const ordered = same.length === 1 ? same : same.toSorted(byDetails);
    const keyOf = (number: number) =>
      createHash('sha256').update(`${purpose}${number}`).digest('base64url').slice(0, 22);
    for (const [line, number] of numbersOf(ordered, (number) => amountPaid(keyOf(number))))
      keys.set(line, keyOf(number));
  }
  return lines.map((line) => ({ ...line, key: keys.get(line) ?? '' }));
}

/** Numbers lines for the same. Those of one amount have their numbers in their own order, so that a run that paid them changes none. */
function numbersOf<Line extends KeyedLine>(
  ordered: readonly Line[],
  amountPaid: (number: number) => Money | undefined,
): ReadonlyMap<Line, number> {
  const waiting = [...ordered];
  const free: number[] = [];
  const numbers = new Map<Line, number>();
  for (let number = 0; free.length < waiting.length || amountPaid(number) !== undefined; number += 1) {
    const paid = amountPaid(number);
    const place = paid === undefined || paid === 0 ? -1 : waiting.findIndex(({ amount }) => amount === paid);
    const [found] = place < 0 ? [] : waiting.splice(place, 1);
    if (found === undefined) free.push(number);
    else numbers.set(found, number);
  }
  for (const [at, line] of waiting.entries()) numbers.set(line, free[at] ?? 0);
  for (const equal of Map.groupBy(ordered, ({ amount }) => amount).values()) {
    const own = equal.map((line) => numbers.get(line) ?? 0).sort((a, b) => a - b);
    for (const [at, line] of equal.entries()) numbers.set(line, own[at] ?? 0);
  }
  return numbers;
}

function purposeOf(line: KeyedLine): string {
  const { carrierId, period, memberExternalId, policy, coverageMonth, kind, description, amount } = line;
  return JSON.stringify([carrierId, period, memberExternalId, policy, coverageMonth, kind, description, amount < 0]);
}

/** Lines of nothing come last, because no run has entries of them: so the numbers of paid lines have no gap. */
function byDetails(a: KeyedLine, b: KeyedLine): number {
  return (
    Number(a.amount === 0) - Number(b.amount === 0) ||
    compareTexts(a.product ?? '', b.product ?? '') ||
    compareTexts(a.planName ?? '', b.planName ?? '') ||
    compareTexts(a.effectiveDate ?? '', b.effectiveDate ?? '') ||
    compareTexts(a.agentText, b.agentText) ||
    Math.abs(b.amount) - Math.abs(a.amount) ||
    (a.premium ?? -1) - (b.premium ?? -1) ||
    (a.lives ?? -1) - (b.lives ?? -1) ||
    (a.months ?? -1) - (b.months ?? -1)
  );
}

/** Returns the month by which plans and moves are chosen: the month covered, else the month received. */
export function monthCovered({ coverageMonth, period }: Pick<PayLine, 'coverageMonth' | 'period'>): Period {
  return coverageMonth ?? period;
}

/** Returns the policy year of a line, 1 for the first twelve months; null without an effective date that fits. */
export function policyYear(line: PayLine): number | null {
  if (line.effectiveDate === null) return null;
  const months = monthIndex(monthCovered(line)) - monthIndex(periodOfDate(line.effectiveDate));
  return months < 0 ? 1 : Math.floor(months / 12) + 1;
}

/** Compares two lines by the order in which the money came. It is the same for any order of uploads and runs. */
export function byOrderOfPay(a: PayLine, b: PayLine): number {
  return (
    compareTexts(a.period, b.period) ||
    compareTexts(monthCovered(a), monthCovered(b)) ||
    compareTexts(a.carrierId, b.carrierId) ||
    compareTexts(a.memberExternalId ?? '', b.memberExternalId ?? '') ||
    compareTexts(a.policy ?? '', b.policy ?? '') ||
    compareTexts(a.kind, b.kind) ||
    compareTexts(a.description ?? '', b.description ?? '') ||
    byDetails(a, b) ||
    compareTexts(a.key, b.key)
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares two policy numbers without case and surrounding spaces, because people type them from paper. */
export function isSamePolicy(one: string, other: string | null): boolean {
  return other !== null && one.trim().toLowerCase() === other.trim().toLowerCase();
}
