import type { z } from 'zod';
import {
  COLUMN_NAMES,
  type ColumnName,
  type ColumnSource,
  keepingAllMonths,
  type StatementConfig,
  statementConfigSchema,
} from '../statement/config.ts';
import type { StatementLine, StatementWarning } from '../statement/line.ts';
import { locateHeader } from '../statement/locate-header.ts';
import { mapStatement } from '../statement/map-statement.ts';
import type { SourceRow, SourceSheet, StatementSource } from '../statement/source.ts';
import type { ProcessorClock } from '../statement/work-budget.ts';
import { chooseTables } from './choose-tables.ts';
import { type SheetTable, sampleRows } from './find-table.ts';
import { GUESS } from './infer-amount.ts';
import { type InferredColumns, inferColumns } from './infer-columns.ts';
import { monthsOfFileName } from './named-months.ts';

/** Options that describe how a carrier pays and sends files. A new layout changes none of them. */
const CARRIER_OPTIONS = [
  'cadence',
  'unpaidMonths',
  'policyTerm',
  'lineKinds',
  'tolerance',
  'memberId',
  'sftp',
  'email',
] as const satisfies readonly (keyof StatementConfig)[];

/** Options that a file's own evidence must not change, because members would get other ids. */
const ALWAYS_KEPT: ReadonlySet<keyof StatementConfig> = new Set(['memberId']);

/** Values of a configuration that names only its two required columns. */
const DEFAULTS = statementConfigSchema.parse({
  fileType: 'csv',
  columns: { member_external_id: 'id', commission_amount: 'amount' },
});

/**
 * Copies the carrier's options from the active format into a proposal for a new layout. Options found in the file take precedence, except
 * options for member ids. A note names the copied options, so that a person can check them.
 */
export function keepSettings(inferred: Inference, current: StatementConfig | null): Inference {
  return current === null ? inferred : readBothFileTypes(keepCarrierOptions(inferred, current), current);
}

/** Makes the format read both file types, if the active format has the same columns for another file type. */
function readBothFileTypes(inferred: Inference, { fileType, columns }: StatementConfig): Inference {
  const { config } = inferred;
  const isOneFormat =
    isSame(columns.member_external_id, config.columns.member_external_id) &&
    isSame(columns.commission_amount, config.columns.commission_amount);
  if (fileType === config.fileType || !isOneFormat) return inferred;
  const note = 'The columns are those of the format in use: this one reads files of both kinds.';
  return { ...inferred, config: { ...config, fileType: 'auto' }, notes: [...inferred.notes, note] };
}

function keepCarrierOptions(inferred: Inference, current: StatementConfig): Inference {
  const kept = CARRIER_OPTIONS.filter(
    (name) =>
      !isSame(current[name], inferred.config[name]) &&
      (ALWAYS_KEPT.has(name) || isSame(inferred.config[name], DEFAULTS[name])),
  );
  if (kept.length === 0) return inferred;
  const settings = Object.fromEntries(kept.map((name) => [name, current[name]]));
  const note = `Taken over from the format in use: ${kept.join(', ')}.`;
  return { ...inferred, config: { ...inferred.config, ...settings }, notes: [...inferred.notes, note] };
}

