// Events of accounts, webhooks, deliveries and their attempts.
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant, position, systemPolicy, tenantPolicy } from './columns.ts';
import { jobs } from './files.ts';

export const webhooks = pgTable(
  'webhooks',
  {
    webhookId: uuid('webhook_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    url: text('url').notNull(),
    events: text('events', { enum: ['job.completed', 'job.failed', 'pay_run.approved', 'pay_run.paid'] })
      .array()
      .notNull(),
    enabled: boolean('enabled').notNull().default(true),
    secretSealed: text('secret_sealed').notNull(),
    previousSecretSealed: text('previous_secret_sealed'),
    previousSecretUntil: instant('previous_secret_until'),
    failuresInRow: integer('failures_in_row').notNull().default(0),
    failingSince: instant('failing_since'),
    probeAt: instant('probe_at'),
    disabledAt: instant('disabled_at'),
    disabledReason: text('disabled_reason'),
    position: position('position'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('webhooks_position_key').on(table.position),
    foreignKey({ columns: [table.accountId], foreignColumns: [accounts.accountId], name: 'webhooks_account_id_fkey' }),
    check('webhooks_check', sql`(previous_secret_sealed IS NULL) = (previous_secret_until IS NULL)`),
    check('webhooks_check1', sql`enabled = (disabled_at IS NULL)`),
    check('webhooks_check2', sql`(disabled_reason IS NULL) OR (NOT enabled)`),
    index('webhooks_by_account').on(table.accountId, table.position.desc().nullsFirst()),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const accountEvents = pgTable(
  'account_events',
  {
    eventId: uuid('event_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id').notNull(),
    event: text('event').notNull(),
    jobId: uuid('job_id'),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('account_events_position_key').on(table.position),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'account_events_account_id_fkey',
    }),
    foreignKey({ columns: [table.jobId], foreignColumns: [jobs.jobId], name: 'account_events_job_id_fkey' }),
    index('account_events_by_account').on(table.accountId, table.position),
    index('account_events_by_age').on(table.createdAt),
    index('account_events_by_job').on(table.jobId),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    deliveryId: uuid('delivery_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id').notNull(),
    webhookId: uuid('webhook_id'),
    callbackUrl: text('callback_url'),
    event: text('event').notNull(),
    jobId: uuid('job_id'),
    body: text('body').notNull(),
    status: text('status', { enum: ['pending', 'delivered', 'failed', 'discarded'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    redelivered: boolean('redelivered').notNull().default(false),
    nextAttemptAt: instant('next_attempt_at'),
    queuedAt: instant('queued_at'),
    claimedUntil: instant('claimed_until'),
    createdAt: instant('created_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    unique('webhook_deliveries_position_key').on(table.position),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'webhook_deliveries_account_id_fkey',
    }),
    foreignKey({ columns: [table.jobId], foreignColumns: [jobs.jobId], name: 'webhook_deliveries_job_id_fkey' }),
    foreignKey({
      columns: [table.webhookId],
      foreignColumns: [webhooks.webhookId],
      name: 'webhook_deliveries_webhook_id_fkey',
    }).onDelete('set null'),
    check('webhook_deliveries_check', sql`(status = 'pending'::text) = (next_attempt_at IS NOT NULL)`),
    check(
      'webhook_deliveries_status_check',
      sql`status = any (array['pending'::text, 'delivered'::text, 'failed'::text, 'discarded'::text])`,
    ),
    index('webhook_deliveries_by_account').on(table.accountId, table.position.desc().nullsFirst()),
    index('webhook_deliveries_by_job').on(table.jobId),
    index('webhook_deliveries_by_status').on(table.accountId, table.status, table.position.desc().nullsFirst()),
    index('webhook_deliveries_by_webhook').on(table.webhookId, table.position.desc().nullsFirst()),
    index('webhook_deliveries_claimed').on(table.webhookId, table.claimedUntil).where(sql`claimed_until IS NOT NULL`),
    index('webhook_deliveries_due').on(table.nextAttemptAt).where(sql`status = 'pending'::text`),
    index('webhook_deliveries_ended').on(table.endedAt).where(sql`status <> 'pending'::text`),
    index('webhook_deliveries_unqueued')
      .on(table.nextAttemptAt, table.position)
      .where(sql`(status = 'pending'::text) AND (queued_at IS NULL)`),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    accountId: uuid('account_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    number: integer('number').notNull(),
    attemptedAt: instant('attempted_at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    responseStatus: integer('response_status'),
    error: text('error'),
  },
  (table) => [
    primaryKey({ columns: [table.deliveryId, table.number], name: 'webhook_attempts_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'webhook_attempts_account_id_fkey',
    }),
    foreignKey({
      columns: [table.deliveryId],
      foreignColumns: [webhookDeliveries.deliveryId],
      name: 'webhook_attempts_delivery_id_fkey',
    }).onDelete('cascade'),
    tenantPolicy(),
    systemPolicy(),
  ],
);
