import { MEBIBYTE } from './mebibyte.ts';

/** How much one account may store, and how many of each thing it may make. */

/**
 * Bytes an account may have stored, unless the operator sets another figure. A statement's file is kept for a day, a dropped one
 * twice, and what was rejected for a week: 2 GiB hold 136 statements of the largest size, more than a standard agency has carriers.
 * An Enterprise agency has carriers and the file transfer of an organisation.
 */
export const STORAGE_BYTES_MAX = { standard: 2048 * MEBIBYTE, enterprise: 20_480 * MEBIBYTE } as const;
/** An operator can set a quota up to this: 1 PiB, which is more than any disk of the service. */
export const STORAGE_BYTES_SETTABLE_MAX = 1024 ** 3 * MEBIBYTE;
/** How many of each an account may have: several times what the largest agency has, so that no table grows without end. */
export const ACCOUNT_COUNTS_MAX = {
  workspaces: 200,
  carriers: 1_000,
  /** Versions are never deleted. */
  configVersions: 5_000,
  /** Contracted ones. */
  expectedRates: 20_000,
  /** Not revoked. */
  tokens: 200,
  /** Deleted users keep their names, and every sweep looks into their folders. */
  sftpUsernames: 1_000,
  /** Revoked addresses keep their names. */
  emailAddressNames: 10_000,
} as const;
