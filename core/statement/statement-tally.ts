import { STATEMENT_ROWS_MAX } from '../limits/statement-limits.ts';
import type { Money } from '../money.ts';
import { displayedText } from './displayed-text.ts';
import type { FieldProblem } from './field-reader.ts';
import type { MappedStatement, RowFailure, RowWarning, SkippedRows, StatementLine, StatementWarning } from './line.ts';
import { namesEvent } from './line-kind.ts';
import type { Cell, SourceRow } from './source.ts';
import type { UnassignedLine } from './unassigned-line.ts';

/** Largest number of row warnings that are kept. Without it, a file with faults in every row would be stored twice. */
const ROW_WARNINGS_KEPT = 1000;
/** Minimum number of data rows for a warning about the share of failed rows. */
const REJECT_RATE_ROWS_MIN = 10;
/** Largest number of doubtful rows that a warning names. */
const DOUBTS_NAMED = 5;
const SHOWN_CHARACTERS_MAX = 40;

/** Collects the results of a file row by row. */
export interface StatementTally {
  skip(why: keyof SkippedRows): void;
  addLine(line: StatementLine, warnings: readonly FieldProblem[]): void;
  addUnassigned(line: UnassignedLine): void;
  /** Counts a line when a text of its row may belong to another row or column. */
  addDoubt(line: StatementLine, row: SourceRow): void;
  readonly takenBack: TakenBackTally;
  addFailure(place: Pick<RowFailure, 'sheet' | 'row'>, row: SourceRow, problems: readonly FieldProblem[]): void;
  /** Number of data rows so far: accepted, with or without a member, and failed. */
  dataRows(): number;
  /** True when the statement has more data rows than STATEMENT_ROWS_MAX. */
  isOverLimit(): boolean;
  skipped(): SkippedRows;
  lineCount(): number;
  unassignedCount(): number;
  failureCount(): number;
  /** Excludes the balances carried forward, because the statement's total leaves them out. */
  leaveOutBalances(): void;
  /** Returns the most frequent problem, in words without row data. */
  commonestProblem(): string;
  /** Returns the result of the file. `warnings` come before the tally's own warnings. */
  statement(
    headers: readonly string[],
    warnings: readonly StatementWarning[],
  ): Omit<MappedStatement, 'sheets' | 'printedTotal' | 'unreadSheets' | 'leftOut'>;
}

/** Collects amounts whose type or description says that they go back. Positive amounts stay positive, and are doubts. */
interface TakenBackTally {
  add(text: string, amount: Money): void;
  /** Takes an amount below a heading of chargebacks. The heading is in doubt while none of its amounts has a minus. */
  addInBlock(heading: string, amount: Money): void;
  /** Takes the marks of columns without a header, with the numbers of positive amounts beside them. */
  addMarks(marks: readonly (readonly [mark: string, rows: number])[]): void;
  /** Drops the doubts, because the statement's own total proves the amounts as they were taken. */
  accept(): void;
  warnings(): readonly StatementWarning[];
}

function takenBackTally(): TakenBackTally {
  const positive = new Map<string, number>();
  /** Texts of events that the statement prints with a minus too, so that their amounts carry their sign. */
  const signed = new Set<string>();
  const blocks = new Map<string, number>();
  const signedBlocks = new Set<string>();
  const doubts = () =>
    [...positive].filter(([text]) => !signed.has(text)).concat([...blocks].filter(([text]) => !signedBlocks.has(text)));
  return {
    addInBlock(heading, amount) {
      if (amount > 0) blocks.set(heading, (blocks.get(heading) ?? 0) + 1);
      else if (amount < 0) signedBlocks.add(heading);
    },
    add(text, amount) {
      if (amount > 0) positive.set(text, (positive.get(text) ?? 0) + 1);
      else if (amount < 0 && namesEvent(text)) signed.add(text);
    },
    addMarks(marks) {
      for (const [mark, rows] of marks) blocks.set(mark, (blocks.get(mark) ?? 0) + rows);
    },
    accept() {
      positive.clear();
      blocks.clear();
    },
    warnings: () => signWarning(doubts()),
  };
}

