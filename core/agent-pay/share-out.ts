import { type Money, moneyToDollars } from '../money.ts';

/** Integer 10^-16 dollars: Money (4 places) times two shares (6 places each) fits without rounding. */
export type Fine = bigint;

const FINE_PER_MONEY = 10n ** 12n;
const FINE_PER_CENT = 10n ** 14n;
const MONEY_PER_CENT = 100;

/** Millionths of a whole: 625_000 is 62.5 %. */
export type Share = number;
export const WHOLE: Share = 1_000_000;

/** Returns an amount times two shares, exactly. */
export function takeShare(amount: Money, share: Share, of: Share = WHOLE): Fine {
  return BigInt(amount) * BigInt(share) * BigInt(of);
}

/** Cuts an exact amount to Money. */
export function cutToMoney(amount: Fine): Money {
  return Number(amount / FINE_PER_MONEY);
}

/**
 * Rounds amounts to whole cents so that their sum is the exact sum, cut to the cent. The cents that are left go to the largest fractions;
 * equal fractions in the given order. The rest of the sum, less than a cent, is nobody's here.
 */
export function roundTogether(amounts: readonly Fine[]): readonly Money[] {
  return roundUnits(amounts, FINE_PER_CENT);
}

/** Returns the parts of some amounts, numerator ÷ denominator of each, rounded together. */
export function roundParts(amounts: readonly Money[], numerator: Money, denominator: Money): readonly Money[] {
  return roundUnits(
    amounts.map((amount) => BigInt(amount) * BigInt(numerator)),
    BigInt(denominator) * BigInt(MONEY_PER_CENT),
  );
}

function roundUnits(amounts: readonly bigint[], perCent: bigint): readonly Money[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  const floors = amounts.map((amount) => floorCents(amount, perCent));
  let left = Number(sum / perCent - floors.reduce((total, cents) => total + cents, 0n));
  const byFraction = amounts
    .map((amount, at) => ({ at, fraction: amount - (floors[at] ?? 0n) * perCent }))
    .sort((a, b) => (a.fraction === b.fraction ? a.at - b.at : a.fraction > b.fraction ? -1 : 1));
  const more = new Set<number>();
  for (const { at } of byFraction) {
    if (left <= 0) break;
    more.add(at);
    left -= 1;
  }
  return floors.map((cents, at) => Number(cents + (more.has(at) ? 1n : 0n)) * MONEY_PER_CENT);
}

function floorCents(amount: bigint, perCent: bigint): bigint {
  const cents = amount / perCent;
  return amount < 0n && cents * perCent !== amount ? cents - 1n : cents;
}

/** The sums of a run: received = people + house + held. `paid` is what agents are paid. */
export type RunSumsOf<Amount> = Readonly<Record<'received' | 'people' | 'house' | 'held' | 'paid', Amount>>;

/** Rounds sums to cents. The house has the rest, so that the shown amounts still add up. */
export function shownSums(sums: RunSumsOf<Money>): RunSumsOf<number> {
  const [received, people, held] = [wholeCents(sums.received), sums.people, wholeCents(sums.held)];
  return {
    ...{ received: moneyToDollars(received), people: moneyToDollars(people), held: moneyToDollars(held) },
    ...{ house: moneyToDollars(received - people - held), paid: moneyToDollars(sums.paid) },
  };
}

function wholeCents(amount: Money): Money {
  return Math.round(moneyToDollars(amount) * 100) * 100;
}
