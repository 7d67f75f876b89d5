import { z } from '@hono/zod-openapi';
import { OPERATOR_JOB_STATES } from '../../../app/operations/list-operator-work.ts';

/** The work of all accounts as the operator sees it (docs/reference/accounts.md#jobs-and-dead-letters). */

export const operatorJobStates = z.enum(OPERATOR_JOB_STATES);

export const operatorJob = z
  .object({
    id: z.string(),
    accountId: z.string(),
    accountName: z.string(),
    carrierName: z.string(),
    period: z.string(),
    mode: z.string(),
    status: operatorJobStates,
    attempts: z.int(),
    errorCode: z.string().nullable(),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
  })
  .openapi('OperatorJob');

export const operatorJobExample: z.output<typeof operatorJob> = {
  id: '0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22',
  accountId: '3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11',
  accountName: 'Harbor Benefits',
  carrierName: 'Summit Senior Life',
  period: '2026-03',
  mode: 'ingest',
  status: 'failed',
  attempts: 1,
  errorCode: 'unreadable_file',
  createdAt: '2026-04-02T09:15:04.120Z',
  completedAt: '2026-04-02T09:15:06.020Z',
};

export const deadLetter = z
  .object({
    id: z.string(),
    queue: z.string(),
    receiveCount: z.int().openapi({ description: 'How often a worker received the message.' }),
    recordedAt: z.iso.datetime(),
    jobId: z.string().nullable().openapi({ description: 'Null for a message that is about no job.' }),
    jobStatus: operatorJobStates.nullable(),
    accountName: z.string().nullable().openapi({ description: 'Null when the account is gone.' }),
  })
  .openapi('DeadLetter');

export const deadLetterExample: z.output<typeof deadLetter> = {
  id: '9a1b6f3e-4d2c-4b8a-8f7e-6c5d4b3a2918',
  queue: 'statements',
  receiveCount: 6,
  recordedAt: '2026-04-02T10:15:04.120Z',
  jobId: operatorJobExample.id,
  jobStatus: 'failed',
  accountName: 'Harbor Benefits',
};
