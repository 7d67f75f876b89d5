import type { z } from 'zod';
import { lastDayOf, monthIndex, periodOfDate } from '../period.ts';
import { type DateOptions, readDate } from '../statement/calendar-date.ts';
import type { statementConfigSchema } from '../statement/config.ts';
import { directionOf, type LineKind } from '../statement/line-kind.ts';
import type { Assignment, Reading } from './assign-columns.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import type { AmountChoice } from './infer-amount.ts';
import { moneyValues } from './yearly-premium.ts';

type Options = Pick<z.input<typeof statementConfigSchema>, 'cadence' | 'lineKinds' | 'policyTerm'>;

/** Options about pay that the rows suggest: how many months a payment covers, and which lines are paid once or to others. */
export interface PayProposal {
  readonly options: Options;
  /** The column with the end of a policy's term; null when its dates end coverage or no column has them. */
  readonly termEnd: Reading | null;
  /** True when a payment is for the whole term, which ends with `termEnd`. */
  readonly isWholeTerm: boolean;
  /** The column with premium modes. Null without one, and when the rows print the paid months or pay whole terms. */
  readonly mode: PremiumModeColumn | null;
  readonly notes: readonly string[];
}

/** Words of single carriers for kinds of lines, in addition to the usual words (core/statement/line.ts). */
const CARRIER_WORDS: readonly (readonly [LineKind, RegExp])[] = [
  ['bonus', /^(?:HR?A (?:payment|chargeback)|HRAP\b)/i],
  ['true_up', /^MED2\b/i],
  ['override', /^(?:FMO|M?GA|IMO|agency|upline)\b/i],
  ['fee', /\bretention\b/i],
];
/** Matches the agency's share that some carriers call a fee. They pay it every month, beside the broker's line. */
const SERVICE_FEE = /^service fees?$/i;
const OF_BROKER = /\b(?:broker|agent)\b/i;

const NEW_BUSINESS = /^(?:agent )?(?:new|initial|first[ -]year)\b/i;
const ADVANCE = /\badv(?:ance[ds]?)?\b/i;
/** Matches the header of a column that counts the months of an advance: "MONTHSADVANCED", "MO ADV", "Adv Mos". */
const ADVANCED_MONTHS = /adv/i;
/** Minimum dollars of a payment for a year. No month's pay of a Medicare plan is as high. */
const YEAR_DOLLARS_MIN = 80;
/** Months that an advance is assumed to cover, when the statement does not say. */
const ADVANCE_MONTHS = 12;
/** Largest number of different texts of a column of types or descriptions. */
const TEXTS_MAX = 40;
/** Possible lengths of a policy's term, in months. Bonds have terms of several years. */
const TERM_MONTHS = new Set([6, 12, 24, 36]);
/** Matches names of columns with the last day of a term. */
const TERM_END = /expir|\bexp\b|\bterm (?:to|end|through|thru)\b/i;
/** Minimum number of rows with both dates of a term. Fewer rows may fit by chance. */
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
  const columns = [chosen.get('transaction_type'), chosen.get('description')].flatMap((reading) =>
    reading === undefined ? [] : [reading.column],
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
  const isWritten = !hasMonths && mode === null && isPaidWhenWritten(table, chosen);
  const entries = [...(cadence?.entries ?? []), ...(mode?.cadence ?? []), ...(isAhead ? [{ months: 1 }] : [])];
  if (isWritten) entries.push({ months: TERM_ASSUMED });
  return {
    options: {
      ...(lineKinds.length === 0 ? {} : { lineKinds: [...lineKinds] }),
      ...(entries.length === 0 ? {} : { cadence: entries }),
      ...(isWholeTerm || isWritten || mode?.isTerm === true ? { policyTerm: true } : {}),
    },
    termEnd,
    isWholeTerm,
    mode,
    notes: [
      ...lineKinds.map(({ kind, patterns }) => `Taken for ${kind}: ${patterns.map((text) => `"${text}"`).join(', ')}.`),
      ...(cadence === null ? [] : [cadence.note]),
      ...(mode === null ? [] : [mode.note]),
      ...(isAhead ? [`"${months.name}" counts months that are paid ahead.`] : []),
      ...(isWritten ? ['Commission on written premium is paid once for each term of a policy.'] : []),
      ...(isWholeTerm
        ? [`"${termEnd?.column.name}" ends a policy's term: a policy is not missed before, and it is no termination.`]
        : []),
    ],
  };
}

/** Returns the different texts of a column, without patterns; empty when there are more than TEXTS_MAX. */
function textsOf({ profile }: TableColumn): readonly string[] {
  const texts = [...new Set(profile.texts)].filter((text) => text !== '' && !text.startsWith('/'));
  return texts.length > TEXTS_MAX ? [] : texts;
}

/** Returns the kinds of lines that the texts name, each with its texts. */
function kindsOf(texts: readonly string[]): readonly { readonly kind: LineKind; readonly patterns: string[] }[] {
  const hasBroker = texts.some((text) => OF_BROKER.test(text));
  const kindOf = (text: string): LineKind | undefined =>
    hasBroker && SERVICE_FEE.test(text) ? 'override' : CARRIER_WORDS.find(([, words]) => words.test(text))?.[0];
  const byKind = Map.groupBy(new Set(texts), kindOf);
  return [...byKind].flatMap(([kind, patterns]) => (kind === undefined ? [] : [{ kind, patterns }]));
}

interface CadenceProposal {
  readonly entries: PremiumModeColumn['cadence'];
  readonly note: string;
}

