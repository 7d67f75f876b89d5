import { setImmediate } from 'node:timers/promises';
import type { ScoredPeriod } from '../../app/ports.ts';
import { exactToDecimal, moneyToDecimal } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import type { Rollup } from '../../core/scoring/rollup.ts';
import type { ScoredRow } from '../../core/scoring/score-member.ts';
import type { ScoringSteps } from '../../core/scoring/score-period.ts';
import type { BookScope, WrittenScope } from './book-scope.ts';
import { readByColumn, type Selection } from './by-column.ts';
import { digested, standsAs } from './row-digest.ts';
import { ROWS_PER_STATEMENT, type RowPlace } from './row-set.ts';
import {
  DELTA_COLUMNS,
  type DigestedRow,
  EXPLAINING_COLUMNS,
  type MemberDelta,
  SCORED_ROW_COLUMNS,
  type StoredRow,
  TOTALS_COLUMNS,
} from './score-columns.ts';

/** Scored rows, deltas and rollup of one period: they change together, so that none can be of another run. */

/** What is stored of a period, and what it comes to. */
interface KnownPeriod {
  /** Of the rows that are stored of it, by member. */
  readonly marks: Map<string, RowMark>;
  /** Takes the rows as they are scored. */
  readonly rows: ScoredRow[];
}

/** Ends with the last step, when everything is in the writer's hands. */
export async function savePeriod(
  scope: WrittenScope,
  period: Period,
  { configId, baselinePeriod, steps, keepsTotals, marks, rows }: ScoredPeriod & KnownPeriod,
): Promise<Rollup> {
  const writer = comparingWriter(scope, period, { marks, keepsTotals });
  const rollup = await writeEach(writer, steps, rows);
  const { totalsOutdated } = await writer.finish();
  await saveRollup(scope, period, { configId, baselinePeriod, rollup, totalsOutdated });
  return rollup;
}

/** Of the rows that are stored, and no others. */
export async function saveTotals(
  scope: WrittenScope,
  period: Period,
  { steps, marks, rows }: { readonly steps: ScoringSteps } & KnownPeriod,
): Promise<void> {
  const target = { table: 'scored_rows', constants: constantsOf(scope, period), columns: TOTALS_COLUMNS };
  const { writer } = scope;
  let differing: StoredRow[] = [];
  const write = async () => {
    const chunk = differing;
    differing = [];
    await writer.update<StoredRow>(target, chunk, ({ place }) => place);
  };
  const take = async (scored: readonly ScoredRow[]) => {
    for (const row of scored) {
      const mark = marks.get(row.memberRefId);
      if (mark === undefined) continue;
      const wanted = digested(row);
      if (!hasTotals(mark, wanted)) differing.push({ ...wanted, place: placeIn(mark) });
      if (differing.length === ROWS_PER_STATEMENT) await write();
    }
  };
  await writeEach({ take }, steps, rows);
  await write();
  await writer.send(() => scope.sql`update rollups set totals_outdated = false ${ofPeriod(scope, period)}`);
}

async function writeEach(
  writer: Pick<ComparingWriter, 'take'>,
  steps: ScoringSteps,
  rows: ScoredRow[],
): Promise<Rollup> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    for (const row of step.value) rows.push(row);
    await writer.take(step.value);
    // What is under way goes through the socket in parts, each when it has its turn.
    await setImmediate();
  }
}

const constantsOf = ({ key }: BookScope, period: Period) => ({
  account_id: { type: 'uuid', value: key.accountId },
  workspace_id: { type: 'uuid', value: key.workspaceId },
  carrier_id: { type: 'uuid', value: key.carrierId },
  period: { type: 'period', value: period },
});

interface ComparingWriter {
  take(rows: readonly ScoredRow[]): Promise<void>;
  /** After the last row: who is stored and was not among them has no score any more. */
  finish(): Promise<{ readonly totalsOutdated: boolean }>;
}

/**
 * Writes what differs from what is stored. Each row is compared as soon as it is scored, while it is still at hand; those of a
 * book of which nothing changes are never written, and the others wait for no more than fill a statement. Where a row's totals alone
 * differ they are left as they are, unless somebody may be measured by them: a member's last row, which is red or in the last month.
 */
