import { setImmediate } from 'node:timers/promises';
import type { PeriodScoring } from '../../../app/book/book-ports.ts';
import type { ReturningCount } from '../../../core/identity/match-returning.ts';
import { exactToDecimal, moneyToDecimal } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import type { AgentNet } from '../../../core/scoring/agent-pay.ts';
import type { Rollup } from '../../../core/scoring/rollup.ts';
import type { PeriodOutcome, ScoringSteps } from '../../../core/scoring/score-period.ts';
import type { ScoredRow } from '../../../core/scoring/scored-row.ts';
import { expectedRates } from '../../../schema/carriers.ts';
import { files } from '../../../schema/files.ts';
import { carrierEvents, deltas, rollups, scoredRows } from '../../../schema/scores.ts';
import { saveCarrierEvents } from '../carrier-events/carrier-events.ts';
import { listLinkedIds } from '../identities/returning-members.ts';
import { type BookScope, ofPeriod, type WrittenScope } from './book-scope.ts';
import { ROWS_PER_STATEMENT } from './bulk-writer.ts';
import { ENCODED_ROW, type EncodedRow, encodeRows } from './encoded-row.ts';
import { DELTA, type MemberDelta } from './score-records.ts';
import { loadFingerprints } from './stored-fingerprints.ts';

/** Writes scored rows, deltas, rollup and carrier events of one period together, so that all are results of the same run. */

/** Scores and saves a period. Resolves when the writer has all statements, of which some may not be sent yet. */
export async function savePeriod(
  scope: WrittenScope,
  period: Period,
  { configId, baselinePeriod, steps, countReturning }: PeriodScoring,
): Promise<{ readonly outcome: PeriodOutcome; readonly rows: readonly ScoredRow[] }> {
  const rows: ScoredRow[] = [];
  const writer = changedRowsWriter(scope, period, await loadFingerprints(scope, period));
  const outcome = await writeEach(writer, steps, rows);
  await writer.finish();
  const { rollup, agentPay } = outcome;
  const returning = await countReturning(rollup, rows, () => listLinkedIds(scope.sql, scope.key));
  await saveRollup(scope, period, { configId, baselinePeriod, rollup, returning, agentPay });
  await saveCarrierEvents(scope, period, outcome.events);
  return { outcome, rows };
}

async function writeEach(
  writer: Pick<ChangedRowsWriter, 'take'>,
  steps: ScoringSteps,
  rows: ScoredRow[],
): Promise<PeriodOutcome> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    for (const row of step.value) rows.push(row);
    await writer.take(step.value);
    // Yields to the event loop, so that the socket can send.
    await setImmediate();
  }
}

const constantsOf = ({ key }: BookScope, period: Period) => ({
  account_id: { type: 'uuid', value: key.accountId },
  workspace_id: { type: 'uuid', value: key.workspaceId },
  carrier_id: { type: 'uuid', value: key.carrierId },
  period: { type: 'period', value: period },
});

interface ChangedRowsWriter {
  take(rows: readonly ScoredRow[]): Promise<void>;
  /** Called after the last row: removes stored rows of members that were not scored. */
  finish(): Promise<void>;
}

/**
 * Writes rows whose fingerprint differs from the stored one, and removes rows of members without a score. At most one statement's rows
 * are buffered.
 */
