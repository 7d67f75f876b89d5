import { addMonths, type Period, periodMonth, periodYear } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, groupedDollars, usDate, usMonth } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, inventPerson, Ledger, type Line, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';
import { playTerms } from './policy-terms.ts';

const PERIODS = monthsFrom('2025-05', 11);
const RATE = 0.15;
const TERMS_MAX = 9;

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Policy Number',
    'Insured',
    'Product',
    'Orig Issue',
    'Premium Month',
    'Premium',
    'Commission',
    'Activity',
    'Agent',
  ],
  row: ({ person, traits, coverage, premiumCents, cents, type }) => [
    person === null ? '' : idInTerm(person, termOf(person, coverage)),
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    usDate(person?.effective ?? ''),
    usMonth(coverage),
    dollars(cents < 0 ? -premiumCents : premiumCents),
    dollars(cents),
    type === 'chargeback' ? 'Reversal' : 'Payment',
    traits.agent.name,
  ],
};

/** Returns the number of the policy's year, from 1. */
function termOf({ effective }: Person, coverage: Period): number {
  const months = (periodYear(coverage) - periodYear(effective)) * 12 + periodMonth(coverage) - periodMonth(effective);
  return Math.floor(months / 12) + 1;
}

function idInTerm({ id }: Person, term: number): string {
  return `${id}-${String(term).padStart(2, '0')}`;
}

/** Health policies of a term, whose id ends in the number of the term: -01 becomes -02 at the anniversary. */
export function copperState(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: 'TM#######', plans: ['Short Term Max', 'Fixed Benefit 250'], states: ['AZ'] },
    steady: 45,
    joins: 8,
    stories: ordinaryLife(),
    person: () => ({ premiumCents: dice.int(60, 240) * 100 }),
    due: ({ premiumCents }) => Math.round(premiumCents * RATE),
    tellsTerm: false,
  });
  return {
    name: 'copper-state',
    seed,
    carrier: {
      name: 'Copper State Life and Health',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Policy Number', commission_amount: 'Commission', member_name: 'Insured' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'copper' }),
    truth: book.truth(PERIODS, (person) =>
      Array.from({ length: TERMS_MAX }, (_, index) => idInTerm(person, index + 1)),
    ),
  };
}

const GOLDEN_TRAIL_PERIODS = monthsFrom('2025-05', 9);
const GOLDEN_TRAIL_RATE = 0.06;
/** The month from which on a policy may be replaced by a policy with another number. */
const REPLACED_FROM: Period = '2025-09';

/** Returns whether a line's policy has been replaced, as every tenth is. The statement names the prior number. */
function isReplaced({ person, coverage }: Line): boolean {
  return person !== null && person.index % 10 === 9 && coverage >= REPLACED_FROM;
}

const GOLDEN_TRAIL_LAYOUT: Layout = {
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
      `${GOLDEN_TRAIL_RATE * 100}%`,
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
    periods: GOLDEN_TRAIL_PERIODS,
    form: { id: '##-#####', plans: ['Golden Choice'], states: ['GA', 'AL'] },
    steady: 40,
    joins: 4,
    stories: ordinaryLife().filter(([story]) => story !== 'movesPlan' && story !== 'movesAgent'),
    person: () => ({ premiumCents: dice.int(25, 95) * 100 }),
    due: ({ premiumCents }) => Math.round(premiumCents * GOLDEN_TRAIL_RATE),
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
    deliveries: deliver({
      lines: book.lines,
      periods: GOLDEN_TRAIL_PERIODS,
      layout: () => GOLDEN_TRAIL_LAYOUT,
      name: 'golden-trail',
    }),
    truth: book.truth(GOLDEN_TRAIL_PERIODS, ({ id, secondId, index }) => (index % 10 === 9 ? [id, secondId] : [id])),
  };
}

const HAWTHORN_MUTUAL_PERIODS = monthsFrom('2025-03', 13);
const HAWTHORN_MUTUAL_RATE = 0.12;
const TERM_MONTHS = 6;
const WORDS = { new_policy: 'New', endorsement: 'Endorsement', chargeback: 'Cancellation' } as const;

const HAWTHORN_MUTUAL_LAYOUT: Layout = {
  fileType: 'csv',
  header: ['Policy', 'Insured', 'Line', 'Eff Date', 'Exp Date', 'Type', 'Premium', 'Commission', 'Producer'],
  row: ({ person, traits, cents, coverage, type }) => [
    person === null ? '' : numberInTerm(person, halfYearOf(coverage)),
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    usDate(`${coverage}-15`),
    usDate(`${addMonths(coverage, TERM_MONTHS)}-15`),
    Object.entries(WORDS).find(([name]) => name === type)?.[1] ?? 'Renewal',
    dollars(Math.round(cents / HAWTHORN_MUTUAL_RATE)),
    dollars(cents),
    traits.agent.name,
  ],
};

/** The number of half-years, from the first one on, in which a term of the book may begin. */
const HALF_YEARS = 4;

function halfYearOf(coverage: string): number {
  const months = (periodYear(coverage) - 2025) * 12 + periodMonth(coverage) - 3;
  return Math.floor(months / TERM_MONTHS);
}

function numberInTerm({ id }: Person, halfYear: number): string {
  return `${id.slice(0, 2)}${String((Number(id.slice(2)) * 31 + halfYear * 7919) % 10_000_000).padStart(7, '0')}`;
}