function comparingWriter(
  scope: WrittenScope,
  period: Period,
  { marks, keepsTotals }: Pick<KnownPeriod, 'marks'> & Pick<ScoredPeriod, 'keepsTotals'>,
): ComparingWriter {
  const { writer } = scope;
  const constants = constantsOf(scope, period);
  const member = { name: 'member_ref_id', type: 'uuid' };
  /** Stored as they are, but for what explains them. */
  let explained: StoredRow[] = [];
  /** To be written whole. */
  let changed: DigestedRow[] = [];
  /** Members whose stored row has to go first: because it is written anew, or because they have no score any more. */
  let outdated: string[] = [];
  /** The same of the whole period: their deltas are looked for once, because looking for some may mean to read all. */
  const withoutDeltas: string[] = [];
  const deltas: MemberDelta[] = [];
  let totalsOutdated = false;

  async function writeExplained(): Promise<void> {
    const rows = explained;
    explained = [];
    const target = { table: 'scored_rows', constants, columns: EXPLAINING_COLUMNS };
    await writer.update<StoredRow>(target, rows, ({ place }) => place);
  }

  async function writeChanged(): Promise<void> {
    const [rows, members] = [changed, outdated];
    changed = [];
    outdated = [];
    for (const memberRefId of members) withoutDeltas.push(memberRefId);
    for (const { row } of rows) {
      for (const delta of row.deltas) deltas.push({ ...delta, memberRefId: row.memberRefId });
    }
    await writer.remove({ table: 'scored_rows', constants }, member, members);
    await writer.insert({ table: 'scored_rows', constants, columns: SCORED_ROW_COLUMNS }, rows);
  }

  function compare(row: ScoredRow): void {
    const wanted = digested(row);
    const mark = marks.get(row.memberRefId);
    marks.delete(row.memberRefId);
    if (mark?.startsWith(wanted.digest)) {
      if (hasTotals(mark, wanted)) return;
      if (!keepsTotals && row.status !== 'red') {
        totalsOutdated = true;
        return;
      }
    }
    if (mark !== undefined && standsAs(wanted, mark)) {
      explained.push({ ...wanted, place: placeIn(mark) });
      return;
    }
    if (mark !== undefined) outdated.push(row.memberRefId);
    changed.push(wanted);
  }

  return {
    async take(rows) {
      for (const row of rows) {
        compare(row);
        if (explained.length === ROWS_PER_STATEMENT) await writeExplained();
        if (changed.length === ROWS_PER_STATEMENT) await writeChanged();
      }
    },
    async finish() {
      for (const memberRefId of marks.keys()) outdated.push(memberRefId);
      await writeExplained();
      await writeChanged();
      await writer.remove({ table: 'deltas', constants }, member, withoutDeltas);
      await writer.insert({ table: 'deltas', constants, columns: DELTA_COLUMNS }, deltas);
      return { totalsOutdated };
    },
  };
}

/**
 * A stored row's digest, its totals, and in brackets its place: of tens of thousands one text each takes less to read than four. Without
 * a digest where a migration has changed what a column means: then it is like no other's.
 */
export type RowMark = string;
const hasTotals = (mark: RowMark, { totals }: DigestedRow) => mark.startsWith(`${totals}(`, mark.indexOf(' ') + 1);
const placeIn = (mark: RowMark): RowPlace => mark.slice(mark.indexOf('('));

const MARK: Selection<{ member_ref_id: string; mark: RowMark }> = {
  member_ref_id: 'member_ref_id',
  mark: "coalesce(replace(digest::text, '-', ''), '') || ' ' || paid_total || ' ' || plan_year_paid || ctid",
};

/** By member. */
export async function loadMarks(scope: BookScope, period: Period): Promise<Map<string, RowMark>> {
  const marks = new Map<string, RowMark>();
  const stored = scope.sql`scored_rows ${ofPeriod(scope, period)}`;
  await readByColumn(scope.sql, MARK, stored, (read) => marks.set(read('member_ref_id'), read('mark')));
  return marks;
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
  scope: WrittenScope,
  period: Period,
  {
    configId,
    baselinePeriod,
    rollup,
    totalsOutdated,
  }: Pick<ScoredPeriod, 'configId' | 'baselinePeriod'> & { readonly rollup: Rollup; readonly totalsOutdated: boolean },
): Promise<void> {
  const { sql, key, writer } = scope;
  await writer.send(() => sql`delete from rollups ${ofPeriod(scope, period)}`);
  await writer.send(
    () => sql`
    insert into rollups (account_id, workspace_id, carrier_id, period, baseline_period, config_id, member_count, green, yellow,
      red, new, reappeared, carried, commission_dropped, commission_reduced, commission_owed, owed_evaluated, owed_total,
      owed_estimated, chargeback_count, chargeback_amount, gross_amount, line_count, totals_outdated)
    values (${key.accountId}, ${key.workspaceId}, ${key.carrierId}, ${period}, ${baselinePeriod}, ${configId},
      ${rollup.memberCount}, ${rollup.green}, ${rollup.yellow}, ${rollup.red}, ${rollup.new}, ${rollup.reappeared}, ${rollup.carried},
      ${moneyToDecimal(rollup.commissionDropped)}, ${moneyToDecimal(rollup.commissionReduced)},
      ${exactToDecimal(rollup.commissionOwed)}, ${rollup.owedEvaluated}, ${rollup.owedTotal}, ${rollup.owedEstimated},
      ${rollup.chargebackCount}, ${moneyToDecimal(rollup.chargebackAmount)}, ${moneyToDecimal(rollup.gross)},
      ${rollup.lineCount}, ${totalsOutdated})`,
  );
}
