import { addMonths, type Period } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { AGENTS, endOf, firstDay, inventPerson, Ledger, type LineType, type Person } from './ledger.ts';
import { monthsFrom } from './monthly-book.ts';
import { playTerms } from './policy-terms.ts';

const PERIODS = monthsFrom('2025-03', 14);
const RATE = 0.15;
const TYPES: Readonly<Partial<Record<LineType, string>>> = {
  new_policy: 'New Business',
  endorsement: 'Endorsement',
  chargeback: 'Cancellation',
  bonus: 'Growth Bonus',
};

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Date',
    'NPN',
    'Producer Name',
    'Risk State',
    'Policyholder Name or Description',
    'Policy Number',
    'MOD',
    'Date Entered',
    'Transaction Description',
    'Premium Amount',
    'Comm %',
    'Commission Amount',
    'Commission Rate Reason',
  ],
  row: ({ person, period, traits, cents, coverage, premiumCents, type }) => [
    usDate(firstDay(coverage)),
    traits.agent.id,
    traits.agent.name,
    person?.state ?? '',
    person === null ? 'Growth bonus' : `${person.last}, ${person.first}`,
    person === null ? '0000000' : `${traits.plan}  ${traits.lives === 2 ? person.secondId : person.id}`,
    '01',
    usDate(`${period}-05`),
    TYPES[type] ?? 'Renewal',
    person === null ? '' : dollars(premiumCents),
    person === null ? '' : '15.00',
    dollars(cents),
    '',
  ],
};

type Term = 6 | 12;

class Policies {
  readonly book = new Ledger();
  readonly dice: Dice;
  #number = 5_148_000;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  enroll(term: Term, start: Period): Person {
    const { dice } = this;
    const form = { id: '', plans: [term === 12 ? 'HO' : 'PA'], states: ['OH', 'IN'] };
    const premiumCents = dice.int(500, 2200) * 100;
    const invented = inventPerson(dice, form, { effective: firstDay(start), premiumCents });
    this.#number += 2 * dice.int(3, 40);
    return this.book.enroll({ ...invented, id: String(this.#number), secondId: String(this.#number + 1) });
  }

  pay(person: Person, period: Period, premium: number, more: { coverage?: Period; type?: LineType } = {}): number {
    const cents = Math.round(premium * RATE);
    this.book.pay(person, period, cents, { premiumCents: premium, ...more });
    return cents;
  }

  nothingDue(person: Person, from: Period, months: number): void {
    for (let month = 1; month < months; month += 1) this.book.state(person, addMonths(from, month), 'nothing_due');
  }

  /**
   * Pays the term that starts in `period` and all later terms. Each premium is up to a tenth less or an eighth more than the one before;
   * the rate stays.
   */
  renew(person: Person, period: Period, term: Term, before: number): void {
    let [start, premium] = [period, before];
    while (start <= (PERIODS.at(-1) ?? '')) {
      const next = Math.round(premium * (1 + this.dice.int(-10, 12) / 100));
      this.pay(person, start, next);
      this.book.atRisk(start, 0, Math.max(0, Math.round(premium * RATE) - Math.round(next * RATE)));
      this.nothingDue(person, start, term);
      [start, premium] = [addMonths(start, term), next];
    }
  }
}

/** Home policies of a year and auto policies of six months, on one statement that does not state the length of the term. */
export function grange(seed: number): TruthBook {
  const policies = new Policies(diceOf(seed));
  const { dice, book } = policies;
  const early = () => PERIODS[dice.int(0, 5)] ?? '';
  for (let count = 0; count < 22; count += 1) plays(policies, 12, PERIODS[dice.int(0, 11)] ?? '', dice.chance(0.3));
  for (let count = 0; count < 26; count += 1) plays(policies, 6, early(), dice.chance(0.3));
  for (const term of [6, 6, 6, 12] as const) isNotRenewed(policies, term);
  for (const term of [6, 6, 12, 12] as const) isCancelled(policies, term, early());
  for (const share of [0.12, -0.1]) for (const term of [6, 12] as const) isEndorsed(policies, term, early(), share);
  for (const term of [6, 12] as const) isRewritten(policies, term, early());
  for (const term of [6, 6, 12] as const) renewsLate(policies, term);
  for (const term of [6, 12] as const) isPaidTwice(policies, term, early());
  for (const term of [6, 6, 12] as const) isUnderpaid(policies, term);
  for (const period of PERIODS.filter((_, index) => index % 3 === 2))
    book.payNobody(period, 25_000, AGENTS[0] ?? { id: '', name: '' });
  return {
    name: 'grange',
    seed,
    carrier: { slug: 'grange' },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'grange' }),
    truth: book.truth(PERIODS, ({ id, secondId, traits }) => [`${traits.plan}  ${id}`, `${traits.plan}  ${secondId}`]),
  };
}

