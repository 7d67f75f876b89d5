import { addMonths, type Period } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, firstDay, inventPerson, Ledger, type LineType, oldEffective, type Person } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './monthly-book.ts';

const PERIODS = monthsFrom('2025-04', 14);
const FORM = { id: '660#######', plans: ['FE Express'], states: ['TX'] };
const FIRST_YEAR = 0.9;
const LATER = 0.06;
const ADVANCED_MONTHS = 9;

const WORDS: Readonly<Partial<Record<LineType, string>>> = {
  advance: 'Placed Adv',
  chargeback: 'Chargeback',
  bonus: 'Bonus',
};

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Commission Agent Last Name',
    'Commission Agent First Name',
    'Commission Agent Business Name',
    'Commission Agent Number',
    'Statutory Company Name',
    'Transaction Date',
    'Policy Number',
    'Insured Last Name',
    'Insured First Name',
    'Description',
    'Writing Agent Last Name',
    'Writing Agent First Name',
    'Writing Agent Business Name',
    'Writing Agent Number',
    'Commission Premium',
    'Split %',
    'Commission %',
    'Adv %',
    'Advance Amount',
    'Commission Amount',
    'Net Commission Amount',
    'Writing Agent Chargeback',
    'Writing Agent Less Recovery Amount',
    'Writing Agent Ending Balance',
  ],
  row: ({ person, traits, cents, period, type, premiumCents, rate, months }) => [
    '',
    '',
    'HARBOR BENEFITS',
    'HB1001',
    'Transamerica Life Insurance Company',
    usDate(endOf(period)),
    person?.id ?? '',
    person?.last ?? '',
    person?.first ?? '',
    WORDS[type] ?? 'As Earned',
    traits.agent.name.split(' ')[1] ?? '',
    traits.agent.name.split(' ')[0] ?? '',
    '',
    traits.agent.id,
    dollars(premiumCents * months),
    '100',
    String(Math.round((rate ?? 0) * 100)),
    type === 'advance' ? '75' : '0',
    type === 'advance' ? dollars(cents) : '0.00',
    type === 'advance' ? '0.00' : dollars(cents),
    dollars(cents),
    '0.00',
    '0.00',
    '0.00',
  ],
};

