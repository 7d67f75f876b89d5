// Carriers, their statement formats and the rates that they contracted.
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
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts, workspaces } from './accounts.ts';
import {
  instant,
  month,
  reportViewsRole,
  serviceRole,
  sharedAgentPolicy,
  systemPolicy,
  tenantPolicy,
} from './columns.ts';

export const carrierGroups = pgTable(
  'carrier_groups',
  {
    groupId: uuid('group_id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
  },
  (table) => [unique('carrier_groups_slug_key').on(table.slug)],
);

export const carriers = pgTable(
  'carriers',
  {
    carrierId: uuid('carrier_id').primaryKey(),
    accountId: uuid('account_id'),
    groupId: uuid('group_id'),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    productLine: text('product_line', { enum: ['medicare', 'major_medical', 'med_supp', 'ancillary', 'group'] }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('carriers_account_id_slug_key').on(table.accountId, table.slug).nullsNotDistinct(),
    foreignKey({ columns: [table.accountId], foreignColumns: [accounts.accountId], name: 'carriers_account_id_fkey' }),
    foreignKey({ columns: [table.groupId], foreignColumns: [carrierGroups.groupId], name: 'carriers_group_id_fkey' }),
    check(
      'carriers_product_line_check',
      sql`product_line = any (array['medicare'::text, 'major_medical'::text, 'med_supp'::text, 'ancillary'::text, 'group'::text])`,
    ),
    systemPolicy(),
    sharedAgentPolicy(),
    pgPolicy('report', {
      for: 'select',
      to: reportViewsRole,
      using: sql`((account_id = ( SELECT report_private.current_account() AS current_account)) OR ((account_id IS NULL) AND (( SELECT report_private.current_account() AS current_account) IS NOT NULL)))`,
    }),
    pgPolicy('tenant_adds', {
      for: 'insert',
      to: serviceRole,
      withCheck: sql`(account_id = ( SELECT current_account() AS current_account))`,
    }),
    pgPolicy('tenant_changes', {
      for: 'update',
      to: serviceRole,
      using: sql`((account_id = ( SELECT current_account() AS current_account)) OR (account_id IS NULL))`,
      withCheck: sql`(account_id = ( SELECT current_account() AS current_account))`,
    }),
    pgPolicy('tenant_reads', {
      for: 'select',
      to: serviceRole,
      using: sql`((account_id = ( SELECT current_account() AS current_account)) OR (account_id IS NULL))`,
    }),
    pgPolicy('tenant_removes', {
      for: 'delete',
      to: serviceRole,
      using: sql`(account_id = ( SELECT current_account() AS current_account))`,
    }),
  ],
);

export const statementConfigs = pgTable(
  'statement_configs',
  {
    configId: uuid('config_id').primaryKey(),
    carrierId: uuid('carrier_id').notNull(),
    accountId: uuid('account_id'),
    version: integer('version').notNull(),
    config: jsonb('config').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    removedAt: instant('removed_at'),
  },
  (table) => [
    unique('statement_configs_carrier_id_account_id_version_key')
      .on(table.carrierId, table.accountId, table.version)
      .nullsNotDistinct(),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'statement_configs_account_id_fkey',
    }),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'statement_configs_carrier_id_fkey',
    }).onDelete('cascade'),
    check('statement_configs_version_check', sql`version > 0`),
    index('statement_configs_by_account').on(table.accountId),
    systemPolicy(),
    sharedAgentPolicy(),
    pgPolicy('tenant_adds', {
      for: 'insert',
      to: serviceRole,
      withCheck: sql`(account_id = ( SELECT current_account() AS current_account))`,
    }),
    pgPolicy('tenant_reads', {
      for: 'select',
      to: serviceRole,
      using: sql`((account_id = ( SELECT current_account() AS current_account)) OR (account_id IS NULL))`,
    }),
    pgPolicy('tenant_removes', {
      for: 'delete',
      to: serviceRole,
      using: sql`(account_id = ( SELECT current_account() AS current_account))`,
    }),
    pgPolicy('tenant_retires', {
      for: 'update',
      to: serviceRole,
      using: sql`(account_id = ( SELECT current_account() AS current_account))`,
      withCheck: sql`(account_id = ( SELECT current_account() AS current_account))`,
    }),
  ],
);

