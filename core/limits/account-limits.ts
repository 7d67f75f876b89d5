import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';

/** Bytes of a mebibyte. */
export const MEBIBYTE = 1024 * 1024;

/** Limits the mails that people get about signing in (docs/reference/people.md#mails). */

/** Largest number of people whom an account may invite in a day. A new agency invites its whole office at once. */
export const INVITATIONS_A_DAY_MAX = 100;
/** Largest number of invitations of one account to one address in a day. An owner may mistype a role and invite again. */
export const INVITATIONS_OF_ADDRESS_A_DAY_MAX = 3;
/** Largest number of invitations that are mailed to one address in a day, by all accounts together. */
export const INVITATION_MAILS_A_DAY_MAX = 10;
/** The minutes for which a link by email works. It works once. */
export const LINK_MINUTES = 15;
/** The minutes for which the link of an invitation works that somebody hands over, where no mail is sent: a week. It works once. */
export const HANDED_LINK_MINUTES = 7 * 24 * 60;
/**
 * Largest number of links that are mailed to one address in LINK_MINUTES. They all work until then, so that somebody who uses the number up
 * keeps nobody out.
 */
export const LINKS_MAILED_MAX = 5;
/** Largest number of mails that wait in memory for being sent after an answer. Above it a machine is being flooded. */
export const WAITING_MAILS_MAX = 1_000;
/** The time-out of the function that mails people, in seconds. It covers a database that resumes, and a slow mail service. */
export const PEOPLE_MAIL_TIMEOUT_SECONDS = 30;
/** The seconds for which a received message is hidden: AWS recommends six time-outs of the function. */
export const PEOPLE_MAIL_VISIBILITY_SECONDS = 6 * PEOPLE_MAIL_TIMEOUT_SECONDS;
/** The attempts at a mail. Ten minutes pass during three, and the person has asked for another link by then. */
export const PEOPLE_MAIL_RECEIVES_MAX = 3;

/** Limits the notes that people write about a member. */

/** Characters of a note: about two pages. */
export const NOTE_CHARACTERS_MAX = 4_000;
/** Notes of one member: several a month for years. */
export const MEMBER_NOTES_MAX = 500;

/** Characters of a message about pay, and messages of a question. */
export const PAY_MESSAGE_CHARACTERS_MAX = 2_000;
export const PAY_MESSAGES_MAX = 200;
/** Statements of pay that one request mails: each takes up to a second, and a request has half a minute. */
export const PAY_MAILS_AT_ONCE = 20;

/** Limits the months from which the number of files is learned (docs/howto/close-a-month.md). */

/** Consecutive months with the same number of files from which the number is learned. */
export const STEADY_MONTHS = 3;
/** Earlier months used for learning. The newest may still wait for its own files, so one more is read. */
export const LEARNED_FROM_MONTHS = STEADY_MONTHS + 1;

/** Limits the statements from which the usual day of a carrier is learned (core/month/statement-state.ts). */

/** The latest statements that are looked at, about half a year. */
export const ARRIVALS_LEARNED_FROM = 6;
/** Fewer statements tell nothing. */
export const ARRIVALS_MIN = 3;
/** Days within which statements come that have a usual day. */
export const ARRIVALS_SPREAD_DAYS = 14;
/** Days after the usual day from which a statement is late. Weekends and holidays delay some. */
export const LATE_AFTER_DAYS = 3;
/** Chargebacks of a carrier's month that owners are mailed about: at least so many dollars and such a part of the gross pay. */
export const TAKEN_BACK_DOLLARS_MIN = 500;
export const TAKEN_BACK_PERCENT_MIN = 10;
/** Months about which owners are mailed: the current one and those before it. */
export const NEWS_MONTHS = 3;
/** Facts that a mail to owners lists; it counts the others. */
export const NEWS_LISTED_MAX = 20;
/** Seconds after which an account is looked at again for a mail to its owners, and the accounts of one run. */
export const NEWS_CHECK_SECONDS = 3_600;
export const NEWS_ACCOUNTS_BATCH = 50;
/** Months after the last statement of a carrier for which another one is expected. */
export const EXPECTED_AFTER_MONTHS = 3;
/** Deposits are compared to the cent; a note has two lines. */
export const DEPOSIT_NOTE_CHARACTERS_MAX = 500;

