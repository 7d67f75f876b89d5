import type { z } from 'zod';
import type { statementConfigSchema } from '../statement/config.ts';
import type { AmountChoice } from './amount-choice.ts';
import type { Assignment } from './assign-columns.ts';
import type { ColumnProfile } from './column-profile.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import type { HeaderMeaning } from './header-phrases.ts';
import { signRule } from './sign-rule.ts';

type ConfigInput = z.input<typeof statementConfigSchema>;

/** Options that follow from the form of the values, with notes for a person. */
export interface ValueReading {
  readonly options: Pick<ConfigInput, 'dates' | 'amounts' | 'sign' | 'transactionTypes'>;
  /** The column that marks chargebacks, if it is not the column of transaction types. */
  readonly signColumn: TableColumn | null;
  /** True when the sign of amounts, or the order of dates, is a guess. */
  readonly isGuessed: boolean;
  readonly notes: readonly string[];
}

const NUMERIC_DATE = /^(\d{1,2})[-/.](\d{1,2})[-/.](?:\d{4}|\d{2})(?!\d)/;
const DATE_MEANINGS = [
  'effective_date',
  'term_date',
  'paid_date',
  'paid_through',
  'renewal_date',
  'coverage_month',
] as const;

/** Finds the order of dates, the decimal mark, the rule for CR and DR marks, and the sign rule, each from the values. */
export function readValues(table: SheetTable, assignment: Assignment, amount: AmountChoice): ValueReading {
  const notes: string[] = [];
  const { order, isMixed } = dateOrder(assignment, notes);
  const profile = amount.readings[0]?.column.profile ?? null;
  const decimal = profile !== null && profile.commaAmounts > profile.amounts + 0.02 ? ',' : '.';
  if (decimal === ',') notes.push('Amounts have a decimal comma.');
  const creditDebitMark = profile === null ? 'negative' : markRule(profile, notes);
  const amounts = { decimal, creditDebitMark } as const;
  const columnOf = (meaning: HeaderMeaning) => assignment.chosen.get(meaning)?.column ?? null;
  const rule = signRule(table, {
    amount,
    type: columnOf('transaction_type'),
    description: columnOf('description'),
    ids: [columnOf('member_external_id'), columnOf('policy_number')].filter((column) => column !== null),
    amounts,
  });
  return {
    options: { dates: { order }, amounts, ...rule.options },
    signColumn: rule.column,
    isGuessed: rule.isGuessed || isMixed,
    notes: [...notes, ...rule.notes],
  };
}

/**
 * Finds the order of dates. A part above 12 is a day. Without such a part, a first part that is always 1 is the day, because coverage
 * begins on the first of a month.
 */
function dateOrder(
  { chosen }: Assignment,
  notes: string[],
): { readonly order: 'MDY' | 'DMY'; readonly isMixed: boolean } {
  const pairs = DATE_MEANINGS.flatMap((meaning) => chosen.get(meaning)?.column.profile.texts ?? []).flatMap((text) => {
    const match = NUMERIC_DATE.exec(text);
    return match === null ? [] : [[Number(match[1]), Number(match[2])] as const];
  });
  const dayFirst = pairs.filter(([first]) => first > 12).length;
  const daySecond = pairs.filter(([, second]) => second > 12).length;
  const isMixed = dayFirst > 0 && daySecond > 0;
  const order = dayFirst > daySecond ? 'DMY' : 'MDY';
  if (isMixed) {
    const words = order === 'DMY' ? 'day/month/year' : 'month/day/year';
    notes.push(
      `Dates are mixed: ${daySecond} can only be month/day/year, ${dayFirst} only day/month/year; ${words} was assumed.`,
    );
  }
  if (pairs.length === 0 || dayFirst + daySecond > 0) return { order, isMixed };
  const [firsts, seconds] = [new Set(pairs.map(([first]) => first)), new Set(pairs.map(([, second]) => second))];
  if (firsts.size === 1 && firsts.has(1) && seconds.size >= 3) {
    notes.push('No date shows its order; the first part is always 1, so it was taken for the day.');
    return { order: 'DMY', isMixed };
  }
  if (!(seconds.size === 1 && seconds.has(1))) {
    notes.push('No date shows its order (no day above 12); month/day/year was assumed.');
  }
  return { order, isMixed };
}

/** Finds the rule for CR and DR marks. CR means pay when DR occurs too, or when it marks more than half of the rows. */
function markRule({ texts }: ColumnProfile, notes: string[]): 'negative' | 'cr_positive' {
  const credits = texts.filter((text) => /^CR\s*[\d$]|\d\s*CR$/i.test(text)).length;
  const debits = texts.filter((text) => /^(?:DR|DB)\s*[\d$]|\d\s*(?:DR|DB)$/i.test(text)).length;
  if (credits === 0 && debits === 0) return 'negative';
  const isPositive = credits > 0 && (debits > 0 || credits * 2 > texts.length);
  notes.push(
    isPositive
      ? 'Amounts marked CR were taken as paid to the agency, DR or DB as taken back.'
      : 'Amounts marked CR, DR or DB were taken as negative.',
  );
  return isPositive ? 'cr_positive' : 'negative';
}
