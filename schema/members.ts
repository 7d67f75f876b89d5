// The ids that belong to one member, notes and contacts of members, and the list of policies that an agency keeps.
import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accounts, workspaces } from './accounts.ts';
import { carriers } from './carriers.ts';
import { agentPolicy, bytes, comparedByBytes, instant, money, systemPolicy, tenantPolicy } from './columns.ts';

export const memberAliases = pgTable(
  'member_aliases',
  {
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    aliasRefId: uuid('alias_ref_id').notNull(),
    memberRefId: uuid('member_ref_id').notNull(),
    externalId: text('external_id').notNull(),
    source: text('source', { enum: ['alternate_id', 'relayout', 'manual'] }).notNull(),
    period: text('period'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    removedAt: instant('removed_at'),
  },
  (table) => [
    primaryKey({
      columns: [table.accountId, table.workspaceId, table.carrierId, table.aliasRefId],
      name: 'member_aliases_pkey',
    }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'member_aliases_account_id_fkey',
    }),
    check('member_aliases_check', sql`alias_ref_id <> member_ref_id`),
    check(
      'member_aliases_source_check',
      sql`source = any (array['alternate_id'::text, 'relayout'::text, 'manual'::text])`,
    ),
    index('member_aliases_by_member').on(table.accountId, table.memberRefId),
    tenantPolicy(),
    systemPolicy(),
    agentPolicy(),
  ],
);

export const memberSecondIds = pgTable(
  'member_second_ids',
  {
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    secondKey: text('second_key').notNull(),
    memberRefId: uuid('member_ref_id').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.accountId, table.workspaceId, table.carrierId, table.secondKey, table.memberRefId],
      name: 'member_second_ids_pkey',
    }),
    tenantPolicy(),
    systemPolicy(),
  ],
);

/** The words by which people and policies are searched. Triggers of the migrations write them with the rows that they come from. */
export const searchWords = pgTable(
  'search_words',
  {
    accountId: uuid('account_id').notNull(),
    kind: text('kind', { enum: ['word', 'policy', 'name', 'agent'] }).notNull(),
    word: comparedByBytes('word').notNull(),
    memberRefId: uuid('member_ref_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    label: text('label'),
    terms: text('terms').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.accountId, table.kind, table.word, table.memberRefId],
      name: 'search_words_pkey',
    }),
    check(
      'search_words_kind_check',
      sql`kind = any (array['word'::text, 'policy'::text, 'name'::text, 'agent'::text])`,
    ),
    tenantPolicy(),
    systemPolicy(),
    agentPolicy(),
  ],
);

export const listedPolicies = pgTable(
  'listed_policies',
  {
    accountId: uuid('account_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    policyKey: bytes('policy_key').notNull(),
    policyId: text('policy_id').notNull(),
    policyNumber: text('policy_number'),
    memberName: text('member_name'),
    planName: text('plan_name'),
    effectiveDate: date('effective_date'),
    termDate: date('term_date'),
    premium: money('premium'),
    lives: numeric('lives', { precision: 12, scale: 2 }),
    rate: numeric('rate', { precision: 14, scale: 6 }),
    agent: text('agent'),
    status: text('status').notNull(),
    listedAt: instant('listed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      columns: [table.accountId, table.workspaceId, table.carrierId, table.policyKey],
      name: 'listed_policies_pkey',
    }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'listed_policies_account_id_fkey',
    }),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'listed_policies_carrier_id_fkey',
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.workspaceId],
      foreignColumns: [workspaces.workspaceId],
      name: 'listed_policies_workspace_id_fkey',
    }),
    check('listed_policies_status_check', sql`status = any (array['active'::text, 'pending'::text, 'ended'::text])`),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const memberNotes = pgTable(
  'member_notes',
  {
    noteId: uuid('note_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    memberRefId: uuid('member_ref_id').notNull(),
    body: text('body').notNull(),
    author: text('author'),
    writtenAt: instant('written_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'member_notes_account_id_fkey',
    }),
    index('member_notes_by_member').on(table.accountId, table.memberRefId, table.writtenAt),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const memberContacts = pgTable(
  'member_contacts',
  {
    accountId: uuid('account_id').notNull(),
    memberRefId: uuid('member_ref_id').notNull(),
    phone: text('phone'),
    email: text('email'),
    setAt: instant('set_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.memberRefId], name: 'member_contacts_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'member_contacts_account_id_fkey',
    }),
    check('member_contacts_check', sql`(phone IS NOT NULL) OR (email IS NOT NULL)`),
    tenantPolicy(),
    systemPolicy(),
  ],
);
