import { type Money, moneyToDollars } from '../money.ts';
import { readAmount } from '../statement/amount.ts';
import type { TableColumn } from './find-table.ts';
import type { HeaderMeaning } from './header-phrases.ts';

/** A column with one of its possible meanings. */
interface MeantColumn {
  readonly meaning: HeaderMeaning;
  readonly column: TableColumn;
}

/** Matches the title of a yearly premium: "Annual Premium", "Ann. Prem", "Yearly Premium". */
const YEARLY = /\b(?:annual|annuali[sz]ed|annl|anl|ann|yearly|yrly)\b|\b(?:per|a) year\b/i;
/** Minimum share and number of rows that pay the rate of a yearly premium, if it is the paid premium. */
const PAYS_RATE_MIN = 0.8;
const ROWS_MIN = 3;

/**
 * Removes the meaning `premium_amount` from columns of yearly premiums. Monthly pay is a twelfth of the rate on them, so each payment would
 * look short. A yearly premium stays when most rows pay their rate of it, as for policies paid by the year.
 */
export function withoutYearlyPremiums<T extends MeantColumn>(
  readings: readonly T[],
  refuted: Map<number, string>,
): readonly T[] {
  return readings.filter(({ meaning, column }) => {
    if (meaning !== 'premium_amount' || !YEARLY.test(column.title) || paysItsRate(column, readings)) return true;
    refuted.set(column.index, `"${column.name}" is the premium of a year, and not the premium that was paid`);
    return false;
  });
}

function paysItsRate(premium: TableColumn, readings: readonly MeantColumn[]): boolean {
  return columnsOf(readings, 'commission_amount').some((paid) =>
    columnsOf(readings, 'rate').some((rate) => paysRate(premium, rate, paid)),
  );
}

/** Returns whether a column is the printed rate of a printed premium in most rows. Such a column is commission, whatever its name. */
export function isRateOfPremium(paid: TableColumn, readings: readonly MeantColumn[]): boolean {
  return columnsOf(readings, 'premium_amount').some(
    (premium) =>
      premium !== paid &&
      columnsOf(readings, 'rate').some((rate) => rate !== paid && rate !== premium && paysRate(premium, rate, paid)),
  );
}

function columnsOf(readings: readonly MeantColumn[], wanted: HeaderMeaning): readonly TableColumn[] {
  return readings.filter(({ meaning }) => meaning === wanted).map(({ column }) => column);
}

/** Returns whether most rows pay their rate of the premium, within rounding. */
function paysRate(premium: TableColumn, rate: TableColumn, paid: TableColumn): boolean {
  const [premiums, amounts] = [moneyValues(premium), moneyValues(paid)];
  const rows = [...amounts.keys()].flatMap((row) => {
    const share = Number.parseFloat(rate.profile.texts[row] ?? '');
    const [base, amount] = [moneyToDollars(premiums[row] ?? 0), moneyToDollars(amounts[row] ?? 0)];
    return share > 0 && base > 0 && amount > 0 ? [{ share, base, amount }] : [];
  });
  // A printed rate is a percentage or a fraction, rounded to two places of a percentage at least.
  const pays = rows.filter(({ share, base, amount }) =>
    [share, share / 100].some((factor) => Math.abs(base * factor - amount) <= 0.01 + base * 0.00006),
  );
  return pays.length >= ROWS_MIN && pays.length >= PAYS_RATE_MIN * rows.length;
}

/** Reads the amounts of a column by row, with the decimal mark that fits most cells; 0 for a cell that is no amount. */
export function moneyValues({ profile }: TableColumn): readonly Money[] {
  const decimal = profile.commaAmounts > profile.amounts + 0.02 ? ',' : '.';
  return profile.texts.map((text) => {
    const reading = readAmount(text, { decimal, creditDebitMark: 'negative' });
    return reading.ok ? reading.amount : 0;
  });
}
