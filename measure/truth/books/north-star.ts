import type { Period } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usMonth } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { inventPerson, Ledger, oldEffective, type Person } from './ledger.ts';
import { monthsFrom } from './months.ts';

const MONTHS = monthsFrom('2025-04', 10);
/** The month without a statement, and the month whose statement pays both. */
const SKIPPED: Period = '2025-08';
const BOTH: Period = '2025-09';
const OCTOBER: Period = '2025-10';
const PERIODS = MONTHS.filter((period) => period !== SKIPPED);
const FORM = { id: '00#####', plans: ['Choice 1000', 'Choice 3000'], states: ['MN'] };

const LAYOUT: Layout = {
  fileType: 'csv',
  header: ['Member No', 'Member', 'Benefit Plan', 'Month of Coverage', 'Commission', 'Producer', 'Trans'],
  row: ({ person, period, traits, coverage, cents, type }) => [
    shownId(person, period),
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    usMonth(coverage),
    dollars(cents),
    traits.agent.name,
    type === 'chargeback' ? 'Adj' : 'Comm',
  ],
};

/** Returns the id that the statement shows. In the first two files a spreadsheet has removed the leading zeros of the ids. */
function shownId(person: Person | null, period: Period): string {
  const id = person?.id ?? '';
  return period < (MONTHS[2] ?? '') ? bare(id) : id;
}

function bare(id: string): string {
  return id.replace(/^0+/, '');
}

/** Individual plans of a carrier that sent no statement for August, and whose ids lack their leading zeros at first. */
export function northStar(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  for (let count = 0; count < 30; count += 1) pay(book, enroll(book, dice), MONTHS);
  for (let count = 0; count < 3; count += 1) isPaidOnce(book, enroll(book, dice));
  for (let count = 0; count < 2; count += 1) leaves(book, enroll(book, dice), SKIPPED, BOTH);
  for (let count = 0; count < 2; count += 1) leavesAfterSkipped(book, enroll(book, dice));
  for (let count = 0; count < 3; count += 1) leaves(book, enroll(book, dice), '2025-11', '2025-11');
  return {
    name: 'north-star',
    seed,
    carrier: {
      name: 'North Star Health',
      productLine: 'major_medical',
      columnsByHand: { member_external_id: 'Member No', commission_amount: 'Commission', member_name: 'Member' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'north-star' }),
    truth: book.truth(PERIODS, ({ id }) => [id, bare(id)]),
  };
}

function enroll(book: Ledger, dice: Dice): Person {
  return book.enroll(inventPerson(dice, FORM, { effective: oldEffective(dice, MONTHS[0] ?? '') }));
}

function due({ traits }: Person): number {
  return traits.plan.endsWith('1000') ? 2400 : 1800;
}

function pay(book: Ledger, person: Person, months: readonly Period[]): void {
  for (const coverage of months) {
    book.pay(person, coverage === SKIPPED ? BOTH : coverage, due(person), { coverage });
  }
}

/** Plays a member for whom the statement of two months pays only the later month. */
function isPaidOnce(book: Ledger, person: Person): void {
  pay(book, person, PERIODS);
  book.fact(person, BOTH, 'missed_months');
  book.owed(BOTH, 0, due(person));
  book.claim(due(person));
}

/**
 * Plays a member who leaves. The statement of two months pays only the earlier month; its amount, or the next statement, shows that the
 * member has left.
 */
function leavesAfterSkipped(book: Ledger, person: Person): void {
  pay(
    book,
    person,
    MONTHS.filter((month) => month <= SKIPPED),
  );
  book.fact(person, BOTH, 'lost');
  for (const period of [BOTH, OCTOBER]) book.atRisk(period, 0, due(person));
}

/** Plays a member whose last paid month is the month before `from`. The first statement without pay is that of `told`. */
function leaves(book: Ledger, person: Person, from: Period, told: Period): void {
  pay(
    book,
    person,
    MONTHS.filter((month) => month < from),
  );
  book.fact(person, told, 'lost');
  book.atRisk(told, due(person));
}
