import { MEBIBYTE } from './mebibyte.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from './task-limits.ts';

/** Limits the files that arrive by SFTP or email and their collection. */

/**
 * Number of months before the current month for which a dropped file is accepted. A file for an earlier month, or for a
 * month after the next, waits for a person.
 */
export const DROP_MONTHS_BACK = 36;
/** Largest number of attempts to store a drop while another drop stores the same bytes. */
export const DROP_TRIES_MAX = 20;
/** Seconds without a change, by the database's clock, after which a file counts as complete. */
export const DROP_SETTLED_SECONDS = 60;
/** Hours after which an incomplete upload is reported. It is rejected after RAW_KEPT_UNPROCESSED_DAYS. */
export const DROP_INCOMPLETE_HOURS = 24;
/** Files taken by one sweep, the folders in turn. The next sweep continues with the rest. */
export const SWEEP_FILES_MAX = 500;
/** Folders swept at once. Each holds one file of up to 15 MiB in memory. */
export const SWEEP_FOLDERS_AT_ONCE = 4;
/**
 * Seconds for which a sweep owns a folder: twice the task's time limit. An older claim belongs to a process that died.
 */
export const SWEEP_CLAIM_SECONDS = 2 * SCHEDULED_TASK_TIMEOUT_SECONDS;
/** Objects listed in one folder: ten pages of S3. */
export const DROP_LISTING_MAX = 10_000;
/** Patterns of file names of a carrier. A carrier has a few layouts, and each is searched in every name. */
export const SFTP_PATTERNS_MAX = 50;
/** Addresses and domains that may mail statements of a carrier. */
export const ALLOWED_SENDERS_MAX = 100;
/** Largest parts of a message. SES accepts no larger message, and a statement needs only a few parts. */
export const MAIL_LIMITS = {
  bytes: 40 * MEBIBYTE,
  parts: 20,
  depth: 10,
  attachments: 5,
  /** Bytes of all headers of all parts. Ordinary messages have some 10 KB of them. */
  headerBytes: 256 * 1024,
} as const;
/**
 * Seconds for one message and its statements. An SMTP client waits ten minutes for the answer to its last line (RFC
 * 5321).
 */
export const MAIL_TIMEOUT_SECONDS = 300;
/** Oldest message that is accepted without a person, in days. An old message may be a replay by somebody else. */
export const MAIL_AGE_DAYS_MAX = 7;
/** Hours by which a message may be dated ahead, which covers every clock in a wrong time zone. */
export const MAIL_AHEAD_HOURS_MAX = 24;
/** Seconds for an SFTP login. A person waits at a prompt, and the login is one read of the database. */
export const AUTHORIZE_TIMEOUT_SECONDS = 10;
