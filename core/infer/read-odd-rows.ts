import { isBlank } from '../statement/column-binding.ts';
import type { ColumnName } from '../statement/columns.ts';
import type { ColumnSource } from '../statement/config.ts';
import { legibleText } from '../statement/displayed-text.ts';
import { rowText } from '../statement/row-kind.ts';
import type { SourceRow } from '../statement/source.ts';
import { totalsLabel } from '../statement/totals-label.ts';
import type { SheetTable } from './find-table.ts';

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
