import { MEBIBYTE } from './account-limits.ts';

/**
 * Limits the reports over stored periods and the lists compared with them. Figures marked (interface) are promised to
 * clients and must not change.
 */

/** (interface) Months of the attrition series. */
export const ATTRITION_MONTHS_MAX = 36;
export const ATTRITION_MONTHS_DEFAULT = 12;
/** Members of a census: the row limit of a statement. */
export const CENSUS_MEMBERS_MAX = 40_000;
/** Policies of one list of a book of business: the row limit of a statement. */
export const LISTED_POLICIES_MAX = 40_000;
/** Policies in all lists of an account: five carriers of the largest size, or hundreds of ordinary ones. */
export const LISTED_POLICIES_OF_ACCOUNT_MAX = 200_000;
/**
 * Months after a policy's start in which a missing first commission is not reported. Carriers usually pay it within two
 * months.
 */
export const NEVER_PAID_GRACE_MONTHS = 2;
/** (interface) Months of a renewal forecast. A member can renew twice in the longest forecast. */
export const FORECAST_MONTHS_DEFAULT = 12;
export const FORECAST_MONTHS_MAX = 24;
/**
 * Rows (a member and month each) on a page of a dispute worksheet. They take some 3 MB as JSON, below Lambda's 6 MB.
 */
export const WORKSHEET_ROWS_MAX = 5_000;
/** Statement lines that a worksheet reads at a time, a few tens of megabytes of memory. */
export const WORKSHEET_LINES_AT_ONCE = 50_000;
/** Statement rows shown as evidence of one claim. A claim of an employer group could otherwise show a whole file. */
export const CLAIM_EVIDENCE_ROWS_MAX = 50;
/** Claims in one dispute. Carriers do not answer longer letters. */
export const DISPUTE_CLAIMS_MAX = 500;
/** Characters of a dispute's note. */
export const DISPUTE_NOTE_MAX = 2_000;
/** Characters of a letter: those of DISPUTE_CLAIMS_MAX claims, and some more. */
export const DISPUTE_LETTER_MAX = 300_000;
/** Bytes of an answer that is kept with a dispute. Together with its form it is below what one binary reply may have. */
export const DISPUTE_ANSWER_BYTES_MAX = 4 * 1024 * 1024;
/** Newest changes of a closed month that are listed. Its figures count all changes. */
export const MONTH_ADJUSTMENTS_MAX = 100;
/** Calendar months of the home screen: a year, for its chart. */
export const HOME_MONTHS = 12;
/** Agents of the home screen, the largest pay first. A person reads no more of them, and an agency may have thousands. */
export const HOME_AGENTS_MAX = 100;

/** The most people of a household. A policy of more people is that of a group. */
export const HOUSEHOLD_MAX = 10;

/** Limits the SQL of saved reports and their runs. */

/** Limits the text and the parse tree of a saved report. */
export const REPORT_SQL_LIMITS = {
  textBytes: 20 * 1024,
  /** Nesting depth of the parse tree: a dozen subqueries, each with its expressions. */
  depth: 60,
  /**
   * Length of a chain such as `a || b || c` or `… union …`. The parser nests a chain that people write side by side.
   */
  joined: 200,
  /** Characters of a numeric literal, twice the width of the widest amount column. */
  numberCharacters: 100,
  exponent: 1_000,
  /**
   * Nodes of the parse tree. A column of a SELECT takes four or five, an id in a list two, so a list of a thousand ids
   * passes.
   */
  nodes: 5_000,
  /** Report views named in the text. */
  relations: 12,
  /**
   * Report views read once every WITH query is expanded where it is used. A chain of doublings is refused before it is
   * planned.
   */
  relationsExpanded: 100,
  /**
   * Parts of one SELECT when every subquery is written out where it is used, as PostgreSQL's planner does. It does not stop
   * while it does so. A slow call on long values counts as 2,500, so a row has at most eleven.
   */
  partsWrittenOut: 30_000,
  /**
   * Expressions that the guard visits, repeated as often as a recursion needs: ten times the parts of the longest
   * query.
   */
  steps: 50_000,
  /** Columns of a subquery, and of all tables in one FROM. */
  columnsWithin: 2_000,
  /** Nesting depth of brackets. The parse tree omits brackets around a whole expression or query. */
  brackets: 60,
  /** PostgreSQL's own limits on the arguments of one call and of GROUPING. */
  arguments: 100,
  groupingArguments: 31,
} as const;
/**
 * Limits a text that the service has rewritten from an accepted one. Rewriting inserts fixed clock values and sorting
 * by all columns.
 */
