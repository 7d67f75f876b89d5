// Saved reports and the places in which they run.
import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant, position, schedulerPolicy, systemPolicy, tenantPolicy } from './columns.ts';

export const savedReports = pgTable(
  'saved_reports',
  {
    reportId: uuid('report_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id').notNull(),
    name: text('name').notNull(),
    question: text('question'),
    sql: text('sql').notNull(),
    cadence: text('cadence', { enum: ['off', 'weekly', 'monthly'] })
      .notNull()
      .default('off'),
    nextDueAt: instant('next_due_at'),
    leaseEpoch: integer('lease_epoch').notNull().default(0),
    claimedUntil: instant('claimed_until'),
    attempts: integer('attempts').notNull().default(0),
    lastRanAt: instant('last_ran_at'),
    lastStatus: text('last_status', { enum: ['ok', 'failed'] }),
    lastRows: integer('last_rows'),
    lastTruncated: boolean('last_truncated'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull().defaultNow(),
    takenAt: instant('taken_at'),
  },
  (table) => [
    unique('saved_reports_position_key').on(table.position),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'saved_reports_account_id_fkey',
    }),
    check('saved_reports_cadence_check', sql`cadence = any (array['off'::text, 'weekly'::text, 'monthly'::text])`),
    check('saved_reports_check', sql`(cadence = 'off'::text) = (next_due_at IS NULL)`),
    check('saved_reports_check1', sql`(last_ran_at IS NULL) = (last_status IS NULL)`),
    check('saved_reports_last_status_check', sql`last_status = any (array['ok'::text, 'failed'::text])`),
    index('saved_reports_by_account').on(table.accountId, table.position.desc().nullsFirst()),
    index('saved_reports_due').on(table.nextDueAt).where(sql`next_due_at IS NOT NULL`),
    tenantPolicy(),
    systemPolicy(),
    schedulerPolicy(),
  ],
);

export const reportPlaces = pgTable(
  'report_places',
  {
    placeId: uuid('place_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    position: position('position'),
    askedAt: instant('asked_at').notNull().default(sql`clock_timestamp()`),
    dueAt: instant('due_at'),
    backendPid: integer('backend_pid'),
    backendStartedAt: instant('backend_started_at'),
  },
  (table) => [
    unique('report_places_position_key').on(table.position),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'report_places_account_id_fkey',
    }),
    check('report_places_check', sql`(backend_pid IS NULL) = (backend_started_at IS NULL)`),
    check('report_places_check1', sql`(backend_pid IS NULL) OR (due_at IS NOT NULL)`),
    systemPolicy(),
    schedulerPolicy(),
  ],
);
