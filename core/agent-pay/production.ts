import { yearStart } from '../period.ts';
import type { Writer } from './agent.ts';
import { type PayLine, policyYear } from './pay-line.ts';
import { payClassOf, type Tiers } from './pay-plan.ts';
import { type Fine, takeShare } from './share-out.ts';
import type { TakenBack } from './take-back.ts';

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
