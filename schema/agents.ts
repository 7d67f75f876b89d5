// Agents of an agency, and the names and numbers by which the statements of carriers know them.
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { carriers } from './carriers.ts';
import { agentPolicy, agentPolicyWhere, instant, month, reportPolicy, systemPolicy, tenantPolicy } from './columns.ts';

export const agents = pgTable(
  'agents',
  {
    agentId: uuid('agent_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    name: text('name').notNull(),
    npn: text('npn'),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    uplineId: uuid('upline_id'),
    leftFrom: month('left_from'),
    isHouse: boolean('is_house').notNull().default(false),
    taxFormOn: date('tax_form_on'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('agents_account_id_agent_id_key').on(table.accountId, table.agentId),
    unique('agents_account_id_npn_key').on(table.accountId, table.npn),
    foreignKey({ columns: [table.accountId], foreignColumns: [accounts.accountId], name: 'agents_account_id_fkey' }),
    foreignKey({
      columns: [table.uplineId],
      foreignColumns: [table.agentId],
      name: 'agents_upline_id_fkey',
    }).onDelete('set null'),
    check('agents_check', sql`upline_id <> agent_id`),
    index('agents_upline_id_idx').on(table.uplineId),
    uniqueIndex('one_house').on(table.accountId).where(sql`is_house`),
    tenantPolicy(),
    systemPolicy(),
    agentPolicy(),
    reportPolicy(),
  ],
);

/** Each name and number belongs to one agent at most: for all carriers, where it has none, or for one. */
export const agentNames = pgTable(
  'agent_names',
  {
    nameId: uuid('name_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    agentId: uuid('agent_id'),
    kind: text('kind', { enum: ['name', 'number'] }).notNull(),
    text: text('text').notNull(),
    folded: text('folded').notNull().generatedAlwaysAs(sql`lower(text)`),
    carrierId: uuid('carrier_id'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('agent_names_account_id_kind_folded_carrier_id_key')
      .on(table.accountId, table.kind, table.folded, table.carrierId)
      .nullsNotDistinct(),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'agent_names_account_id_fkey',
    }),
    foreignKey({
      columns: [table.accountId, table.agentId],
      foreignColumns: [agents.accountId, agents.agentId],
      name: 'agent_names_account_id_agent_id_fkey',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'agent_names_carrier_id_fkey',
    }).onDelete('cascade'),
    check('agent_names_kind_check', sql`kind = any (array['name'::text, 'number'::text])`),
    index('agent_names_account_id_agent_id_idx').on(table.accountId, table.agentId),
    index('agent_names_carrier_id_idx').on(table.carrierId),
    tenantPolicy(),
    systemPolicy(),
    agentPolicy(),
    reportPolicy(),
  ],
);

/** Names of statements that people said are two agents, in lower case and in the order of their texts. */
export const agentPairsApart = pgTable(
  'agent_pairs_apart',
  {
    accountId: uuid('account_id').notNull(),
    one: text('one').notNull(),
    other: text('other').notNull(),
    saidAt: instant('said_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.one, table.other], name: 'agent_pairs_apart_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'agent_pairs_apart_account_id_fkey',
    }),
    tenantPolicy(),
    systemPolicy(),
  ],
);

/**
 * The moves of books of the pay setup in force, in its order: from a month on a book is another agent's. A trigger copies them from each
 * new setup.
 */
export const bookMoves = pgTable(
  'book_moves',
  {
    accountId: uuid('account_id').notNull(),
    number: integer('number').notNull(),
    fromMonth: month('from_month').notNull(),
    agentId: uuid('agent_id').notNull(),
    toAgentId: uuid('to_agent_id').notNull(),
    carrierId: uuid('carrier_id'),
    memberRefId: uuid('member_ref_id'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.number], name: 'book_moves_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'book_moves_account_id_fkey',
    }),
    foreignKey({
      columns: [table.accountId, table.agentId],
      foreignColumns: [agents.accountId, agents.agentId],
      name: 'book_moves_account_id_agent_id_fkey',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.accountId, table.toAgentId],
      foreignColumns: [agents.accountId, agents.agentId],
      name: 'book_moves_account_id_to_agent_id_fkey',
    }).onDelete('cascade'),
    index('book_moves_account_id_agent_id_from_month_number_idx').on(
      table.accountId,
      table.agentId,
      table.fromMonth,
      table.number,
    ),
    index('book_moves_account_id_to_agent_id_idx').on(table.accountId, table.toAgentId),
    tenantPolicy(),
    systemPolicy(),
    agentPolicyWhere(sql`to_agent_id = (select current_agent_record())`),
    reportPolicy(),
  ],
);
