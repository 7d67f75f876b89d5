import type { Money } from '../money.ts';

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

/** Returns a part of an amount of whole cents, exactly: amount × numerator ÷ denominator, cut to 10^-16 dollars. */
export function takePart(amount: Money, numerator: Money, denominator: Money): Fine {
  return (BigInt(amount) * FINE_PER_MONEY * BigInt(numerator)) / BigInt(denominator);
}

/**
 * Rounds amounts to whole cents so that their sum is the exact sum, cut to the cent. The cents that are left go to the largest fractions;
 * equal fractions in the given order. The rest of the sum, less than a cent, is nobody's here.
 */
export function roundTogether(amounts: readonly Fine[]): readonly Money[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  const floors = amounts.map(floorCents);
  let left = Number(sum / FINE_PER_CENT - floors.reduce((total, cents) => total + cents, 0n));
  const byFraction = amounts
    .map((amount, at) => ({ at, fraction: amount - (floors[at] ?? 0n) * FINE_PER_CENT }))
    .sort((a, b) => (a.fraction === b.fraction ? a.at - b.at : a.fraction > b.fraction ? -1 : 1));
  const more = new Set<number>();
  for (const { at } of byFraction) {
    if (left <= 0) break;
    more.add(at);
    left -= 1;
  }
  return floors.map((cents, at) => Number(cents + (more.has(at) ? 1n : 0n)) * MONEY_PER_CENT);
}

function floorCents(amount: Fine): bigint {
  const cents = amount / FINE_PER_CENT;
  return amount < 0n && cents * FINE_PER_CENT !== amount ? cents - 1n : cents;
}
