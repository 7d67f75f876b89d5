import { MEBIBYTE } from './mebibyte.ts';

/** What the SQL of a saved report and a run of it may be. */

/** What the text of a saved report may be. */
export const REPORT_SQL_LIMITS = {
  textBytes: 20 * 1024,
  /** Nodes of the parse tree inside one another: a dozen subqueries, each with its expressions. */
  depth: 60,
  /** Of a chain such as `a || b || c` or `… union …`, which the parser nests and people write side by side. */
  joined: 200,
  /** Calls that PostgreSQL can't stop while they reckon with long values: three for each of twenty columns. */
  costlyCalls: 60,
  /** A number written out: twice what the columns of amounts could ever hold. */
  numberCharacters: 100,
  exponent: 1_000,
  /** A column of a SELECT is four or five, an id in a list two: a list of a thousand ids passes. */
  nodes: 5_000,
  /** Report views named. */
  relations: 12,
  /** Views read when every WITH query is written out where it is used: a chain of doublings is refused before it is planned. */
  relationsExpanded: 100,
  /** Seconds that one row could take, at the worst. PostgreSQL does not end a statement in the middle of a row. */
  rowSeconds: 3,
  /** Expressions the guard bounds, each as often as a recursion in the query needs it. Ten times the parts of the longest query. */
  steps: 50_000,
  /** Columns of a subquery, and of all tables in one FROM. */
  columnsWithin: 2_000,
  /** Brackets inside one another. The parser leaves out those around a whole expression or query. */
  brackets: 60,
  /** PostgreSQL's own limits, of one call and of GROUPING. */
  arguments: 100,
  groupingArguments: 31,
} as const;
/** What may be in a text that the service has made of an accepted one. It stands for fixed clocks, and for sorting by all columns. */
export const REWRITTEN_SQL_LIMITS = {
  ...REPORT_SQL_LIMITS,
  textBytes: 10 * REPORT_SQL_LIMITS.textBytes,
  depth: REPORT_SQL_LIMITS.depth + 10,
  brackets: REPORT_SQL_LIMITS.brackets + 10,
  nodes: 10 * REPORT_SQL_LIMITS.nodes,
  steps: 10 * REPORT_SQL_LIMITS.steps,
  rowSeconds: 2 * REPORT_SQL_LIMITS.rowSeconds,
} as const;
/** Levels of a JSON value in a report: more than any that people write, and what every reader of JSON can take. */
export const REPORT_JSON_LEVELS_MAX = 100;
/** Characters that a report sees of a text from a statement: a hundred times a name, and short enough for any calculation. */
export const REPORT_TEXT_CHARACTERS_MAX = 1_000;
/** What one run of a saved report may use. */
export const REPORT_ROWS_MAX = 1_000;
export const REPORT_BYTES_MAX = 4 * MEBIBYTE;
export const REPORT_SECONDS_MAX = 5;
/** Nobody waits for a scheduled run. */
export const SCHEDULED_REPORT_SECONDS_MAX = 60;
/** A wider table, or a longer text in a cell, is no report; Excel's longest cell is one byte shorter. */
export const REPORT_COLUMNS_MAX = 200;
export const REPORT_CELL_BYTES_MAX = 32 * 1024;
/**
 * Reports that run at once, in all processes of the service together, so that no account can take all the places. A report that
 * PostgreSQL can't stop counts for its account and for `processes`, which stays below the 16 connections of the role.
 */
export const REPORT_PLACE_LIMITS = { running: 4, ofAccount: 2, processes: 12 } as const;
/** Reports of one account that wait for a place in one process. Further ones are told at once to come again. */
export const REPORTS_WAITING_OF_ACCOUNT_MAX = 50;
/**
 * A report waits for a place for as long as a run takes, and this longer: by then every place of a run that began
 * before has changed hands.
 */
export const REPORT_WAIT_MARGIN_SECONDS = 2;
/** After the time of a run, which begins with its place, its caller is answered within this, whether or not PostgreSQL has stopped it. */
export const REPORT_ANSWER_MARGIN_MS = 300;
/** Saved reports of an account: as many as one page of the list holds. */
export const SAVED_REPORTS_MAX = 200;
/**
 * A scheduled report that was taken and not answered for in this time was lost with its process: half as long again as
 * the reserve below.
 */
export const REPORT_CLAIM_SECONDS = 300;
/** After so many tries of one date that ended without an answer the report counts as failed. */
export const REPORT_TRIES_MAX = 3;
/** The task that mails reports may take longer than the others; it ends before the next one starts, and Lambda allows 900. */
export const REPORT_TASK_TIMEOUT_SECONDS = 600;
/** With less than this left of it no further report is begun: a minute of waiting for a place, one of running, one of mailing. */
export const REPORT_TASK_RESERVE_SECONDS = 200;
/** What of a report is shown in its email; the attachment has all of it. */
export const REPORT_MAIL_LIMITS = {
  rows: 50,
  columns: 20,
  cellCharacters: 200,
  /** Mail servers refuse messages above 10 MB, and base64 makes four bytes of three. */
  attachmentBytes: 5 * MEBIBYTE,
} as const;
