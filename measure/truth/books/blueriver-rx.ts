import { type Period, periodMonth, periodYear } from '../../../core/period.ts';
import { type Dice, diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { endOf, firstDay, inventPerson, Ledger, type LineType, type Person } from './ledger.ts';
import { monthsFrom } from './months.ts';

const PERIODS = monthsFrom('2025-03', 12);
const JANUARY: Period = '2026-01';
const RENEWAL = 5700;
const INITIAL = 10_900;
const FORM = { id: '#@##@@#@@##', plans: ['BlueRiver Rx Value', 'BlueRiver Rx Plus'], states: ['GA', 'AL'] };

const WORDS: Readonly<Partial<Record<LineType, string>>> = { first_year: 'PDP Initial', chargeback: 'PDP Recovery' };

const LAYOUT: Layout = {
  fileType: 'csv',
  header: [
    'Run Date',
    'Contract-PBP',
    'MBI',
    'Enrollee',
    'Enroll Date',
    'Disenroll Date',
    'Comp Desc',
    'Pay Mos',
    'Comp Amt',
    'Agent NPN',
    'Agent',
  ],
  row: ({ period, traits, person, term, type, months, cents }) => [
    usDate(endOf(period)),
    traits.plan.includes('Plus') ? 'S5588-002' : 'S5588-001',
    person?.id ?? '',
    person === null ? '' : `${person.last}, ${person.first}`,
    usDate(person?.effective ?? ''),
    term === null ? '' : usDate(term),
    WORDS[type] ?? 'PDP Renewal',
    String(months),
    dollars(cents),
    traits.agent.id,
    traits.agent.name,
  ],
};

/** Drug plans: the rest of the year is paid at enrollment, the renewal in January for the year. No line names a month. */
export function blueriverRx(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  for (const [index, period] of PERIODS.entries()) {
    if (period === JANUARY) continue;
    if (index <= 5) leave(book, enroll(book, dice, period), index, index + dice.int(2, 4));
    for (let count = 0; count < 4; count += 1) {
      const person = enroll(book, dice, period);
      const paid = payRest(book, person, period);
      if (period > JANUARY) continue;
      const isUnpaid = (index === 3 && count === 0) || (index === 4 && count === 0);
      if (isUnpaid) {
        book.fact(person, JANUARY, index === 3 ? 'lost' : 'unpaid');
        book.atRisk(JANUARY, Math.min(paid, RENEWAL), paid);
        continue;
      }
      book.pay(person, JANUARY, RENEWAL, { type: 'renewal', months: 12 });
      book.state(person, JANUARY, 'planned_step');
    }
  }
  return {
    name: 'blueriver-rx',
    seed,
    carrier: {
      name: 'BlueRiver Rx',
      productLine: 'medicare',
      columnsByHand: { member_external_id: 'MBI', commission_amount: 'Comp Amt', member_name: 'Enrollee' },
    },
    contractedRates: [],
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'blueriver' }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}

function enroll(book: Ledger, dice: Dice, period: Period): Person {
  return book.enroll(inventPerson(dice, FORM, { effective: firstDay(period) }));
}

/** Pays at once for this month and the rest of its year. Returns the amount in cents. */
function payRest(book: Ledger, person: Person, period: Period): number {
  const months = 13 - periodMonth(period);
  const yearly = periodYear(period) === 2025 ? INITIAL : 2 * RENEWAL;
  const cents = Math.round((yearly * months) / 12);
  book.pay(person, period, cents, { type: 'first_year', months });
  return cents;
}

/** Adds a member who leaves. Within three months the whole pay is taken back, later only that of the remaining months. */
function leave(book: Ledger, person: Person, joined: number, at: number): void {
  const [from, told, last] = [PERIODS[joined] ?? '', PERIODS[at] ?? '', PERIODS[at - 1] ?? ''];
  const paid = payRest(book, person, from);
  const isRapid = at - joined <= 3;
  const months = 13 - periodMonth(isRapid ? from : told);
  const back = isRapid ? paid : Math.round((INITIAL * months) / 12);
  book.pay(person, told, -back, { type: 'chargeback', coverage: from, months, term: endOf(last) });
  book.fact(person, told, 'lost', 'rightful_chargeback', ...(isRapid ? (['rapid_disenrollment'] as const) : []));
  book.atRisk(told, 0, paid);
}
