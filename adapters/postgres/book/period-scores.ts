import { setImmediate } from 'node:timers/promises';
import type { PeriodScoring } from '../../../app/book/book-ports.ts';
import type { ReturningCount } from '../../../core/identity/match-returning.ts';
import { exactToDecimal, moneyToDecimal } from '../../../core/money.ts';
import { addMonths, type Period } from '../../../core/period.ts';
import type { AgentNet } from '../../../core/scoring/agent-pay.ts';
import { type FindingTally, TALLIED_MONTHS } from '../../../core/scoring/events/shared-findings.ts';
import type { Rollup } from '../../../core/scoring/rollup.ts';
import type { PeriodOutcome, ScoringSteps } from '../../../core/scoring/score-period.ts';
import type { ScoredRow } from '../../../core/scoring/scored-row.ts';
import { expectedRates } from '../../../schema/carriers.ts';
import { files } from '../../../schema/files.ts';
import { carrierEvents, deltas, rollups, scoredRows } from '../../../schema/scores.ts';
import { saveCarrierEvents } from '../carrier-events/carrier-events.ts';
import { orm } from '../connection/orm.ts';
import { listLinkedIds } from '../identities/returning-members.ts';
import { type BookScope, ofBook, ofPeriod, type WriterScope } from './book-scope.ts';
import { type ChangedRowsWriter, changedRowsWriter } from './changed-rows.ts';

/** Writes scored rows, deltas, rollup and carrier events of one period together, so that all are results of the same run. */

/** Scores and saves a period. Resolves when the writer has all queries, of which some may not be sent yet. */
export async function savePeriod(
  scope: WriterScope,
  period: Period,
  { configId, baselinePeriod, steps, countReturning }: PeriodScoring,
): Promise<{ readonly outcome: PeriodOutcome; readonly rows: readonly ScoredRow[] }> {
  const rows: ScoredRow[] = [];
  const changedRows = await changedRowsWriter(scope, period);
  const outcome = await scoreAndWrite(changedRows, steps, rows);
  await changedRows.finish();
  const { rollup, agentPay, tally } = outcome;
  const returning = await countReturning(rollup, rows, () => listLinkedIds(scope.sql, scope.key));
  await saveRollup(scope, { period, configId, baselinePeriod, rollup, returning, agentPay, tally });
  await saveCarrierEvents(scope, period, outcome.events);
  return { outcome, rows };
}

async function scoreAndWrite(
  changedRows: Pick<ChangedRowsWriter, 'take'>,
  steps: ScoringSteps,
  rows: ScoredRow[],
): Promise<PeriodOutcome> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    for (const row of step.value) rows.push(row);
    await changedRows.take(step.value);
    // Yields to the event loop, so that the socket can send.
    await setImmediate();
  }
}

/** Removes the scores of a period without lines. A book without active files loses its estimated rates too. */
export async function clearPeriod(scope: BookScope, period: Period): Promise<void> {
  const { sql } = scope;
  for (const table of [scoredRows, deltas, rollups, carrierEvents])
    await sql`delete from ${table} ${ofPeriod(scope, period)}`;
  await sql`
    delete from ${expectedRates} where ${ofBook(scope)} and source = 'estimated'
      and not exists (select 1 from ${files} where ${ofBook(scope)} and status = 'active')`;
}

/** Loads the tallies of the periods before this one that a scoring of it adds up. */
export async function loadFindingTallies(scope: BookScope, before: Period): Promise<readonly FindingTally[]> {
  const rows = await scope.sql<{ tally: FindingTally }[]>`
    select finding_tally as tally from ${rollups}
    where ${ofBook(scope)} and period < ${before} and period > ${addMonths(before, -TALLIED_MONTHS)}
      and finding_tally is not null
    order by period`;
  return rows.map(({ tally }) => tally);
}

async function saveRollup(
  { sql, key, writer }: WriterScope,
  {
    rollup,
    returning,
    agentPay,
    tally,
    ...columns
  }: Pick<PeriodScoring, 'configId' | 'baselinePeriod'> & {
    readonly period: Period;
    readonly rollup: Rollup;
    readonly returning: ReturningCount | null;
    readonly agentPay: readonly AgentNet[];
    readonly tally: FindingTally;
  },
): Promise<void> {
  const { accountId, workspaceId, carrierId } = key;
  const {
    gross,
    commissionDropped,
    commissionReduced,
    plannedStepAmount,
    commissionOwed,
    commissionOwedEstimated,
    chargebackAmount,
    ...counts
  } = rollup;
  const values = {
    ...{ accountId, workspaceId, carrierId },
    ...columns,
    ...counts,
    commissionDropped: moneyToDecimal(commissionDropped),
    commissionReduced: moneyToDecimal(commissionReduced),
    plannedStepAmount: moneyToDecimal(plannedStepAmount),
    commissionOwed: exactToDecimal(commissionOwed),
    commissionOwedEstimated: exactToDecimal(commissionOwedEstimated),
    chargebackAmount: moneyToDecimal(chargebackAmount),
    grossAmount: moneyToDecimal(gross),
    missingMembers: returning?.missing ?? null,
    returningMembers: returning?.returning ?? null,
    agentPay: storedAgentPay(agentPay),
    findingTally: tally,
  };
  const target = [rollups.workspaceId, rollups.carrierId, rollups.period];
  await writer.send(() => orm(sql).insert(rollups).values(values).onConflictDoUpdate({ target, set: values }));
}

/** Amounts are stored as decimal text, which PostgreSQL reads exactly. */
const storedAgentPay = (agentPay: readonly AgentNet[]) =>
  agentPay.map(({ agentId, agentName, net }) => ({ id: agentId, name: agentName, net: moneyToDecimal(net) }));
