import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, type Layout } from './layout.ts';
import { Ledger } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-09', 8);
const RATE = 0.18;

const LAYOUT: Layout = {
  fileType: 'xlsx',
  sheet: 'DETAILS',
  header: [
    'Company',
    'MGA Name',
    'Prod Num',
    'Policy',
    'Insureds Name',
    'Issue Date',
    'Activity Date',
    'Activity Type',
    'Comm Premium',
    'Comm Amt',
  ],
  row: ({ person, traits, type, cents, period, premiumCents }) => [
    'United of Omaha',
    'HARBOR BENEFITS',
    `000${traits.agent.id}`,
    person?.id ?? '',
    person === null ? '' : `${person.last} ${person.first}`,
    dateCell(person?.effective ?? null),
    dateCell(`${period}-${['03', '10', '17', '24'][(person?.index ?? 0) % 4]}`),
    type === 'chargeback' ? 'REVERSAL' : 'BFY PAYMENT',
    dollars(cents < 0 ? -premiumCents : premiumCents),
    dollars(cents),
  ],
};

/** Medicare supplements, a percentage of the premium, in four weekly statements a month. */
export function mutualOfOmaha(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: '######-##', plans: ['Plan G', 'Plan N'], states: ['IA', 'NE', 'KS'] },
    steady: 50,
    joins: 8,
    stories: ordinaryLife().filter(([story]) => story !== 'movesPlan'),
    person: () => ({ premiumCents: dice.int(9_000, 21_000) }),
    due: ({ premiumCents }) => Math.round(premiumCents * RATE),
    isContracted: true,
    tellsTerm: false,
  });
  const files = { count: 4, of: ({ person }: { person: { index: number } | null }) => (person?.index ?? 0) % 4 };
  return {
    name: 'mutual-of-omaha',
    seed,
    carrier: { slug: 'mutual-of-omaha' },
    contractedRates: [{ rateType: 'percent_of_premium', rateValue: RATE }],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, files, name: 'omaha' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