function plays(policies: Policies, term: Term, start: Period, isNew: boolean): void {
  const person = policies.enroll(term, isNew ? start : addMonths(start, -2 * term));
  policies.pay(person, start, person.premiumCents, isNew ? { type: 'new_policy' } : {});
  policies.nothingDue(person, start, term);
  policies.renew(person, addMonths(start, term), term, person.premiumCents);
}

/** Chooses the start of a policy whose first term within the book also ends within the book. */
function begins({ dice }: Policies, term: Term): Period {
  return PERIODS[term === 12 ? 0 : dice.int(0, 5)] ?? '';
}

function isNotRenewed(policies: Policies, term: Term): void {
  const start = begins(policies, term);
  const person = policies.enroll(term, addMonths(start, -term));
  const cents = policies.pay(person, start, person.premiumCents);
  policies.nothingDue(person, start, term);
  policies.book.fact(person, addMonths(start, term), 'lost');
  policies.book.atRisk(addMonths(start, term), cents);
}

/** Plays a policy that is cancelled after two months: the rest of the term is charged back. */
function isCancelled(policies: Policies, term: Term, start: Period): void {
  const { book } = policies;
  const person = policies.enroll(term, start);
  const cents = policies.pay(person, start, person.premiumCents, { type: 'new_policy' });
  const told = addMonths(start, 2);
  policies.pay(person, told, -Math.round((person.premiumCents * (term - 2)) / term), { type: 'chargeback' });
  book.fact(person, told, 'lost', 'rightful_chargeback');
  book.atRisk(told, 0, cents);
}

/** Plays a policy that gets one more car or a discount: a line in the middle of the term, and the next term at the new premium. */
function isEndorsed(policies: Policies, term: Term, start: Period, share: number): void {
  const { book } = policies;
  const person = policies.enroll(term, addMonths(start, -term));
  const cents = policies.pay(person, start, person.premiumCents);
  const told = addMonths(start, 3);
  policies.pay(person, told, Math.round(person.premiumCents * share), { type: 'endorsement' });
  if (share < 0) {
    book.fact(person, told, 'rightful_chargeback');
    book.atRisk(told, 0, cents);
  }
  policies.nothingDue(person, start, term);
  policies.renew(person, addMonths(start, term), term, Math.round(person.premiumCents * (1 + share)));
}

/**
 * Plays a policy that is rewritten: the rest of the term is charged back under the old number, and a new term is written under a new
 * number.
 */
function isRewritten(policies: Policies, term: Term, start: Period): void {
  const { book } = policies;
  const person = policies.enroll(term, addMonths(start, -term));
  const cents = policies.pay(person, start, person.premiumCents);
  const told = addMonths(start, 3);
  policies.pay(person, told, -Math.round((person.premiumCents * (term - 3)) / term), { type: 'chargeback' });
  book.fact(person, told, 'rightful_chargeback');
  book.state(person, told, 'plan_moved');
  book.atRisk(told, 0, cents);
  const renamed = { ...person.traits, lives: 2 };
  for (let at = told; at <= (PERIODS.at(-1) ?? ''); at = addMonths(at, term)) {
    const more = {
      traits: renamed,
      premiumCents: person.premiumCents,
      type: at === told ? 'new_policy' : 'renewal',
    } as const;
    book.pay(person, at, cents, more);
    policies.nothingDue(person, at, term);
  }
}

