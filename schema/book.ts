// A book: the lines of its statements.
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts, workspaces } from './accounts.ts';
import { carriers } from './carriers.ts';
import { money, month, ownAgentPolicy, reportPolicy, systemPolicy, tenantPolicy } from './columns.ts';
import { files } from './files.ts';

export const books = pgTable(
  'books',
  {
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    estimates: boolean('estimates').notNull().default(false),
    /** Rows of months up to this one are in the archive, except those that later months read. */
    archivedThrough: month('archived_through'),
    /** The first month with data after the archived ones. It was compared with one of them, so it can't change either. */
    heldThrough: month('held_through'),
    /** The objects of each archived month (adapters/postgres/operations/archive-store.ts). */
    archivedMonths: jsonb('archived_months').notNull().default(sql`'[]'::jsonb`),
  },
  (table) => [
    check(
      'books_archived_check',
      sql`(archived_through is null) = (held_through is null) and (archived_through is not null or archived_months = '[]'::jsonb) and archived_through < held_through`,
    ),
    primaryKey({ columns: [table.workspaceId, table.carrierId], name: 'books_pkey' }),
    foreignKey({ columns: [table.accountId], foreignColumns: [accounts.accountId], name: 'books_account_id_fkey' }),
    foreignKey({ columns: [table.carrierId], foreignColumns: [carriers.carrierId], name: 'books_carrier_id_fkey' }),
    foreignKey({
      columns: [table.workspaceId],
      foreignColumns: [workspaces.workspaceId],
      name: 'books_workspace_id_fkey',
    }),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const statementLines = pgTable(
  'statement_lines',
  {
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    period: month('period').notNull(),
    fileId: uuid('file_id').notNull(),
    sheet: smallint('sheet').notNull(),
    rowNumber: integer('row_number').notNull(),
    memberRefId: uuid('member_ref_id').notNull(),
    memberExternalId: text('member_external_id').notNull(),
    amount: money('amount').notNull(),
    policyRefId: uuid('policy_ref_id'),
    policyNumber: text('policy_number'),
    memberName: text('member_name'),
    email: text('email'),
    planName: text('plan_name'),
    planCode: text('plan_code'),
    productType: text('product_type'),
    premium: money('premium'),
    lives: numeric('lives', { precision: 12, scale: 2 }),
    rate: numeric('rate', { precision: 14, scale: 6 }),
    effectiveDate: date('effective_date'),
    termDate: date('term_date'),
    termReason: text('term_reason'),
    coverageMonth: month('coverage_month'),
    paidDate: date('paid_date'),
    paidThrough: date('paid_through'),
    monthsPaid: numeric('months_paid', { precision: 12, scale: 2 }),
    transactionType: text('transaction_type'),
    agentId: text('agent_id'),
    agentName: text('agent_name'),
    state: text('state'),
    county: text('county'),
    carrierStatus: text('carrier_status'),
    renewalDate: date('renewal_date'),
    description: text('description'),
    split: numeric('split', { precision: 14, scale: 6 }),
    alternateMemberId: text('alternate_member_id'),
    ownMemberRefId: uuid('own_member_ref_id'),
  },
  (table) => [
    primaryKey({
      columns: [table.accountId, table.fileId, table.sheet, table.rowNumber],
      name: 'statement_lines_pkey',
    }),
    index('statement_lines_by_month').on(table.accountId, table.period, table.memberRefId),
    index('statement_lines_by_policy').on(table.accountId, table.policyRefId).where(sql`policy_ref_id IS NOT NULL`),
    tenantPolicy(),
    systemPolicy(),
    ownAgentPolicy(),
    reportPolicy(),
  ],
);

export const unassignedLines = pgTable(
  'unassigned_lines',
  {
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    period: month('period').notNull(),
    fileId: uuid('file_id').notNull(),
    sheet: smallint('sheet').notNull(),
    rowNumber: integer('row_number').notNull(),
    amount: money('amount').notNull(),
    kind: text('kind').notNull(),
    description: text('description').notNull(),
    isCounted: boolean('is_counted').notNull(),
    agentId: text('agent_id'),
    agentName: text('agent_name'),
    coverageMonth: month('coverage_month'),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.sheet, table.rowNumber], name: 'unassigned_lines_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'unassigned_lines_account_id_fkey',
    }),
    foreignKey({ columns: [table.fileId], foreignColumns: [files.fileId], name: 'unassigned_lines_file_id_fkey' }),
    index('unassigned_lines_by_month').on(table.accountId, table.period),
    tenantPolicy(),
    systemPolicy(),
    ownAgentPolicy(sql`null::uuid`),
    reportPolicy(),
  ],
);