/**
 * Retention times and the batches of deletion. Figures marked (interface) are promised to clients and must not change.
 */

/**
 * (interface) Raw bytes are deleted 24 hours after processing, unless the account has set another time, or 3 days after upload when never
 * processed. One run deletes 500 files.
 */
export const RAW_KEPT_AFTER_PROCESSING_HOURS = 24;
export const RAW_KEPT_UNPROCESSED_DAYS = 3;
export const RAW_PURGE_BATCH = 500;
/** Longest time that an account can set. With RAW_KEPT_UNPROCESSED_DAYS it gives RAW_KEPT_AT_MOST_DAYS. */
export const RAW_KEPT_AFTER_PROCESSING_HOURS_MAX = 96;
/** Number of files that are marked as deleted together. An interrupted run repeats at most as many deletions. */
export const PURGE_PORTION = 50;
/** Batches of unread mail that one purge of a file deletes. Two thousand messages take seconds, and strangers can send more. */
export const UNREAD_MAIL_PORTIONS_MAX = 40;
/** Expired rows of each kind that one run deletes, about a second's work. The next run continues with the rest. */
export const EXPIRED_BATCH = 20_000;
/** Concurrent deletions. Deleting mostly waits for S3, which accepts far more from one client. */
export const PURGE_AT_ONCE = 10;
/**
 * Days after which the object store's own lifecycle rule deletes raw bytes. It removes objects without a row and
 * objects that no task could delete.
 */
export const RAW_KEPT_AT_MOST_DAYS = 7;
/** Days for which the bucket keeps SFTP drops. The sweep must report each drop first, even after weeks of outage. */
export const DROP_KEPT_AT_MOST_DAYS = 30;
/** Days for which failed rows with their original columns can be downloaded. An account can set fewer. */
export const EXCEPTIONS_KEPT_DAYS = 30;
/** Days for which names of inactive files and rejected drops are kept, as long as rejected rows. */
export const NAMES_KEPT_DAYS = 30;
/** Names that one run replaces. Each takes some ten statements, because other texts quote it. */
export const NAMES_EXPIRED_BATCH = 50;
/** Days for which one machine keeps sent messages as files. */
export const SENT_MAIL_KEPT_DAYS = 30;
/** Rows of one table deleted in one step of an account deletion, a fraction of a second. */
export const DELETED_ROWS_BATCH = 10_000;
/**
 * Seconds for which a step of an account deletion waits for rows locked by a worker. The next run continues with the
 * rest.
 */
export const DELETION_LOCK_WAIT_SECONDS = 3;
/** Days for which runs of scheduled tasks are listed, the longest retention of logs. */
export const TASK_RUNS_KEPT_DAYS = 90;

/** Limits the storage of one account and the number of its resources. */

/**
 * Default storage quota of an account, in bytes, by tier. A statement file is kept for a day, a dropped file in two copies, and a rejected
 * file for a week. 2 GiB hold 136 statements of the largest size, more than a standard agency has carriers. An Enterprise agency has as
 * many carriers as a whole company.
 */
export const STORAGE_BYTES_MAX = { standard: 2048 * MEBIBYTE, enterprise: 20_480 * MEBIBYTE } as const;
/** Largest quota that an operator can set: 1 PiB, more than any disk of the service. */
export const STORAGE_BYTES_SETTABLE_MAX = 1024 ** 3 * MEBIBYTE;
/**
 * Largest number of each resource in an account. Each limit is several times the need of the largest agency and bounds
 * the growth of a table.
 */
