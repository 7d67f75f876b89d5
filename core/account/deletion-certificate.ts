import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * Counts of the data removed with an account, by kind. The certificate is kept for good, so it holds figures only and
 * names nobody.
 */

/** Number and size of deleted objects. */
const stored = z.object({ bytes: z.int(), objects: z.int() });

export const removedCounts = z.object({
  /** Objects in the folders of the account's SFTP users, with all their versions. */
  droppedFiles: stored.default({ bytes: 0, objects: 0 }),
  emailAddresses: z.int().default(0),
  /** Received messages. */
  mails: z.int().default(0),
  /** Queued messages of the account's jobs, where the queue is in the database. */
  queueMessages: z.int().default(0),
  /** Objects of the bucket of raw statements, with all their versions. */
  rawFiles: stored.default({ bytes: 0, objects: 0 }),
  /** Rows by table. */
  rows: z.record(z.string(), z.int()).default({}),
  /** Messages that the service sent, where it keeps them. */
  sentMails: z.int().default(0),
  sftpUsers: z.int().default(0),
  tokens: z.int().default(0),
});

export type RemovedCounts = z.output<typeof removedCounts>;

/** The proof of a deletion, as it is stored. */
export const deletionCertificate = z.object({
  accountId: z.string(),
  completedAt: z.iso.datetime(),
  deletionId: z.string(),
  removed: removedCounts,
  requestedAt: z.iso.datetime(),
  requestedBy: z.string(),
});

export type DeletionCertificate = z.output<typeof deletionCertificate>;

/**
 * Serialises the certificate as JSON with sorted names and without white space. `sha256` is the hash of its UTF-8 bytes,
 * in lower-case hex.
 */
export function signedCertificate(certificate: DeletionCertificate): {
  readonly text: string;
  readonly sha256: string;
} {
  const text = JSON.stringify(sortedByName(certificate));
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}

function sortedByName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sortedByName(inner)]),
  );
}