export const sharedCatalogue = pgTable(
  'shared_catalogue',
  {
    onlyRow: boolean('only_row').primaryKey().default(true),
    version: integer('version').notNull(),
    loadedAt: instant('loaded_at').notNull().defaultNow(),
  },
  () => [
    check('shared_catalogue_only_row_check', sql`only_row`),
    check('shared_catalogue_version_check', sql`version > 0`),
  ],
);

export const expectedRates = pgTable(
  'expected_rates',
  {
    rateId: uuid('rate_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    workspaceId: uuid('workspace_id'),
    source: text('source').notNull(),
    planCode: text('plan_code'),
    rateType: text('rate_type').notNull(),
    rateValue: numeric('rate_value', { precision: 16, scale: 6 }).notNull(),
    tier: text('tier'),
    state: text('state'),
    effectiveFrom: date('effective_from'),
    effectiveTo: date('effective_to'),
    basisPeriod: month('basis_period'),
    sampleSize: integer('sample_size'),
    createdAt: instant('created_at').notNull().defaultNow(),
    productType: text('product_type'),
    planName: text('plan_name'),
    maxLives: integer('max_lives'),
    fromPolicyMonth: integer('from_policy_month'),
    toPolicyMonth: integer('to_policy_month'),
    fromLives: integer('from_lives'),
    toLives: integer('to_lives'),
    boundedFrom: date('bounded_from'),
  },
  (table) => [
    unique('expected_rates_once')
      .on(
        table.accountId,
        table.carrierId,
        table.workspaceId,
        table.productType,
        table.planCode,
        table.planName,
        table.tier,
        table.state,
        table.effectiveFrom,
        table.boundedFrom,
        table.fromPolicyMonth,
        table.toPolicyMonth,
        table.fromLives,
        table.toLives,
      )
      .nullsNotDistinct(),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'expected_rates_account_id_fkey',
    }),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'expected_rates_carrier_id_fkey',
    }),
    foreignKey({
      columns: [table.workspaceId],
      foreignColumns: [workspaces.workspaceId],
      name: 'expected_rates_workspace_id_fkey',
    }),
    check('expected_rates_check', sql`(source = 'estimated'::text) = (workspace_id IS NOT NULL)`),
    check('expected_rates_check1', sql`(to_policy_month >= from_policy_month) AND (to_policy_month >= 1)`),
    check('expected_rates_check2', sql`(to_lives >= from_lives) AND (to_lives >= 1)`),
    check('expected_rates_from_lives_check', sql`from_lives >= 1`),
    check('expected_rates_from_policy_month_check', sql`from_policy_month >= 1`),
    check(
      'expected_rates_rate_type_check',
      sql`rate_type = any (array['flat_per_member'::text, 'percent_of_premium'::text])`,
    ),
    check('expected_rates_source_check', sql`source = any (array['contracted'::text, 'estimated'::text])`),
    check('expected_rates_tier_check', sql`tier = any (array['initial'::text, 'renewal'::text])`),
    tenantPolicy(),
    systemPolicy(),
  ],
);

export const expectedFiles = pgTable(
  'expected_files',
  {
    accountId: uuid('account_id').notNull(),
    carrierId: uuid('carrier_id').notNull(),
    files: integer('files').notNull(),
    setAt: instant('set_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.carrierId], name: 'expected_files_pkey' }),
    foreignKey({
      columns: [table.accountId],
      foreignColumns: [accounts.accountId],
      name: 'expected_files_account_id_fkey',
    }),
    foreignKey({
      columns: [table.carrierId],
      foreignColumns: [carriers.carrierId],
      name: 'expected_files_carrier_id_fkey',
    }),
    check('expected_files_files_check', sql`(files >= 1) AND (files <= 100)`),
    index('expected_files_by_carrier').on(table.carrierId),
    tenantPolicy(),
    systemPolicy(),
  ],
);
