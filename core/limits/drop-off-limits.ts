import { MEBIBYTE } from './mebibyte.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from './task-limits.ts';

/** What may be left by SFTP or email, and how it is collected. */

/** A file dropped by SFTP or email is for one of the last three years or next month; anything else waits for a person. */
export const DROP_MONTHS_BACK = 36;
/** How often a drop looks again because another one of the same bytes was a moment ahead. */
export const DROP_TRIES_MAX = 20;
/** A file is taken once it has not changed for so long, by the database's clock. */
export const DROP_SETTLED_SECONDS = 60;
/** An upload that is incomplete for so long is reported, and after as long as raw bytes are kept unprocessed it is rejected. */
export const DROP_INCOMPLETE_HOURS = 24;
/** Files one sweep takes, the folders in turn; the next one goes on. */
export const SWEEP_FILES_MAX = 500;
/** Folders swept at once; each holds one file of up to 15 MiB in memory. */
export const SWEEP_FOLDERS_AT_ONCE = 4;
/** Twice what the task may run: a folder that a sweep has had for longer was lost with its process. */
export const SWEEP_CLAIM_SECONDS = 2 * SCHEDULED_TASK_TIMEOUT_SECONDS;
/** Objects looked at in one folder: ten pages of S3. */
export const DROP_LISTING_MAX = 10_000;
/** SFTP users of an account: as many as one page of the list holds. */
export const SFTP_USERS_MAX = 200;
/** What a message may be made of: SES takes no larger one, and no statement needs more than a few parts. */
export const MAIL_LIMITS = {
  bytes: 40 * MEBIBYTE,
  parts: 20,
  depth: 10,
  attachments: 5,
  /** All headers of all parts. Those a message collects on its way are some 10 KB. */
  headerBytes: 256 * 1024,
} as const;
/** One message with its statements; who sends it by SMTP waits ten minutes for the answer to its last line (RFC 5321, 4.5.3.2.6). */
export const MAIL_TIMEOUT_SECONDS = 300;
/** A message that was written earlier is not taken in without a person: anybody can send it once more. */
export const MAIL_AGE_DAYS_MAX = 7;
/** A clock in the wrong time zone is not ahead by more. */
export const MAIL_AHEAD_HOURS_MAX = 24;
/** Inbound addresses of an account: as many as one page of the list holds. */
export const EMAIL_ADDRESSES_MAX = 200;
/** Somebody waits at a prompt; the login is one look into the database. */
export const AUTHORIZE_TIMEOUT_SECONDS = 10;
