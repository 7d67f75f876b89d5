import { addMonths, monthIndex, type Period } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, groupedDollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { firstDay, inventPerson, Ledger, type Line, type LineType, oldEffective, type Person } from './ledger.ts';
import { monthsFrom } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-01', 13);
const FORM = { id: 'AN#######', plans: ['Index Choice 7', 'MYGA 5'], states: ['FL', 'GA'] };
const [SINGLE, TRAIL] = [0.05, 0.0025];
const QUARTER = 3;

const WORDS: Readonly<Partial<Record<LineType, string>>> = {
  bonus: 'Single Premium',
  renewal: 'Qtr Trail',
  chargeback: 'Free Look Reversal',
};

const LAYOUT: Layout = {
  fileType: 'xlsx',
  header: ['Contract No', 'Owner', 'Contract Date', 'Product', 'Txn', 'Basis', 'Rate %', 'Commission'],
  row: ({ person, traits, cents, type, premiumCents, rate }) => [
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    person === null ? '' : usDate(person.effective),
    traits.plan,
    WORDS[type] ?? type,
    groupedDollars(premiumCents),
    ((rate ?? 0) * 100).toFixed(2),
    groupedDollars(cents),
  ],
};

/** Annuities: a single premium's commission, which may be taken back months later, and a trail by the quarter on a value that moves. */
export function heritageAnnuities(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const invent = (effective: string) =>
    book.enroll(inventPerson(dice, FORM, { effective, premiumCents: dice.int(20, 250) * 100_000 }));
  for (let count = 0; count < 34; count += 1) payTrails(book, dice, invent(oldEffective(dice, '2024-01')), count < 4);
  for (let count = 0; count < 16; count += 1) {
    const issued = PERIODS[dice.int(0, 8)] ?? '';
    paySinglePremium(book, invent(firstDay(issued)), count < 3 ? dice.int(1, 3) : null);
  }
  return {
    name: 'heritage-annuities',
    seed,
    carrier: {
      name: 'Heritage Annuity',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Contract No', commission_amount: 'Commission', member_name: 'Owner' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'heritage-annuities' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

/** Pays the trails. The value changes by up to one percent a quarter. A surrendered contract gets no third trail and none after it. */
function payTrails(book: Ledger, dice: Dice, person: Person, isSurrendered: boolean): void {
  let value = person.premiumCents;
  let last = 0;
  const months = PERIODS.filter(
    (period) => (monthIndex(period) - monthIndex(person.effective.slice(0, 7))) % QUARTER === 0,
  );
  for (const [index, period] of months.entries()) {
    value = Math.round((value * dice.int(990, 1010)) / 1000);
    const cents = Math.round(value * TRAIL);
    if (isSurrendered && index === 2) {
      book.fact(person, period, 'lost');
      book.atRisk(period, last);
      return;
    }
    if (last > cents) book.atRisk(period, 0, last - cents);
    book.pay(person, period, cents, { premiumCents: value, rate: TRAIL });
    for (let next = 1; next < QUARTER; next += 1) book.state(person, addMonths(period, next), 'nothing_due');
    last = cents;
  }
}

/**
 * Pays the commission on a single premium. `reversedAfter` is the number of months until a returned contract's commission is taken back;
 * null for none.
 */
function paySinglePremium(book: Ledger, person: Person, reversedAfter: number | null): void {
  const issued = person.effective.slice(0, 7);
  const cents = Math.round(person.premiumCents * SINGLE);
  book.pay(person, issued, cents, { type: 'bonus', rate: SINGLE });
  if (reversedAfter === null) return;
  const told = addMonths(issued, reversedAfter);
  book.pay(person, told, -cents, { type: 'chargeback', rate: SINGLE });
  book.fact(person, told, 'lost', 'rightful_chargeback');
  book.atRisk(told, 0, cents);
}

const SONORAN_PERIODS = monthsFrom('2025-01', 12);
const QUARTERS: readonly Period[] = ['2025-03', '2025-06', '2025-09', '2025-12'];
const SONORAN_FORM = { id: 'A#######', plans: ['MYGA 5', 'FIA 7'], states: ['AZ'] };
const SONORAN_TRAIL = 0.000625;
const OF_PREMIUM = 0.025;

function transaction({ type }: Line): string {
  if (type === 'chargeback') return 'Free Look Chargeback';
  return type === 'renewal' ? 'Quarterly Trail' : 'Single Premium';
}

const SONORAN_LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Agent Code',
    'Agent',
    'Contract',
    'Owner',
    'Product',
    'Contract Date',
    'Transaction',
    'Commissionable Amount',
    'Rate',
    'Commission',
  ],
  row: (line) => [
    line.traits.agent.id,
    line.traits.agent.name,
    line.person?.id ?? '',
    line.person === null ? '' : `${line.person.last}, ${line.person.first}`,
    line.traits.plan,
    usDate(line.person?.effective ?? ''),
    transaction(line),
    dollars(line.premiumCents),
    `${((line.rate ?? 0) * 100).toFixed(4)}%`,
    dollars(line.cents),
  ],
};

/** Annuities: a commission on the single premium, and a trail by the quarter on the value of the account. */
export function sonoran(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const enroll = (effective: string) =>
    book.enroll(inventPerson(dice, SONORAN_FORM, { effective, premiumCents: dice.int(30, 200) * 100_000 }));
  for (let count = 0; count < 40; count += 1) {
    const growth = () => 1 + dice.int(-20, 35) / 1000;
    payTrail(book, enroll(oldEffective(dice, '2024-06')), { growth, quarters: count < 5 ? dice.int(1, 3) : 4 });
  }
  for (let count = 0; count < 16; count += 1) {
    const period = SONORAN_PERIODS[dice.int(0, 9)] ?? '';
    payPremium(book, enroll(firstDay(period)), { period, isReturned: count < 3 });
  }
  return {
    name: 'sonoran',
    seed,
    carrier: {
      name: 'Sonoran Annuity Company',
      productLine: null,
      columnsByHand: { member_external_id: 'Contract', commission_amount: 'Commission' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: SONORAN_PERIODS, layout: () => SONORAN_LAYOUT, name: 'sonoran' }),
    truth: book.truth(
      SONORAN_PERIODS.filter((period) => book.lines.some((line) => line.period === period)),
      ({ id }) => [id],
    ),
  };
}

/** Pays the trail, which follows the account's value. With fewer than four quarters the contract is surrendered. */
function payTrail(
  book: Ledger,
  person: Person,
  { growth, quarters }: { readonly growth: () => number; readonly quarters: number },
): void {
  let value = person.premiumCents;
  let before = 0;
  for (const [index, period] of QUARTERS.entries()) {
    if (index === quarters) {
      book.fact(person, period, 'lost');
      book.atRisk(period, before);
      return;
    }
    value = Math.round(value * growth());
    const cents = Math.round(value * SONORAN_TRAIL);
    book.pay(person, period, cents, { premiumCents: value, rate: SONORAN_TRAIL });
    book.atRisk(period, 0, Math.max(before - cents, 0));
    before = cents;
  }
}

/**
 * Pays the commission on a single premium, once. The commission on a contract that is returned within the free-look period is charged back.
 */
function payPremium(
  book: Ledger,
  person: Person,
  { period, isReturned }: { readonly period: Period; readonly isReturned: boolean },
): void {
  const cents = Math.round(person.premiumCents * OF_PREMIUM);
  book.pay(person, period, cents, { type: 'first_year', rate: OF_PREMIUM });
  if (!isReturned) return;
  const next = addMonths(period, 1);
  book.pay(person, next, -cents, { type: 'chargeback', rate: OF_PREMIUM });
  book.fact(person, next, 'lost', 'rightful_chargeback');
  for (const shown of [next, addMonths(next, 1)]) book.atRisk(shown, 0, cents);
}

const ADVANCES_PERIODS = monthsFrom('2025-03', 14);
const ADVANCES_FORM = { id: 'FX######', plans: ['Final Expense Level', 'Final Expense Graded'], states: ['OH', 'KY'] };
const RATE = 0.85;
const ADVANCED_MONTHS = 9;

const ADVANCES_WORDS: Readonly<Partial<Record<LineType, string>>> = {
  advance: 'Advance',
  as_earned: 'Earned',
  recovery: 'Advance Recovery',
  chargeback: 'Chargeback',
};

const ADVANCES_LAYOUT: Layout = {
  fileType: 'xlsx',
  header: ['Policy No', 'Insured', 'Product', 'Issue Date', 'Type', 'Mo. Premium', 'Agent', 'Agent Name', 'Amount'],
  row: ({ person, traits, cents, type, premiumCents }) => [
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    traits.plan,
    person === null ? '' : usDate(person.effective),
    ADVANCES_WORDS[type] ?? type,
    dollars(premiumCents),
    traits.agent.id,
    traits.agent.name,
    dollars(cents),
  ],
};

/**
 * Final expense: nine months are advanced, and each month the carrier prints the earned amount and keeps it until the advance is repaid.
 */
export function recoveredAdvances(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const invent = (effective: string) =>
    book.enroll(inventPerson(dice, ADVANCES_FORM, { effective, premiumCents: dice.int(30, 90) * 100 }));
  for (let count = 0; count < 24; count += 1) {
    const person = invent(oldEffective(dice, '2025-01'));
    earn(book, person, {
      from: 0,
      until: count < 4 ? dice.int(3, 12) : ADVANCES_PERIODS.length,
      recovered: dice.int(0, 7),
    });
  }
  for (let count = 0; count < 24; count += 1) {
    const issued = dice.int(0, 6);
    const person = invent(firstDay(ADVANCES_PERIODS[issued] ?? ''));
    const monthly = monthlyPay(person);
    book.pay(person, ADVANCES_PERIODS[issued] ?? '', monthly * ADVANCED_MONTHS, { type: 'advance' });
    const earned = { from: issued + 1, recovered: ADVANCED_MONTHS };
    if (count >= 6) earn(book, person, { ...earned, until: ADVANCES_PERIODS.length });
    else lapse(book, person, { ...earned, until: issued + dice.int(2, 5) });
  }
  return {
    name: 'recovered-advances',
    seed,
    carrier: {
      name: 'Bluegrass Final Expense',
      productLine: 'ancillary',
      columnsByHand: {
        member_external_id: 'Policy No',
        commission_amount: 'Amount',
        member_name: 'Insured',
        policy_number: 'Policy No',
        plan_name: 'Product',
        effective_date: 'Issue Date',
        transaction_type: 'Type',
        premium_amount: 'Mo. Premium',
        agent_id: 'Agent',
        agent_name: 'Agent Name',
      },
    },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: ADVANCES_PERIODS,
      layout: () => ADVANCES_LAYOUT,
      name: 'recovered-advances',
    }),
    truth: book.truth(ADVANCES_PERIODS, ({ id }) => [id]),
  };
}

