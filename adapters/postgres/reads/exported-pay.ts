import { getTableColumns, type Table } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Fragment } from 'postgres';
import {
  payAdjustments,
  payEntries,
  payMails,
  payMessages,
  payQuestions,
  payRuns,
  paySettlements,
  paySetups,
} from '../../../schema/agent-pay.ts';
import { agentPairsApart } from '../../../schema/agents.ts';
import type { Sql } from '../connection/sql.ts';

/** The tables of agent pay in an export of an account. */
export const EXPORTED_PAY: readonly WholeTable[] = [
  {
    name: 'pay-setups',
    about: 'How agents are paid, by revision.',
    table: paySetups,
    columns: ownColumns(paySetups),
    orderBy: 'revision',
  },
  {
    name: 'pay-runs',
    about: 'Pay runs.',
    table: payRuns,
    columns: ownColumns(payRuns, ['position', 'digest']),
    orderBy: 'position',
  },
  {
    name: 'pay-adjustments',
    about: 'Adjustments of pay runs by hand, and recurring ones.',
    table: payAdjustments,
    columns: ownColumns(payAdjustments),
    orderBy: 'run_id, made_at, adjustment_id',
  },
  {
    name: 'pay-entries',
    about: 'What approved runs gave of each line.',
    table: payEntries,
    columns: ownColumns(payEntries),
    orderBy: 'run_id, number',
  },
  {
    name: 'pay-settlements',
    about: 'How approved runs settled with each agent.',
    table: paySettlements,
    columns: ownColumns(paySettlements),
    orderBy: 'run_id, agent_id',
  },
  {
    name: 'pay-questions',
    about: 'Questions of agents about statements of pay.',
    table: payQuestions,
    columns: ownColumns(payQuestions, ['position']),
    orderBy: 'position',
  },
  {
    name: 'pay-messages',
    about: 'Messages of these questions.',
    table: payMessages,
    columns: ownColumns(payMessages, ['position']),
    orderBy: 'position',
  },
  {
    name: 'pay-mails',
    about: 'Statements of pay that were mailed to agents.',
    table: payMails,
    columns: ownColumns(payMails),
    orderBy: 'run_id, agent_id',
  },
  {
    name: 'agent-pairs-apart',
    about: 'Names of statements that people said are two agents.',
    table: agentPairsApart,
    columns: ownColumns(agentPairsApart),
    orderBy: 'one, other',
  },
];

/** A table of an export, with its query. */
export interface TableExport {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly string[];
  readonly query: (sql: Sql, accountId: string) => Fragment;
}

/** A table that is exported with all rows of the account. */
export interface WholeTable extends Omit<TableExport, 'query' | 'columns'> {
  readonly table: Table;
  /** Column names, separated by spaces. */
  readonly columns: string;
  /** The columns to sort by. For a large table they follow an index. */
  readonly orderBy: string;
  /** Replaces the condition that the row's account_id is the account's. */
  readonly where?: (sql: Sql, accountId: string) => Fragment;
}

/** Returns the columns of a table, in the order of its description, without the account's column and those left out. */
export function ownColumns(table: PgTable, leftOut: readonly string[] = []): string {
  return Object.values(getTableColumns(table))
    .map(({ name }) => name)
    .filter((name) => name !== 'account_id' && !leftOut.includes(name))
    .join(' ');
}
