import { type Money, moneyToDollars } from '../money.ts';

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
