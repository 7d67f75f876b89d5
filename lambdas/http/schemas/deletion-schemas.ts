import { z } from '@hono/zod-openapi';
import { deletionCertificate, removedCounts } from '../../../core/account/export-readme.ts';

/** Account deletions as the operator sees them. */

const SHA256_OF =
  'SHA-256 in lower-case hex of `certificate` as compact JSON in UTF-8, its fields in the order in which they come here.';

// The schema is a copy, because core must not depend on the package that names the schemas of the API.
const removedObjects = removedCounts.clone().openapi('RemovedCounts');

export const accountDeletion = z
  .object({
    id: z.string(),
    accountId: z.string(),
    status: z.enum(['pending', 'running', 'completed']),
    requestedBy: z.string(),
    requestedAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
    removed: removedObjects,
    certificate: deletionCertificate
      .extend({ removed: removedObjects })
      .nullable()
      .openapi({ description: 'What was removed, once all is. Kept for good; it holds figures and no name.' }),
    certificateSha256: z.string().nullable().openapi({ description: SHA256_OF }),
  })
  .openapi('AccountDeletion');

const ID = '5b8f2f0a-6d55-4a39-8c0e-1f3b6a7d9c24';
const ACCOUNT_ID = '3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11';
const removed = {
  droppedFiles: { bytes: 48213, objects: 1 },
  emailAddresses: 1,
  mails: 1,
  queueMessages: 0,
  rawFiles: { bytes: 96426, objects: 2 },
  rows: { accounts: 1, files: 24, jobs: 26, scored_rows: 9888, statement_lines: 9888 },
  sentMails: 0,
  sftpUsers: 1,
  tokens: 2,
};

export const accountDeletionExample: z.output<typeof accountDeletion> = {
  id: ID,
  accountId: ACCOUNT_ID,
  status: 'completed',
  requestedBy: 'operator',
  requestedAt: '2026-04-02T09:15:04.120Z',
  completedAt: '2026-04-02T09:15:07.480Z',
  removed,
  certificate: {
    accountId: ACCOUNT_ID,
    completedAt: '2026-04-02T09:15:07.480Z',
    deletionId: ID,
    removed,
    requestedAt: '2026-04-02T09:15:04.120Z',
    requestedBy: 'operator',
  },
  certificateSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
};
