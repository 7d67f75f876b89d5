// Queues of one machine, runs of scheduled tasks, and applied migrations.
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, position, systemPolicy } from './columns.ts';

export const queueMessages = pgTable(
  'queue_messages',
  {
    messageId: position('message_id').primaryKey(),
    queue: text('queue').notNull(),
    body: text('body').notNull(),
    groupId: text('group_id'),
    turn: bigint('turn', { mode: 'number' }).notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    visibleAt: instant('visible_at').notNull(),
    receiveCount: integer('receive_count').notNull().default(0),
  },
  (table) => [
    index('queue_messages_expiry').on(table.expiresAt),
    index('queue_messages_group').on(table.queue, table.groupId, table.turn),
    index('queue_messages_turn').on(table.queue, table.turn, table.messageId),
    systemPolicy(),
  ],
);

export const deadLetters = pgTable(
  'dead_letters',
  {
    deadLetterId: uuid('dead_letter_id').primaryKey(),
    queue: text('queue').notNull(),
    messageId: text('message_id').notNull(),
    body: text('body').notNull(),
    receiveCount: integer('receive_count').notNull(),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
  },
  (table) => [
    unique('dead_letters_message_id_key').on(table.messageId),
    index('dead_letters_by_time').on(table.recordedAt),
  ],
);

export const taskRuns = pgTable(
  'task_runs',
  {
    taskRunId: uuid('task_run_id').primaryKey(),
    position: position('position'),
    task: text('task').notNull(),
    ranAt: instant('ran_at').notNull().defaultNow(),
    durationMs: integer('duration_ms').notNull(),
    counts: jsonb('counts').$type<Readonly<Record<string, number>>>().notNull(),
  },
  (table) => [
    unique('task_runs_position_key').on(table.position),
    index('task_runs_by_task').on(table.task, table.position.desc().nullsFirst()),
    index('task_runs_by_time').on(table.ranAt),
  ],
);

export const dueDeletions = pgTable(
  'due_deletions',
  {
    store: text('store', { enum: ['raw', 'drop'] }).notNull(),
    objectKey: text('object_key').notNull(),
    askedAt: instant('asked_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.store, table.objectKey], name: 'due_deletions_pkey' }),
    check('due_deletions_store_check', sql`store = any (array['raw'::text, 'drop'::text])`),
  ],
);

export const schemaMigrations = pgTable('schema_migrations', {
  version: integer('version').primaryKey(),
  name: text('name').notNull(),
  checksum: text('checksum').notNull(),
  appliedAt: instant('applied_at').notNull().defaultNow(),
  compatibleSince: integer('compatible_since'),
});
