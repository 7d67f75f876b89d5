import { exactToDecimal, moneyToDecimal } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import type { PeriodScores } from '../../core/scoring/score-period.ts';
import type { BookScope } from './book-scope.ts';
import { insertSet } from './insert-set.ts';
import { DELTA_COLUMNS, type MemberDelta, SCORED_ROW_COLUMNS } from './score-columns.ts';

/** Scored rows, deltas and rollup of one period: always replaced together, so that none can be of another run. */

export async function savePeriod(
  scope: BookScope,
  period: Period,
  saved: { readonly configId: string; readonly baselinePeriod: Period | null; readonly scores: PeriodScores },
): Promise<void> {
  await deleteScores(scope, period);
  const { sql, key } = scope;
  // In the order of the keys: neighbours in the table are neighbours in its indexes, when they are written and when they are read.
  const rows = saved.scores.rows.toSorted((a, b) => (a.memberRefId < b.memberRefId ? -1 : 1));
  const constants = {
    account_id: { type: 'uuid', value: key.accountId },
    workspace_id: { type: 'uuid', value: key.workspaceId },
    carrier_id: { type: 'uuid', value: key.carrierId },
    period: { type: 'period', value: period },
  };
  await insertSet(sql, { table: 'scored_rows', constants, columns: SCORED_ROW_COLUMNS }, rows);
  const deltas: MemberDelta[] = [];
  for (const { memberRefId, deltas: own } of rows) for (const delta of own) deltas.push({ ...delta, memberRefId });
  await insertSet(sql, { table: 'deltas', constants, columns: DELTA_COLUMNS }, deltas);
  await saveRollup(scope, period, saved);
}

/** Without lines a period has no scores; an emptied book keeps no estimates either. */
export async function clearPeriod(scope: BookScope, period: Period): Promise<void> {
  await deleteScores(scope, period);
  const { sql, key } = scope;
  await sql`
    delete from expected_rates
    where account_id = ${key.accountId} and carrier_id = ${key.carrierId} and workspace_id = ${key.workspaceId}
      and source = 'estimated' and not exists (
        select 1 from files
        where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and status = 'active')`;
}

async function deleteScores({ sql, key }: BookScope, period: Period): Promise<void> {
  const ofPeriod = sql`
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period = ${period}`;
  await sql`delete from scored_rows ${ofPeriod}`;
  await sql`delete from deltas ${ofPeriod}`;
  await sql`delete from rollups ${ofPeriod}`;
}

async function saveRollup(
  { sql, key }: BookScope,
  period: Period,
  {
    configId,
    baselinePeriod,
    scores: { rollup },
  }: { readonly configId: string; readonly baselinePeriod: Period | null; readonly scores: PeriodScores },
): Promise<void> {
  await sql`
    insert into rollups (account_id, workspace_id, carrier_id, period, baseline_period, config_id, member_count, green, yellow,
      red, new, reappeared, carried, commission_dropped, commission_reduced, commission_owed, owed_evaluated, owed_total,
      owed_estimated, chargeback_count, chargeback_amount, gross_amount, line_count)
    values (${key.accountId}, ${key.workspaceId}, ${key.carrierId}, ${period}, ${baselinePeriod}, ${configId},
      ${rollup.memberCount}, ${rollup.green}, ${rollup.yellow}, ${rollup.red}, ${rollup.new}, ${rollup.reappeared}, ${rollup.carried},
      ${moneyToDecimal(rollup.commissionDropped)}, ${moneyToDecimal(rollup.commissionReduced)},
      ${exactToDecimal(rollup.commissionOwed)}, ${rollup.owedEvaluated}, ${rollup.owedTotal}, ${rollup.owedEstimated},
      ${rollup.chargebackCount}, ${moneyToDecimal(rollup.chargebackAmount)}, ${moneyToDecimal(rollup.gross)},
      ${rollup.lineCount})`;
}
