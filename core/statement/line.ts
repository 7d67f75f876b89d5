import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { NumberField, TextField } from './config.ts';
import type { Cell } from './source.ts';
import type { UnassignedLine } from './unassigned-line.ts';

/**
 * A line is one accepted data row of a statement (docs/reference/scoring.md#words). A member often has several lines,
 * and identical lines are legal. A field is null when the row has none. Quantities are integers: lives and months paid
 * in hundredths, rates and shares in millionths, so that 0.05 is 50,000.
 */
export interface StatementLine
  extends Readonly<Record<TextField, string | null>>,
    Readonly<Record<NumberField, number | null>> {
  /** 0-based position among the sheets that were read, or page of a PDF. With `row` it identifies the line within its file. */
  readonly sheet: number;
  /** 1-based row of the sheet, or line of the page. */
  readonly row: number;
  /** Normalised member id, equal for all spellings of a member. */
  readonly memberKey: string;
  /** Id as the carrier wrote it. */
  readonly memberExternalId: string;
  /** Amount after the sign rule. A negative amount is a chargeback. */
  readonly amount: Money;
  readonly premium: Money | null;
  readonly coverageMonth: Period | null;
}

/** A data row that could not be accepted, with all reasons. No line is stored for it. */
export interface RowFailure {
  readonly sheet: number;
  readonly row: number;
  readonly errors: readonly string[];
  /** The original row, for the exceptions download. */
  readonly cells: readonly Cell[];
}

/** An accepted row with an unreadable optional field. */
export interface RowWarning {
  readonly sheet: number;
  readonly row: number;
  readonly detail: string;
}

/** Counts of skipped rows, by reason. */
export interface SkippedRows {
  readonly blank: number;
  readonly totals: number;
  readonly repeatedHeader: number;
  readonly pattern: number;
  readonly filtered: number;
  readonly ignoredType: number;
  /** Rows above the header, such as titles. */
  readonly title: number;
  /** Group rows without an amount ("NEW BUSINESS", an agent). */
  readonly groupRow: number;
  /** Rows of a rolling statement for other months. */
  readonly outsidePeriod: number;
  /** Rows of sheets without the required columns, when another sheet has them. */
  readonly otherSheet: number;
}

/** A warning about the whole statement (docs/reference/uploads-and-jobs.md#warnings). */
export interface StatementWarning {
  readonly code:
    | 'statement_total_variance'
    | 'baseline_gap'
    | 'duplicate_content'
    | 'other_month'
    | 'several_files_replaced'
    | 'carrier_event'
    | 'header_drift'
    | 'members_continued'
    | 'members_returning'
    | 'carrier_continued'
    | 'footer_variance'
    | 'money_above_header'
    | 'high_reject_rate'
    | 'chargeback_sign_ambiguous'
    | 'total_not_printed'
    | 'doubtful_text'
    | 'month_open'
    | 'month_closed';
  readonly detail: string;
}

/** A sheet with a header and amounts, or a hidden sheet with members, that is not read (docs/reference/carriers-and-formats.md#sheets). */
export interface UnreadSheet {
  readonly name: string;
  /** Rows with an amount, without totals. */
  readonly rows: number;
  readonly sum: Money;
  /** Name of the column that was added up. */
  readonly column: string;
  /** True when the sheet may hold pay that the lines read do not have. */
  readonly isDoubtful: boolean;
}

/** Result of reading and mapping one file. */
export interface MappedStatement {
  /** Header of the first sheet, for the exceptions download. */
  readonly headers: readonly string[];
  /** Names of all visible sheets, or of a PDF's pages; empty for CSV. */
  readonly sheets: readonly string[];
  readonly lines: readonly StatementLine[];
  /** Lines of money that belongs to no member. */
  readonly unassigned: readonly UnassignedLine[];
  readonly failures: readonly RowFailure[];
  readonly skipped: SkippedRows;
  /** The first thousand warnings. `rowWarningCount` counts all. */
  readonly rowWarnings: readonly RowWarning[];
  readonly rowWarningCount: number;
  readonly warnings: readonly StatementWarning[];
  /** The last total that the statement prints, or the net of a summary sheet; null without one. */
  readonly printedTotal: Money | null;
  /** Sheets with amounts that are not read; none for CSV and PDF. */
  readonly unreadSheets: readonly UnreadSheet[];
  /** Sentences about money that is not read, for a person who has to decide. */
  readonly leftOut: readonly string[];
}

/**
 * Permanent reason why a file can't become lines (docs/reference/uploads-and-jobs.md#failures). A retry gives the same
 * result.
 */
export interface StatementRejection {
  readonly code:
    | 'too_many_rows'
    | 'unreadable_file'
    | 'missing_columns'
    | 'no_valid_rows'
    | 'unusable_patterns'
    | 'took_too_long';
  /** States what was found and what was expected. */
  readonly detail: string;
}
