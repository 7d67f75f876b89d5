import { hash } from 'node:crypto';
import { exactToDecimal, moneyToDecimal } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import type { ScoredRow } from '../../core/scoring/score-member.ts';
import type { PeriodScores } from '../../core/scoring/score-period.ts';
import type { BookScope } from './book-scope.ts';
import { insertSet, updateSet } from './row-set.ts';
import {
  DELTA_COLUMNS,
  type DigestedRow,
  EXPLAINING_COLUMNS,
  type MemberDelta,
  SCORED_ROW_COLUMNS,
} from './score-columns.ts';

/** Scored rows, deltas and rollup of one period: they change together, so that none can be of another run. */

export async function savePeriod(
  scope: BookScope,
  period: Period,
  saved: { readonly configId: string; readonly baselinePeriod: Period | null; readonly scores: PeriodScores },
): Promise<void> {
  const { sql, key } = scope;
  const stored = await loadDigests(scope, period);
  const { changed, explained } = compareStored(saved.scores.rows, stored);
  // What is left is another score by now, or none at all.
  if (stored.size > 0) await deleteRows(scope, period, [...stored.keys()]);
  const constants = {
    account_id: { type: 'uuid', value: key.accountId },
    workspace_id: { type: 'uuid', value: key.workspaceId },
    carrier_id: { type: 'uuid', value: key.carrierId },
    period: { type: 'period', value: period },
  };
  await updateSet(
    sql,
    { table: 'scored_rows', constants, columns: EXPLAINING_COLUMNS, key: 'member_ref_id' },
    explained,
  );
  await insertSet(sql, { table: 'scored_rows', constants, columns: SCORED_ROW_COLUMNS }, changed);
  const deltas: MemberDelta[] = [];
  for (const { row } of changed) {
    for (const delta of row.deltas) deltas.push({ ...delta, memberRefId: row.memberRefId });
  }
  await insertSet(sql, { table: 'deltas', constants, columns: DELTA_COLUMNS }, deltas);
  await sql`delete from rollups ${ofPeriod(scope, period)}`;
  await saveRollup(scope, period, saved);
}

interface ComparedRows {
  /** To be written whole, in place of what is stored of their members. */
  readonly changed: readonly DigestedRow[];
  /** Stored as they are, but for what is owed and what was found. */
  readonly explained: readonly DigestedRow[];
}

/** Takes from what is stored the rows that stay. */
function compareStored(rows: readonly ScoredRow[], stored: Map<string, string | null>): ComparedRows {
  const changed: DigestedRow[] = [];
  const explained: DigestedRow[] = [];
  for (const row of rows) {
    const standing = standingDigest(row);
    const digest = standing + explanationDigest(row);
    const before = stored.get(row.memberRefId);
    if (!before?.startsWith(standing)) {
      changed.push({ row, digest });
      continue;
    }
    stored.delete(row.memberRefId);
    if (before !== digest) explained.push({ row, digest });
  }
  return { changed: inOrder(changed), explained: inOrder(explained) };
}

/** Of the keys: neighbours in the table are neighbours in its indexes, when they are written and when they are read. */
function inOrder(rows: readonly DigestedRow[]): readonly DigestedRow[] {
  return rows.toSorted((a, b) => (a.row.memberRefId < b.row.memberRefId ? -1 : 1));
}

/**
 * All that is stored of a row and of its deltas follows from it and from the columns they are stored in. The digest's first half
 * is of all but what explains the row, which another rate changes, and nothing else.
 */
function standingDigest(row: ScoredRow): string {
  return halfDigest({ ...row, ...UNEXPLAINED });
}

const UNEXPLAINED = { signals: null, reason: null, expectedAmount: null, commissionOwed: null, owedEstimated: null };

function explanationDigest({ signals, reason, expectedAmount, commissionOwed, owedEstimated }: ScoredRow): string {
  // Exact amounts are bigint, which JSON has no form for.
  return halfDigest([signals, reason, String(expectedAmount), String(commissionOwed), owedEstimated]);
}

function halfDigest(value: object): string {
  return hash('sha256', COLUMNS + JSON.stringify(value)).slice(0, 16);
}

const COLUMNS = hash('sha256', [...SCORED_ROW_COLUMNS, ...DELTA_COLUMNS].map(({ name }) => name).join()).slice(0, 8);

async function loadDigests(scope: BookScope, period: Period): Promise<Map<string, string | null>> {
  const rows = await scope.sql<{ member_ref_id: string; digest: string | null }[]>`
    select member_ref_id, replace(digest::text, '-', '') as digest from scored_rows ${ofPeriod(scope, period)}`;
  return new Map(rows.map((row) => [row.member_ref_id, row.digest]));
}

async function deleteRows(scope: BookScope, period: Period, memberRefIds: readonly string[]): Promise<void> {
  const { sql } = scope;
  const ofMembers = sql`${ofPeriod(scope, period)} and member_ref_id = any(${memberRefIds}::uuid[])`;
  await sql`delete from scored_rows ${ofMembers}`;
  await sql`delete from deltas ${ofMembers}`;
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
