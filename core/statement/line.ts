import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { Cell } from './source.ts';
import type { UnassignedLine } from './unassigned-line.ts';

/**
 * A line is one accepted data row of a statement (docs/reference/scoring.md#words). One member often has several;
 * identical lines are legal. Quantities other than money are integers too: lives and months paid in hundredths, rates
 * in millionths.
 */
export interface StatementLine {
  /** 0-based position of the sheet among those read; with `row` it names the line within its file. */
  readonly sheet: number;
  /** 1-based row of the sheet. */
  readonly row: number;
  /** Normalised member id: what makes two spellings one member. */
  readonly memberKey: string;
  /** As the carrier wrote it. */
  readonly memberExternalId: string;
  /** After the sign rule: below zero is a chargeback line. */
  readonly amount: Money;
  readonly policyNumber: string | null;
  readonly memberName: string | null;
  readonly email: string | null;
  readonly planName: string | null;
  readonly planCode: string | null;
  readonly productType: string | null;
  readonly premium: Money | null;
  /** Hundredths. */
  readonly lives: number | null;
  /** Millionths: 0.05 is 50,000. */
  readonly rate: number | null;
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  readonly termReason: string | null;
  readonly coverageMonth: Period | null;
  readonly paidDate: string | null;
  readonly paidThrough: string | null;
  /** Hundredths. */
  readonly monthsPaid: number | null;
  readonly transactionType: string | null;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly state: string | null;
  readonly carrierStatus: string | null;
  readonly renewalDate: string | null;
  /** What the carrier says of the payment beside its type, such as "Override" or "Broker Level". */
  readonly description: string | null;
  /** The agent's share of the commission in millionths: 0.5 is 500,000. */
  readonly split: number | null;
  /** A second id of the same member, such as the Medicare id beside the carrier's own. */
  readonly alternateMemberId: string | null;
}

/** A data row that could not be accepted, with every reason; nothing of it is stored as a line. */
export interface RowFailure {
  readonly sheet: number;
  readonly row: number;
  readonly errors: readonly string[];
  /** The row as it was, for the exceptions download. */
  readonly cells: readonly Cell[];
}

/** A row that was accepted although something optional on it could not be read. */
export interface RowWarning {
  readonly sheet: number;
  readonly row: number;
  readonly detail: string;
}

/** Rows that are not data, by why they were skipped. */
export interface SkippedRows {
  readonly blank: number;
  readonly totals: number;
  readonly repeatedHeader: number;
  readonly pattern: number;
  readonly filtered: number;
  readonly ignoredType: number;
  /** Rows above the header: titles. */
  readonly title: number;
  /** Rows that name a block ("NEW BUSINESS", an agent) and hold no amount. */
  readonly groupRow: number;
  /** Rows of a rolling statement that belong to other months. */
  readonly outsidePeriod: number;
  /** Rows of sheets without the required columns, passed over because another sheet has them. */
  readonly otherSheet: number;
}

export interface StatementWarning {
  readonly code:
    | 'statement_total_variance'
    | 'baseline_gap'
    | 'duplicate_content'
    | 'several_files_replaced'
    | 'carrier_event'
    | 'header_drift'
    | 'members_continued'
    | 'members_returning'
    | 'footer_variance'
    | 'high_reject_rate'
    | 'chargeback_sign_ambiguous'
    | 'month_open'
    | 'month_closed';
  readonly detail: string;
}

/** MappedStatement, the fourth of the five values: what one file came to after reading and mapping. */
export interface MappedStatement {
  /** The header of the first sheet read, for the exceptions download. */
  readonly headers: readonly string[];
  /** Names of all visible sheets; none for CSV. */
  readonly sheets: readonly string[];
  readonly lines: readonly StatementLine[];
  /** Money that belongs to no member. */
  readonly unassigned: readonly UnassignedLine[];
  readonly failures: readonly RowFailure[];
  readonly skipped: SkippedRows;
  /** The first thousand; `rowWarningCount` says how many there were. */
  readonly rowWarnings: readonly RowWarning[];
  readonly rowWarningCount: number;
  readonly warnings: readonly StatementWarning[];
}

/** Why a file can't become lines at all; trying again can't help (docs/reference/uploads-and-jobs.md#failures). */
export interface StatementRejection {
  readonly code:
    | 'too_many_rows'
    | 'unreadable_file'
    | 'missing_columns'
    | 'no_valid_rows'
    | 'unusable_patterns'
    | 'took_too_long';
  /** Says what was found and what was looked for. */
  readonly detail: string;
}
