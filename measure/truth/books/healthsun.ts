import { periodYear } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { playElection } from './healthsun-election.ts';
import { deliver, type Layout } from './layout.ts';
import { Ledger, type Line } from './ledger.ts';
import { monthlyMedicare } from './medicare-years.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-09', 12);
const FORM = {
  id: 'HSN#######',
  plans: ['HealthSun MediMax (HMO)', 'HealthSun HealthAdvantage Plus (HMO)'],
  states: ['FL'],
};
const UNTIL_NEW_DATES = '2026-03';

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Member Name',
    'Member ID',
    'Agent Name',
    'PaidAmount',
    'Effective Date',
    'Compensation Month',
    'Commission Type',
    'Initial / Renewal',
    'Product Plan Name',
    'Product Type',
  ],
  row: (line) => {
    const { person, traits, cents, coverage, period } = line;
    const month = `${coverage}-01`;
    return [
      person === null ? '' : `${person.first} ${person.last}`,
      person?.id ?? '',
      traits.agent.name,
      dollars(cents),
      person === null ? '' : usDate(person.effective),
      period < UNTIL_NEW_DATES ? month : usDate(month),
      commissionType(line),
      isInitial(line) ? 'Initial' : 'Renewal',
      traits.plan,
      'MAPD',
    ];
  },
};

function commissionType({ type }: Line): string {
  if (type === 'chargeback') return 'Chargeback';
  return type === 'true_up' ? 'True-Up' : 'Commission';
}

function isInitial({ person, coverage, type }: Line): boolean {
  return type !== 'renewal' && person !== null && Number(person.effective.slice(0, 4)) === periodYear(coverage);
}

/** Medicare Advantage over two enrollment periods: renewals by the month, first years in one sum, no end of coverage. */
export function healthsun(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: FORM,
    steady: 40,
    joins: 0,
    stories: [...ordinaryLife().filter(([story]) => story !== 'movesPlan'), ['movesAgent', 1]],
    due: monthlyMedicare,
    tellsTerm: false,
  });
  playElection({ book, dice, form: FORM, periods: PERIODS, january: '2026-01' });
  return {
    name: 'healthsun',
    seed,
    carrier: { slug: 'healthsun' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'healthsun' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
