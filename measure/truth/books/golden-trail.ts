import type { Period } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, Ledger, type Line } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-05', 9);
const RATE = 0.06;
/** The month from which on a policy may be replaced by a policy with another number. */
const REPLACED_FROM: Period = '2025-09';

/** Returns whether a line's policy has been replaced, as every tenth is. The statement names the prior number. */
function isReplaced({ person, coverage }: Line): boolean {
  return person !== null && person.index % 10 === 9 && coverage >= REPLACED_FROM;
}

const LAYOUT: Layout = {
  fileType: 'xlsx',
  title: () => [['Golden Trail Life'], []],
  header: ['Policy #', 'Prior Policy', 'Insured Name', 'Product', 'Eff Date', 'Paid To', 'Premium', 'Pct', 'Earned'],
  row: (line) => {
    const { person, traits, cents, coverage, premiumCents } = line;
    return [
      (isReplaced(line) ? person?.secondId : person?.id) ?? '',
      isReplaced(line) ? (person?.id ?? '') : '',
      person === null ? '' : `${person.last} ${person.first}`.toUpperCase(),
      traits.plan,
      person === null ? '' : usDate(person.effective),
      usDate(endOf(coverage)),
      dollars(cents < 0 ? -premiumCents : premiumCents),
      `${RATE * 100}%`,
      dollars(cents),
    ];
  },
};

/** Final expense as earned: the amount is called "Earned", and replaced policies continue under new numbers. */
export function goldenTrail(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: '##-#####', plans: ['Golden Choice'], states: ['GA', 'AL'] },
    steady: 40,
    joins: 4,
    stories: ordinaryLife().filter(([story]) => story !== 'movesPlan' && story !== 'movesAgent'),
    person: () => ({ premiumCents: dice.int(25, 95) * 100 }),
    due: ({ premiumCents }) => Math.round(premiumCents * RATE),
    tellsTerm: false,
  });
  return {
    name: 'golden-trail',
    seed,
    carrier: {
      name: 'Golden Trail Life',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Policy #', commission_amount: 'Earned', member_name: 'Insured Name' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'golden-trail' }),
    truth: book.truth(PERIODS, ({ id, secondId, index }) => (index % 10 === 9 ? [id, secondId] : [id])),
  };
}