/** Starts a tally. `keep` converts each line to its stored form. */
export function statementTally(keep: (line: StatementLine) => StatementLine): StatementTally {
  const skipped = {
    blank: 0,
    totals: 0,
    repeatedHeader: 0,
    pattern: 0,
    filtered: 0,
    ignoredType: 0,
    title: 0,
    groupRow: 0,
    outsidePeriod: 0,
    otherSheet: 0,
  };
  const lines: StatementLine[] = [];
  let unassigned: UnassignedLine[] = [];
  const failures: RowFailure[] = [];
  const rowWarnings: RowWarning[] = [];
  const problemCounts = new Map<string, number>();
  let rowWarningCount = 0;
  const takenBack = takenBackTally();
  let doubtfulRows = 0;
  const firstDoubts: string[] = [];
  const dataRows = () => lines.length + unassigned.length + failures.length;

  return {
    skip(why) {
      skipped[why] += 1;
    },
    addLine(line, warnings) {
      lines.push(keep(line));
      for (const warning of warnings) {
        rowWarningCount += 1;
        if (rowWarnings.length === ROW_WARNINGS_KEPT) continue;
        rowWarnings.push({ sheet: line.sheet, row: line.row, detail: inWords(warning) });
      }
    },
    addUnassigned(line) {
      unassigned.push(line);
    },
    addDoubt({ sheet, row }, { printed }) {
      if (printed?.doubt === undefined) return;
      const detail = `Line ${printed.line} of page ${printed.page} ${printed.doubt}`;
      doubtfulRows += 1;
      if (firstDoubts.length < DOUBTS_NAMED) firstDoubts.push(detail);
      rowWarningCount += 1;
      if (rowWarnings.length < ROW_WARNINGS_KEPT) rowWarnings.push({ sheet, row, detail });
    },
    takenBack,
    addFailure(place, { cells, printed }, problems) {
      const where = printed === undefined ? '' : `line ${printed.line} of page ${printed.page}: `;
      failures.push({ ...place, errors: problems.map((one) => where + inWords(one)), cells: cells.map(storableCell) });
      for (const { field, problem } of problems) {
        const words = `${field} ${problem}`;
        problemCounts.set(words, (problemCounts.get(words) ?? 0) + 1);
      }
    },
    dataRows,
    isOverLimit: () => dataRows() > STATEMENT_ROWS_MAX,
    skipped: () => skipped,
    lineCount: () => lines.length,
    unassignedCount: () => unassigned.length,
    failureCount: () => failures.length,
    leaveOutBalances() {
      unassigned = unassigned.map((line) => (line.kind === 'balance_forward' ? { ...line, isCounted: false } : line));
    },
    commonestProblem() {
      let commonest = '';
      let most = 0;
      for (const [words, count] of problemCounts) if (count > most) [commonest, most] = [words, count];
      return `${commonest} (${most} of them)`;
    },
    statement(headers, fileWarnings) {
      const warnings = [
        ...fileWarnings,
        ...rateWarning(failures.length, dataRows()),
        ...takenBack.warnings(),
        ...doubtWarning(doubtfulRows, firstDoubts),
      ];
      return { headers, lines, unassigned, failures, skipped, rowWarnings, rowWarningCount, warnings };
    },
  };
}

function rateWarning(failed: number, dataRows: number): readonly StatementWarning[] {
  if (dataRows < REJECT_RATE_ROWS_MIN || failed * 10 <= dataRows) return [];
  const detail = `${failed} of ${dataRows} data rows could not be read; see the job's exceptions.`;
  return [{ code: 'high_reject_rate', detail }];
}

function doubtWarning(count: number, first: readonly string[]): readonly StatementWarning[] {
  if (count === 0) return [];
  const rows = count === 1 ? '1 row is' : `${count} rows are`;
  const others = count > first.length ? ' The first of them are named here.' : '';
  const detail = `${rows} read in doubt. ${first.join('. ')}.${others} Compare the rows with the statement.`;
  return [{ code: 'doubtful_text', detail }];
}

/** Warns about positive amounts, by the texts beside or above them. */
function signWarning(counts: readonly (readonly [text: string, rows: number])[]): readonly StatementWarning[] {
  if (counts.length === 0) return [];
  const ambiguous = counts.reduce((sum, [, rows]) => sum + rows, 0);
  const texts = counts.slice(0, DOUBTS_NAMED).map(([text]) => `"${shortened(text)}"`);
  const others = counts.length > DOUBTS_NAMED ? ' and others' : '';
  const detail =
    `${ambiguous} ${ambiguous === 1 ? 'row says' : 'rows say'} that money goes back (${texts.join(', ')}${others}) beside a positive amount. ` +
    'The amounts were taken as they are; if they were taken back, set sign to "by_type".';
  return [{ code: 'chargeback_sign_ambiguous', detail }];
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS_MAX ? `${text.slice(0, SHOWN_CHARACTERS_MAX).toWellFormed()}…` : text;
}

function inWords({ field, problem, cell }: FieldProblem): string {
  const shown = displayedText(cell);
  if (shown === '') return `${field} ${problem}`;
  return `${field} "${shortened(shown)}" ${problem}`;
}

/** Replaces characters of a text that PostgreSQL can't store. Numbers keep their format. */
function storableCell(cell: Cell): Cell {
  return typeof cell === 'string' ? displayedText(cell) : cell;
}
