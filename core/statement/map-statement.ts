import { STATEMENT_ROWS_MAX } from '../limits/statement-limits.ts';
import { type Money, moneyToDollars } from '../money.ts';
import type { Period } from '../period.ts';
import { readAmount } from './amount.ts';
import { chooseSheets, type SheetChoice, sheetNames } from './choose-sheets.ts';
import type { StatementConfig } from './config.ts';
import { type FooterTotals, footerTotals, ONE_CENT } from './footer-totals.ts';
import type { MappedStatement, StatementLine, StatementRejection, StatementWarning, UnreadSheet } from './line.ts';
import { lineReaders } from './line-reader.ts';
import { lineTexts } from './line-texts.ts';
import { headerDrift } from './locate-header.ts';
import type { MappingTools } from './map-row.ts';
import { type FoundHeader, mapSheet, unreadSheets } from './map-sheet.ts';
import { memberIdReader } from './member-key.ts';
import { compileCapture, compilePatterns, memoize, type PatternFault, patternFaults } from './pattern.ts';
import { warnOfAmountsAbove } from './rows-above-header.ts';
import { type StatementSource, UnreadableFile } from './source.ts';
import { type StatementTally, statementTally } from './statement-tally.ts';
import { unassignedRowReader } from './unassigned-line.ts';
import { judgePassedOver, type PassedOverSheet, rowsAndSum, type UnreadMoney, unreadMoney } from './unread-sheet.ts';
import { OverBudget, type ProcessorClock, type WorkBudget, workBudget } from './work-budget.ts';

/** Result of mapping a file: its lines, or the reason for its rejection. */
export type Mapping =
  | { readonly kind: 'mapped'; readonly statement: MappedStatement }
  | {
      readonly kind: 'rejected';
      readonly rejection: StatementRejection;
      /** The failed rows, when they are the reason for the rejection. */
      readonly exceptions?: Pick<MappedStatement, 'headers' | 'failures'>;
    };

/** Facts about the upload and its carrier, and the caller's callbacks. */
export interface MappingContext {
  /** Month of the upload. A rolling statement is reduced to it. */
  readonly period: Period;
  /** Header of the carrier's previous statement. Without it only missing columns are reported, not new ones. */
  readonly knownHeaders?: readonly string[] | null;
  /** Names of the visible sheets of the previous statement, by which new sheets beside the configured ones are found. */
  readonly knownSheets?: readonly string[] | null;
  /** Converts each line to its stored form at once, which saves memory. The default keeps the line itself. */
  readonly keep?: (line: StatementLine) => StatementLine;
  /** Clock that limits the cost of the statement. Without it the cost is unlimited. */
  readonly clock?: ProcessorClock | undefined;
  /** Progress callback, called every thousand rows. */
  readonly onProgress?: (rows: number) => void;
}

const PROGRESS_ROWS = 1000;

/**
 * Maps a statement (docs/reference/carriers-and-formats.md#reading-a-file): each row becomes a line, a failure or a
 * counted skip, up to the row limit. The result is deterministic, so a rejection is permanent.
 */
export function mapStatement(source: StatementSource, config: StatementConfig, context: MappingContext): Mapping {
  try {
    return mapSheets(source, config, context);
  } catch (error) {
    if (error instanceof OverBudget) return reject(error.code, error.message);
    if (!(error instanceof UnreadableFile)) throw error;
    return reject('unreadable_file', error.message);
  }
}

