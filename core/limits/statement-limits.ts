import { MEBIBYTE } from './account-limits.ts';

/**
 * Limits statement files, their formats and the reading of both. Figures marked (interface) are promised to clients and
 * must not change.
 */

/** (interface) Largest statement: exactly 15 MiB. A file of one byte more is answered 413. */
export const FILE_BYTES_MAX = 15 * MEBIBYTE;
/** (interface) Data rows of one statement, failed rows included, skipped rows not. */
export const STATEMENT_ROWS_MAX = 40_000;
/** Limits the isolated processes that read a file while a client waits. A process that passes a limit is killed. */
export const ISOLATION_LIMITS = {
  /** Processor seconds of one call: twice what the largest workbooks take. Other load of the machine does not count. */
  processorSeconds: 15,
  /**
   * Seconds of wall time for one call, after which the client is told to send the file again. Ends before
   * HTTP_TIMEOUT_SECONDS.
   */
  wallSecondsOnLambda: 26,
  /** With `waitSeconds` it stays below the minute that CloudFront waits. */
  wallSecondsBehindCloudFront: 38,
  /** Long enough for the largest workbooks on a machine that gives a process a tenth of a core. */
  wallSeconds: 120,
  /** Processes at once: the cores of a small machine. */
  processes: 2,
  /** Processes of one account. The other process is left to other accounts. */
  processesOfAccount: 1,
  /** Wait for a free process. */
  waitSeconds: 20,
  /** Idle time after which a process ends and returns its memory. */
  idleSeconds: 60,
} as const;
/**
 * Limits the isolated process that reads the file of a job. The largest files take ten seconds of processor time. A job
 * that passes the wall time is tried again, because the machine has other load.
 */
export const JOB_READING_LIMITS = { processorSeconds: 60, wallSeconds: 300 } as const;
/**
 * Heap of an isolated process, in MB: twice the peak of a statement at its limits. On Lambda as much is free beside the
 * function.
 */
export const ISOLATED_HEAP_MB = 1_024;
/**
 * Heap of an isolated process in the upload service, in MB. The task has two gigabytes for both processes and itself.
 */
export const UPLOAD_SERVICE_HEAP_MB = 600;
/** (interface) Tolerated difference from a stated total: the greater of one cent and half a percent. */
export const STATED_TOTAL_TOLERANCE_DOLLARS = '0.01';
export const STATED_TOTAL_TOLERANCE_PERMILLE = 5;
/** Limits the unpacked size of a workbook, as a guard against zip bombs. */
export const XLSX_LIMITS = {
  entries: 500,
  expandedBytes: 200 * MEBIBYTE,
  entryBytes: 100 * MEBIBYTE,
  /** Largest compression ratio of a part over 1 MiB unpacked. A higher ratio is a zip bomb. */
  ratio: 100,
  columns: 500,
  /**
   * Cells of a workbook: some sixty columns at the row limit of a statement. With Excel's own encoding entryBytes is
   * reached earlier.
   */
  cells: 4_000_000,
  sharedStringBytes: 50 * MEBIBYTE,
} as const;
/** Limits a ZIP archive of statements, which becomes one upload for each of them. */
export const ARCHIVE_LIMITS = {
  files: 25,
  /** Entries of the archive: files, folders, and what operating systems add. */
  entries: 200,
  /** Bytes of all files unpacked, four statements of the largest size. They are unpacked one by one. */
  expandedBytes: 4 * FILE_BYTES_MAX,
  /** Largest compression ratio of a file over 1 MiB unpacked. */
  ratio: 100,
} as const;
/**
 * Rows of one sheet of a workbook that is not XLSX, blank rows included. Its library holds the whole sheet in memory, so
 * the limit is lower than Excel's.
 */
export const OTHER_WORKBOOK_ROWS_MAX = 100_000;
/** Limits the reading of a PDF. A page has some forty lines, so the pages are enough for a statement's rows. */
export const PDF_LIMITS = {
  pages: 1_500,
  /** Words of a document: some forty in each line of the largest statement. */
  words: 2_000_000,
} as const;
/** Columns of a CSV row, the limit of a workbook. */
export const CSV_COLUMNS_MAX = 500;
/** Characters of a cell, Excel's own limit. */
export const CELL_CHARACTERS_MAX = 32_767;
/**
 * Limits the patterns of a configuration. A match takes at most the instructions of the expression times the characters
 * of the text.
 */
export const PATTERN_LIMITS = {
  /** Characters of one pattern as written. */
  characters: 500,
  /** Instructions of one expression with its repetitions expanded: a list of a hundred words. */
  instructions: 1_000,
  /** Capture groups, which are copied at every step. */
  groups: 10,
  /** Sums over all patterns of one configuration. */
  expressionsOfConfig: 60,
  instructionsOfConfig: 3_000,
  unicodeClassesOfConfig: 40,
  /** Characters of a matched text. A row with a longer text fails, because its kind can't be determined. */
  textCharacters: 4_000,
  /** Wildcards in a file name pattern. A file name has at most 255 bytes. */
  fileNameWildcards: 10,
} as const;
/**
 * Processor seconds for matching the patterns of one statement. An ordinary format takes a tenth of it for 40,000 rows.
 */
export const PATTERN_PROCESSOR_SECONDS = 2;
/** Processor seconds for reading one statement. A workbook with the largest number of cells takes seven. */
export const MAPPING_PROCESSOR_SECONDS = 60;
/** First rows in which a format with header "auto" looks for its header. */
export const HEADER_SEARCH_ROWS = 30;
/**
 * Largest file where uploads go through API Gateway and Lambda. A request has 6 MB there, and base64 makes four bytes
 * of three. API Gateway itself refuses files above 4.4 MB; smaller ones are answered with a problem document.
 */
export const LAMBDA_FILE_BYTES_MAX = 4 * MEBIBYTE;
/** Bytes of a format as JSON. A format with fifty mapped columns has 8 KB. */
export const CONFIG_BYTES_MAX = 128 * 1024;
