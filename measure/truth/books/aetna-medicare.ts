import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, groupedDollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, Ledger } from './ledger.ts';
import { monthlyMedicare, notePlannedSteps } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-10', 9);

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Payment Date',
    'Medicare Number',
    'Member ID',
    'Legacy Member ID',
    'Member Name',
    'Member State',
    'Sales Event',
    'Product',
    'CMS New',
    'Plan ID',
    'Coverage Period',
    'Effective Date',
    'Term Date',
    'Writing Agent NPN',
    'Writing Agent Name',
    'Payee Name',
    'Payee Amount',
  ],
  row: ({ person, traits, type, term, cents, coverage, period }) => [
    usDate(endOf(period)),
    person?.secondId ?? '',
    person?.id ?? '',
    '',
    person === null ? '' : `${person.first} ${person.last}`,
    person?.state ?? '',
    type === 'chargeback' ? 'Pro-Rata Disenroll' : type === 'first_year' ? 'New Business' : 'Renewal',
    'MAPD',
    'N ',
    traits.plan,
    usDate(`${coverage}-01`),
    person === null ? '' : usDate(person.effective),
    term === null ? '' : usDate(term),
    traits.agent.id,
    traits.agent.name.toLowerCase(),
    'Harbor Benefits',
    dollars(cents),
  ],
  footer: (cents) => [[`Total Payee Amount: $${groupedDollars(cents)}`]],
};

/** An agency's file with a total below the lines, plans named by their id, and rapid disenrollments by month. */
export function aetnaMedicare(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: '@@######', plans: ['H3146-004', 'H5521-212'], states: ['OH', 'PA', 'TX'] },
    steady: 50,
    joins: 10,
    stories: [...ordinaryLife(), ['hasZeroLine', 2], ['leavesWithZeroLine', 2]],
    due: monthlyMedicare,
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: true,
  });
  notePlannedSteps({ book, periods: PERIODS });
  return {
    name: 'aetna-medicare',
    seed,
    carrier: { slug: 'aetna-medicare' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'aetna' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