function renewsLate(policies: Policies, term: Term): void {
  const { book } = policies;
  const start = begins(policies, term);
  const person = policies.enroll(term, addMonths(start, -term));
  const cents = policies.pay(person, start, person.premiumCents);
  const renewal = addMonths(start, term);
  policies.nothingDue(person, start, term);
  policies.pay(person, addMonths(renewal, 1), person.premiumCents, { coverage: renewal });
  policies.nothingDue(person, addMonths(renewal, 1), term - 1);
  book.fact(person, renewal, 'late_premium');
  book.fact(person, addMonths(renewal, 1), 'reinstated');
  book.atRisk(renewal, 0, cents);
  policies.renew(person, addMonths(renewal, term), term, person.premiumCents);
}

function isPaidTwice(policies: Policies, term: Term, start: Period): void {
  const person = policies.enroll(term, addMonths(start, -term));
  for (let count = 0; count < 2; count += 1) policies.pay(person, start, person.premiumCents);
  policies.book.fact(person, start, 'duplicate_payment');
  policies.nothingDue(person, start, term);
  policies.renew(person, addMonths(start, term), term, person.premiumCents);
}

/** Plays a renewal that prints premium and rate, and pays three tenths less than their product. */
function isUnderpaid(policies: Policies, term: Term): void {
  const { book } = policies;
  const start = begins(policies, term);
  const person = policies.enroll(term, addMonths(start, -term));
  const cents = policies.pay(person, start, person.premiumCents);
  const renewal = addMonths(start, term);
  const short = Math.round(cents * 0.3);
  policies.nothingDue(person, start, term);
  book.pay(person, renewal, cents - short);
  book.fact(person, renewal, 'underpaid');
  book.atRisk(renewal, short);
  book.owed(renewal, short);
  book.claim(0, short);
  policies.nothingDue(person, renewal, term);
  policies.renew(person, addMonths(renewal, term), term, person.premiumCents);
}

const PROGRESSIVE_PERIODS = monthsFrom('2025-06', 12);
const PROGRESSIVE_RATE = 0.12;
const CODES = { new_policy: 'NEW', endorsement: 'END', chargeback: 'CAN' } as const;

const PROGRESSIVE_LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Insured Name',
    'Policy Number',
    'Policy Effective Date',
    'Policy Expiration Date',
    'Prod',
    'Agt Pre',
    'Tran Code',
    'Tran Date',
    'Gross Premium',
    'Gross Comm',
    'Net Due Agent',
    'Prod Name',
    'Agent Code',
    'Month End',
    'Renewal Count',
  ],
  row: ({ person, traits, cents, coverage, period, term, type }) => {
    const premium = Math.round(cents / PROGRESSIVE_RATE);
    return [
      person === null ? '' : `${person.last}, ${person.first}`,
      person?.id ?? '',
      usDate(firstDay(coverage)),
      term === null ? '' : usDate(term),
      traits.plan,
      '',
      Object.entries(CODES).find(([name]) => name === type)?.[1] ?? 'REN',
      usDate(firstDay(period)),
      dollars(premium),
      dollars(cents),
      dollars(premium - cents),
      traits.agent.name,
      traits.agent.id,
      usDate(endOf(period)),
      '1',
    ];
  },
};

/** Auto policies of six months: new, renewed, endorsed, cancelled, not renewed. */
export function progressive(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playTerms({
    book,
    dice,
    periods: PROGRESSIVE_PERIODS,
    form: { id: '9########', plans: ['AA', 'MC'], states: ['OH'] },
    rate: PROGRESSIVE_RATE,
  });
  return {
    name: 'progressive',
    seed,
    carrier: { slug: 'progressive' },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: PROGRESSIVE_PERIODS,
      layout: () => PROGRESSIVE_LAYOUT,
      name: 'progressive',
    }),
    truth: book.truth(PROGRESSIVE_PERIODS, ({ id }) => [id]),
  };
}
