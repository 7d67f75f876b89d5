import { payAdjustments, payEntries, payRuns, paySettlements, paySetups } from '../../../schema/agent-pay.ts';
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
];
