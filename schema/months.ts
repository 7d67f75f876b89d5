// Months of a book: how many files they have, what the bank shows for them, and what changed after they were closed.
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts, workspaces } from './accounts.ts';
import { carriers } from './carriers.ts';
import {
  agentPolicy,
  instant,
  month,
  position,
  reportPolicy,
  schedulerReads,
  systemPolicy,
  tenantPolicy,
} from './columns.ts';

export const bookMonths = pgTable(
  'book_months',
  {
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    period: month('period').notNull(),
    filesReceived: integer('files_received').notNull(),
    filesExpected: integer('files_expected').notNull(),
    known: text('known').notNull(),
    isOpen: boolean('is_open').notNull(),
    note: text('note'),
    completedJobId: uuid('completed_job_id'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.carrierId, table.period], name: 'book_months_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'book_months_account_id_fkey',
    }),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'book_months_carrier_id_fkey',
    }),
    foreignKey({
      columns: [table.workspaceId],
      foreignColumns: [workspaces.workspaceId],
      name: 'book_months_workspace_id_fkey',
    }),
    check('book_months_known_check', sql`known = any (array['set'::text, 'learned'::text])`),
    index('book_months_by_account').on(table.accountId, table.period),
    tenantPolicy(),
    systemPolicy(),
    schedulerReads(),
    agentPolicy(),
    reportPolicy(),
  ],
);

export const closedMonths = pgTable(
  'closed_months',
  {
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    period: month('period').notNull(),
    closedAt: instant('closed_at').notNull().default(sql`clock_timestamp()`),
    closedBy: text('closed_by').notNull(),
    memberCount: integer('member_count').notNull(),
    red: integer('red').notNull(),
    grossAmount: numeric('gross_amount', { precision: 20, scale: 4 }).notNull(),
    chargebackAmount: numeric('chargeback_amount', { precision: 20, scale: 4 }).notNull(),
    commissionOwed: numeric('commission_owed', { precision: 30, scale: 10 }).notNull(),
    commissionOwedEstimated: numeric('commission_owed_estimated', { precision: 30, scale: 10 }),
    signedBy: text('signed_by'),
    leftOpen: text('left_open').array(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.carrierId, table.period], name: 'closed_months_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'closed_months_account_id_fkey',
    }),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'closed_months_carrier_id_fkey',
    }),
    foreignKey({
      columns: [table.workspaceId],
      foreignColumns: [workspaces.workspaceId],
      name: 'closed_months_workspace_id_fkey',
    }),
    index('closed_months_by_account').on(table.accountId, table.period),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const monthAdjustments = pgTable(
  'month_adjustments',
  {
    adjustmentId: uuid('adjustment_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    period: month('period').notNull(),
    jobId: uuid('job_id'),
    recordedAt: instant('recorded_at').notNull().default(sql`clock_timestamp()`),
    memberCount: integer('member_count').notNull(),
    red: integer('red').notNull(),
    grossAmount: numeric('gross_amount', { precision: 20, scale: 4 }).notNull(),
    chargebackAmount: numeric('chargeback_amount', { precision: 20, scale: 4 }).notNull(),
    commissionOwed: numeric('commission_owed', { precision: 30, scale: 10 }).notNull(),
    commissionAtRisk: numeric('commission_at_risk', { precision: 20, scale: 4 }),
    commissionOwedEstimated: numeric('commission_owed_estimated', { precision: 30, scale: 10 }),
  },
  (table) => [
    unique('month_adjustments_position_key').on(table.position),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'month_adjustments_account_id_fkey',
    }),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'month_adjustments_carrier_id_fkey',
    }),
    foreignKey({
      columns: [table.workspaceId],
      foreignColumns: [workspaces.workspaceId],
      name: 'month_adjustments_workspace_id_fkey',
    }),
    index('month_adjustments_by_account').on(table.accountId),
    index('month_adjustments_by_month').on(table.workspaceId, table.carrierId, table.period, table.position),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const statementDeposits = pgTable(
  'statement_deposits',
  {
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    period: month('period').notNull(),
    amount: numeric('amount', { precision: 16, scale: 4 }).notNull(),
    depositedOn: date('deposited_on').notNull(),
    note: text('note'),
    author: text('author'),
    enteredAt: instant('entered_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.carrierId, table.period], name: 'statement_deposits_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'statement_deposits_account_id_fkey',
    }),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'statement_deposits_carrier_id_fkey',
    }),
    foreignKey({
      columns: [table.workspaceId],
      foreignColumns: [workspaces.workspaceId],
      name: 'statement_deposits_workspace_id_fkey',
    }),
    index('statement_deposits_by_account').on(table.accountId, table.period),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const ownerNews = pgTable(
  'owner_news',
  {
    accountId: uuid('account_id').notNull(),
    kind: text('kind', { enum: ['late', 'taken_back', 'complete'] }).notNull(),
    workspaceId: uuid('workspace_id'),
    carrierId: uuid('carrier_id'),
    period: month('period').notNull(),
    claimedAt: instant('claimed_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('owner_news_once')
      .on(table.accountId, table.kind, table.workspaceId, table.carrierId, table.period)
      .nullsNotDistinct(),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'owner_news_account_id_fkey',
    }),
    check('owner_news_kind_check', sql`kind = any (array['late'::text, 'taken_back'::text, 'complete'::text])`),
    tenantPolicy(),
    systemPolicy(),
  ],
);
