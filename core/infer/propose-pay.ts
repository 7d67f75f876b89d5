import type { z } from 'zod';
import { lastDayOf, monthIndex, periodOfDate } from '../period.ts';
import { type DateOptions, readDate } from '../statement/calendar-date.ts';
import type { statementConfigSchema } from '../statement/config.ts';
import type { LineKind } from '../statement/line-kind.ts';
import type { AmountChoice } from './amount-choice.ts';
import type { Assignment, Reading } from './assign-columns.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import { moneyValues } from './money-values.ts';
import { type PremiumModeColumn, premiumModeColumn } from './premium-mode-column.ts';

type Options = Pick<z.input<typeof statementConfigSchema>, 'cadence' | 'lineKinds' | 'policyTerm'>;

/** How far payments reach, and which are paid once or to others, as the rows show it. */
export interface PayProposal {
  readonly options: Options;
  /** The column with the end of the policy's term, if it is an expiration date. */
  readonly termEnd: Reading | null;
  /** True when a payment is for the whole term, which ends with `termEnd`. */
  readonly isWholeTerm: boolean;
  /** The column with premium modes; null when months are printed, or terms that are paid as a whole. */
  readonly mode: PremiumModeColumn | null;
  readonly notes: readonly string[];
}

/** Words of single carriers that the common words do not cover, with their kinds. */
const KINDS: readonly (readonly [LineKind, RegExp])[] = [
  ['bonus', /^(?:HR?A (?:payment|chargeback)|HRAP\b)/i],
  ['true_up', /^MED2\b/i],
  ['override', /^(?:FMO|M?GA|IMO|agency|upline)\b/i],
  ['fee', /\bretention\b/i],
];
/** Matches the agency's share, which some carriers call a fee and pay every month, next to the broker's line. */
const SERVICE_FEE = /^service fees?$/i;
const OF_BROKER = /\b(?:broker|agent)\b/i;

const NEW_BUSINESS = /^(?:agent )?(?:new|initial|first[ -]year)\b/i;
const ADVANCE = /\badv(?:ance[ds]?)?\b/i;
/** Matches the header of a column that counts the months of an advance: "MONTHSADVANCED", "MO ADV", "Adv Mos". */
const ADVANCED_MONTHS = /adv/i;
const TAKEN_BACK = /charge ?-?back|claw|recover|reversal|disenroll/i;
/** Dollars that no month's pay of a Medicare plan reaches. */
const YEAR_MIN = 80;
/** Months of an advance, unless the statement says otherwise. */
const ADVANCE_MONTHS = 12;
const TEXTS_MAX = 40;
/** Months of a policy's term. Bonds have terms of several years. */
const TERMS = new Set([6, 12, 24, 36]);
/** Matches names of the date that ends a term. */
const TERM_END = /expir|\bexp\b|\bterm (?:to|end|through|thru)\b/i;
/** Terms in fewer rows may be a chance. */
const TERM_ROWS_MIN = 2;

/** Proposes cadence, kinds of lines and policy terms from the values of a table. */
export function proposePay(
  table: SheetTable,
  assignment: Assignment,
  { amount, order }: { readonly amount: AmountChoice; readonly order: DateOptions['order'] },
): PayProposal {
  const { chosen } = assignment;
  const termEnd = termEndOf(table, chosen, order);
  const installments = termEnd !== null && isPaidByInstallment(table, chosen) ? premiumModeColumn(assignment) : null;
  const columns = [chosen.get('transaction_type'), chosen.get('description')].flatMap((one) =>
    one === undefined ? [] : [one.column],
  );
  const lineKinds = kindsOf(columns.flatMap(textsOf));
  const isMedicare =
    columns.length > 0 && table.columns.some(({ profile }) => profile.mbis > 0.5 || profile.cmsContracts > 0.5);
  const months = chosen.get('months_paid')?.column ?? null;
  const isAhead = months !== null && ADVANCED_MONTHS.test(months.name);
  const hasMonths = months !== null || chosen.has('paid_through') || termEnd !== null;
  const cadence = hasMonths ? null : cadenceFor(chosen.get('transaction_type')?.column, amount, isMedicare);
  const mode = hasMonths && !isAhead ? installments : premiumModeColumn(assignment);
  const isWholeTerm = termEnd !== null && installments === null;
  const entries = [...(cadence?.entries ?? []), ...(mode?.cadence ?? []), ...(isAhead ? [{ months: 1 }] : [])];
  return {
    options: {
      ...(lineKinds.length === 0 ? {} : { lineKinds: [...lineKinds] }),
      ...(entries.length === 0 ? {} : { cadence: entries }),
      ...(isWholeTerm || mode?.isTerm === true ? { policyTerm: true } : {}),
    },
    termEnd,
    isWholeTerm,
    mode,
    notes: [
      ...lineKinds.map(({ kind, patterns }) => `Taken for ${kind}: ${patterns.map((text) => `"${text}"`).join(', ')}.`),
      ...(cadence === null ? [] : [cadence.note]),
      ...(mode === null ? [] : [mode.note]),
      ...(isAhead ? [`"${months.name}" counts months that are paid ahead.`] : []),
      ...(isWholeTerm
        ? [`"${termEnd?.column.name}" ends a policy's term: a policy is not missed before, and it is no termination.`]
        : []),
    ],
  };
}

