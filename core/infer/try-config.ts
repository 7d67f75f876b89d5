import { keepingAllMonths, type StatementConfig } from '../statement/config.ts';
import type { StatementLine, StatementWarning } from '../statement/line.ts';
import { mapStatement } from '../statement/map-statement.ts';
import type { SourceRow, StatementSource } from '../statement/source.ts';
import type { ProcessorClock } from '../statement/work-budget.ts';

/** The first rows of a file, as a configuration reads them. */
export interface Trial {
  readonly lines: readonly StatementLine[];
  /** Share of the sampled data rows that can't be read, from 0 to 1. */
  readonly failedShare: number;
  readonly notes: readonly string[];
  /** Lines and failed rows above the headers, in a sheet that was sorted with its header. */
  readonly rowsAbove: number;
  /** False when no row is read, or a warning says that rows may be misread or left out (UNPROVEN). */
  readonly isProven: boolean;
}

/** Warnings that the rows read may be wrong, or not all of the rows with money. */
const UNPROVEN: ReadonlySet<StatementWarning['code']> = new Set([
  'total_not_printed',
  'doubtful_text',
  'money_above_header',
]);
/** Number of rows of a sheet that are tried, as many as are sampled. */
const ROWS_MAX = 500;
const PREVIEW_LINES = 20;
/** The result when the configuration lacks a required column or the file has no rows. */
export const UNTRIED: Trial = { lines: [], failedShare: 0, notes: [], rowsAbove: 0, isProven: true };

/** Reads the first 500 rows of the named sheets, or a whole PDF. A configuration without its required columns is not tried. */
export function tryConfig(
  source: StatementSource,
  config: StatementConfig,
  tables: readonly { readonly sheet: { readonly name: string }; readonly headerRow?: number }[],
  clock?: ProcessorClock,
): Trial {
  if (config.columns.member_external_id === undefined) return UNTRIED;
  if (config.columns.commission_amount === undefined && typeof config.sign === 'string') return UNTRIED;
  // A PDF is read whole, because the sum that it prints proves its rows.
  const rowsMax = source.document === undefined ? ROWS_MAX : Number.POSITIVE_INFINITY;
  const names = new Set(tables.map(({ sheet }) => sheet.name));
  const cut: StatementSource = {
    fileType: source.fileType,
    sheets: source.sheets
      .filter(({ name }) => names.has(name))
      .map((sheet) => ({ name: sheet.name, hidden: sheet.hidden, rows: () => firstRows(sheet.rows(), rowsMax) })),
    ...(source.document === undefined ? {} : { document: source.document }),
  };
  const mapping = mapStatement(cut, keepingAllMonths(config), { period: '', clock });
  if (mapping.kind === 'rejected')
    return { lines: [], failedShare: 1, notes: [mapping.rejection.detail], rowsAbove: 0, isProven: false };
  const { lines, failures, warnings } = mapping.statement;
  if (lines.length === 0) return { ...NO_LINES, notes: ['None of the sampled rows is the line of a member.'] };
  const failedShare = failures.length / Math.max(1, lines.length + failures.length);
  const [first] = failures;
  const notes =
    first === undefined
      ? []
      : [`${failures.length} of the sampled rows can't be read; row ${first.row}: ${first.errors.join(', ')}.`];
  // A sheet whose header is further down may have titles there, so only the first header counts.
  const firstHeader = Math.min(...tables.map(({ headerRow = 0 }) => headerRow));
  const rowsAbove = [...lines, ...failures].filter(({ row }) => row < firstHeader).length;
  const unproven = warnings.filter(({ code }) => UNPROVEN.has(code)).map(({ detail }) => detail);
  return {
    lines: lines.slice(0, PREVIEW_LINES),
    failedShare,
    notes: [...notes, ...unproven],
    rowsAbove,
    isProven: unproven.length === 0,
  };
}

/**
 * Returns sentences about money on sheets that a configuration does not read. The sums of the whole file decide, so a workbook with several
 * sheets is read to its end.
 */
export function moneyLeftOut(source: StatementSource, config: StatementConfig): readonly string[] {
  const isWorkbook = source.fileType === 'xlsx' && source.document === undefined;
  if (!isWorkbook || source.sheets.length < 2) return [];
  const mapping = mapStatement(source, keepingAllMonths(config), { period: '' });
  return mapping.kind === 'mapped' ? mapping.statement.leftOut : [];
}

const NO_LINES = { lines: [], failedShare: 1, rowsAbove: 0, isProven: false } as const;

function* firstRows(rows: Iterable<SourceRow>, rowsMax: number): Iterable<SourceRow> {
  let count = 0;
  for (const row of rows) {
    yield row;
    count += 1;
    if (count === rowsMax) return;
  }
}