function mapSheets(source: StatementSource, config: StatementConfig, context: MappingContext): Mapping {
  const [fault] = patternFaults(config);
  if (fault !== undefined) return reject('unusable_patterns', faultDetail(fault));
  const choice = chooseSheets(source, config, context.knownSheets ?? null);
  if (choice.kind === 'missing') return reject('missing_columns', choice.detail);
  const budget = workBudget(context.clock);
  const tools = mappingTools(source, config, { context, budget });
  const progress = progressCounter(budget, context.onProgress);
  const found: FoundHeader[] = [];
  const passedOver: PassedOverSheet[] = [];
  for (const [index, sheet] of choice.sheets.entries()) {
    tools.footers.startSheet();
    const search = mapSheet({ sheet, index }, tools, progress);
    if (tools.tally.isOverLimit()) return reject('too_many_rows', TOO_MANY_ROWS);
    if (search.kind === 'found') {
      found.push(search);
      continue;
    }
    if (config.sheets !== 'all')
      return reject(
        'missing_columns',
        [whereMissing(source, search), ...unreadSheets(choice.unread, { found, money: [], config })].join(' '),
      );
    passedOver.push(search);
  }
  const [first] = found;
  if (first === undefined)
    return reject('missing_columns', passedOver.map((sheet) => whereMissing(source, sheet)).join(' '));
  const { needed, doubtful } = judgePassedOver(passedOver, { config, found, totals: tools.footers.sums() });
  if (needed.length > 0) return reject('missing_columns', needed.join(' '));
  const { tally } = tools;
  const money = moneyElsewhere(source, { choice, passedOver }, tools);
  const others = [
    ...doubtful.map((reason) => withSum(reason, money.sheets)),
    ...(money.isProven ? [] : unreadSheets(choice.unread, { found, money: money.sheets, config })),
  ];
  // Columns by position fit any file, so they don't prove that the file is a statement.
  const isNamed = found.every(({ bound }) => bound.matches > 0);
  if (tally.lineCount() === 0 && !(isNamed && isCompleteWithoutLines(tools, others))) {
    const { headers, failures } = tally.statement(first.header.names, []);
    const exceptions = { headers, failures };
    const why = noValidRows(tally, { config, period: context.period, headers });
    return { ...reject('no_valid_rows', [why, ...others].join(' ')), exceptions };
  }
  if (tools.footers.leavesOutBalance()) tally.leaveOutBalances();
  if (provesSigns(tools.footers)) tally.takenBack.accept();
  const warnings = [
    ...headerDrift(found, context.knownHeaders ?? null, others),
    ...tools.footers.warnings(),
    ...money.warnings,
    ...warnOfAmountsAbove(
      found.map(({ above }) => above),
      tools.footers.sums(),
    ),
    ...printedSumWarnings(source, tools),
  ];
  return {
    kind: 'mapped',
    statement: {
      ...tally.statement(first.header.names, warnings),
      sheets: sheetNames(source),
      printedTotal: money.warnings.length > 0 ? money.statedNet : (tools.footers.printedTotal() ?? money.statedNet),
      unreadSheets: money.sheets,
      leftOut: [...others, ...money.warnings.map(({ detail }) => detail)],
    },
  };
}

/** Returns whether the last printed total is the sum of the accepted amounts. Any other sign would give another sum. */
function provesSigns({ printedTotal, sums }: FooterTotals): boolean {
  const total = printedTotal();
  const [, accepted = 0] = sums();
  return total !== null && total !== 0 && Math.abs(total - accepted) <= ONE_CENT;
}

const NO_MONEY: UnreadMoney = { sheets: [], statedNet: null, isProven: false, warnings: [] };

/** Examines the money on the sheets of a workbook that are not read. */
function moneyElsewhere(
  { fileType }: StatementSource,
  sheets: {
    readonly choice: Extract<SheetChoice, { kind: 'chosen' }>;
    readonly passedOver: readonly PassedOverSheet[];
  },
  { config, footers }: MappingTools,
): UnreadMoney {
  if (fileType !== 'xlsx') return NO_MONEY;
  const passed = new Set(sheets.passedOver.map(({ name }) => name));
  const unread = [...sheets.choice.unread, ...sheets.choice.sheets.filter(({ name }) => passed.has(name))];
  return unreadMoney({ unread, excluded: sheets.choice.excluded }, footers.sums(), config);
}

/** Adds the rows and the sum of a sheet to the reason why it was passed over. */
function withSum(reason: string, sheets: readonly UnreadSheet[]): string {
  const sheet = sheets.find(({ name }) => reason.startsWith(`Sheet "${name}" `));
  return sheet === undefined ? reason : `${reason} It has ${rowsAndSum(sheet)}.`;
}

/** Warns when a PDF doesn't print the sum of the read rows. Its text is placed by coordinates, and may be misread unnoticed. */
function printedSumWarnings(
  { document }: StatementSource,
  { config, footers }: MappingTools,
): readonly StatementWarning[] {
  if (document === undefined) return [];
  const [printed = 0, accepted = 0] = footers.sums();
  const doubts = document.doubts.map((detail): StatementWarning => ({ code: 'doubtful_text', detail }));
  if (isSumPrinted(document.notes, [accepted, printed], config.amounts)) return doubts;
  const detail = `No total that the statement prints equals the sum of the rows read, ${moneyToDollars(accepted).toFixed(2)}. Compare the rows with the statement.`;
  return [{ code: 'total_not_printed', detail }, ...doubts];
}

/**
 * Tells whether a statement without members' lines is complete: it has unassigned money, or nothing below its header. Rows
 * that were filtered or a nonzero total show that lines are missing.
 */
function isCompleteWithoutLines({ tally, footers }: MappingTools, others: readonly string[]): boolean {
  if (tally.failureCount() > 0 || others.length > 0) return false;
  const { pattern, filtered, ignoredType, outsidePeriod, otherSheet } = tally.skipped();
  const isEmpty = pattern + filtered + ignoredType + outsidePeriod + otherSheet === 0 && !footers.hasTotal();
  return tally.unassignedCount() > 0 || isEmpty;
}

