import { z } from '@hono/zod-openapi';
import { TOKEN_SCOPES } from '../../../app/accounts/token-check.ts';
import {
  EXCEPTIONS_KEPT_DAYS,
  RAW_KEPT_AFTER_PROCESSING_HOURS_MAX,
  STORAGE_BYTES_MAX,
  STORAGE_BYTES_SETTABLE_MAX,
} from '../../../core/limits/account-limits.ts';
import { OPEN_JOBS_MAX } from '../../../core/limits/job-limits.ts';
import { ACCOUNT_RATE_FACTOR } from '../../../core/limits/request-limits.ts';
import { accountName, displayName } from './name-fields.ts';

/** Accounts and tokens as the operator sees them (docs/reference/accounts.md). */

const accountTiers = z.enum(['standard', 'enterprise']);
const accountStatuses = z.enum(['active', 'pending', 'suspended']);

const STORAGE_DEFAULT = `Bytes it may have stored; null: its tier's, ${STORAGE_BYTES_MAX.standard} or ${STORAGE_BYTES_MAX.enterprise}.`;
const RATE_LIMIT = `Requests a minute with one token; null: the service's default. All tokens of the account together may send ${ACCOUNT_RATE_FACTOR} times as many.`;

export const account = z
  .object({
    id: z.string(),
    name: z.string(),
    tier: accountTiers,
    status: accountStatuses,
    email: z.string().nullable(),
    rateLimitPerMinute: z.int().nullable().openapi({ description: RATE_LIMIT }),
    storageBytesMax: z.int().nullable().openapi({ description: STORAGE_DEFAULT }),
    createdAt: z.iso.datetime(),
  })
  .openapi('Account');

export const accountExample: z.output<typeof account> = {
  id: '3f6c1c9e-8f0a-4d53-9b7e-2f8f1d0b6a11',
  name: 'Harbor Benefits',
  tier: 'standard',
  status: 'active',
  email: 'office@harbor.example',
  rateLimitPerMinute: null,
  storageBytesMax: null,
  createdAt: '2026-04-02T09:15:04.120Z',
};

const email = z.email('must be an email address').max(254).openapi({ description: 'Where scheduled reports go.' });

export const newAccount = z.strictObject({
  name: accountName('Of the agency.'),
  tier: accountTiers.default('standard'),
  email: email.nullable().default(null),
});

/** A change of an account. An absent field stays unchanged. */
export const accountChange = z.strictObject({
  name: accountName('Of the agency.').optional(),
  tier: accountTiers.optional(),
  status: accountStatuses.optional(),
  email: email.nullable().optional(),
  rateLimitPerMinute: z.int().min(1).max(1_000_000).nullable().optional().openapi({ description: RATE_LIMIT }),
  storageBytesMax: z
    .int()
    .min(1)
    .max(STORAGE_BYTES_SETTABLE_MAX)
    .nullable()
    .optional()
    .openapi({ description: STORAGE_DEFAULT }),
});

export const accountNameChange = z.strictObject({
  name: accountName('Of the agency, as letters to carriers have it.'),
});

export const accountUsage = z
  .object({
    usedBytes: z.int().openapi({ description: 'All of the kinds below.' }),
    maxBytes: z.int().openapi({ description: 'Beyond this nothing more is stored: 409 storage_quota_exceeded.' }),
    statementBytes: z.int().openapi({ description: 'Statement files whose bytes have not been deleted yet.' }),
    incomingBytes: z.int().openapi({ description: 'Files in /incoming, as they were last counted.' }),
    originalBytes: z.int().openapi({ description: 'Originals of dropped files and of messages.' }),
    exceptionBytes: z.int().openapi({ description: 'Rejected rows.' }),
    noteBytes: z.int().openapi({ description: 'Notes about members, and their contacts.' }),
    openJobs: z.int().openapi({ description: 'Jobs that are queued or in processing.' }),
    openJobsMax: z.int().openapi({ description: 'Beyond this a request that makes a job is refused: 409 conflict.' }),
    retention: z
      .object({
        readFileHours: z.int().openapi({ description: 'The bytes of a statement, from the end of its job.' }),
        unreadFileDays: z.int().openapi({ description: 'The bytes of a statement that was never read.' }),
        rejectedRowDays: z.int(),
        webhookDeliveryDays: z.int(),
      })
      .openapi('Retention', { description: 'For how long things are kept. Results are kept for good.' }),
  })
  .openapi('AccountUsage');

export const accountUsageExample: z.output<typeof accountUsage> = {
  usedBytes: 1_310_720,
  maxBytes: STORAGE_BYTES_MAX.standard,
  statementBytes: 1_048_576,
  incomingBytes: 0,
  originalBytes: 262_144,
  exceptionBytes: 0,
  noteBytes: 0,
  openJobs: 1,
  openJobsMax: OPEN_JOBS_MAX,
  retention: { readFileHours: 24, unreadFileDays: 3, rejectedRowDays: 30, webhookDeliveryDays: 30 },
};

const between = (max: number) => `must be a whole number from 1 to ${max}`;

export const retentionSettings = z
  .strictObject({
    readFileHours: z
      .int(between(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX))
      .min(1, between(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX))
      .max(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX, between(RAW_KEPT_AFTER_PROCESSING_HOURS_MAX))
      .openapi({ description: 'Hours for which the bytes of a statement are kept after the end of its job.' }),
    rejectedRowDays: z
      .int(between(EXCEPTIONS_KEPT_DAYS))
      .min(1, between(EXCEPTIONS_KEPT_DAYS))
      .max(EXCEPTIONS_KEPT_DAYS, between(EXCEPTIONS_KEPT_DAYS))
      .openapi({ description: 'Days for which rejected rows are kept after the end of their job.' }),
  })
  .openapi('RetentionSettings');

export const retentionSettingsExample: z.output<typeof retentionSettings> = { readFileHours: 24, rejectedRowDays: 30 };

const scopes = z.enum(TOKEN_SCOPES);

export const newToken = z.strictObject({
  label: displayName('What the token is for.').nullable().default(null),
  scopes: z
    .array(scopes)
    .min(1, 'must name at least one scope')
    .refine((names) => new Set(names).size === names.length, 'names a scope twice')
    .default([...TOKEN_SCOPES]),
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .default(null)
    .openapi({ description: 'From then on the token is refused. Null: it does not expire.' }),
});

const tokenFields = {
  id: z.string(),
  label: z.string().nullable(),
  scopes: z.array(scopes).readonly(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
};

export const apiToken = z.object(tokenFields).openapi('ApiToken');
export const issuedToken = z
  .object({ ...tokenFields, token: z.string().openapi({ description: 'Shown this once.' }) })
  .openapi('IssuedToken');

export const tokenExample: z.output<typeof apiToken> = {
  id: '0e8c7a34-54a1-4f39-9d7c-6b1f0d3c2a55',
  label: 'nightly upload',
  scopes: ['read', 'write'],
  createdAt: '2026-04-02T09:15:04.120Z',
  expiresAt: null,
  revokedAt: null,
};

export const issuedTokenExample: z.output<typeof issuedToken> = {
  ...tokenExample,
  token: 'cas_Zy1x0wVuTsRqPoNmLkJiHgFeDcBa9876543210abcde',
};
