// Files and messages that arrive by SFTP and email.
import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { accounts, workspaces } from './accounts.ts';
import { carriers } from './carriers.ts';
import { bytes, instant, month, position, systemPolicy, tenantPolicy } from './columns.ts';
import { files, jobs } from './files.ts';

export const sftpUsers = pgTable(
  'sftp_users',
  {
    userId: uuid('user_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id'),
    username: text('username').notNull(),
    publicKey: text('public_key').notNull(),
    carrierIds: uuid('carrier_ids').array(),
    createdAt: instant('created_at').notNull().defaultNow(),
    disabledAt: instant('disabled_at'),
    sweptUntil: instant('swept_until'),
    incomingBytes: bigint('incoming_bytes', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    unique('sftp_users_position_key').on(table.position),
    unique('sftp_users_username_key').on(table.username),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'sftp_users_account_id_fkey',
    }),
    foreignKey({
      columns: [table.workspaceId],
      foreignColumns: [workspaces.workspaceId],
      name: 'sftp_users_workspace_id_fkey',
    }),
    check('sftp_users_incoming_bytes_check', sql`incoming_bytes >= 0`),
    check('sftp_users_username_check', sql`username ~ '^[a-z0-9][a-z0-9_-]{2,31}$'::text`),
    index('sftp_users_by_account').on(table.accountId, table.position.desc().nullsFirst()),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const retiredSftpNames = pgTable('retired_sftp_names', {
  nameSha256: bytes('name_sha256').primaryKey(),
});

export const emailAddresses = pgTable(
  'email_addresses',
  {
    addressId: uuid('address_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    workspaceId: uuid('workspace_id'),
    localPart: text('local_part').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    unique('email_addresses_local_part_key').on(table.localPart),
    unique('email_addresses_position_key').on(table.position),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'email_addresses_account_id_fkey',
    }),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'email_addresses_carrier_id_fkey',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.workspaceId],
      foreignColumns: [workspaces.workspaceId],
      name: 'email_addresses_workspace_id_fkey',
    }),
    check('email_addresses_local_part_check', sql`local_part ~ '^[a-z2-7]{26,}$'::text`),
    index('email_addresses_by_account').on(table.accountId, table.position.desc().nullsFirst()),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const dropOffSettings = pgTable(
  'drop_off_settings',
  {
    accountId: uuid('account_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    sftpPatterns: text('sftp_patterns').array(),
    sftpOnExisting: text('sftp_on_existing', { enum: ['reject', 'replace', 'append'] }),
    emailAllowedSenders: text('email_allowed_senders').array(),
    emailPeriodFrom: text('email_period_from', { enum: ['filename', 'subject', 'statement'] }),
    setAt: instant('set_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.carrierId], name: 'drop_off_settings_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'drop_off_settings_account_id_fkey',
    }),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'drop_off_settings_carrier_id_fkey',
    }).onDelete('cascade'),
    check(
      'drop_off_settings_email_period_from_check',
      sql`email_period_from = any (array['filename'::text, 'subject'::text, 'statement'::text])`,
    ),
    check(
      'drop_off_settings_sftp_on_existing_check',
      sql`sftp_on_existing = any (array['reject'::text, 'replace'::text, 'append'::text])`,
    ),
    index('drop_off_settings_by_carrier').on(table.carrierId),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const intakeItems = pgTable(
  'intake_items',
  {
    itemId: uuid('item_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id'),
    source: text('source', { enum: ['sftp', 'email'] }).notNull(),
    dropId: text('drop_id').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    origin: text('origin').notNull(),
    name: text('name').notNull(),
    byteSize: bigint('byte_size', { mode: 'number' }).notNull(),
    checksumSha256: text('checksum_sha256'),
    carrierId: uuid('carrier_id'),
    period: month('period'),
    outcome: text('outcome', { enum: ['accepted', 'rejected', 'duplicate', 'held', 'waiting'] }).notNull(),
    reason: text('reason'),
    fileId: uuid('file_id'),
    jobId: uuid('job_id'),
    objectKey: text('object_key'),
    messageId: text('message_id'),
    objectBytes: bigint('object_bytes', { mode: 'number' }),
    namePurgedAt: instant('name_purged_at'),
  },
  (table) => [
    unique('intake_items_drop_id_key').on(table.dropId),
    unique('intake_items_position_key').on(table.position),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'intake_items_account_id_fkey',
    }),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'intake_items_carrier_id_fkey',
    }).onDelete('set null'),
    foreignKey({ columns: [table.fileId], foreignColumns: [files.fileId], name: 'intake_items_file_id_fkey' }),
    foreignKey({ columns: [table.jobId], foreignColumns: [jobs.jobId], name: 'intake_items_job_id_fkey' }),
    check('intake_items_object_bytes_check', sql`object_bytes >= 0`),
    check(
      'intake_items_outcome_check',
      sql`outcome = any (array['accepted'::text, 'rejected'::text, 'duplicate'::text, 'held'::text, 'waiting'::text])`,
    ),
    check('intake_items_source_check', sql`source = any (array['sftp'::text, 'email'::text])`),
    index('intake_items_by_account').on(table.accountId, table.position.desc().nullsFirst()),
    index('intake_items_by_file').on(table.fileId).where(sql`file_id IS NOT NULL`),
    index('intake_items_by_job').on(table.jobId).where(sql`job_id IS NOT NULL`),
    index('intake_items_by_object').on(table.objectKey).where(sql`object_key IS NOT NULL`),
    index('intake_items_stored')
      .on(table.accountId, table.objectKey)
      .where(sql`object_key IS NOT NULL`) /* include (object_bytes, byte_size) */,
    index('intake_items_waiting').on(table.origin).where(sql`outcome = 'waiting'::text`),
    index('intake_items_with_bytes').on(table.receivedAt).where(sql`object_key IS NOT NULL`),
    index('intake_items_with_expiring_names')
      .on(table.receivedAt)
      .where(sql`(name_purged_at IS NULL) AND (file_id IS NULL)`),
    tenantPolicy(),
    systemPolicy(),
  ],
);
