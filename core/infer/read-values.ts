import type { z } from 'zod';
import { isBlank } from '../statement/column-binding.ts';
import type { ColumnName, ColumnSource, statementConfigSchema } from '../statement/config.ts';
import { legibleText } from '../statement/displayed-text.ts';
import { rowText } from '../statement/row-kind.ts';
import type { SourceRow } from '../statement/source.ts';
import { totalsLabel } from '../statement/totals-label.ts';
import type { Assignment } from './assign-columns.ts';
import type { ColumnProfile } from './column-profile.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import type { HeaderMeaning } from './header-phrases.ts';
import type { AmountChoice } from './infer-amount.ts';
import { signRule } from './sign-rule.ts';

/** Options of a configuration that follow from rows without data. */
export interface OddRowReading {
  readonly columns: Partial<Record<ColumnName, ColumnSource>>;
  readonly skipPatterns: readonly string[];
  readonly notes: readonly string[];
}

/** Forms of rows that name an agent, "JANE DOE (Agent Number: 17)" or "Agent: 17 - JANE DOE", with the patterns for id and name. */
const AGENT_ROWS = [
  {
    id: '/\\((?:Writing )?(?:Agent|Producer|Broker|Rep)[^:)]*:\\s*([A-Za-z0-9-]+)\\)\\s*$/i',
    name: '/^(.+?)\\s*\\((?:Writing )?(?:Agent|Producer|Broker|Rep)[^:)]*:\\s*[A-Za-z0-9-]+\\)\\s*$/i',
    form: /^.+\((?:writing )?(?:agent|producer|broker|rep)[^:)]*:\s*[a-z0-9-]+\)\s*$/i,
  },
  {
    id: '/^(?:Writing )?(?:Agent|Producer|Broker)\\s*:\\s*([A-Z0-9]*\\d[A-Z0-9]*)\\s*[- ]\\s*\\S/i',
    name: '/^(?:Writing )?(?:Agent|Producer|Broker)\\s*:\\s*[A-Z0-9]*\\d[A-Z0-9]*\\s*[- ]\\s*(\\S.*)$/i',
    form: /^(?:writing )?(?:agent|producer|broker)\s*:\s*[a-z0-9]*\d[a-z0-9]*\s*[- ]\s*\S.*$/i,
  },
] as const;
const STATEMENT_DATE = /^(?:statement|payment|check|paid|commission) date\s*:\s*\S/i;
const STATEMENT_DATE_PATTERN = '/^(?:Statement|Payment|Check|Paid|Commission) Date\\s*:\\s*(.*)$/i';
const NOTE = /^(?:note|notes|disclaimer|\*+)\b|^\*/i;
const LABEL_CHARACTERS_MAX = 60;
const LABELS_MAX = 20;
/** Largest number of cells of a group row, which names an agent or a block. Rows with more cells are incomplete data. */
const GROUP_CELLS_MAX = 2;

/** Proposes group rows, skip patterns and notes from the rows of a table that are no data rows. */
export function readOddRows(table: SheetTable): OddRowReading {
  const short = table.oddRows.filter((row) => filledCells(row) <= GROUP_CELLS_MAX);
  const texts = short.map((row) => rowText(row.cells));
  const notes: string[] = [];
  const columns: Partial<Record<ColumnName, ColumnSource>> = {};
  const agentRows = AGENT_ROWS.find(({ form }) => texts.some((text) => form.test(text)));
  if (agentRows !== undefined) {
    columns.agent_id = { groupRow: agentRows.id };
    columns.agent_name = { groupRow: agentRows.name };
    notes.push('Agents are named on rows of their own above their members.');
  }
  if (table.titles.some(({ cells }) => STATEMENT_DATE.test(rowText(cells)))) {
    columns.paid_date = { groupRow: STATEMENT_DATE_PATTERN };
  }
  const labels = [...new Set(texts)].filter((text) => isLabel(text) && !agentRows?.form.test(text));
  const skipPatterns = labels.slice(0, LABELS_MAX);
  // A note has a colon or no digit, because a star may mark members too.
  if (texts.some((text) => NOTE.test(text))) skipPatterns.push('/^(?:Notes?|Disclaimer)\\b(?:\\s*:|\\D*$)|^\\*\\D*$/i');
  skipPatterns.push(...[...new Set(short.flatMap((row) => footnote(row, agentRows?.form)))].slice(0, LABELS_MAX));
  skipPatterns.push(...[...new Set(short.flatMap(summaryLabel))].slice(0, LABELS_MAX));
  if (skipPatterns.length > 0) notes.push('Rows that only name a block or hold a note are skipped.');
  return { columns, skipPatterns, notes };
}

function filledCells({ cells }: SourceRow): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}

/**
 * Returns a pattern for a footnote such as "Record Count: 30" or "Questions? Call 800-555-1212"; empty for another row. The pattern stands
 * for any digits, because they change. A line is no footnote, because its id and amount are separate cells.
 */
function footnote(row: SourceRow, agentRow: RegExp | undefined): readonly string[] {
  const text = rowText(row.cells);
  const isProse = filledCells(row) === 1 && /\d/.test(text) && /\p{L}{2,}.*[\s:]\S/u.test(text) && text.length <= 200;
  if (!isProse || totalsLabel(text) !== null || PAGE_NUMBER.test(text) || agentRow?.test(text) === true) return [];
  const words = text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\d+/g, '\\d+');
  return [`/^${words}$/i`];
}
const PAGE_NUMBER = /^page\b/i;

/** Returns a pattern for the label of a summary, "Payment Amount: | 77.00", which has a colon and one figure; empty for another row. */
function summaryLabel(row: SourceRow): readonly string[] {
  const filled = row.cells.filter((cell) => !isBlank(cell)).map(legibleText);
  const [label = '', figure = ''] = filled;
  const isSummary = filled.length === 2 && /^[\p{L}][\p{L} ]*:$/u.test(label) && /^[-$(]*\d[\d,.]*[)-]?$/.test(figure);
  return isSummary && totalsLabel(label) === null ? [`/^${label}/i`] : [];
}

/** Returns whether a text is a label of letters only. A row with a digit may be money, which must fail instead of being skipped. */
function isLabel(text: string): boolean {
  return (
    text.length <= LABEL_CHARACTERS_MAX &&
    /^[\p{L}][\p{L}\p{M} &/.,'()-]*:?$/u.test(text) &&
    !NOTE.test(text) &&
    !/total/i.test(text)
  );
}

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
