import type { z } from 'zod';
import { type AmountOptions, readAmount } from '../statement/amount.ts';
import type { statementConfigSchema } from '../statement/config.ts';
import { compilePatterns } from '../statement/pattern.ts';
import type { Assignment } from './assign-columns.ts';
import type { ColumnProfile } from './column-profile.ts';
import type { SheetTable } from './find-table.ts';

type ConfigInput = z.input<typeof statementConfigSchema>;

/** Options that follow from how the values are written, with what a person should know about them. */
export interface ValueReading {
  readonly options: Pick<ConfigInput, 'dates' | 'amounts' | 'sign' | 'transactionTypes'>;
  /** Whether nothing but the amounts themselves shows their sign. */
  readonly isSignGuessed: boolean;
  readonly notes: readonly string[];
}

const CHARGEBACK_WORDS = ['/charge ?-?back|chgbck|cl[ae]wback|recoup|reversal|take ?back/i'];
const DEFAULT_CHARGEBACKS = ['/chargeback|chgbck|clawback|recoup/i'];
const NUMERIC_DATE = /^(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?!\d)/;
/** Fewer negative amounts without a positive one may well be what was taken back in a quiet month. */
const ALL_NEGATIVE_MIN = 5;
const DATE_MEANINGS = [
  'effective_date',
  'term_date',
  'paid_date',
  'paid_through',
  'renewal_date',
  'coverage_month',
] as const;

/** Order of dates, decimal mark, credit and debit marks and the sign rule, each from evidence in the values. */
export function readValues(table: SheetTable, assignment: Assignment): ValueReading {
  const notes: string[] = [];
  const order = dateOrder(assignment, notes);
  const amount = assignment.chosen.get('commission_amount')?.column.profile ?? null;
  const decimal = amount !== null && amount.commaAmounts > amount.amounts + 0.02 ? ',' : '.';
  if (decimal === ',') notes.push('Amounts have a decimal comma.');
  const creditDebitMark = amount === null ? 'negative' : markRule(amount, notes);
  const signs = signRule(table, assignment, { amounts: { decimal, creditDebitMark }, notes });
  return {
    options: { dates: { order }, amounts: { decimal, creditDebitMark }, ...signs },
    isSignGuessed: signs.sign === 'inverted' && !assignment.chosen.has('transaction_type'),
    notes,
  };
}

/** A part above 12 is a day. Where no date shows it, the part that is always 1 is one: coverage begins on the first. */
function dateOrder({ chosen }: Assignment, notes: string[]): 'MDY' | 'DMY' {
  const pairs = DATE_MEANINGS.flatMap((meaning) => chosen.get(meaning)?.column.profile.texts ?? []).flatMap((text) => {
    const match = NUMERIC_DATE.exec(text);
    return match === null ? [] : [[Number(match[1]), Number(match[2])] as const];
  });
  const dayFirst = pairs.filter(([first]) => first > 12).length;
  const daySecond = pairs.filter(([, second]) => second > 12).length;
  if (dayFirst > 0 && daySecond > 0) {
    notes.push(`Dates are mixed: ${daySecond} can only be month/day/year, ${dayFirst} only day/month/year.`);
  }
  if (dayFirst !== daySecond) return dayFirst > daySecond ? 'DMY' : 'MDY';
  if (pairs.length === 0) return 'MDY';
  const [firsts, seconds] = [new Set(pairs.map(([first]) => first)), new Set(pairs.map(([, second]) => second))];
  if (firsts.size === 1 && firsts.has(1) && seconds.size >= 3) {
    notes.push('No date shows its order; the first part is always 1, so it was taken for the day.');
    return 'DMY';
  }
  if (!(seconds.size === 1 && seconds.has(1))) {
    notes.push('No date shows its order (no day above 12); month/day/year was assumed.');
  }
  return 'MDY';
}

function markRule({ texts }: ColumnProfile, notes: string[]): 'negative' | 'cr_positive' {
  const credits = texts.filter((text) => /\d\s*CR$/i.test(text)).length;
  const debits = texts.filter((text) => /\d\s*(?:DR|DB)$/i.test(text)).length;
  if (credits === 0 && debits === 0) return 'negative';
  const isPositive = credits > 0 && (debits > 0 || credits * 2 > texts.length);
  notes.push(
    isPositive
      ? 'Amounts marked CR were taken as paid to the agency, DR or DB as taken back.'
      : 'Amounts marked CR, DR or DB were taken as negative.',
  );
  return isPositive ? 'cr_positive' : 'negative';
}

function signRule(
  table: SheetTable,
  { chosen }: Assignment,
  { amounts, notes }: { readonly amounts: AmountOptions; readonly notes: string[] },
): Pick<ConfigInput, 'sign' | 'transactionTypes'> {
  const amount = chosen.get('commission_amount')?.column.profile;
  const type = chosen.get('transaction_type')?.column.profile;
  if (amount === undefined) return {};
  const isChargeback = compilePatterns(CHARGEBACK_WORDS);
  const charged = (type?.texts ?? []).map((text) => text !== '' && isChargeback(text));
  const values = table.dataRows.map((_, row) => {
    const reading = readAmount(amount.texts[row] ?? '', amounts);
    return reading.ok ? reading.amount : 0;
  });
  const count = (wanted: boolean, sign: 1 | -1) =>
    values.filter((value, row) => (charged[row] ?? false) === wanted && Math.sign(value) === sign).length;
  const takenPositive = count(true, 1);
  const takenNegative = count(true, -1);
  const [paidPositive, paidNegative] = [count(false, 1), count(false, -1)];
  const types = (type?.texts ?? []).some(
    (text, row) => charged[row] === true && !compilePatterns(DEFAULT_CHARGEBACKS)(text),
  )
    ? { transactionTypes: { chargeback: CHARGEBACK_WORDS } }
    : {};
  if (takenPositive > 0 && takenNegative === 0 && paidPositive > 0 && paidNegative === 0) {
    notes.push('Chargebacks are printed without a sign; the transaction type tells them apart.');
    return { sign: 'by_type', ...types };
  }
  if (takenPositive > 0 && takenNegative === 0 && paidNegative > 0 && paidPositive === 0) {
    notes.push('Pay is printed negative and chargebacks positive: the signs were turned round.');
    return { sign: 'inverted', ...types };
  }
  if (paidNegative >= ALL_NEGATIVE_MIN && paidPositive + takenPositive === 0) {
    notes.push(
      'Every amount is negative: they were taken as pay printed so. If all are taken back, set sign to "signed".',
    );
    return { sign: 'inverted', ...types };
  }
  if (takenPositive > 0) {
    notes.push(
      `${takenPositive} of the sampled rows are chargebacks by their type but positive; amounts were taken as signed.`,
    );
  }
  return { sign: 'signed', ...types };
}
