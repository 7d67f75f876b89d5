// Accounts, their tokens and workspaces, and the audit trail.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  agentPolicy,
  bytes,
  instant,
  month,
  position,
  reportPolicy,
  schedulerReads,
  schedulerRole,
  systemPolicy,
  tenantPolicy,
} from './columns.ts';

export const accounts = pgTable(
  'accounts',
  {
    accountId: uuid('account_id').primaryKey(),
    name: text('name').notNull(),
    tier: text('tier', { enum: ['standard', 'enterprise'] }).notNull(),
    status: text('status', { enum: ['active', 'pending', 'suspended', 'moving', 'moved'] }).notNull(),
    email: text('email'),
    rateLimitPerMinute: integer('rate_limit_per_minute'),
    createdAt: instant('created_at').notNull().defaultNow(),
    callbackSecretSealed: text('callback_secret_sealed'),
    previousCallbackSecretSealed: text('previous_callback_secret_sealed'),
    previousCallbackSecretUntil: instant('previous_callback_secret_until'),
    storageBytesMax: bigint('storage_bytes_max', { mode: 'number' }),
    readFileHours: integer('read_file_hours'),
    rejectedRowDays: integer('rejected_row_days'),
    ownerMails: boolean('owner_mails'),
    ownerMailsCheckedAt: instant('owner_mails_checked_at'),
    testOf: uuid('test_of').unique('accounts_test_of_key'),
    movedTo: text('moved_to'),
    /** The newest archived month of all books; null without any. */
    archivedThrough: month('archived_through'),
  },
  (table) => [
    check('accounts_check', sql`(previous_callback_secret_sealed IS NULL) = (previous_callback_secret_until IS NULL)`),
    check('accounts_rate_limit_per_minute_check', sql`rate_limit_per_minute > 0`),
    check('accounts_read_file_hours_check', sql`read_file_hours >= 1 AND read_file_hours <= 96`),
    check('accounts_rejected_row_days_check', sql`rejected_row_days >= 1 AND rejected_row_days <= 30`),
    check(
      'accounts_status_check',
      sql`status = any (array['active'::text, 'pending'::text, 'suspended'::text, 'moving'::text, 'moved'::text])`,
    ),
    check('accounts_storage_bytes_max_check', sql`storage_bytes_max > 0`),
    check('accounts_tier_check', sql`tier = any (array['standard'::text, 'enterprise'::text])`),
    index('accounts_on_the_move').on(table.accountId).where(sql`status = any (array['moving'::text, 'moved'::text])`),
    tenantPolicy(),
    systemPolicy(),
    schedulerReads(),
  ],
);

export const apiTokens = pgTable(
  'api_tokens',
  {
    tokenId: uuid('token_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    label: text('label'),
    scopes: text('scopes', { enum: ['read', 'write'] })
      .array()
      .notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    revokedAt: instant('revoked_at'),
    expiresAt: instant('expires_at'),
  },
  (table) => [
    unique('api_tokens_token_hash_key').on(table.tokenHash),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'api_tokens_account_id_fkey',
    }),
    index('api_tokens_account_id_idx').on(table.accountId),
    systemPolicy(),
  ],
);

export const tokenWindows = pgTable('token_windows', {
  tokenId: uuid('token_id').primaryKey(),
  windowStartedAt: instant('window_started_at').notNull(),
  requests: integer('requests').notNull(),
  requestsBefore: integer('requests_before').notNull().default(0),
});

export const accountWindows = pgTable('account_windows', {
  accountId: uuid('account_id').primaryKey(),
  windowStartedAt: instant('window_started_at').notNull(),
  requests: integer('requests').notNull(),
  requestsBefore: integer('requests_before').notNull(),
});

export const accountPlaces = pgTable(
  'account_places',
  {
    placeId: uuid('place_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [index('account_places_by_account').on(table.accountId)],
);

export const workspaces = pgTable(
  'workspaces',
  {
    workspaceId: uuid('workspace_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    name: text('name').notNull(),
    isDefault: boolean('is_default').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('workspaces_account_id_name_key').on(table.accountId, table.name),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'workspaces_account_id_fkey',
    }),
    uniqueIndex('one_default_workspace').on(table.accountId).where(sql`is_default`),
    tenantPolicy(),
    systemPolicy(),
    agentPolicy(),
    reportPolicy(),
  ],
);

export const auditEntries = pgTable(
  'audit_entries',
  {
    auditId: uuid('audit_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id'),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    target: text('target'),
    meta: jsonb('meta').notNull().default(sql`'{}'::jsonb`),
    ip: text('ip'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('audit_entries_position_key').on(table.position),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'audit_entries_account_id_fkey',
    }),
    index('audit_entries_account_id_position_idx').on(table.accountId, table.position.desc().nullsFirst()),
    index('audit_entries_by_target').on(table.accountId, table.target),
    tenantPolicy(),
    systemPolicy(),
    pgPolicy('scheduler', {
      for: 'insert',
      to: schedulerRole,
      withCheck: sql`((account_id IS NOT NULL) AND (actor = 'schedule'::text) AND (action = 'report.run'::text))`,
    }),
  ],
);

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: uuid('account_id'),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    claimId: uuid('claim_id').notNull(),
    claimedAt: instant('claimed_at').notNull().default(sql`clock_timestamp()`),
    replySealed: text('reply_sealed'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('idempotency_keys_account_id_key_key').on(table.accountId, table.key).nullsNotDistinct(),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'idempotency_keys_account_id_fkey',
    }),
    index('idempotency_keys_by_age').on(table.createdAt),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const accountDeletions = pgTable(
  'account_deletions',
  {
    deletionId: uuid('deletion_id').primaryKey(),
    position: position('position'),
    deletedAccountId: uuid('deleted_account_id').notNull(),
    requestedBy: text('requested_by').notNull(),
    requestedAt: instant('requested_at').notNull().defaultNow(),
    stage: text('stage', { enum: ['jobs', 'objects', 'rows', 'account', 'leftovers', 'completed'] })
      .notNull()
      .default('jobs'),
    sftpUsernames: text('sftp_usernames').array().notNull().default(sql`'{}'::text[]`),
    removed: jsonb('removed').notNull().default(sql`'{}'::jsonb`),
    completedAt: instant('completed_at'),
    certificate: text('certificate'),
    certificateSha256: text('certificate_sha256'),
  },
  (table) => [
    unique('account_deletions_deleted_account_id_key').on(table.deletedAccountId),
    unique('account_deletions_position_key').on(table.position),
    check('account_deletions_check', sql`(stage = 'completed'::text) = (completed_at IS NOT NULL)`),
    check(
      'account_deletions_check1',
      sql`((completed_at IS NULL) = (certificate IS NULL)) AND ((certificate IS NULL) = (certificate_sha256 IS NULL))`,
    ),
    check(
      'account_deletions_stage_check',
      sql`stage = any (array['jobs'::text, 'objects'::text, 'rows'::text, 'account'::text, 'leftovers'::text, 'completed'::text])`,
    ),
    index('account_deletions_open').on(table.position).where(sql`completed_at IS NULL`),
    systemPolicy(),
  ],
);
