// Uploaded files, their jobs, and messages that wait to be sent.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts, workspaces } from './accounts.ts';
import { carriers, statementConfigs } from './carriers.ts';
import { agentPolicy, instant, month, position, reportPolicy, systemPolicy, tenantPolicy } from './columns.ts';

export const files = pgTable(
  'files',
  {
    fileId: uuid('file_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    period: month('period').notNull(),
    originalFilename: text('original_filename').notNull(),
    byteSize: integer('byte_size').notNull(),
    checksumSha256: text('checksum_sha256').notNull(),
    source: text('source').notNull(),
    status: text('status').notNull(),
    objectKey: text('object_key').notNull(),
    rowsIngested: integer('rows_ingested'),
    statedTotal: numeric('stated_total', { precision: 16, scale: 4 }),
    uploadedAt: instant('uploaded_at').notNull().defaultNow(),
    supersededAt: instant('superseded_at'),
    rawPurgedAt: instant('raw_purged_at'),
    statementMode: text('statement_mode'),
    namePurgedAt: instant('name_purged_at'),
    sentToCarrierId: uuid('sent_to_carrier_id'),
    archiveChecksumSha256: text('archive_checksum_sha256'),
    memberCount: integer('member_count'),
    netAmount: numeric('net_amount', { precision: 20, scale: 4 }),
    printedTotal: numeric('printed_total', { precision: 20, scale: 4 }),
    leftAt: instant('left_at'),
  },
  (table) => [
    unique('files_position_key').on(table.position),
    foreignKey({ columns: [table.accountId], foreignColumns: [accounts.accountId], name: 'files_account_id_fkey' }),
    foreignKey({ columns: [table.carrierId], foreignColumns: [carriers.carrierId], name: 'files_carrier_id_fkey' }),
    foreignKey({
      columns: [table.sentToCarrierId],
      foreignColumns: [carriers.carrierId],
      name: 'files_sent_to_carrier_id_fkey',
    }),
    foreignKey({
      columns: [table.workspaceId],
      foreignColumns: [workspaces.workspaceId],
      name: 'files_workspace_id_fkey',
    }),
    check('files_source_check', sql`source = any (array['api'::text, 'sftp'::text, 'email'::text])`),
    check(
      'files_status_check',
      sql`status = any (array['pending'::text, 'active'::text, 'failed'::text, 'canceled'::text, 'replaced'::text, 'retracted'::text])`,
    ),
    index('files_by_account').on(table.accountId, table.position.desc().nullsFirst()),
    index('files_by_book').on(table.workspaceId, table.carrierId, table.period),
    index('files_by_checksum').on(table.accountId, table.carrierId, table.checksumSha256),
    index('files_by_archive')
      .on(table.accountId, table.archiveChecksumSha256)
      .where(sql`archive_checksum_sha256 IS NOT NULL`),
    index('files_stored').on(table.accountId).where(sql`raw_purged_at IS NULL`) /* include (byte_size) */,
    index('files_with_bytes').on(table.uploadedAt).where(sql`raw_purged_at IS NULL`),
    index('files_with_expiring_names')
      .on(sql`COALESCE(superseded_at, uploaded_at)`)
      .where(
        sql`(name_purged_at IS NULL) AND (status = any (array['failed'::text, 'canceled'::text, 'replaced'::text, 'retracted'::text]))`,
      ),
    tenantPolicy(),
    systemPolicy(),
    agentPolicy(),
    reportPolicy(),
  ],
);

export const jobs = pgTable(
  'jobs',
  {
    jobId: uuid('job_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    period: month('period').notNull(),
    fileId: uuid('file_id').notNull(),
    mode: text('mode').notNull(),
    status: text('status').notNull(),
    attempts: integer('attempts').notNull().default(0),
    leaseEpoch: integer('lease_epoch').notNull().default(0),
    configId: uuid('config_id'),
    configVersion: integer('config_version'),
    stats: jsonb('stats'),
    warnings: jsonb('warnings').notNull().default(sql`'[]'::jsonb`),
    error: text('error'),
    errorCode: text('error_code'),
    progressStage: text('progress_stage').notNull().default('queued'),
    progressPercent: integer('progress_percent').notNull().default(0),
    exceptionHeaders: text('exception_headers').array(),
    exceptionRowCount: integer('exception_row_count').notNull().default(0),
    webhookUrl: text('webhook_url'),
    idempotencyKey: text('idempotency_key'),
    requestFingerprint: text('request_fingerprint'),
    requestId: text('request_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    queuedAt: instant('queued_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    completedAt: instant('completed_at'),
    ratesFrom: month('rates_from'),
    estimates: boolean('estimates'),
    claimId: uuid('claim_id'),
    sheetNames: text('sheet_names').array(),
    timeouts: smallint('timeouts').notNull().default(0),
    exceptionBytes: bigint('exception_bytes', { mode: 'number' }).notNull().default(0),
    onlyFileId: uuid('only_file_id'),
    archiveId: uuid('archive_id'),
  },
  (table) => [
    unique('jobs_position_key').on(table.position),
    foreignKey({ columns: [table.accountId], foreignColumns: [accounts.accountId], name: 'jobs_account_id_fkey' }),
    foreignKey({ columns: [table.carrierId], foreignColumns: [carriers.carrierId], name: 'jobs_carrier_id_fkey' }),
    foreignKey({ columns: [table.configId], foreignColumns: [statementConfigs.configId], name: 'jobs_config_id_fkey' }),
    foreignKey({ columns: [table.fileId], foreignColumns: [files.fileId], name: 'jobs_file_id_fkey' }),
    foreignKey({
      columns: [table.workspaceId],
      foreignColumns: [workspaces.workspaceId],
      name: 'jobs_workspace_id_fkey',
    }),
    check('jobs_exception_bytes_check', sql`exception_bytes >= 0`),
    check(
      'jobs_mode_check',
      sql`mode = any (array['ingest'::text, 'append'::text, 'replace'::text, 'retract'::text, 'rescore'::text])`,
    ),
    check(
      'jobs_status_check',
      sql`status = any (array['queued'::text, 'processing'::text, 'completed'::text, 'failed'::text, 'canceled'::text])`,
    ),
    index('jobs_by_account').on(table.accountId, table.position.desc().nullsFirst()),
    index('jobs_by_archive').on(table.archiveId).where(sql`archive_id IS NOT NULL`),
    index('jobs_by_book').on(table.workspaceId, table.carrierId, table.period, table.position),
    index('jobs_by_file').on(table.fileId),
    index('jobs_open')
      .on(table.status, table.queuedAt)
      .where(sql`status = any (array['queued'::text, 'processing'::text])`),
    index('jobs_open_by_account')
      .on(table.accountId)
      .where(sql`status = any (array['queued'::text, 'processing'::text])`),
    index('jobs_with_exceptions')
      .on(table.accountId, table.completedAt)
      .where(sql`exception_bytes > 0`) /* include (exception_bytes) */,
    index('jobs_failed').on(table.position.desc().nullsFirst()).where(sql`status = 'failed'::text`),
    uniqueIndex('one_ingest_of_a_file')
      .on(table.fileId)
      .where(sql`mode = any (array['ingest'::text, 'append'::text, 'replace'::text])`),
    uniqueIndex('one_job_per_key').on(table.accountId, table.idempotencyKey).where(sql`idempotency_key IS NOT NULL`),
    tenantPolicy(),
    systemPolicy(),
    agentPolicy(),
    reportPolicy(),
  ],
);

export const jobExceptions = pgTable(
  'job_exceptions',
  {
    accountId: uuid('account_id').notNull(),
    jobId: uuid('job_id').notNull(),
    sheet: smallint('sheet').notNull(),
    rowNumber: integer('row_number').notNull(),
    errors: text('errors').array().notNull(),
    cells: jsonb('cells').notNull(),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.sheet, table.rowNumber], name: 'job_exceptions_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'job_exceptions_account_id_fkey',
    }),
    foreignKey({ columns: [table.jobId], foreignColumns: [jobs.jobId], name: 'job_exceptions_job_id_fkey' }),
    index('job_exceptions_by_time').on(table.recordedAt),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const outbox = pgTable(
  'outbox',
  {
    position: position('position').primaryKey(),
    accountId: uuid('account_id').notNull(),
    topic: text('topic').notNull(),
    body: jsonb('body').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    foreignKey({ columns: [table.accountId], foreignColumns: [accounts.accountId], name: 'outbox_account_id_fkey' }),
    check(
      'outbox_topic_check',
      sql`topic = any (array['statement'::text, 'job.completed'::text, 'job.failed'::text, 'pay_run.approved'::text, 'pay_run.paid'::text])`,
    ),
    index('outbox_sent').on(table.sentAt).where(sql`sent_at IS NOT NULL`),
    index('outbox_unsent').on(table.topic, table.position).where(sql`sent_at IS NULL`),
    tenantPolicy(),
    systemPolicy(),
  ],
);