/** Auto policies of six months that get another number at each renewal. */
export function hawthornMutual(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playTerms({
    book,
    dice,
    periods: HAWTHORN_MUTUAL_PERIODS,
    form: { id: 'HM#######', plans: ['Auto', 'Home'], states: ['OH'] },
    rate: HAWTHORN_MUTUAL_RATE,
  });
  return {
    name: 'hawthorn-mutual',
    seed,
    carrier: {
      name: 'Hawthorn Mutual',
      productLine: null,
      columnsByHand: { member_external_id: 'Policy', commission_amount: 'Commission', paid_through: 'Exp Date' },
    },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: HAWTHORN_MUTUAL_PERIODS,
      layout: () => HAWTHORN_MUTUAL_LAYOUT,
      name: 'hawthorn',
    }),
    truth: book.truth(HAWTHORN_MUTUAL_PERIODS, (person) =>
      Array.from({ length: HALF_YEARS }, (_, halfYear) => numberInTerm(person, halfYear)),
    ),
  };
}

const TRI_COUNTY_PERIODS = monthsFrom('2025-02', 13);
const TRI_COUNTY_WORDS = {
  new_policy: 'New Business',
  endorsement: 'Endorsement',
  chargeback: 'Cancellation',
} as const;

const shown = (cents: number) => (cents < 0 ? `(${groupedDollars(-cents)})` : groupedDollars(cents));

const TRI_COUNTY_LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Policy No',
    'Named Insured',
    'LOB',
    'Effective',
    'Expiration',
    'Transaction',
    'Written Premium',
    'Commission',
  ],
  row: ({ person, traits, cents, coverage, type }) => [
    person?.id ?? '',
    person === null ? '' : `${person.first} ${person.last}`,
    traits.plan,
    usDate(`${coverage}-09`),
    usDate(`${addMonths(coverage, TERM_MONTHS)}-09`),
    Object.entries(TRI_COUNTY_WORDS).find(([name]) => name === type)?.[1] ?? 'Renewal',
    shown(Math.round(cents / RATE)),
    shown(cents),
  ],
};

/** Auto policies of a mutual insurer outside the catalogue: their terms begin and end on the ninth of a month. */
export function triCounty(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const form = { id: 'PA######', plans: ['Personal Auto'], states: ['IN'] };
  playTerms({ book, dice, periods: TRI_COUNTY_PERIODS, form, rate: RATE });
  return {
    name: 'tri-county',
    seed,
    carrier: {
      name: 'Tri County Mutual',
      productLine: null,
      columnsByHand: { member_external_id: 'Policy No', commission_amount: 'Commission', paid_through: 'Expiration' },
    },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: TRI_COUNTY_PERIODS,
      layout: () => TRI_COUNTY_LAYOUT,
      name: 'tri-county',
    }),
    truth: book.truth(TRI_COUNTY_PERIODS, ({ id }) => [id]),
  };
}

const VOYAGER_TRAVEL_PERIODS = monthsFrom('2025-01', 9);
const FORM = { id: 'TRV########', plans: ['Classic Trip', 'Deluxe Trip'], states: ['WA', 'OR'] };
const VOYAGER_TRAVEL_RATE = 0.3;

const VOYAGER_TRAVEL_LAYOUT: Layout = {
  fileType: 'csv',
  header: ['Confirmation #', 'Primary Traveler', 'Plan', 'Purchase Date', 'Plan Price', 'Commission %', 'Commission'],
  row: ({ person, traits, cents, premiumCents }) => [
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    person === null ? '' : usDate(person.effective),
    dollars(cents < 0 ? -premiumCents : premiumCents),
    String(VOYAGER_TRAVEL_RATE * 100),
    dollars(cents),
  ],
};

/** Trips are sold and paid once; one in twelve is refunded in the month after. */
export function voyagerTravel(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  for (const period of VOYAGER_TRAVEL_PERIODS) {
    for (let sold = dice.int(6, 13); sold > 0; sold -= 1) {
      const effective = `${period}-${String(dice.int(1, 27)).padStart(2, '0')}`;
      const person = book.enroll(inventPerson(dice, FORM, { effective, premiumCents: dice.int(72, 540) * 100 }));
      const cents = Math.round(person.premiumCents * VOYAGER_TRAVEL_RATE);
      book.pay(person, period, cents);
      const next = addMonths(period, 1);
      if (dice.int(1, 12) > 1 || !VOYAGER_TRAVEL_PERIODS.includes(next)) {
        book.state(person, next, 'nothing_due');
        continue;
      }
      book.pay(person, next, -cents, { type: 'chargeback' });
      book.fact(person, next, 'rightful_chargeback', 'lost');
      book.atRisk(next, 0, 2 * cents);
      book.atRisk(addMonths(next, 1), 0, cents);
    }
  }
  return {
    name: 'voyager-travel',
    seed,
    carrier: {
      name: 'Voyager Travel Protection',
      productLine: null,
      columnsByHand: { member_external_id: 'Confirmation #', commission_amount: 'Commission' },
    },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: VOYAGER_TRAVEL_PERIODS,
      layout: () => VOYAGER_TRAVEL_LAYOUT,
      name: 'voyager-travel',
    }),
    truth: book.truth(VOYAGER_TRAVEL_PERIODS, ({ id }) => [id]),
  };
}