/** Returns the different texts of a column that has few of them. */
function textsOf({ profile }: TableColumn): readonly string[] {
  const texts = [...new Set(profile.texts)].filter((text) => text !== '' && !text.startsWith('/'));
  return texts.length > TEXTS_MAX ? [] : texts;
}

function kindsOf(texts: readonly string[]): readonly { readonly kind: LineKind; readonly patterns: string[] }[] {
  const hasBroker = texts.some((text) => OF_BROKER.test(text));
  const kindOf = (text: string): LineKind | undefined =>
    hasBroker && SERVICE_FEE.test(text) ? 'override' : KINDS.find(([, words]) => words.test(text))?.[0];
  const byKind = Map.groupBy(new Set(texts), kindOf);
  return [...byKind].flatMap(([kind, patterns]) => (kind === undefined ? [] : [{ kind, patterns }]));
}

interface CadenceProposal {
  readonly entries: PremiumModeColumn['cadence'];
  readonly note: string;
}

/** Proposes the cadence by amounts: new business paid for a year is far larger than other pay, and an advance is named so. */
function cadenceFor(
  type: TableColumn | undefined,
  { readings }: AmountChoice,
  isMedicare: boolean,
): CadenceProposal | null {
  const [paid] = readings;
  if (type === undefined || paid === undefined) return null;
  const amounts = moneyValues(paid.column);
  const fits = (words: RegExp) => textsOf(type).filter((text) => words.test(text) && !TAKEN_BACK.test(text));
  const advances = fits(ADVANCE);
  if (advances.length > 0) {
    const note = `${named(advances)} pay ahead; the file does not say how far, and ${ADVANCE_MONTHS} months were assumed.`;
    return { entries: [{ type: advances, months: ADVANCE_MONTHS }], note };
  }
  const news = fits(NEW_BUSINESS);
  const isNew = (row: number) => news.includes(type.profile.texts[row] ?? '');
  const least = YEAR_MIN * 10_000;
  const large = amounts.filter((value, row) => value >= least && isNew(row)).length;
  const othersLarge = amounts.filter((value, row) => value >= least && !isNew(row)).length;
  if (!isMedicare || large === 0 || othersLarge > 0) return null;
  const note = `${named(news)} of $${YEAR_MIN} or more pay through December: no other line is as large.`;
  return { entries: [{ type: news, atLeast: YEAR_MIN, months: 'calendar_year' }], note };
}

function named(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}

/**
 * Finds the expiration date. A date that is a term after the effective date, in nearly every row, ends a term and no coverage.
 */
function termEndOf(table: SheetTable, chosen: Assignment['chosen'], order: DateOptions['order']): Reading | null {
  const [begins, ends] = [chosen.get('effective_date'), chosen.get('term_date')];
  if (begins === undefined || ends === undefined || chosen.has('paid_through')) return null;
  if (!TERM_END.test(ends.column.name)) return null;
  const date = (row: SheetTable['dataRows'][number], { column }: Reading): string | null => {
    const reading = readDate(row.cells[column.index] ?? '', { order, openEnded: [] });
    return reading.ok ? reading.date : null;
  };
  const spans = table.dataRows.flatMap((row) => {
    const [from, to] = [date(row, begins), date(row, ends)];
    return from === null || to === null ? [] : [{ from, to }];
  });
  const terms = spans.filter(isTerm).length;
  return spans.length >= TERM_ROWS_MIN && terms >= 0.8 * spans.length ? { ...ends, meaning: 'paid_through' } : null;
}

/**
 * Returns whether the commission comes with each installment of a term, and not once for the written premium: a column numbers the
 * installments, or the premium is one that was collected.
 */
function isPaidByInstallment({ columns }: SheetTable, chosen: Assignment['chosen']): boolean {
  const premium = chosen.get('premium_amount')?.column.name ?? '';
  return COLLECTED.test(premium) || columns.some(({ name }) => INSTALLMENT.test(name));
}
const COLLECTED = /\b(?:collected|received|paid)\b/i;
const INSTALLMENT = /\binstal+ments?\b(?! *(?:fee|plan))/i;

/** Returns whether one date is a term after the other. A term that ends with a month ends on the day before the next one begins. */
function isTerm({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const last = periodOfDate(to);
  const months = monthIndex(last) - monthIndex(periodOfDate(from));
  return TERMS.has(months) || (to === lastDayOf(last) && TERMS.has(months + 1));
}
