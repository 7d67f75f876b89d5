import { type Period, periodMonth, periodYear } from '../../../core/period.ts';
import { companyName } from '../../../demo/statements/names.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate, usMonth } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { Ledger, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-02', 14);
/** The share of the year's premium up to the limit, the share above the limit, and the limit. */
const [RATE, RATE_ABOVE, LIMIT_CENTS] = [0.05, 0.03, 6_000_000];

const LAYOUT: Layout = {
  fileType: 'csv',
  header: ['Group', 'Group No', 'Effective', 'Coverage Month', 'Premium', 'Rate', 'Commission', 'Type', 'Agent'],
  row: ({ person, traits, cents, coverage, rate, premiumCents, type }) => [
    person?.last ?? '',
    person?.id ?? '',
    usDate(person?.effective ?? ''),
    usMonth(coverage),
    dollars(cents < 0 ? -premiumCents : premiumCents),
    `${((rate ?? (person === null ? 0 : rateOf(person, coverage))) * 100).toFixed(3)}%`,
    dollars(cents),
    type === 'chargeback' ? 'Adjustment' : 'Commission',
    traits.agent.name,
  ],
};

/** Returns the rate of a month, whose premium may be partly above the limit. */
function rateOf({ premiumCents, effective }: Person, period: Period): number {
  const isFirstYear = periodYear(effective) === periodYear(period);
  const before = periodMonth(period) - (isFirstYear ? periodMonth(effective) : 1);
  const below = Math.min(Math.max(LIMIT_CENTS - before * premiumCents, 0), premiumCents);
  return Number(((below * RATE + (premiumCents - below) * RATE_ABOVE) / premiumCents).toFixed(5));
}

/** Employers whose rate falls with the premium of the calendar year: 5 % of the first 60,000, 3 % of the rest. */
export function summitGroups(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const names = new Set<string>();
  const companyOf = (): string => {
    const name = companyName(dice);
    if (names.has(name)) return companyOf();
    names.add(name);
    return name;
  };
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: 'SG-#####', plans: ['PPO', 'HMO'], states: ['CO'] },
    steady: 30,
    joins: 6,
    stories: ordinaryLife(),
    person: () => ({ premiumCents: dice.int(2_000, 22_000) * 100, company: companyOf() }),
    due: (person, period) => Math.round(person.premiumCents * rateOf(person, period)),
    rate: rateOf,
    tellsTerm: false,
  });
  return {
    name: 'summit-groups',
    seed,
    carrier: {
      name: 'Summit Employers Health',
      productLine: 'group',
      columnsByHand: {
        member_external_id: 'Group No',
        member_name: 'Group',
        commission_amount: 'Commission',
        coverage_month: 'Coverage Month',
        premium_amount: 'Premium',
      },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'summit' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