function changedRowsWriter(
  scope: WrittenScope,
  period: Period,
  fingerprints: ReadonlyMap<string, string>,
): ChangedRowsWriter {
  const { writer } = scope;
  const constants = constantsOf(scope, period);
  const member = { name: 'member_ref_id', type: 'uuid' };
  let changed: EncodedRow[] = [];
  /** Members whose stored deltas are deleted, because their row changed or was removed. */
  const outdatedDeltas: string[] = [];
  const rowDeltas: MemberDelta[] = [];
  const scored = new Set<string>();

  async function replace(stored: readonly string[], rows: readonly EncodedRow[]): Promise<void> {
    for (const memberRefId of stored) outdatedDeltas.push(memberRefId);
    for (const row of rows) for (const delta of row.deltas) rowDeltas.push({ ...delta, memberRefId: row.memberRefId });
    await writer.remove({ table: scoredRows, constants }, member, stored);
    await writer.insert({ table: scoredRows, constants, record: ENCODED_ROW }, rows);
  }

  async function writeChanged(): Promise<void> {
    const rows = changed;
    changed = [];
    const stored = rows.map(({ memberRefId }) => memberRefId).filter((memberRefId) => fingerprints.has(memberRefId));
    await replace(stored, rows);
  }

  return {
    async take(rows) {
      for (const row of encodeRows(rows)) {
        scored.add(row.memberRefId);
        if (fingerprints.get(row.memberRefId) !== row.fingerprint) changed.push(row);
        if (changed.length === ROWS_PER_STATEMENT) await writeChanged();
      }
    },
    async finish() {
      await writeChanged();
      await replace(
        [...fingerprints.keys()].filter((memberRefId) => !scored.has(memberRefId)),
        [],
      );
      await writer.remove({ table: deltas, constants }, member, outdatedDeltas);
      await writer.insert({ table: deltas, constants, record: DELTA }, rowDeltas);
    },
  };
}

/** Removes the scores of a period without lines. A book without active files loses its estimated rates too. */
export async function clearPeriod(scope: BookScope, period: Period): Promise<void> {
  const { sql, key } = scope;
  await sql`delete from ${scoredRows} ${ofPeriod(scope, period)}`;
  await sql`delete from ${deltas} ${ofPeriod(scope, period)}`;
  await sql`delete from ${rollups} ${ofPeriod(scope, period)}`;
  await sql`delete from ${carrierEvents} ${ofPeriod(scope, period)}`;
  await sql`
    delete from ${expectedRates}
    where account_id = ${key.accountId} and carrier_id = ${key.carrierId} and workspace_id = ${key.workspaceId}
      and source = 'estimated' and not exists (
        select 1 from ${files}
        where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and status = 'active')`;
}

async function saveRollup(
  scope: WrittenScope,
  period: Period,
  {
    configId,
    baselinePeriod,
    rollup,
    returning,
    agentPay,
  }: Pick<PeriodScoring, 'configId' | 'baselinePeriod'> & {
    readonly rollup: Rollup;
    readonly returning: ReturningCount | null;
    readonly agentPay: readonly AgentNet[];
  },
): Promise<void> {
  const { sql, key, writer } = scope;
  await writer.send(() => sql`delete from ${rollups} ${ofPeriod(scope, period)}`);
  await writer.send(
    () => sql`
    insert into ${rollups} (account_id, workspace_id, carrier_id, period, baseline_period, config_id, member_count, green, yellow,
      red, new, reappeared, carried, commission_dropped, commission_reduced, commission_owed, commission_owed_estimated, owed_evaluated, owed_total,
      owed_estimated, chargeback_count, chargeback_amount, gross_amount, line_count, missing_members, returning_members,
      paid_more, taken_back, same, agent_pay)
    values (${key.accountId}, ${key.workspaceId}, ${key.carrierId}, ${period}, ${baselinePeriod}, ${configId},
      ${rollup.memberCount}, ${rollup.green}, ${rollup.yellow}, ${rollup.red}, ${rollup.new}, ${rollup.reappeared}, ${rollup.carried},
      ${moneyToDecimal(rollup.commissionDropped)}, ${moneyToDecimal(rollup.commissionReduced)},
      ${exactToDecimal(rollup.commissionOwed)}, ${exactToDecimal(rollup.commissionOwedEstimated)}, ${rollup.owedEvaluated}, ${rollup.owedTotal}, ${rollup.owedEstimated},
      ${rollup.chargebackCount}, ${moneyToDecimal(rollup.chargebackAmount)}, ${moneyToDecimal(rollup.gross)},
      ${rollup.lineCount}, ${returning?.missing ?? null}, ${returning?.returning ?? null},
      ${rollup.paidMore}, ${rollup.takenBack}, ${rollup.same},
      ${storedAgentPay(agentPay)}::text::jsonb)`,
  );
}

/** Amounts are stored as decimal text, which PostgreSQL reads exactly. */
function storedAgentPay(agentPay: readonly AgentNet[]): string {
  return JSON.stringify(
    agentPay.map(({ agentId, agentName, net }) => ({ id: agentId, name: agentName, net: moneyToDecimal(net) })),
  );
}