function whereMissing(
  source: StatementSource,
  { name, detail }: { readonly name: string; readonly detail: string },
): string {
  return source.fileType === 'csv' ? detail : `Sheet "${name}": ${detail}`;
}

function mappingTools(
  source: StatementSource,
  config: StatementConfig,
  {
    context: { period, keep = (line) => line },
    budget,
  }: { readonly context: MappingContext; readonly budget: WorkBudget },
): MappingTools {
  const { patterns } = config.skipRows;
  return {
    config,
    period,
    tally: statementTally(keep),
    footers: footerTotals(),
    lines: lineTexts(),
    readMemberId: memberIdReader(config.memberId, budget),
    readerOf: lineReaders(config, period, budget),
    readUnassigned: config.statementMode === 'ytd' ? null : unassignedRowReader(config),
    isSkippedText: patterns.length === 0 ? null : compilePatterns(patterns, budget),
    captureOf: memoize((pattern) => compileCapture(pattern, budget)),
    failsRagged: source.fileType === 'csv',
  };
}

function progressCounter(budget: WorkBudget, onProgress: MappingContext['onProgress']): () => void {
  let rows = 0;
  return () => {
    budget.row();
    rows += 1;
    if (rows % PROGRESS_ROWS === 0) onProgress?.(rows);
  };
}

/** Describes a fault of a configuration stored before patterns were limited. */
function faultDetail({ path, message }: PatternFault): string {
  return `The configuration can not be used: ${path.join('.')} ${message}. Add a version of it with a simpler pattern, then try again.`;
}

const TOO_MANY_ROWS =
  `The statement has more than ${STATEMENT_ROWS_MAX.toLocaleString('en-US')} data rows. ` +
  'Split it over several files and add them to the same period.';

const COLUMNS_NAMED = 30;
const NAME_CHARACTERS_MAX = 60;

function noValidRows(
  tally: StatementTally,
  {
    config,
    period,
    headers,
  }: { readonly config: StatementConfig; readonly period: Period; readonly headers: readonly string[] },
): string {
  const rows = tally.dataRows();
  if (rows > 0) return `None of the ${rows} data rows could be read. Most often: ${tally.commonestProblem()}.`;
  const skipped = Object.entries(tally.skipped()).filter(([, count]) => count > 0);
  const counts = skipped.map(([why, count]) => `${why} ${count}`).join(', ') || 'none';
  const month = config.statementMode === 'rolling' ? ` for ${period}` : '';
  const columns = headers.slice(0, COLUMNS_NAMED).map(shortened).join(', ');
  return `The statement has no data rows${month}. Rows skipped: ${counts}. Columns found: ${columns}.`;
}

function shortened(name: string): string {
  return name.length > NAME_CHARACTERS_MAX ? `${name.slice(0, NAME_CHARACTERS_MAX).toWellFormed()}…` : name;
}

function reject(code: StatementRejection['code'], detail: string): Extract<Mapping, { kind: 'rejected' }> {
  return { kind: 'rejected', rejection: { code, detail } };
}

/** Matches words beside the sum of a statement: "Total", "Net Commission Due", "Check amount". */
const SUM_WORDS =
  /\b(?:sub|grand)?[\s-]*totals?\b|\b(?:net|amount|payment|check|eft|deposit|balance)\b.*\b(?:due|paid|pay|payable|payment|amount|commissions?|deposit)\b|\b(?:commissions?|payment|amount)\s+(?:due|paid|payable|amount|earned)\b/i;
const AMOUNTS = /[-+(]{0,2}[$€£]?\s?[-+(]?\d[\d.,]*\d\)?-?(?:\s?(?:CR|DR)\b)?/gi;

/**
 * Tells whether a printed statement states a sum (docs/reference/carriers-and-formats.md#pdf): one of its notes names it as a total, or its
 * subtotals add up to it. `sums` are the sums of the rows as accepted and as printed, in ten-thousandths of a dollar.
 */
function isSumPrinted(
  notes: readonly string[],
  sums: readonly Money[],
  { decimal, creditDebitMark }: Pick<StatementConfig['amounts'], 'decimal' | 'creditDebitMark'>,
): boolean {
  const isSum = (amount: Money) => sums.some((sum) => Math.abs(Math.abs(amount) - Math.abs(sum)) <= ONE_CENT);
  let subtotals: Money = 0;
  for (const note of notes) {
    if (!SUM_WORDS.test(note)) continue;
    const amounts = (note.match(AMOUNTS) ?? []).flatMap((text) => {
      const reading = readAmount(text, { decimal, creditDebitMark });
      return reading.ok ? [reading.amount] : [];
    });
    if (amounts.some(isSum)) return true;
    subtotals += amounts.at(-1) ?? 0;
  }
  return subtotals !== 0 && isSum(subtotals);
}
