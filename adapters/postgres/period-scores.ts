import { setImmediate } from 'node:timers/promises';
import type { ScoredPeriod } from '../../app/book-ports.ts';
import { findReturning, mayBeRelaid, type ReturningCount } from '../../core/identity/match-returning.ts';
import { exactToDecimal, moneyToDecimal } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import type { Rollup } from '../../core/scoring/rollup.ts';
import type { PeriodOutcome, ScoringSteps } from '../../core/scoring/score-period.ts';
import type { ScoredRow } from '../../core/scoring/scored-row.ts';
import { type BookScope, ofPeriod, type WrittenScope } from './book-scope.ts';
import { saveCarrierEvents } from './carrier-events.ts';
import { listLinkedIds, scoredPerson } from './returning-members.ts';
import { digested, standsAs } from './row-digest.ts';
import { digestIn, hasTotals, placeIn, type RowMark, storedMarks } from './row-marks.ts';
import { ROWS_PER_STATEMENT, type SetColumn } from './row-set.ts';
import {
  DELTA_COLUMNS,
  type DigestedRow,
  EXPLAINING_COLUMNS,
  type MemberDelta,
  SCORED_ROW_COLUMNS,
  type StoredRow,
  TOTALS_COLUMNS,
} from './score-columns.ts';

/** Scored rows, deltas, rollup and carrier events of one period: they change together, so that none can be of another run. */

/** What is stored of a period, and what it comes to. */
interface KnownPeriod {
  /** Of the rows that are stored of it, in the order of their members' ids, in which rows are scored too. */
  readonly marks: readonly RowMark[];
  /** Takes the rows as they are scored. */
  readonly rows: ScoredRow[];
}

/** Ends with the last step, when everything is in the writer's hands. */
export async function savePeriod(
  scope: WrittenScope,
  period: Period,
  { configId, baselinePeriod, steps, keepsTotals, marks, rows }: ScoredPeriod & KnownPeriod,
): Promise<PeriodOutcome> {
  const writer = comparingWriter(scope, period, { marks, keepsTotals });
  const outcome = await writeEach(writer, steps, rows);
  const { totalsOutdated } = await writer.finish();
  const { rollup } = outcome;
  const returning = await countReturning(scope, rollup, rows);
  await saveRollup(scope, period, { configId, baselinePeriod, rollup, totalsOutdated, returning });
  await saveCarrierEvents(scope, period, outcome.events);
  return outcome;
}

/** Null in an ordinary month: nobody looks. */
async function countReturning(
  { sql, key }: BookScope,
  rollup: Rollup,
  rows: readonly ScoredRow[],
): Promise<ReturningCount | null> {
  if (!mayBeRelaid(rollup)) return null;
  const { missing, returning } = findReturning(rows.map(scoredPerson), await listLinkedIds(sql, key));
  return { missing, returning: returning.length };
}

/** Of the rows that are stored, and no others. */
export async function saveTotals(
  scope: WrittenScope,
  period: Period,
  { steps, marks, rows }: { readonly steps: ScoringSteps } & KnownPeriod,
): Promise<void> {
  const stored = storedMarks(marks);
  const differing = updatesOf(scope, period, TOTALS_COLUMNS);
  const take = async (scored: readonly ScoredRow[]) => {
    for (const row of scored) {
      const mark = stored.upTo(row.memberRefId, () => {});
      if (mark === undefined) continue;
      const wanted = digested(row);
      if (!hasTotals(mark, wanted)) differing.add({ ...wanted, place: placeIn(mark) });
      if (differing.isFull()) await differing.write();
    }
  };
  await writeEach({ take }, steps, rows);
  await differing.write();
  await scope.writer.send(() => scope.sql`update rollups set totals_outdated = false ${ofPeriod(scope, period)}`);
}

/** Changes these columns of stored rows, as many at a time as fill a statement. */
function updatesOf(scope: WrittenScope, period: Period, columns: readonly SetColumn<DigestedRow>[]) {
  const target = { table: 'scored_rows', constants: constantsOf(scope, period), columns };
  let waiting: StoredRow[] = [];
  const write = async () => {
    const rows = waiting;
    waiting = [];
    await scope.writer.update<StoredRow>(target, rows, ({ place }) => place);
  };
  return {
    add(row: StoredRow) {
      waiting.push(row);
    },
    isFull: () => waiting.length >= ROWS_PER_STATEMENT,
    write,
  };
}

