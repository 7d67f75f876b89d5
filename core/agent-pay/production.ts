import type { Money } from '../money.ts';
import { yearStart } from '../period.ts';
import type { Writer } from './agent.ts';
import { byOrderOfPay, isSamePolicy, monthCovered, type PayLine, policyYear } from './pay-line.ts';
import { payClassOf, type Tiers } from './pay-plan.ts';
import { type Fine, takeShare } from './share-out.ts';

/** The amounts that a line adds to the production of an agent, or takes from it, by each measure of tiers. */
type Measured = Readonly<Record<Tiers['measure'], Fine>>;
interface Produced extends Measured {
  readonly agentId: string;
}

const NOTHING: Measured = { first_year_commission: 0n, commission: 0n, premium: 0n };

/** The sums that agents produced, by calendar year received. */
export class Production {
  readonly #sums = new Map<string, Measured>();

  of(agentId: string, line: PayLine): Measured {
    return this.#sums.get(yearKey(agentId, line)) ?? NOTHING;
  }

  add(line: PayLine, produced: readonly Produced[]): void {
    for (const { agentId, first_year_commission, commission, premium } of produced) {
      const before = this.of(agentId, line);
      this.#sums.set(yearKey(agentId, line), {
        first_year_commission: before.first_year_commission + first_year_commission,
        commission: before.commission + commission,
        premium: before.premium + premium,
      });
    }
  }
}

function yearKey(agentId: string, { period }: PayLine): string {
  return `${agentId}|${yearStart(period)}`;
}

/**
 * Returns a function from a line to what it adds to the production of agents. A negative line takes from the writers of each payment the
 * part that it takes back; what is left over it takes from its own writers. Only commission counts.
 */
export function productionsOf(
  lines: readonly PayLine[],
  takenBack: ReadonlyMap<string, readonly TakenBack[]>,
  writers: ReadonlyMap<string, readonly Writer[]>,
): (line: PayLine) => readonly Produced[] {
  const byKey = new Map(lines.map((line) => [line.key, line]));
  const wholeOf = (line: PayLine) => (writers.get(line.key) ?? []).map((writer) => producedBy(line, writer));
  return (line) => {
    if (payClassOf(line) !== 'commission') return [];
    if (line.amount >= 0) return wholeOf(line);
    const taken = takenBack.get(line.key) ?? [];
    const matched = taken.reduce((sum, { amount }) => sum + amount, 0);
    const ofPayments = taken.flatMap(({ key, amount, before }) => {
      const payment = byKey.get(key);
      return payment === undefined ? [] : wholeOf(payment).map((whole) => lessPart(whole, payment, before, amount));
    });
    return [...ofPayments, ...wholeOf(line).map((whole) => lessPart(whole, line, matched, -line.amount - matched))];
  };
}

function producedBy(line: PayLine, { agentId, part }: Writer): Produced {
  const commission = takeShare(Math.abs(line.amount), part);
  // Some carriers print the premium of a chargeback with its sign, some without.
  const premium = line.amount < 0 ? Math.abs(line.premium ?? 0) : (line.premium ?? 0);
  return {
    agentId,
    first_year_commission: policyYear(line) === 1 ? commission : 0n,
    commission,
    premium: takeShare(premium, part),
  };
}

/** Returns, below zero, the part of a line from `before` on. Parts are cut cumulatively, so that all of them are the whole. */
function lessPart(whole: Produced, line: PayLine, before: number, amount: number): Produced {
  const [of, first, last] = [BigInt(Math.abs(line.amount)), BigInt(before), BigInt(before + amount)];
  const less = (fine: Fine): Fine => (fine * first) / of - (fine * last) / of;
  return {
    agentId: whole.agentId,
    first_year_commission: less(whole.first_year_commission),
    commission: less(whole.commission),
    premium: less(whole.premium),
  };
}

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