/** Final expense: nine months are advanced at issue, the rest of the year is paid as earned, then renewals. */
export function transamerica(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  const premium = () => ({ premiumCents: dice.int(30, 110) * 100 });
  for (let count = 0; count < 30; count += 1) {
    const effective = oldEffective(dice, PERIODS[0] ?? '');
    const person = book.enroll(
      inventPerson(dice, FORM, { effective: effective.replace(/-\d\d-01$/, '-01-01'), ...premium() }),
    );
    const until = count < 4 ? dice.int(3, 12) : PERIODS.length;
    for (const period of PERIODS.slice(0, until)) earn(book, person, period, LATER);
    const end = PERIODS[until];
    if (end === undefined) continue;
    book.fact(person, end, 'lost');
    book.atRisk(end, Math.round(person.premiumCents * LATER));
  }
  for (let count = 0; count < 28; count += 1) {
    const issued = PERIODS[dice.int(0, 8)] ?? '';
    const person = book.enroll(inventPerson(dice, FORM, { effective: firstDay(issued), ...premium() }));
    advance(book, person, issued, count < 6 ? dice.int(2, 4) : null, count === 0);
  }
  return {
    name: 'transamerica',
    seed,
    carrier: { slug: 'transamerica-life' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'transamerica' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

function earn(book: Ledger, person: Person, period: Period, rate: number): void {
  book.pay(person, period, Math.round(person.premiumCents * rate), { type: 'as_earned', rate });
}

/** Pays an advance. After `lapsedAfter` months its unearned rest is charged back; with `twice` again in the month after. */
function advance(book: Ledger, person: Person, issued: Period, lapsedAfter: number | null, twice: boolean): void {
  const monthly = Math.round(person.premiumCents * FIRST_YEAR);
  const advanced = monthly * ADVANCED_MONTHS;
  book.pay(person, issued, advanced, { type: 'advance', rate: FIRST_YEAR, months: ADVANCED_MONTHS });
  const last = PERIODS.at(-1) ?? issued;
  if (lapsedAfter !== null) {
    const told = addMonths(issued, lapsedAfter);
    const back = monthly * (ADVANCED_MONTHS - lapsedAfter);
    const more = { type: 'chargeback', rate: FIRST_YEAR, months: ADVANCED_MONTHS - lapsedAfter } as const;
    book.pay(person, told, -back, more);
    book.fact(person, told, 'lost', 'rightful_chargeback');
    book.atRisk(told, 0, advanced);
    if (!twice) return;
    book.pay(person, addMonths(told, 1), -back, more);
    book.fact(person, addMonths(told, 1), 'double_chargeback');
    book.claim(back);
    return;
  }
  for (let index = 1; addMonths(issued, index) <= last; index += 1) {
    const period = addMonths(issued, index);
    if (index < ADVANCED_MONTHS) book.state(person, period, 'nothing_due');
    else {
      book.state(person, period, index < 12 ? 'as_earned' : 'planned_step');
      earn(book, person, period, index < 12 ? FIRST_YEAR : LATER);
    }
  }
}

const KEYSTONE_LIFE_PERIODS = monthsFrom('2025-01', 13);
const KEYSTONE_LIFE_FORM = { id: 'WL#######', plans: ['Whole Life'], states: ['PA', 'NJ'] };
const RENEWAL = 0.08;
/** A policy month after the end of the book, for policies that never lapse. */
const NEVER = 99;

const monthlyPay = ({ premiumCents }: Person) => Math.round(premiumCents * FIRST_YEAR);

const KEYSTONE_LIFE_LAYOUT: Layout = {
  fileType: 'xlsx',
  header: [
    'Policy No',
    'Insured Name',
    'Issue Date',
    'Due Date',
    'Premium',
    'Earned',
    'Advanced',
    'Recovered',
    'Net Paid',
  ],
  row: ({ person, period, cents, type, premiumCents }) => {
    const monthly = person === null ? 0 : monthlyPay(person);
    const earned = type === 'chargeback' ? 0 : type === 'renewal' ? cents : monthly;
    const recovered = type === 'recovery' ? -monthly : 0;
    return [
      person?.id ?? '',
      person === null ? '' : `${person.last}, ${person.first}`,
      person === null ? '' : usDate(person.effective),
      usDate(firstDay(period)),
      dollars(type === 'chargeback' ? 0 : premiumCents),
      dollars(earned),
      dollars(cents - earned - recovered),
      dollars(recovered),
      dollars(cents),
    ];
  },
};

/** Whole life: one row has the earned, advanced, recovered and remaining amounts, so that the net is 0 while an advance is recovered. */
export function keystoneLife(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  for (let count = 0; count < 44; count += 1) {
    const issued = addMonths(KEYSTONE_LIFE_PERIODS[0] ?? '', dice.int(-8, 8));
    const person = book.enroll(
      inventPerson(dice, KEYSTONE_LIFE_FORM, { effective: firstDay(issued), premiumCents: dice.int(30, 120) * 100 }),
    );
    const isSeenWhole = KEYSTONE_LIFE_PERIODS.includes(issued);
    const lapses = count % 5 === 0 ? dice.int(isSeenWhole ? 3 : 10, 14) : NEVER;
    playPolicy(book, person, { issued, lapses });
  }
  return {
    name: 'keystone-life',
    seed,
    carrier: {
      name: 'Keystone Whole Life',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Policy No', commission_amount: 'Net Paid', member_name: 'Insured Name' },
    },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: KEYSTONE_LIFE_PERIODS,
      layout: () => KEYSTONE_LIFE_LAYOUT,
      name: 'keystone-life',
    }),
    truth: book.truth(KEYSTONE_LIFE_PERIODS, ({ id }) => [id]),
  };
}

/** Plays a policy. `lapses` is the policy month, counted from 0, in which the policy is no longer paid. */
function playPolicy(book: Ledger, person: Person, { issued, lapses }: { issued: string; lapses: number }): void {
  const monthly = monthlyPay(person);
  for (let month = 0; month < lapses; month += 1) {
    const period = addMonths(issued, month);
    if (!KEYSTONE_LIFE_PERIODS.includes(period)) continue;
    const { type, cents } = payOf(person, month);
    book.pay(person, period, cents, { type });
    book.state(person, period, 'as_earned');
  }
  const end = addMonths(issued, lapses);
  const before = addMonths(end, -1);
  if (!KEYSTONE_LIFE_PERIODS.includes(end) || !KEYSTONE_LIFE_PERIODS.includes(before)) return;
  book.fact(person, end, 'lost');
  if (lapses >= ADVANCED_MONTHS) {
    const lost = payOf(person, lapses - 1).cents;
    book.atRisk(end, lost, Math.max(lost, monthly));
    return;
  }
  const back = monthly * (ADVANCED_MONTHS - lapses);
  book.pay(person, end, -back, { type: 'chargeback' });
  book.fact(person, end, 'rightful_chargeback');
  book.atRisk(end, 0, back + monthly * ADVANCED_MONTHS);
  book.atRisk(addMonths(end, 1), 0, monthly * ADVANCED_MONTHS);
}

function payOf(person: Person, month: number): { readonly type: LineType; readonly cents: number } {
  const monthly = monthlyPay(person);
  if (month === 0) return { type: 'advance', cents: monthly * ADVANCED_MONTHS };
  if (month < ADVANCED_MONTHS) return { type: 'recovery', cents: 0 };
  if (month < 12) return { type: 'as_earned', cents: monthly };
  return { type: 'renewal', cents: Math.round(person.premiumCents * RENEWAL) };
}

const CASCADE_LIFE_PERIODS = monthsFrom('2025-03', 10);
const [CASCADE_LIFE_RENEWAL, EXCESS] = [0.04, 0.03];

const CASCADE_LIFE_LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Policy Number',
    'Insured',
    'Product',
    'Issue Date',
    'Premium Type',
    'Premium',
    'Comm Rate',
    'Commission',
    'Agent',
  ],
  row: ({ person, traits, cents, premiumCents, type }) => {
    const isExcess = type === 'bonus';
    return [
      person?.id ?? '',
      person === null ? '' : `${person.first} ${person.last}`,
      traits.plan,
      person?.effective ?? '',
      isExcess ? 'Excess' : type === 'chargeback' ? 'Chargeback' : 'Renewal',
      dollars(isExcess ? Math.round(cents / EXCESS) : cents < 0 ? -premiumCents : premiumCents),
      `${(isExcess ? EXCESS : CASCADE_LIFE_RENEWAL) * 100}`,
      dollars(cents),
      traits.agent.name,
    ];
  },
};

/** Universal life: renewals of the target premium, and sometimes an excess premium at a lower rate. */
export function cascadeLife(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: CASCADE_LIFE_PERIODS,
    form: { id: 'UL@######', plans: ['IUL Accumulator', 'IUL Protection'], states: ['WA', 'OR'] },
    steady: 30,
    joins: 0,
    stories: [...ordinaryLife(), ['getsBonus', 8]],
    person: () => ({ premiumCents: dice.int(150, 900) * 100 }),
    due: ({ premiumCents }) => Math.round(premiumCents * CASCADE_LIFE_RENEWAL),
    tellsTerm: false,
  });
  return {
    name: 'cascade-life',
    seed,
    carrier: {
      name: 'Cascade Life',
      productLine: 'ancillary',
      columnsByHand: { member_external_id: 'Policy Number', commission_amount: 'Commission', member_name: 'Insured' },
    },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: CASCADE_LIFE_PERIODS,
      layout: () => CASCADE_LIFE_LAYOUT,
      name: 'cascade-life',
    }),
    truth: book.truth(CASCADE_LIFE_PERIODS, ({ id }) => [id]),
  };
}
