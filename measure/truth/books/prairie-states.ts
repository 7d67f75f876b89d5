import { type Period, periodMonth } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, groupedDollars, usDate, usMonth } from '../../../demo/statements/story.ts';
import type { Delivery, TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { Ledger, type Line, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-04', 10);
const RENAMED_FROM = '2025-08';
const CORRECTED: Period = '2025-07';
const RATE = 0.12;

const BEFORE = ['Cert No', 'Insured Name', 'Coverage', 'Issue Dt', 'Due Month', 'Prem', 'Comm', 'Agent', 'Trans'];
const AFTER = [
  'Producer Name',
  'Certificate Number',
  'Member Name',
  'Product',
  'Paid For',
  'Premium Amount',
  'Commission Paid',
  'Activity',
  'Issue Date',
];

/**
 * Returns the layout of a month. Odd months are text and even months a workbook. From August on the columns have other names and another
 * order.
 */
function layoutOf(period: Period): Layout {
  const isText = periodMonth(period) % 2 === 1;
  const shape = { fileType: isText ? 'csv' : 'xlsx', sheet: 'Commissions' } as const;
  return period < RENAMED_FROM
    ? { ...shape, header: BEFORE, row: (line) => before(line, isText) }
    : { ...shape, header: AFTER, row: (line) => after(line, isText) };
}

function before(line: Line, isText: boolean): readonly string[] {
  const { person, traits, coverage, premiumCents, cents } = line;
  return [
    person?.id ?? '',
    nameOf(person, isText),
    traits.plan,
    usDate(person?.effective ?? ''),
    usMonth(coverage),
    amount(cents < 0 ? -premiumCents : premiumCents),
    amount(cents),
    traits.agent.name,
    wordOf(line),
  ];
}

function after(line: Line, isText: boolean): readonly string[] {
  const { person, traits, coverage, premiumCents, cents } = line;
  return [
    traits.agent.name.toUpperCase(),
    person?.id ?? '',
    nameOf(person, isText),
    traits.plan,
    coverage,
    amount(cents < 0 ? -premiumCents : premiumCents),
    `${cents < 0 ? '' : '$'}${amount(cents)}`,
    wordOf(line),
    person?.effective ?? '',
  ];
}

function nameOf(person: Person | null, isText: boolean): string {
  if (person === null) return '';
  return isText ? `${person.last}, ${person.first}` : `${person.first} ${person.last}`.toUpperCase();
}

function amount(cents: number): string {
  return cents < 0 ? `(${groupedDollars(-cents)})` : dollars(cents);
}

function wordOf({ type }: Line): string {
  return type === 'chargeback' ? 'Reversal' : 'Commission';
}

/**
 * Returns the deliveries with a wrong first file of July, which lacks every ninth line and halves every eleventh. A corrected file replaces
 * it.
 */
function withMistake(lines: readonly Line[], right: readonly Delivery[]): readonly Delivery[] {
  const wrong = lines.flatMap((line, index): Line[] => {
    if (line.period !== CORRECTED || index % 9 === 0) return [];
    return [index % 11 === 0 ? { ...line, cents: Math.round(line.cents / 2) } : line];
  });
  const first = deliver({ lines: wrong, periods: [CORRECTED], layout: layoutOf, name: 'prairie-first' });
  return right.flatMap((delivery) =>
    delivery.period === CORRECTED ? [...first, { ...delivery, mode: 'replace' }] : [delivery],
  );
}

/** Cancer and accident cover, whose statements change their form from month to month, with one corrected file. */
export function prairieStates(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: '0###-#####', plans: ['Cancer Select', 'Accident 24'], states: ['NE', 'KS'] },
    steady: 45,
    joins: 8,
    stories: [...ordinaryLife(), ['isCaughtUpLater', 2]],
    person: () => ({ premiumCents: dice.int(25, 95) * 100 }),
    due: ({ premiumCents }) => Math.round(premiumCents * RATE),
    rate: () => RATE,
    tellsTerm: false,
  });
  const right = deliver({ lines: book.lines, periods: PERIODS, layout: layoutOf, name: 'prairie' });
  return {
    name: 'prairie-states',
    seed,
    carrier: {
      name: 'Prairie States Mutual',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Cert No', commission_amount: 'Comm', member_name: 'Insured Name' },
    },
    contractedRates: [],
    deliveries: withMistake(book.lines, right),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