interface Earning {
  /** The index of the first month with pay, and of the first month without pay. */
  readonly from: number;
  readonly until: number;
  /** The number of these months whose pay the carrier keeps for the advance. */
  readonly recovered: number;
}

const monthlyPay = ({ premiumCents }: Person) => Math.round(premiumCents * RATE);

function earn(book: Ledger, person: Person, { from, until, recovered }: Earning): void {
  const monthly = monthlyPay(person);
  for (const [index, period] of ADVANCES_PERIODS.slice(from, until).entries()) {
    book.pay(person, period, monthly, { type: 'as_earned' });
    if (index < recovered) book.pay(person, period, -monthly, { type: 'recovery' });
    book.state(person, period, 'as_earned');
  }
  const end = ADVANCES_PERIODS[until];
  if (end === undefined) return;
  book.fact(person, end, 'lost');
  book.atRisk(end, monthly);
}

/** Plays a lapsed policy: in the month after the last earned one the carrier takes back the part that is not earned. */
function lapse(book: Ledger, person: Person, earning: Earning): void {
  earn(book, person, earning);
  const told: Period = addMonths(ADVANCES_PERIODS[earning.until] ?? '', 1);
  const unearned = ADVANCED_MONTHS - (earning.until - earning.from);
  book.pay(person, told, -monthlyPay(person) * unearned, { type: 'chargeback' });
  book.fact(person, told, 'rightful_chargeback');
}