async function writeEach(
  writer: Pick<ComparingWriter, 'take'>,
  steps: ScoringSteps,
  rows: ScoredRow[],
): Promise<PeriodOutcome> {
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
  const explained = updatesOf(scope, period, EXPLAINING_COLUMNS);
  /** The same with other totals, which somebody may be measured by. */
  const totalled = updatesOf(scope, period, [...EXPLAINING_COLUMNS, ...TOTALS_COLUMNS]);
  /** To be written whole. */
  let changed: DigestedRow[] = [];
  /** Members whose stored row has to go first: because it is written anew, or because they have no score any more. */
  let outdated: string[] = [];
  /** The same of the whole period: their deltas are looked for once, because looking for some may mean to read all. */
  const withoutDeltas: string[] = [];
  const deltas: MemberDelta[] = [];
  let totalsOutdated = false;
  const stored = storedMarks(marks);
  const isGone = (memberRefId: string) => {
    outdated.push(memberRefId);
  };

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
    const mark = stored.upTo(row.memberRefId, isGone);
    if (mark !== undefined && standsAs(wanted, digestIn(mark))) {
      const isExplained = digestIn(mark).startsWith(wanted.digest);
      const isTotalled = hasTotals(mark, wanted);
      const needsTotals = !isTotalled && (keepsTotals || row.status === 'red');
      if (needsTotals) totalled.add({ ...wanted, place: placeIn(mark) });
      else if (!isExplained) explained.add({ ...wanted, place: placeIn(mark) });
      if (!isTotalled && !needsTotals) totalsOutdated = true;
      return;
    }
    if (mark !== undefined) outdated.push(row.memberRefId);
    changed.push(wanted);
  }

  return {
    async take(rows) {
      for (const row of rows) {
        compare(row);
        if (explained.isFull()) await explained.write();
        if (totalled.isFull()) await totalled.write();
        if (changed.length === ROWS_PER_STATEMENT) await writeChanged();
      }
    },
    async finish() {
      stored.rest(isGone);
      await explained.write();
      await totalled.write();
      await writeChanged();
      await writer.remove({ table: 'deltas', constants }, member, withoutDeltas);
      await writer.insert({ table: 'deltas', constants, columns: DELTA_COLUMNS }, deltas);
      return { totalsOutdated };
    },
  };
}

/** Without lines a period has no scores; an emptied book keeps no estimates either. */
export async function clearPeriod(scope: BookScope, period: Period): Promise<void> {
  const { sql, key } = scope;
  await sql`delete from scored_rows ${ofPeriod(scope, period)}`;
  await sql`delete from deltas ${ofPeriod(scope, period)}`;
  await sql`delete from rollups ${ofPeriod(scope, period)}`;
  await sql`delete from carrier_events ${ofPeriod(scope, period)}`;
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
    returning,
  }: Pick<ScoredPeriod, 'configId' | 'baselinePeriod'> & {
    readonly rollup: Rollup;
    readonly totalsOutdated: boolean;
    readonly returning: ReturningCount | null;
  },
): Promise<void> {
  const { sql, key, writer } = scope;
  await writer.send(() => sql`delete from rollups ${ofPeriod(scope, period)}`);
  await writer.send(
    () => sql`
    insert into rollups (account_id, workspace_id, carrier_id, period, baseline_period, config_id, member_count, green, yellow,
      red, new, reappeared, carried, commission_dropped, commission_reduced, commission_owed, commission_owed_estimated, owed_evaluated, owed_total,
      owed_estimated, chargeback_count, chargeback_amount, gross_amount, line_count, totals_outdated,
      missing_members, returning_members)
    values (${key.accountId}, ${key.workspaceId}, ${key.carrierId}, ${period}, ${baselinePeriod}, ${configId},
      ${rollup.memberCount}, ${rollup.green}, ${rollup.yellow}, ${rollup.red}, ${rollup.new}, ${rollup.reappeared}, ${rollup.carried},
      ${moneyToDecimal(rollup.commissionDropped)}, ${moneyToDecimal(rollup.commissionReduced)},
      ${exactToDecimal(rollup.commissionOwed)}, ${exactToDecimal(rollup.commissionOwedEstimated)}, ${rollup.owedEvaluated}, ${rollup.owedTotal}, ${rollup.owedEstimated},
      ${rollup.chargebackCount}, ${moneyToDecimal(rollup.chargebackAmount)}, ${moneyToDecimal(rollup.gross)},
      ${rollup.lineCount}, ${totalsOutdated}, ${returning?.missing ?? null}, ${returning?.returning ?? null})`,
  );
}