/** Proposes the cadence for advances, or for new business of a Medicare plan whose payments are as large as a year's pay. */
function cadenceFor(
  type: TableColumn | undefined,
  { readings }: AmountChoice,
  isMedicare: boolean,
): CadenceProposal | null {
  const [paid] = readings;
  if (type === undefined || paid === undefined) return null;
  const amounts = moneyValues(paid.column);
  const textsWith = (words: RegExp) =>
    textsOf(type).filter((text) => words.test(text) && directionOf(text, 'type') === null);
  const advances = textsWith(ADVANCE);
  if (advances.length > 0) {
    const note = `${quoted(advances)} pay ahead; the file does not say how far, and ${ADVANCE_MONTHS} months were assumed.`;
    return { entries: [{ type: advances, months: ADVANCE_MONTHS }], note };
  }
  const news = textsWith(NEW_BUSINESS);
  const isNew = (row: number) => news.includes(type.profile.texts[row] ?? '');
  const least = YEAR_DOLLARS_MIN * 10_000;
  const large = amounts.filter((value, row) => value >= least && isNew(row)).length;
  const othersLarge = amounts.filter((value, row) => value >= least && !isNew(row)).length;
  if (!isMedicare || large === 0 || othersLarge > 0) return null;
  const note = `${quoted(news)} of $${YEAR_DOLLARS_MIN} or more pay through December: no other line is as large.`;
  return { entries: [{ type: news, atLeast: YEAR_DOLLARS_MIN, months: 'calendar_year' }], note };
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}

/** Finds the column with the end of a policy's term: a date one term after the effective date, in at least four of five rows. */
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
 * Returns whether the commission is paid with each installment of a term, and not once for the written premium. Either a column numbers
 * the installments, or the premium column has collected premiums.
 */
function isPaidByInstallment({ columns }: SheetTable, chosen: Assignment['chosen']): boolean {
  const premium = chosen.get('premium_amount')?.column.name ?? '';
  return COLLECTED.test(premium) || columns.some(({ name }) => INSTALLMENT.test(name));
}

/**
 * Returns whether a policy's commission is paid when its term is written. Property and casualty statements name the start of the term, or
 * the written premium beside an effective date, and no end.
 */
function isPaidWhenWritten(table: SheetTable, chosen: Assignment['chosen']): boolean {
  const [begins, premium] = [chosen.get('effective_date')?.column.name, chosen.get('premium_amount')?.column.name];
  if (begins === undefined || premium === undefined || isPaidByInstallment(table, chosen)) return false;
  return TERM_START.test(begins) || WRITTEN.test(premium);
}
/** Months of a term whose end is not printed. Shorter ones are learned from renewals. */
const TERM_ASSUMED = 12;
const TERM_START = /\bterm\b/i;
const WRITTEN = /\bwritten\b/i;
const COLLECTED = /\b(?:collected|received|paid)\b/i;
const INSTALLMENT = /\binstal+ments?\b(?! *(?:fee|plan))/i;

/** Returns whether two dates are one term apart. A term may also end on the last day of the month before the next term begins. */
function isTerm({ from, to }: { readonly from: string; readonly to: string }): boolean {
  const last = periodOfDate(to);
  const months = monthIndex(last) - monthIndex(periodOfDate(from));
  return TERM_MONTHS.has(months) || (to === lastDayOf(last) && TERM_MONTHS.has(months + 1));
}

type CadenceEntry = Extract<NonNullable<z.input<typeof statementConfigSchema>['cadence']>, unknown[]>[number];

/** Words that carriers use for premium modes, with the months between two premiums. */
const MODE_WORDS: readonly (readonly [months: number, words: string])[] = [
  [1, 'm|mo|mon|mthly|month|monthly|pac|eft|bank draft|1'],
  [3, 'q|qtr|qtrly|quarter|quarterly|3'],
  [6, 's|sa|semi|semi[- ]?ann|semi[- ]?annual|semi[- ]?annually|6'],
  [12, 'a|an|ann|annl|annual|annually|y|yr|yearly|12'],
  [24, '24'],
  [36, '36'],
];
const MODES = MODE_WORDS.map(([months, words]) => ({ months, test: new RegExp(`^(?:${words})$`, 'i') }));
/** Minimum number of filled cells. */
const FILLED_MIN = 2;

/** A column of premium modes: monthly, quarterly, yearly. The commission is paid as often as the premium. */
interface PremiumModeColumn {
  readonly reading: Reading;
  /** The cadence by mode. It applies to descriptions that are the mode or end with it. */
  readonly cadence: CadenceEntry[];
  /** True when the column holds the months of a policy's term. */
  readonly isTerm: boolean;
  readonly note: string;
}

/** Returns the column of premium modes; null when it has other values. Its cadence lists modes that only later files may have, too. */
function premiumModeColumn({ chosen }: Assignment): PremiumModeColumn | null {
  const reading = chosen.get('premium_mode');
  if (reading === undefined) return null;
  const texts = reading.column.profile.texts.filter((text) => text !== '');
  const found = texts.map((text) => MODES.find(({ test }) => test.test(text))?.months);
  if (texts.length < FILLED_MIN || found.includes(undefined)) return null;
  const cadence = MODE_WORDS.filter(([months]) => months > 1).map(([months, words]) => ({
    type: [`/(?:^|\\/ )(?:${words})$/i`],
    months,
  }));
  const note = `"${reading.column.name}" says how often premiums are paid; commissions were taken to come as often.`;
  return { reading, cadence, isTerm: /\bterm\b/i.test(reading.column.name), note };
}
