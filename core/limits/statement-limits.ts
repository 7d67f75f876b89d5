import { MEBIBYTE } from './mebibyte.ts';

/**
 * What a statement file, its format and the reading of both may be.
 * Figures marked (interface) are promised to clients and stay as they are.
 */

/** (interface) Largest statement: 15 MiB exactly; one byte more is 413. */
export const FILE_BYTES_MAX = 15 * MEBIBYTE;
/** (interface) Data rows of one statement, after skipped rows; failed rows count. */
export const STATEMENT_ROWS_MAX = 40_000;
/** What reading a file may take while somebody waits for the answer: a process of its own for each, ended when it passes a limit. */
export const ISOLATION_LIMITS = {
  /** Before HTTP_TIMEOUT_SECONDS, so that the answer says what was wrong. The largest workbooks take seven. */
  seconds: 20,
  /** As many as a machine of two cores has room for. */
  processes: 2,
  /** One account's files leave the other process to the others. */
  processesOfAccount: 1,
  /** For a process to come free; with the time of the job less than the minute that CloudFront waits. */
  waitSeconds: 25,
  /** Then a process gives its memory back. */
  idleSeconds: 60,
} as const;
/** Heap of one such process: twice what a statement at its limits takes, and on Lambda as much as is left beside the function. */
export const ISOLATED_HEAP_MB = 1_024;
/** In a task of the upload service, which has two gigabytes for both processes and itself. */
export const UPLOAD_SERVICE_HEAP_MB = 600;
/** (interface) Stated total: tolerated difference is the greater of one cent and half a percent. */
export const STATED_TOTAL_TOLERANCE_DOLLARS = '0.01';
export const STATED_TOTAL_TOLERANCE_PERMILLE = 5;
/** Limits on what a file may unpack to. */
export const XLSX_LIMITS = {
  entries: 500,
  expandedBytes: 200 * MEBIBYTE,
  entryBytes: 100 * MEBIBYTE,
  /** Over 1 MiB unpacked, a part that shrinks further than this is a bomb. */
  ratio: 100,
  columns: 500,
  /** As Excel writes cells, the bytes of a part end sooner: some sixty columns of as many rows as a statement may have. */
  cells: 4_000_000,
  sharedStringBytes: 50 * MEBIBYTE,
} as const;
/** A CSV row wider than a workbook may be is not a statement. */
export const CSV_COLUMNS_MAX = 500;
/** Longest cell text: Excel's own limit. */
export const CELL_CHARACTERS_MAX = 32_767;
/**
 * What the patterns of a configuration may be. A match takes at most the steps of the expression times the characters of the text: the
 * largest on the longest text a quarter of a second, those of ordinary formats microseconds.
 */
export const PATTERN_LIMITS = {
  /** Of one pattern as it is written. */
  characters: 500,
  /** Of one expression with its repetitions written out: as many as a list of a hundred words has. */
  instructions: 1_000,
  /** Groups are copied at every step. */
  groups: 10,
  /** Of all patterns of one configuration. */
  expressionsOfConfig: 60,
  instructionsOfConfig: 3_000,
  unicodeClassesOfConfig: 40,
  /** Longer texts fit no expression: their row fails, because nobody knows what it is. */
  textCharacters: 4_000,
  /** Names of files that are dropped; a name has 255 bytes. */
  fileNameWildcards: 10,
} as const;
/** What matching patterns may take of one statement. An ordinary format with five of them takes a tenth of it for forty thousand rows. */
export const PATTERN_PROCESSOR_SECONDS = 2;
/** What reading one statement may take. A workbook of as many cells as it may have takes seven seconds. */
export const MAPPING_PROCESSOR_SECONDS = 60;
/** "auto" looks for the header among these first rows. */
export const HEADER_SEARCH_ROWS = 30;
/**
 * Largest file where uploads go through API Gateway and Lambda: a request there has 6 MB with everything, and base64 makes four bytes
 * of three. What is larger than 4.4 MB never reaches the function; up to there the answer is a problem document.
 */
export const LAMBDA_FILE_BYTES_MAX = 4 * MEBIBYTE;
/** A format as JSON; one with fifty mapped columns has 8 KB. */
export const CONFIG_BYTES_MAX = 128 * 1024;
