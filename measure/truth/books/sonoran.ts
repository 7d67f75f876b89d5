import { addMonths, type Period } from '../../../core/period.ts';
import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars, usDate } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { deliver, type Layout } from './layout.ts';
import { firstDay, inventPerson, Ledger, type Line, oldEffective, type Person } from './ledger.ts';
import { monthsFrom } from './months.ts';

const PERIODS = monthsFrom('2025-01', 12);
const QUARTERS: readonly Period[] = ['2025-03', '2025-06', '2025-09', '2025-12'];
const FORM = { id: 'A#######', plans: ['MYGA 5', 'FIA 7'], states: ['AZ'] };
const TRAIL = 0.000625;
const OF_PREMIUM = 0.025;

function transaction({ type }: Line): string {
  if (type === 'chargeback') return 'Free Look Chargeback';
  return type === 'renewal' ? 'Quarterly Trail' : 'Single Premium';
}

const LAYOUT: Layout = {
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
    book.enroll(inventPerson(dice, FORM, { effective, premiumCents: dice.int(30, 200) * 100_000 }));
  for (let count = 0; count < 40; count += 1) {
    const growth = () => 1 + dice.int(-20, 35) / 1000;
    payTrail(book, enroll(oldEffective(dice, '2024-06')), { growth, quarters: count < 5 ? dice.int(1, 3) : 4 });
  }
  for (let count = 0; count < 16; count += 1) {
    const period = PERIODS[dice.int(0, 9)] ?? '';
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
    deliveries: deliver({ lines: book.lines, periods: PERIODS, layout: () => LAYOUT, name: 'sonoran' }),
    truth: book.truth(
      PERIODS.filter((period) => book.lines.some((line) => line.period === period)),
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
    const cents = Math.round(value * TRAIL);
    book.pay(person, period, cents, { premiumCents: value, rate: TRAIL });
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