/** Compares options as JSON, because the schema orders their fields. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the note that a proposal would replace the carrier's active version, and how both layouts can be read. */
export function replacesNote(activeVersion: number): string {
  return `The carrier has a format already, version ${activeVersion}. Adding this one replaces it: files in the other layout are no longer read. With "readsPrevious": true both are read.`;
}

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
const UNTRIED: Trial = { lines: [], failedShare: 0, notes: [], rowsAbove: 0, isProven: true };

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
function moneyLeftOut(source: StatementSource, config: StatementConfig): readonly string[] {
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

/** The format that a file seems to have (docs/reference/carriers-and-formats.md#infer). */
export interface Inference {
  /** The configuration with every option. It lacks a required column that was not found, and can't be stored then. */
  readonly config: StatementConfig;
  /** From 0 to 1; from 0.8 on both the member's id and the amount are certain. */
  readonly confidence: number;
  /** 1-based; null when no row looks like a header. */
  readonly headerRow: number | null;
  /** Names of the sheets that the configuration reads; none for CSV. */
  readonly sheets: readonly string[];
  readonly mapped: readonly { readonly header: string; readonly target: ColumnName; readonly score: number }[];
  readonly unmapped: readonly { readonly header: string; readonly reason: string }[];
  readonly notes: readonly string[];
  /** Number of rows below the header that were looked at. */
  readonly sampledRows: number;
  /** The first rows as the configuration reads them. */
  readonly preview: readonly StatementLine[];
}

export interface InferenceOptions {
  /** Name of the file. A column that repeats its month is the month of the statement, and no date of the members. */
  readonly fileName?: string | undefined;
  /** Restricts the inference to these sheets. The first of them names the columns, and all with a table are read. */
  readonly sheetNames?: readonly string[] | undefined;
  /** The delimiter of a CSV file, where it is known. */
  readonly delimiter?: StatementConfig['delimiter'] | undefined;
}

type ConfigInput = z.input<typeof statementConfigSchema>;

/** Reads the first sheet, whatever its name. */
const FIRST_SHEET = { sheets: 'first', notes: [] } as const;
/** Largest share of failed rows of a right format. */
const FAILED_SHARE_MAX = 0.1;
/** Highest confidence of a format with more failed rows. */
const BADLY_READ = 0.6;

/**
 * Infers a configuration from a file's header and rows. The same file gives the same result. Reads the first 500 rows of at most twenty
 * sheets. Throws UnreadableFile when the source does.
 */
export function inferConfig(source: StatementSource, options: InferenceOptions = {}): Inference {
  const fileMonth = options.fileName === undefined ? null : (monthsOfFileName(options.fileName)[0]?.period ?? null);
  const { best, alike, isFirstAlone, leavesLinesOut, notes } = chooseTables(source, options.sheetNames, fileMonth);
  if (best === null) return nothingFound(source, options, notes);
  const columns = inferColumns(best, fileMonth);
  const others = alike.map((table) => inferColumns(table, fileMonth));
  const sources = withOtherNames(columns, others);
  const tables = [best, ...alike];
  const configOf = (sheets: StatementConfig['sheets']) =>
    draftConfig({
      fileType: source.fileType,
      ...(options.delimiter === undefined ? {} : { delimiter: options.delimiter }),
      sheets,
      ...(best.headerRow > 30 ? { headerRow: best.headerRow } : {}),
      ...(best.headerRows === 2 ? { headerRows: 2 as const } : {}),
      ...columns.options,
      columns: sources,
    });
  // The only sheet is read by position, because it may have another name next month.
  const isFirst = source.fileType === 'csv' || source.sheets.length === 1 || isFirstAlone;
  const choice = isFirst ? FIRST_SHEET : sheetsOption(source, tables, configOf);
  const config = configOf(choice.sheets);
  const isEmpty = tables.every(({ dataRows }) => dataRows.length === 0);
  const trial = isEmpty ? UNTRIED : tryConfig(source, config, tables);
  const isBad = trial.failedShare > FAILED_SHARE_MAX;
  const trialNotes = isBad ? [`${Math.round(100 * trial.failedShare)} % of the sampled rows could not be read.`] : [];
  // A guess on one sheet is a guess for all, but a less clear header on another sheet is not.
  const guesses = others.map(({ confidence }) => confidence).filter((confidence) => confidence <= GUESS);
  // A row that can't be read leaves its money out, even if there are few such rows.
  // Whoever names a sheet leaves the others out on purpose.
  const leftOut = trial.lines.length === 0 || options.sheetNames !== undefined ? [] : moneyLeftOut(source, config);
  const isGuess = leavesLinesOut || leftOut.length > 0 || trial.failedShare > 0 || !trial.isProven;
  const limits = [...guesses, ...(isBad ? [BADLY_READ] : []), ...(isGuess ? [GUESS] : [])];
  return {
    config,
    confidence: rounded(Math.min(columns.confidence, ...limits)),
    headerRow: best.headerRow,
    sheets: source.fileType === 'csv' ? [] : tables.map(({ sheet }) => sheet.name),
    mapped: columns.mapped.map((column) => ({ ...column, score: rounded(column.score) })),
    unmapped: columns.unmapped,
    notes: [
      ...[...notes, ...choice.notes, ...columns.notes],
      ...aboveNotes(best, trial.rowsAbove),
      ...[...notesOfOthers(columns, others, alike), ...trialNotes, ...trial.notes],
      ...leftOut,
    ],
    sampledRows: tables.reduce((sum, { dataRows }) => sum + dataRows.length, 0),
    preview: trial.lines,
  };
}

/** Returns notes about the rows above the header: titles, and lines of a sheet that was sorted with its header. */
function aboveNotes({ titles }: SheetTable, lines: number): readonly string[] {
  const others = titles.length - lines;
  return [
    ...(others > 0 ? [`Rows of titles above the header: ${others}.`] : []),
    ...(lines > 0
      ? [`Rows above the header are written like the lines below it, and are read as lines: ${lines}.`]
      : []),
  ];
}

/** Returns the notes that apply to one of the other sheets only, each with the name of the sheet. */
function notesOfOthers(
  { notes }: InferredColumns,
  others: readonly InferredColumns[],
  tables: readonly SheetTable[],
): readonly string[] {
  return others.flatMap((other, at) =>
    other.notes
      .filter((note) => !notes.includes(note))
      .map((note) => `Sheet "${tables[at]?.sheet.name ?? ''}": ${note}`),
  );
}

function rounded(score: number): number {
  return Math.round(Math.min(1, score) * 100) / 100;
}

/** Adds the names that other sheets have for a column, such as "Admin Amount" beside "Base Amount". */
function withOtherNames(columns: InferredColumns, others: readonly InferredColumns[]): ConfigInput['columns'] {
  const sources: Partial<Record<ColumnName, ColumnSource>> = { ...columns.sources };
  for (const name of COLUMN_NAMES) {
    const own = sources[name];
    if (typeof own !== 'string') continue;
    const names = [own, ...others.map((other) => other.sources[name]).filter((one) => typeof one === 'string')];
    const distinct = [...new Set(names)];
    if (distinct.length > 1) sources[name] = distinct;
  }
  return sources;
}

/** Parses the draft. A missing required column is filled in for the parser and removed again. */
function draftConfig(input: ConfigInput): StatementConfig {
  const required = { member_external_id: 'x', commission_amount: 'x' } as const;
  const parsed = statementConfigSchema.parse({ ...input, columns: { ...required, ...input.columns } });
  const columns = Object.fromEntries(Object.entries(parsed.columns).filter(([name]) => name in input.columns));
  return { ...parsed, columns };
}

/** Returns an empty proposal with confidence 0, for a file without a table. */
function nothingFound(source: StatementSource, options: InferenceOptions, notes: readonly string[]): Inference {
  const { delimiter = 'auto' } = options;
  return {
    config: draftConfig({ fileType: source.fileType, delimiter, columns: {} }),
    confidence: 0,
    headerRow: null,
    sheets: [],
    mapped: [],
    unmapped: [],
    notes,
    sampledRows: 0,
    preview: [],
  };
}

/** The `sheets` option of a configuration, with notes. */
interface SheetsOption {
  readonly sheets: StatementConfig['sheets'];
  readonly notes: readonly string[];
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR = '(?:20)?\\d{2}(?!\\d)';
/** Matches names of sheets for one period: "Jan 2026", "2026-01", "01-2026", "Q1 2026". */
const ONE_PERIOD = [
  new RegExp(`(?<![a-z])(?:${MONTH}|Q[1-4])[\\s._'-]*${YEAR}`, 'i'),
  new RegExp(`(?<!\\d)20\\d{2}[\\s._-]*(?:${MONTH}|Q[1-4]|0[1-9]|1[0-2])(?![a-z\\d])`, 'i'),
  /(?<!\d)(?:0?[1-9]|1[0-2])[\s._-]20\d{2}(?!\d)/,
];
/** Matches a month without a year, which may also be a person's name: "April", "June". */
const BARE_MONTH = new RegExp(`^${MONTH}$`, 'i');

/**
 * Returns the names of the sheets with lines, or `all`. A sheet named after its month has another name in the next file, which would then
 * be refused. So all sheets are read, if no other sheet has the columns. `configOf` drafts the configuration for an option.
 */
function sheetsOption(
  source: StatementSource,
  tables: readonly { readonly sheet: SourceSheet }[],
  configOf: (sheets: StatementConfig['sheets']) => StatementConfig,
): SheetsOption {
  const names = tables.map(({ sheet }) => sheet.name);
  const dated = names.filter((name) => ONE_PERIOD.some((form) => form.test(name)));
  const bare = names.filter((name) => BARE_MONTH.test(name.trim()));
  if (dated.length + bare.length === 0) return { sheets: names, notes: [] };
  const listed = [...dated, ...bare].map((name) => `"${name}"`).join(', ');
  if (bare.length === 0 && readsOnly(source, tables, configOf('all'))) {
    const note = `Named after a month, and called otherwise in the next file: ${listed}. So all sheets are read, and those without these columns passed over.`;
    return { sheets: 'all', notes: [note] };
  }
  const note = `The name seems to change every month: ${listed}. Where it does, the configured list of sheets fits this file only.`;
  return { sheets: names, notes: [note] };
}

/** Returns whether a configuration that reads all visible sheets finds its columns in the sheets of `tables` only. */
function readsOnly(
  source: StatementSource,
  tables: readonly { readonly sheet: SourceSheet }[],
  config: StatementConfig,
): boolean {
  const visible = source.sheets.filter(({ hidden }) => !hidden);
  const wanted = new Set(tables.map(({ sheet }) => sheet));
  if ([...wanted].some((sheet) => !visible.includes(sheet))) return false;
  const trial = tryConfig(
    source,
    config,
    visible.map((sheet) => ({ sheet })),
  );
  const others = visible.filter((sheet) => !wanted.has(sheet));
  const isRead = (sheet: SourceSheet) => locateHeader(sampleRows(sheet), config).kind === 'found';
  return trial.lines.length > 0 && !others.some(isRead);
}
