import { z } from '@hono/zod-openapi';
import { ON_EXISTING } from '../../../core/intake/drop-off-settings.ts';
import { readPublicKey, USERNAME_FORM } from '../../../core/intake/sftp-folder.ts';
import { ACCOUNT_COUNTS_MAX } from '../../../core/limits/account-limits.ts';
import { periodText } from '../text-fields.ts';
import { recordId } from './record-id.ts';

/** Drop-offs by SFTP and email (docs/reference/drop-offs.md). */

export const newSftpUser = z
  .strictObject({
    username: z
      .string()
      .regex(USERNAME_FORM, 'must be 3 to 32 lower-case letters, digits, hyphens and underscores')
      .openapi({ description: 'What the client signs in as. Shared by all accounts.', example: 'lakeside-agency' }),
    publicKey: z
      .string()
      .min(1, { error: 'must not be empty', abort: true })
      .max(12_000, { error: 'is too long', abort: true })
      // The key is checked in the schema, so that its faults are reported together with those of the other fields.
      .superRefine((text, context) => {
        const key = readPublicKey(text);
        if (!key.ok) context.addIssue({ code: 'custom', message: key.problem });
      })
      .openapi({ description: 'The line of an OpenSSH .pub file: Ed25519, ECDSA, or RSA of at least 2048 bits.' }),
    carrierIds: z
      .array(recordId('A carrier.'))
      .min(1, 'must name a carrier, or be left out for all of them')
      .max(500, 'must not name more than 500 carriers')
      .optional()
      .openapi({ description: 'The carriers whose statements it may drop; left out: all of the account.' }),
    workspaceId: recordId(
      'Where its statements belong; required to take any when the account has several workspaces.',
    ).optional(),
  })
  .openapi('NewSftpUser');

export const sftpUser = z
  .object({
    id: z.string(),
    username: z.string(),
    publicKey: z.string(),
    fingerprint: z.string().openapi({ description: 'Of the key, as ssh-keygen -l shows it.' }),
    carrierIds: z.array(z.string()).nullable().openapi({ description: 'Null: every carrier of the account.' }),
    workspaceId: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .openapi('SftpUser');

export const sftpUserExample: z.output<typeof sftpUser> = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  username: 'lakeside-agency',
  publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPrZyIYH/ue6zxhZrs1DJ3VpyQrTBtAE/y3mTx4LLIUw',
  fingerprint: 'SHA256:hFVMawtc93P+YmyOKWJLfYeasx1Jtk+8w7YotHMoVxc',
  carrierIds: null,
  workspaceId: null,
  createdAt: '2026-04-02T09:15:04.120Z',
};

export const SFTP_USERS_NOTE = `An account may have ${ACCOUNT_COUNTS_MAX.sftpUsers} of them.`;

export const intakeItem = z
  .object({
    id: z.string(),
    source: z.enum(['sftp', 'email']),
    receivedAt: z.iso.datetime(),
    origin: z.string().openapi({ description: 'The SFTP user, or the address of the sender.' }),
    fileName: z.string(),
    byteSize: z.int(),
    carrierId: z.string().nullable(),
    period: z.string().nullable(),
    outcome: z.enum(['accepted', 'rejected', 'duplicate', 'held', 'waiting']).openapi({
      description: `accepted: it has a job. duplicate: the month has the same bytes already, from another file. rejected and held: reason says why and what to do.
waiting: an upload that has been incomplete for a day.`,
    }),
    reason: z.string().nullable(),
    fileId: z.string().nullable(),
    jobId: z.string().nullable(),
    isKept: z.boolean().openapi({
      description: 'Its bytes, or its message, are still stored: what was rejected or held can be filed.',
    }),
  })
  .openapi('IntakeItem');

export const intakeItemExample: z.output<typeof intakeItem> = {
  id: '6fa459ea-ee8a-4ca4-894e-db77e160355e',
  source: 'sftp',
  receivedAt: '2026-04-02T09:15:04.120Z',
  origin: 'lakeside-agency',
  fileName: 'ACME_202603.csv',
  byteSize: 48_211,
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  period: '2026-03',
  outcome: 'accepted',
  reason: null,
  fileId: '9b2d7a1c-3e4f-4a5b-8c6d-7e8f9a0b1c2d',
  jobId: '0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
  isKept: true,
};

export const filing = z
  .strictObject({
    carrierId: recordId('The carrier that sent it.'),
    period: periodText('The month of the statement.'),
    workspaceId: recordId('Required when the account has several workspaces.').optional(),
    onExisting: z
      .enum(ON_EXISTING)
      .default('reject')
      .openapi({ description: 'What happens when the month has a statement.' }),
  })
  .openapi('IntakeFiling');

export const filedItem = z
  .object({
    id: z.string(),
    carrierId: z.string(),
    period: z.string(),
    fileId: z.string(),
    jobId: z.string().openapi({ description: 'The job that reads it.' }),
  })
  .openapi('FiledIntakeItem');

export const filedItemExample: z.output<typeof filedItem> = {
  id: '6fa459ea-ee8a-4ca4-894e-db77e160355e',
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  period: '2026-03',
  fileId: '9b2d7a1c-3e4f-4a5b-8c6d-7e8f9a0b1c2d',
  jobId: '0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
};

export const dropOffPlaces = z
  .object({
    isAllowed: z.boolean().openapi({ description: 'Whether the account may have statements dropped and mailed.' }),
    canFile: z.boolean().openapi({ description: 'Whether what was rejected or held can be filed by a request.' }),
    email: z
      .object({ domain: z.string().openapi({ description: 'The domain of the addresses.' }) })
      .nullable()
      .openapi({ description: 'Null: this service takes no mail.' }),
    sftp: z
      .object({
        host: z.string(),
        port: z.int(),
        fingerprint: z.string().openapi({ description: 'Of the host key, as clients show it.' }),
      })
      .nullable()
      .openapi({ description: 'Null: this service has no SFTP server, or does not know its address.' }),
  })
  .openapi('DropOffPlaces');

export const dropOffPlacesExample: z.output<typeof dropOffPlaces> = {
  isAllowed: true,
  canFile: true,
  email: { domain: 'inbound.example.com' },
  sftp: {
    host: 'statements.example.com',
    port: 2222,
    fingerprint: 'SHA256:hFVMawtc93P+YmyOKWJLfYeasx1Jtk+8w7YotHMoVxc',
  },
};
