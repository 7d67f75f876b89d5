import type { Money } from '../money.ts';
import { byOrderOfPay, isSamePolicy, monthCovered, type PayLine } from './pay-line.ts';
import { payClassOf } from './pay-plan.ts';

/** A part of a negative line that takes back a part of a paid line. */
export interface TakenBack {
  readonly key: string;
  readonly amount: Money;
  /** The amount that earlier lines took back of the same line. */
  readonly before: Money;
}

/**
 * Finds what each negative line takes back: lines of the same member and kind of money that came before, of its policy before those
 * without a policy number. One that names a month covered takes back that month; any other the latest paid line, then those before it.
 * Money without a member takes back money of the same agent and the same words. What is left over has no line here.
 */
export function matchTakenBack(lines: readonly PayLine[]): ReadonlyMap<string, readonly TakenBack[]> {
  const matched = new Map<string, readonly TakenBack[]>();
  for (const ofOne of Map.groupBy(lines, payeeOf).values()) {
    if (!ofOne.some(({ amount }) => amount < 0)) continue;
    const paid: OpenLine[] = [];
    for (const line of paymentsFirst(ofOne)) {
      if (line.amount >= 0) paid.push({ line, taken: 0 });
      else matched.set(line.key, takeFrom(paid, line));
    }
  }
  return matched;
}

interface OpenLine {
  readonly line: PayLine;
  taken: Money;
}

function payeeOf(line: PayLine): string {
  const { carrierId, memberRefId, agentId, description } = line;
  return JSON.stringify([
    payClassOf(line),
    carrierId,
    memberRefId,
    ...(memberRefId === null ? [agentId, description] : []),
  ]);
}

/** Within a month payments come before what takes them back: a statement lists a reversal and its payment in any order. */
function paymentsFirst(lines: readonly PayLine[]): readonly PayLine[] {
  return lines.toSorted((a, b) => {
    if (a.period !== b.period || a.amount < 0 === b.amount < 0) return byOrderOfPay(a, b);
    return a.amount < 0 ? 1 : -1;
  });
}

function takeFrom(paid: readonly OpenLine[], line: PayLine): readonly TakenBack[] {
  const taken: TakenBack[] = [];
  let left = -line.amount;
  const isNamed = (open: OpenLine) => line.coverageMonth === null || monthCovered(open.line) === line.coverageMonth;
  const latestFirst = paid.toReversed().filter(isNamed);
  const ofPolicy = latestFirst.filter(({ line: { policy } }) =>
    line.policy === null ? policy === null : isSamePolicy(line.policy, policy),
  );
  // A statement may leave the policy number out, of the payment or of what takes it back.
  const ofAny = latestFirst.filter((open) => (open.line.policy === null) !== (line.policy === null));
  for (const open of [...ofPolicy, ...ofAny]) {
    const amount = Math.min(left, open.line.amount - open.taken);
    if (amount <= 0) continue;
    taken.push({ key: open.line.key, amount, before: open.taken });
    open.taken += amount;
    left -= amount;
    if (left === 0) break;
  }
  return taken;
}
