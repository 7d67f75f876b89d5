import { setImmediate } from 'node:timers/promises';
import { exactToDecimal, moneyToDecimal } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import type { ScoredRow } from '../../core/scoring/score-member.ts';
import type { PeriodScores } from '../../core/scoring/score-period.ts';
import type { BookScope } from './book-scope.ts';
import { digested, standsAs } from './row-digest.ts';
import { type RowPlace, type SetWriter, setWriter } from './row-set.ts';
import {
  DELTA_COLUMNS,
  type DigestedRow,
  EXPLAINING_COLUMNS,
  type MemberDelta,
  SCORED_ROW_COLUMNS,
  type StoredRow,
} from './score-columns.ts';

/** Scored rows, deltas and rollup of one period: they change together, so that none can be of another run. */

export async function savePeriod(
  scope: BookScope,
  period: Period,
  saved: { readonly configId: string; readonly baselinePeriod: Period | null; readonly scores: PeriodScores },
): Promise<void> {
  const { sql } = scope;
  const stored = await loadStored(scope, period);
  const writer = setWriter(sql);
  await writeCompared(writer, scope, period, await compareStored(saved.scores.rows, stored));
  await writer.done();
  await sql`delete from rollups ${ofPeriod(scope, period)}`;
  await saveRollup(scope, period, saved);
}

async function writeCompared(
  writer: SetWriter,
  scope: BookScope,
  period: Period,
  { changed, outdated, explained }: ComparedRows,
): Promise<void> {
  const { accountId, workspaceId, carrierId } = scope.key;
  const constants = {
    account_id: { type: 'uuid', value: accountId },
    workspace_id: { type: 'uuid', value: workspaceId },
    carrier_id: { type: 'uuid', value: carrierId },
    period: { type: 'period', value: period },
  };
  const explaining = { table: 'scored_rows', constants, columns: EXPLAINING_COLUMNS };
  await writer.update<StoredRow>(explaining, explained, ({ place }) => place);
  await deleteMembers(writer, scope, period, outdated);
  await writer.insert({ table: 'scored_rows', constants, columns: SCORED_ROW_COLUMNS }, changed);
  const deltas: MemberDelta[] = [];
  for (const { row } of changed) {
    for (const delta of row.deltas) deltas.push({ ...delta, memberRefId: row.memberRefId });
  }
  await writer.insert({ table: 'deltas', constants, columns: DELTA_COLUMNS }, deltas);
}

interface ComparedRows {
  /** To be written whole. */
  readonly changed: readonly DigestedRow[];
  /** Members whose stored row has to go first: because it is written anew, or because they have no score any more. */
  readonly outdated: readonly string[];
  /** Stored as they are, but for what is owed and what was found. */
  readonly explained: readonly StoredRow[];
}

/** Often enough for what is being sent: the socket takes it in parts, between two turns. */
const ROWS_PER_TURN = 200;

/** Notes on each stored row what is to be there instead, then sorts by what has to be done. */
async function compareStored(
  rows: readonly ScoredRow[],
  stored: ReadonlyMap<string, StoredDigest>,
): Promise<ComparedRows> {
  const added: DigestedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await setImmediate();
    const wanted = digested(row);
    const before = stored.get(row.memberRefId);
    if (before === undefined) added.push(wanted);
    else before.wanted = before.digest === wanted.digest ? 'stands' : wanted;
  }
  const changed: DigestedRow[] = [];
  const outdated: string[] = [];
  const explained: StoredRow[] = [];
  // In the order they were read in, which is how they lie in the table.
  for (const [memberRefId, { place, digest, wanted }] of stored) {
    if (wanted === 'stands') continue;
    if (wanted !== null && digest !== null && standsAs(wanted, digest)) {
      explained.push({ ...wanted, place });
      continue;
    }
    outdated.push(memberRefId);
    if (wanted !== null) changed.push(wanted);
  }
  return { changed: inOrder([...added, ...changed]), outdated, explained };
}

/** Of the keys: neighbours in the table are neighbours in its indexes, when they are written and when they are read. */
function inOrder(rows: readonly DigestedRow[]): readonly DigestedRow[] {
  return rows.toSorted((a, b) => (a.row.memberRefId < b.row.memberRefId ? -1 : 1));
}

interface StoredDigest {
  readonly place: RowPlace;
  /** Null where a migration has changed what a column means. */
  readonly digest: string | null;
  /** What is to be there instead, or that it stays as it is; null where the member has no score any more. */
  wanted: DigestedRow | 'stands' | null;
}

/** By member. */
async function loadStored(scope: BookScope, period: Period): Promise<Map<string, StoredDigest>> {
  const stored = new Map<string, StoredDigest>();
  await scope.sql<{ member_ref_id: string; place: RowPlace; digest: string | null }[]>`
    select member_ref_id, ctid::text as place, replace(digest::text, '-', '') as digest
    from scored_rows ${ofPeriod(scope, period)}`.forEach((row) => {
    stored.set(row.member_ref_id, { place: row.place, digest: row.digest, wanted: null });
  });
  return stored;
}

async function deleteMembers(
  writer: SetWriter,
  scope: BookScope,
  period: Period,
  memberRefIds: readonly string[],
): Promise<void> {
  if (memberRefIds.length === 0) return;
  const { sql } = scope;
  const ofMembers = sql`${ofPeriod(scope, period)} and member_ref_id = any(${memberRefIds}::uuid[])`;
  await writer.send(() => sql`delete from scored_rows ${ofMembers}`);
  await writer.send(() => sql`delete from deltas ${ofMembers}`);
}

const ofPeriod = ({ sql, key }: BookScope, period: Period) => sql`
  where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period = ${period}`;

/** Without lines a period has no scores; an emptied book keeps no estimates either. */
export async function clearPeriod(scope: BookScope, period: Period): Promise<void> {
  const { sql, key } = scope;
  await sql`delete from scored_rows ${ofPeriod(scope, period)}`;
  await sql`delete from deltas ${ofPeriod(scope, period)}`;
  await sql`delete from rollups ${ofPeriod(scope, period)}`;
  await sql`
    delete from expected_rates
    where account_id = ${key.accountId} and carrier_id = ${key.carrierId} and workspace_id = ${key.workspaceId}
      and source = 'estimated' and not exists (
        select 1 from files
        where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and status = 'active')`;
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