export const ACCOUNT_COUNTS_MAX = {
  workspaces: 200,
  carriers: 1_000,
  /** Counts every version, because versions are never deleted. */
  configVersions: 5_000,
  /** Counts contracted rates only. */
  expectedRates: 20_000,
  /** Counts tokens that are not revoked. */
  tokens: 200,
  /** Counts people of the team, invited ones included. */
  teamMembers: 500,
  agents: 10_000,
  /** Counts names and numbers of agents, also those that were taken away. */
  agentNames: 100_000,
  /** Every event makes a delivery for each webhook. */
  webhooks: 20,
  /** The list shows all of them on one page. */
  savedReports: 200,
  /** Counts users that are not deleted. The list shows all of them on one page. */
  sftpUsers: 200,
  /** Includes deleted users: their names stay taken, and every sweep looks into their folders. */
  sftpUsernames: 1_000,
  /** Counts addresses that are not revoked. The list shows all of them on one page. */
  emailAddresses: 200,
  /** Includes revoked addresses: their names stay taken. */
  emailAddressNames: 10_000,
} as const;

/** Copies of a moving account in one run. A copy is made again when a change that was under way ended while it was made. */
export const MOVE_COPIES_MAX = 5;
/** Seconds for which a move waits for the jobs and deliveries that workers had taken before. A large book takes a minute. */
export const MOVE_WAIT_SECONDS = 300;
export const MOVE_POLL_SECONDS = 0.2;
/** Time limit of a statement of a move, and of its idle transactions: the sums of a very large account take minutes. */
export const MOVE_STATEMENT_SECONDS = 3_600;
/** Rows that are read and written at once: some megabytes of the widest rows. */
export const MOVE_ROWS_AT_ONCE = 2_000;
/** Rows at once of a table whose rows refer to each other: more than an account can have of them. */
export const MOVE_LINKED_ROWS_MAX = 50_000;

/** A kind of resource with a limit for each account. */
export type CountedKind = keyof typeof ACCOUNT_COUNTS_MAX;

const WORDS: Readonly<Record<CountedKind, { readonly name: string; readonly advice: string }>> = {
  workspaces: { name: 'workspaces', advice: 'Use one of them.' },
  carriers: { name: 'carriers of its own', advice: 'Delete one first.' },
  configVersions: { name: 'versions of statement formats', advice: 'The operator can help.' },
  expectedRates: { name: 'contracted rates', advice: 'Delete one first.' },
  tokens: { name: 'tokens', advice: 'Revoke one first.' },
  teamMembers: { name: 'people in its team', advice: 'Remove somebody first.' },
  agents: { name: 'agents', advice: 'Delete one first.' },
  agentNames: { name: 'names and numbers of agents', advice: 'Delete an agent first.' },
  webhooks: { name: 'webhooks', advice: 'Delete one first.' },
  savedReports: { name: 'saved reports', advice: 'Delete one first.' },
  sftpUsers: { name: 'SFTP users', advice: 'Delete one first.' },
  sftpUsernames: {
    name: 'names of SFTP users, deleted ones included',
    advice: 'Make a deleted user again under its name.',
  },
  emailAddresses: { name: 'addresses', advice: 'Delete one first.' },
  emailAddressNames: { name: 'inbound addresses, former ones included', advice: 'The operator can help.' },
};

/**
 * Refuses with `conflict` when an account with `count` resources may not have `more` of them; null when it may.
 */
export function countRefusal(kind: CountedKind, count: number, more = 1): Refused | null {
  const most = ACCOUNT_COUNTS_MAX[kind];
  if (count + more <= most) return null;
  const { name, advice } = WORDS[kind];
  if (count < most)
    return refuse(
      'conflict',
      `The account has ${count} ${name}; with ${more} more it would have over ${most}. ${advice}`,
    );
  return refuse('conflict', `The account has ${count} ${name}, the most there may be. ${advice}`);
}
