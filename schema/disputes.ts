// Disputes with carriers and the rows that they ask for.
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
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { agentPolicy, instant, month, position, systemPolicy, tenantPolicy } from './columns.ts';

export const disputes = pgTable(
  'disputes',
  {
    disputeId: uuid('dispute_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    position: position('position'),
    carrierId: uuid('carrier_id').notNull(),
    carrierName: text('carrier_name').notNull(),
    state: text('state', { enum: ['asked', 'answered', 'paid', 'refused'] })
      .notNull()
      .default('asked'),
    stateBefore: text('state_before'),
    note: text('note'),
    letter: text('letter').notNull(),
    askedAmount: numeric('asked_amount', { precision: 26, scale: 10 }).notNull(),
    recoveredAmount: numeric('recovered_amount', { precision: 26, scale: 10 }).notNull().default(sql`0`),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    changedAt: instant('changed_at').notNull().default(sql`clock_timestamp()`),
    closedAt: instant('closed_at'),
    sentAt: instant('sent_at'),
    sentTo: text('sent_to'),
    withdrawnAt: instant('withdrawn_at'),
    askAgainOn: date('ask_again_on'),
    /** Dollars that were paid in another way than by a statement. */
    otherPaid: numeric('other_paid', { precision: 26, scale: 10 }).notNull().default(sql`0`),
    answerName: text('answer_name'),
    answerType: text('answer_type'),
    answerSize: integer('answer_size'),
  },
  (table) => [
    foreignKey({ columns: [table.accountId], foreignColumns: [accounts.accountId], name: 'disputes_account_id_fkey' }),
    check('disputes_check', sql`(state_before IS NULL) OR (state = 'paid'::text)`),
    check('disputes_state_before_check', sql`state_before = any (array['asked'::text, 'answered'::text])`),
    check(
      'disputes_state_check',
      sql`state = any (array['asked'::text, 'answered'::text, 'paid'::text, 'refused'::text])`,
    ),
    index('disputes_by_account').on(table.accountId, table.position.desc().nullsFirst()),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const disputeRows = pgTable(
  'dispute_rows',
  {
    accountId: uuid('account_id').notNull(),
    disputeId: uuid('dispute_id').notNull(),
    number: integer('number').notNull(),
    claimId: text('claim_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    memberRefId: uuid('member_ref_id').notNull(),
    memberExternalId: text('member_external_id').notNull(),
    memberName: text('member_name'),
    policyNumber: text('policy_number'),
    planName: text('plan_name'),
    period: month('period').notNull(),
    kind: text('kind', {
      enum: [
        'underpaid',
        'missed_months',
        'wrong_chargeback',
        'double_chargeback',
        'unmatched_chargeback',
        'not_repaid',
        'true_up_missing',
      ],
    }).notNull(),
    /** The basis. The release before called it the certainty. */
    basis: text('certainty', {
      enum: ['contracted', 'statement_rate', 'statements', 'cms', 'earlier_pay', 'estimated'],
    }).notNull(),
    certainty: text('level', { enum: ['certain', 'likely', 'to_check'] })
      .notNull()
      .default('to_check'),
    ask: text('ask').notNull(),
    evidence: jsonb('evidence').notNull(),
    askedAmount: numeric('asked_amount', { precision: 26, scale: 10 }).notNull(),
    openAmount: numeric('open_amount', { precision: 26, scale: 10 }).notNull(),
    recoveredAmount: numeric('recovered_amount', { precision: 26, scale: 10 }).notNull().default(sql`0`),
    recoveredBefore: numeric('recovered_before', { precision: 26, scale: 10 }).notNull().default(sql`0`),
    isHeld: boolean('is_held').notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.disputeId, table.claimId], name: 'dispute_rows_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'dispute_rows_account_id_fkey',
    }),
    foreignKey({
      columns: [table.disputeId],
      foreignColumns: [disputes.disputeId],
      name: 'dispute_rows_dispute_id_fkey',
    }),
    index('dispute_rows_by_book').on(table.accountId, table.workspaceId, table.carrierId).where(sql`is_held`),
    uniqueIndex('dispute_rows_held').on(table.accountId, table.claimId).where(sql`is_held`),
    tenantPolicy(),
    systemPolicy(),
  ],
);

/** The letterhead of letters to carriers, one for each agency. */
export const letterheads = pgTable(
  'letterheads',
  {
    accountId: uuid('account_id').primaryKey(),
    name: text('name'),
    address: text('address'),
    contact: text('contact'),
    email: text('email'),
    npn: text('npn'),
    setAt: instant('set_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'letterheads_account_id_fkey',
    }),
    agentPolicy(),
    tenantPolicy(),
    systemPolicy(),
  ],
);

/** The addressees of letters, one for each carrier. */
export const commissionDepartments = pgTable(
  'commission_departments',
  {
    accountId: uuid('account_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    name: text('name'),
    email: text('email'),
    address: text('address'),
    setAt: instant('set_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.carrierId], name: 'commission_departments_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'commission_departments_account_id_fkey',
    }),
    tenantPolicy(),
    systemPolicy(),
  ],
);
