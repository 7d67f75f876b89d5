// Agent pay: the agreed rules by revision, the runs, and what approved runs gave of each line.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { agents } from './agents.ts';
import {
  agentAsksPolicy,
  agentPolicyWhere,
  instant,
  money,
  month,
  ownRecordPolicy,
  position,
  reportPolicy,
  systemPolicy,
  tenantPolicy,
} from './columns.ts';

export const paySetups = pgTable(
  'pay_setups',
  {
    accountId: uuid('account_id').notNull(),
    revision: integer('revision').notNull(),
    setup: jsonb('setup').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: instant('changed_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.revision], name: 'pay_setups_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'pay_setups_account_id_fkey',
    }),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const payRuns = pgTable(
  'pay_runs',
  {
    runId: uuid('run_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id').notNull(),
    payDate: date('pay_date').notNull(),
    months: month('months').array().notNull(),
    reapplyFrom: month('reapply_from'),
    state: text('state', { enum: ['draft', 'reviewed', 'approved', 'paid'] })
      .notNull()
      .default('draft'),
    note: text('note'),
    revision: integer('revision'),
    digest: text('digest'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    reviewedBy: text('reviewed_by'),
    reviewedAt: instant('reviewed_at'),
    approvedBy: text('approved_by'),
    approvedAt: instant('approved_at'),
    paidOn: date('paid_on'),
    method: text('method'),
    reference: text('reference'),
    received: money('received'),
    people: money('people'),
    house: money('house'),
    held: money('held'),
    paid: money('paid'),
    records: jsonb('records'),
  },
  (table) => [
    unique('pay_runs_account_id_run_id_key').on(table.accountId, table.runId),
    foreignKey({ columns: [table.accountId], foreignColumns: [accounts.accountId], name: 'pay_runs_account_id_fkey' }),
    check(
      'pay_runs_state_check',
      sql`state = any (array['draft'::text, 'reviewed'::text, 'approved'::text, 'paid'::text])`,
    ),
    index('pay_runs_account_id_position_idx').on(table.accountId, table.position),
    uniqueIndex('one_open_run').on(table.accountId).where(sql`(state = any (array['draft'::text, 'reviewed'::text]))`),
    tenantPolicy(),
    systemPolicy(),
    reportPolicy(),
    agentPolicyWhere(sql`state = any (array['approved'::text, 'paid'::text])`),
  ],
);

export const payAdjustments = pgTable(
  'pay_adjustments',
  {
    adjustmentId: uuid('adjustment_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    runId: uuid('run_id').notNull(),
    agentId: uuid('agent_id').notNull(),
    kind: text('kind', { enum: ['fee', 'bonus', 'draw', 'correction', 'advance', 'release'] }).notNull(),
    amount: money('amount').notNull(),
    reason: text('reason').notNull(),
    madeBy: text('made_by').notNull(),
    madeAt: instant('made_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    foreignKey({
      columns: [table.accountId, table.runId],
      foreignColumns: [payRuns.accountId, payRuns.runId],
      name: 'pay_adjustments_account_id_run_id_fkey',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.agentId],
      foreignColumns: [agents.accountId, agents.agentId],
      name: 'pay_adjustments_account_id_agent_id_fkey',
    }),
    check(
      'pay_adjustments_kind_check',
      sql`kind = any (array['fee'::text, 'bonus'::text, 'draw'::text, 'correction'::text, 'advance'::text, 'release'::text])`,
    ),
    index('pay_adjustments_account_id_run_id_idx').on(table.accountId, table.runId),
    index('pay_adjustments_account_id_agent_id_idx').on(table.accountId, table.agentId),
    tenantPolicy(),
    systemPolicy(),
    ownRecordPolicy(),
  ],
);

/** The part of a line that an approved run gave to one party. Rows are never changed, but the purge of a file removes names of members. */
export const payEntries = pgTable(
  'pay_entries',
  {
    accountId: uuid('account_id').notNull(),
    runId: uuid('run_id').notNull(),
    number: bigint('number', { mode: 'number' }).notNull(),
    lineKey: text('line_key').notNull(),
    party: text('party', { enum: ['agent', 'house', 'held'] }).notNull(),
    agentId: uuid('agent_id'),
    amount: money('amount').notNull(),
    why: text('why').notNull(),
    line: jsonb('line').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.number], name: 'pay_entries_pkey' }),
    foreignKey({
      columns: [table.accountId, table.runId],
      foreignColumns: [payRuns.accountId, payRuns.runId],
      name: 'pay_entries_account_id_run_id_fkey',
    }),
    foreignKey({
      columns: [table.accountId, table.agentId],
      foreignColumns: [agents.accountId, agents.agentId],
      name: 'pay_entries_account_id_agent_id_fkey',
    }),
    check('pay_entries_party_check', sql`party = any (array['agent'::text, 'house'::text, 'held'::text])`),
    check('pay_entries_check', sql`(party = 'agent'::text) = (agent_id IS NOT NULL)`),
    index('pay_entries_account_id_line_key_idx').on(table.accountId, table.lineKey),
    index('pay_entries_account_id_agent_id_run_id_idx').on(table.accountId, table.agentId, table.runId),
    tenantPolicy(),
    systemPolicy(),
    reportPolicy(),
    ownRecordPolicy(),
  ],
);

