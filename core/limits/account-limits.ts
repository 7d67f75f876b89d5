import { MEBIBYTE } from './mebibyte.ts';

/** Limits the storage of one account and the number of its resources. */

/**
 * Default storage quota of an account, in bytes, by tier. A statement file is kept for a day, a dropped file in two copies, and a rejected
 * file for a week. 2 GiB hold 136 statements of the largest size, more than a standard agency has carriers. An Enterprise agency has as
 * many carriers as a whole organisation.
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
