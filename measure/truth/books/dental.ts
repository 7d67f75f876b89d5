import type { Period } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { groupedDollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, firstOf, type Layout } from './layout.ts';
import { Ledger, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-07', 9);
const CUT_FROM = '2026-01';
const [BEFORE, AFTER] = [0.1, 0.08];

const LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'Commissions',
  title: () => [['Bright Dental of America'], ['Producer commission statement']],
  header: [
    'Certificate',
    'Insured',
    'Plan',
    'Eff. Date',
    'Due Month',
    'Premium Paid',
    'Comm %',
    'Comm Amount',
    'Producer',
  ],
  row: ({ person, traits, cents, coverage, premiumCents, rate }) => [
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    dateCell(person?.effective ?? null),
    firstOf(coverage),
    groupedDollars(cents < 0 ? -premiumCents : premiumCents),
    `${Math.round((rate ?? 0) * 100)}%`,
    cents < 0 ? `(${groupedDollars(-cents)})` : groupedDollars(cents),
    traits.agent.name,
  ],
  footer: (cents) => [['', '', '', '', '', '', 'Total', groupedDollars(cents), '']],
};

const rateOf = (_person: Person, period: Period): number => (period < CUT_FROM ? BEFORE : AFTER);

/** Dental plans at a percentage that the carrier lowers for everybody in January, in a layout outside the catalogue. */
export function dental(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const due = (person: Person, period: Period) => Math.round(person.premiumCents * rateOf(person, period));
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: 'BD######', plans: ['PPO 1500', 'PPO 3000'], states: ['AZ', 'NM'] },
    steady: 45,
    joins: 8,
    stories: ordinaryLife(),
    person: () => ({ premiumCents: dice.int(30, 120) * 100 }),
    due,
    rate: rateOf,
    tellsTerm: false,
  });
  book.fact(null, CUT_FROM, 'rate_cut_for_all');
  for (const person of book.people) {
    const paid = book.lines.some((line) => line.person === person && line.period === CUT_FROM);
    if (!paid) continue;
    book.state(person, CUT_FROM, 'rate_cut_for_all');
    book.atRisk(CUT_FROM, 0, due(person, '2025-12') - due(person, CUT_FROM));
  }
  return {
    name: 'dental',
    seed,
    carrier: {
      name: 'Bright Dental of America',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Certificate', commission_amount: 'Comm Amount', member_name: 'Insured' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'bright-dental' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
