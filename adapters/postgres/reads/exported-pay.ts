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
import { ownColumns, type WholeTable } from './whole-table.ts';

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