/** How an approved run settled with an agent, and the balance after it. */
export const paySettlements = pgTable(
  'pay_settlements',
  {
    accountId: uuid('account_id').notNull(),
    runId: uuid('run_id').notNull(),
    agentId: uuid('agent_id').notNull(),
    agentName: text('agent_name').notNull(),
    earned: money('earned').notNull(),
    takenBack: money('taken_back').notNull(),
    adjustments: money('adjustments').notNull(),
    advance: money('advance').notNull(),
    heldBack: money('held_back').notNull(),
    released: money('released').notNull(),
    recovered: money('recovered').notNull(),
    paid: money('paid').notNull(),
    waitingBefore: money('waiting_before').notNull(),
    holdbackBefore: money('holdback_before').notNull(),
    debtBefore: money('debt_before').notNull(),
    waiting: money('waiting').notNull(),
    holdback: money('holdback').notNull(),
    debt: money('debt').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.agentId], name: 'pay_settlements_pkey' }),
    foreignKey({
      columns: [table.accountId, table.runId],
      foreignColumns: [payRuns.accountId, payRuns.runId],
      name: 'pay_settlements_account_id_run_id_fkey',
    }),
    foreignKey({
      columns: [table.accountId, table.agentId],
      foreignColumns: [agents.accountId, agents.agentId],
      name: 'pay_settlements_account_id_agent_id_fkey',
    }),
    index('pay_settlements_account_id_agent_id_idx').on(table.accountId, table.agentId),
    tenantPolicy(),
    systemPolicy(),
    ownRecordPolicy(),
  ],
);

/** A thread about a line of an approved run, or about the statement of an agent. It is open again when the agent writes after its end. */
export const payQuestions = pgTable(
  'pay_questions',
  {
    questionId: uuid('question_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id').notNull(),
    agentId: uuid('agent_id').notNull(),
    runId: uuid('run_id').notNull(),
    lineNumber: bigint('line_number', { mode: 'number' }),
    closedAt: instant('closed_at'),
    closedBy: text('closed_by'),
  },
  (table) => [
    unique('pay_questions_account_id_agent_id_run_id_line_number_key')
      .on(table.accountId, table.agentId, table.runId, table.lineNumber)
      .nullsNotDistinct(),
    unique('pay_questions_account_id_question_id_key').on(table.accountId, table.questionId),
    foreignKey({
      columns: [table.accountId, table.runId],
      foreignColumns: [payRuns.accountId, payRuns.runId],
      name: 'pay_questions_account_id_run_id_fkey',
    }),
    foreignKey({
      columns: [table.accountId, table.agentId],
      foreignColumns: [agents.accountId, agents.agentId],
      name: 'pay_questions_account_id_agent_id_fkey',
    }),
    foreignKey({
      columns: [table.runId, table.lineNumber],
      foreignColumns: [payEntries.runId, payEntries.number],
      name: 'pay_questions_run_id_line_number_fkey',
    }),
    index('pay_questions_account_id_run_id_idx').on(table.accountId, table.runId),
    index('pay_questions_run_id_line_number_idx').on(table.runId, table.lineNumber),
    tenantPolicy(),
    systemPolicy(),
    ownRecordPolicy(),
    agentAsksPolicy(sql`agent_id = (select current_agent_record()) and closed_at is null and closed_by is null
      and run_id in (select s.run_id from pay_settlements s)
      and (line_number is null or exists (
        select from pay_entries e where e.run_id = pay_questions.run_id and e.number = pay_questions.line_number))`),
  ],
);

export const payMessages = pgTable(
  'pay_messages',
  {
    messageId: uuid('message_id').primaryKey(),
    position: position('position'),
    accountId: uuid('account_id').notNull(),
    questionId: uuid('question_id').notNull(),
    isOffice: boolean('is_office').notNull(),
    author: text('author'),
    body: text('body').notNull(),
    writtenAt: instant('written_at').notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      columns: [table.accountId, table.questionId],
      foreignColumns: [payQuestions.accountId, payQuestions.questionId],
      name: 'pay_messages_account_id_question_id_fkey',
    }),
    index('pay_messages_account_id_question_id_idx').on(table.accountId, table.questionId),
    tenantPolicy(),
    systemPolicy(),
    agentPolicyWhere(
      sql`question_id in (select question_id from pay_questions where agent_id = (select current_agent_record()))`,
    ),
    agentAsksPolicy(sql`not is_office and question_id in (select q.question_id from pay_questions q)`),
  ],
);

/** Statements that were mailed to agents. */
export const payMails = pgTable(
  'pay_mails',
  {
    accountId: uuid('account_id').notNull(),
    runId: uuid('run_id').notNull(),
    agentId: uuid('agent_id').notNull(),
    sentTo: text('sent_to').notNull(),
    sentBy: text('sent_by').notNull(),
    claimedAt: instant('claimed_at').notNull().default(sql`clock_timestamp()`),
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.agentId], name: 'pay_mails_pkey' }),
    foreignKey({
      columns: [table.runId, table.agentId],
      foreignColumns: [paySettlements.runId, paySettlements.agentId],
      name: 'pay_mails_run_id_agent_id_fkey',
    }),
    foreignKey({
      columns: [table.accountId, table.runId],
      foreignColumns: [payRuns.accountId, payRuns.runId],
      name: 'pay_mails_account_id_run_id_fkey',
    }),
    index('pay_mails_account_id_run_id_idx').on(table.accountId, table.runId),
    tenantPolicy(),
    systemPolicy(),
  ],
);