export const REWRITTEN_SQL_LIMITS = {
  ...REPORT_SQL_LIMITS,
  textBytes: 10 * REPORT_SQL_LIMITS.textBytes,
  depth: REPORT_SQL_LIMITS.depth + 10,
  brackets: REPORT_SQL_LIMITS.brackets + 10,
  nodes: 10 * REPORT_SQL_LIMITS.nodes,
  steps: 10 * REPORT_SQL_LIMITS.steps,
} as const;
/** Nesting depth of a JSON value in a report, which every JSON reader accepts. */
export const REPORT_JSON_LEVELS_MAX = 100;
/**
 * Characters of a statement's text that a report sees. The limit is a hundred times a name and bounds every
 * calculation.
 */
export const REPORT_TEXT_CHARACTERS_MAX = 1_000;
/** Rows, bytes and seconds of one run of a saved report. */
export const REPORT_ROWS_MAX = 1_000;
export const REPORT_BYTES_MAX = 4 * MEBIBYTE;
export const REPORT_SECONDS_MAX = 5;
/** Seconds of a scheduled run, for which nobody waits. */
export const SCHEDULED_REPORT_SECONDS_MAX = 60;
/** Columns and cell bytes of a report. Excel's longest cell is one byte shorter. */
export const REPORT_COLUMNS_MAX = 200;
export const REPORT_CELL_BYTES_MAX = 32 * 1024;
/**
 * Concurrent reports in all processes together, of one account, and in PostgreSQL. A report that PostgreSQL can't stop
 * still counts for its account and for `processes`. `processes` stays below the 16 connections of the role.
 */
export const REPORT_PLACE_LIMITS = { running: 4, ofAccount: 2, processes: 12 } as const;
/** Reports of one account that wait for a place in one process. Further ones are told at once to retry. */
export const REPORTS_WAITING_OF_ACCOUNT_MAX = 50;
/** Seconds added to the longest run to get the wait for a place. Every earlier run has then ended. */
export const REPORT_WAIT_MARGIN_SECONDS = 2;
/** Milliseconds after the end of a run within which its caller is answered, even if PostgreSQL has not stopped it. */
export const REPORT_ANSWER_MARGIN_MS = 300;
/**
 * Seconds after which a claimed scheduled report without a result counts as lost with its process. It is half as long
 * again as REPORT_TASK_RESERVE_SECONDS.
 */
export const REPORT_CLAIM_SECONDS = 300;
/** Attempts of one scheduled date without a result before the report counts as failed. */
export const REPORT_TRIES_MAX = 3;
/** Seconds of the task that mails reports. It ends before its next run starts and within Lambda's limit of 900. */
export const REPORT_TASK_TIMEOUT_SECONDS = 600;
/** Seconds that must be left to start another report: a minute each for a place, for the run and for the email. */
export const REPORT_TASK_RESERVE_SECONDS = 200;
/** Part of a report shown in its email. The attachment has all of it. */
export const REPORT_MAIL_LIMITS = {
  rows: 50,
  columns: 20,
  cellCharacters: 200,
  /** Mail servers refuse messages above 10 MB, and base64 makes four bytes of three. */
  attachmentBytes: 5 * MEBIBYTE,
} as const;
