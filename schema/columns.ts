// Column types, roles and policies that several tables share.
import { type SQL, sql } from 'drizzle-orm';
import { bigint, customType, numeric, pgPolicy, pgRole, timestamp } from 'drizzle-orm/pg-core';

/** The role for work on one account. Row-level security shows it the rows of that account only. */
export const serviceRole = pgRole('cas_service');
/** The role for work on all accounts: sign-in, operators, queues and schedules. */
export const systemRole = pgRole('cas_system');
/** The role that owns the views of saved reports. */
export const reportViewsRole = pgRole('cas_report_views');

/** The role that keeps the schedule of saved reports on AWS. */
export const schedulerRole = pgRole('cas_scheduler');

/** The role that runs saved reports. It reads the report views, and no table. */
export const reportRole = pgRole('cas_report');

/** The role for the reads of agents. It reads the agents' views, and no table. */
export const agentRole = pgRole('cas_agent');

/** The role that owns the views of agents. */
export const agentViewsRole = pgRole('cas_agent_views');

/** Binary data, as a Buffer. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** A calendar month as `YYYY-MM`: a domain over text that refuses any other text. */
export const month = customType<{ data: string }>({ dataType: () => 'period' });

/** A text whose order and beginnings are those of its bytes, whatever the locale of the server. */
export const comparedByBytes = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** An amount in dollars with four decimals, as text: no digit is lost in a JavaScript number. */
export const money = (name: string) => numeric(name, { precision: 14, scale: 4 });

/** A point in time, as ISO 8601 text in UTC with milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** The order of insertion, by which lists are paged. PostgreSQL assigns it. */
export const position = (name: string) => bigint(name, { mode: 'bigint' }).generatedAlwaysAsIdentity();

const ofCurrentAccount = sql`(account_id = ( SELECT current_account() AS current_account))`;

/** Lets the service read and write rows of the transaction's account. */
export const tenantPolicy = () =>
  pgPolicy('tenant', { for: 'all', to: serviceRole, using: ofCurrentAccount, withCheck: ofCurrentAccount });

/** Lets the system role read and write every row. */
export const systemPolicy = () =>
  pgPolicy('system', { for: 'all', to: systemRole, using: sql`true`, withCheck: sql`true` });

/** Lets the schedule of saved reports read and write every row. Its grants narrow it to columns. */
export const schedulerPolicy = () =>
  pgPolicy('scheduler', { for: 'all', to: schedulerRole, using: sql`true`, withCheck: sql`true` });

/** Lets the schedule of saved reports read every row. */
export const schedulerReads = () => pgPolicy('scheduler', { for: 'select', to: schedulerRole, using: sql`true` });

/** Lets the owner of the report views read rows of the account whose report runs. */
export const reportPolicy = () =>
  pgPolicy('report', {
    for: 'select',
    to: reportViewsRole,
    using: sql`(account_id = ( SELECT report_private.current_account() AS current_account))`,
  });

const agentReads = (condition: SQL) =>
  pgPolicy('agent', { for: 'select', to: agentViewsRole, using: sql`(${condition})` });

/** Lets the owner of the agents' views read rows of the account. The views decide what agents see of them. */
export const agentPolicy = () => agentReads(ofAccount);

/** Lets the owner of the agents' views read rows of the account and rows that all accounts share. */
export const sharedAgentPolicy = () => agentReads(sql`(${ofAccount}) or (account_id is null)`);

/**
 * Lets the owner of the agents' views read rows of the account that belong to the transaction's agent. The member counts for moves of
 * books; rows without one pass null.
 */
export const ownAgentPolicy = (member = sql`member_ref_id`) =>
  agentReads(sql`${ofAccount}
    and (lower(agent_name) = any ((select current_agent_spellings())::text[])
      or lower(agent_id) = any ((select current_agent_spellings())::text[]))
    and agent_of_row(carrier_id, agent_id, agent_name, ${member}, period) is not distinct from (select current_agent_record())`);

/** Lets the owner of the agents' views read rows of the transaction's agent. */
export const ownRecordPolicy = () => agentReads(sql`${ofAccount} and agent_id = (select current_agent_record())`);

/** Lets the owner of the agents' views read rows of the account that meet a condition. */
export const agentPolicyWhere = (condition: SQL) => agentReads(sql`${ofAccount} and ${condition}`);

/** Lets an agent add rows that meet a condition. */
export const agentAsksPolicy = (condition: SQL) =>
  pgPolicy('agent_asks', { for: 'insert', to: agentViewsRole, withCheck: sql`(${ofAccount} and ${condition})` });

const ofAccount = sql`account_id = (select current_account())`;
