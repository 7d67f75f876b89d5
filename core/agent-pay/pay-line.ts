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

/** A line as approved runs paid it. */
export interface LinePaid {
  /** 0 for a line that is gone. */
  readonly amount: Money;
  /** The mark of the line; null of runs that kept none. */
  readonly mark: string | null;
}
/** Returns the line that approved runs paid under a key; undefined for a key that none has paid. */
export type PaidByKey = (key: string) => LinePaid | undefined;

/** The key of a line, and its mark: a hash of the agent, plan, product and effective date, which tell lines for the same apart. */
export interface LineKey {
  readonly key: string;
  readonly mark: string;
}

/**
 * Gives each line its key: a hash of what it is for, and its number among the lines for the same. A line that was paid keeps its number:
 * the line of the same mark and amount, else of the same mark, else of the same amount. All others take the free numbers by what tells
 * them apart, the amount last, so that each keeps its key when a replaced file lists them in another order or a name is joined with a
 * record.
 */
export function keyLines<Line extends KeyedLine>(
  lines: readonly Line[],
  paidByKey: PaidByKey = () => undefined,
): readonly (Line & LineKey)[] {
  const keys = new Map<Line, LineKey>();
  for (const [purpose, same] of Map.groupBy(lines, purposeOf)) {
    const ordered = same.length === 1 ? same : same.toSorted(byDetails);
    const marked = ordered.map((line) => ({ line, amount: line.amount, mark: markOf(line) }));
    const keyOf = (number: number) => hash(`${purpose}${number}`).slice(0, 22);
    for (const [{ line, mark }, number] of numbersOf(marked, (number) => paidByKey(keyOf(number))))
      keys.set(line, { key: keyOf(number), mark });
  }
  return lines.map((line) => ({ ...line, ...(keys.get(line) ?? { key: '', mark: '' }) }));
}

/** Numbers lines for the same. Those of one mark and amount have numbers in their own order, so that a run that paid them changes none. */
function numbersOf<Line extends LinePaid>(
  ordered: readonly Line[],
  paidOf: (number: number) => LinePaid | undefined,
): ReadonlyMap<Line, number> {
  const paid: (LinePaid | undefined)[] = [];
  while (paid.length < ordered.length || paidOf(paid.length) !== undefined) paid.push(paidOf(paid.length));
  const numbers = new Map<Line, number>();
  const free = new Set(paid.keys());
  const waiting = [...ordered];
  for (const isSame of [isEqual, isOfMark, isOfAmount]) {
    for (const number of free) {
      const line = paid[number];
      const place = line === undefined || line.amount === 0 ? -1 : waiting.findIndex((one) => isSame(one, line));
      const [found] = place < 0 ? [] : waiting.splice(place, 1);
      if (found === undefined) continue;
      numbers.set(found, number);
      free.delete(number);
    }
  }
  const rest = [...free];
  for (const [at, line] of waiting.entries()) numbers.set(line, rest[at] ?? 0);
  for (const equal of Map.groupBy(ordered, ({ amount, mark }) => `${amount} ${mark}`).values()) {
    const own = equal.map((line) => numbers.get(line) ?? 0).sort((a, b) => a - b);
    for (const [at, line] of equal.entries()) numbers.set(line, own[at] ?? 0);
  }
  return numbers;
}

const isOfMark = (one: LinePaid, other: LinePaid) => one.mark === other.mark;
const isOfAmount = (one: LinePaid, other: LinePaid) => one.amount === other.amount;
const isEqual = (one: LinePaid, other: LinePaid) => isOfMark(one, other) && isOfAmount(one, other);

function markOf({ product, planName, effectiveDate, agentText }: KeyedLine): string {
  return hash(JSON.stringify([product, planName, effectiveDate, agentText])).slice(0, 8);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
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
