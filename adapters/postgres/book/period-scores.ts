import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Column, getTableColumns, is, type Table } from 'drizzle-orm';
import { PgNumeric } from 'drizzle-orm/pg-core';
import type { PeriodScoring } from '../../../app/book/book-store.ts';
import type { BookKey } from '../../../core/book-key.ts';
import type { ReturningCount, ScoredPerson } from '../../../core/identity/match-returning.ts';
import { exactToDecimal, moneyToDecimal } from '../../../core/money.ts';
import { addMonths, type Period } from '../../../core/period.ts';
import { type FindingTally, TALLIED_MONTHS } from '../../../core/scoring/events/shared-findings.ts';
import type { AgentNet, MemberBridge, PayDifference, Rollup } from '../../../core/scoring/period-sums.ts';
import type { PeriodOutcome, ScoringSteps } from '../../../core/scoring/score-period.ts';
import type { ScoredRow } from '../../../core/scoring/scored-row.ts';
import { expectedRates } from '../../../schema/carriers.ts';
import { files } from '../../../schema/files.ts';
import { memberAliases } from '../../../schema/members.ts';
import { carrierEvents, deltas, payDifferences, rollups, scoredRows } from '../../../schema/scores.ts';
import type { Sql, SqlValue } from '../connection/sql.ts';
import { type BookScope, bookColumns, ofBook, ofPeriod, type WriterScope } from '../queries/book-scope.ts';
import { saveCarrierEvents, storedEventKey } from '../queries/carrier-events.ts';
import { type ColumnType, text, uuid } from '../records/column-types.ts';
import {
  type Cell,
  optional,
  ROWS_PER_BATCH,
  readColumnar,
  required,
  storedRecord,
  type WrittenField,
} from '../records/stored-record.ts';
import { DELTA, type MemberDelta, PAY_DIFFERENCE, SCORED_ROW } from './book-records.ts';

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
  const { rollup, agentPay, bridge, tally } = outcome;
  const returning = await countReturning(rollup, rows, () => listLinkedIds(scope.sql, scope.key));
  await saveRollup(scope, { period, configId, baselinePeriod, rollup, returning, agentPay, bridge, tally });
  await saveCarrierEvents(scope, period, outcome.events);
  await saveDifferences(scope, period, outcome.differences);
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
  for (const table of [scoredRows, deltas, payDifferences, rollups, carrierEvents])
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
    bridge,
    tally,
    configId,
    baselinePeriod,
    period,
  }: Pick<PeriodScoring, 'configId' | 'baselinePeriod'> & {
    readonly period: Period;
    readonly rollup: Rollup;
    readonly returning: ReturningCount | null;
    readonly agentPay: readonly AgentNet[];
    readonly bridge: MemberBridge | null;
    readonly tally: FindingTally;
  },
): Promise<void> {
  const cells = new Map<string, SqlValue>([
    ...Object.entries({ ...bookColumns(key), period, config_id: configId, baseline_period: baselinePeriod }),
    ...figureCells(rollup),
    ['missing_members', returning?.missing ?? null],
    ['returning_members', returning?.returning ?? null],
    ['agent_pay', sql.json(storedAgentPay(agentPay))],
    ['pay_bridge', bridge === null ? null : sql.json(bridge)],
    ['finding_tally', sql.json(tally)],
  ]);
  const names = [...cells.keys()];
  const values = [...cells.values()].map((value, at) => (at === 0 ? sql`${value}` : sql`, ${value}`));
  await writer.send(
    () => sql`
      insert into ${rollups} (${sql.unsafe(names.join(', '))}) values (${values})
      on conflict (workspace_id, carrier_id, period)
        do update set (${sql.unsafe(names.join(', '))}) = row(${sql.unsafe(names.map((name) => `excluded.${name}`).join(', '))})`,
  );
}

/** Replaces the differences of a period. They are not compared with the stored ones, because most members have none. */
async function saveDifferences(
  scope: WriterScope,
  period: Period,
  differences: readonly PayDifference[],
): Promise<void> {
  const { writer, sql, key } = scope;
  await writer.send(() => sql`delete from ${payDifferences} ${ofPeriod(scope, period)}`);
  const rows = differences.map(({ profile, event, ...difference }) => ({
    ...difference,
    memberName: profile.memberName,
    policyNumber: profile.policyNumber,
    planName: profile.planName,
    agentId: profile.agentId,
    agentName: profile.agentName,
    eventKey: event === null ? null : storedEventKey(event),
  }));
  const constants = { ...bookColumns(key), period };
  for (let at = 0; at < rows.length; at += ROWS_PER_BATCH)
    await writer.insert(
      { table: payDifferences, constants, record: PAY_DIFFERENCE },
      rows.slice(at, at + ROWS_PER_BATCH),
    );
}

const ROLLUP_COLUMNS: ReadonlyMap<string, Column> = new Map(Object.entries(getTableColumns(rollups)));

/** Returns the figures of a rollup by column, amounts as decimal text. Throws for a figure that has no column. */
function figureCells({ gross, ...figures }: Rollup): readonly (readonly [string, SqlValue])[] {
  return Object.entries({ ...figures, grossAmount: gross }).map(([figure, value]) => {
    const column = ROLLUP_COLUMNS.get(figure);
    if (column === undefined) throw new Error(`The table of rollups has no column for ${figure}.`);
    if (typeof value === 'bigint') return [column.name, exactToDecimal(value)];
    return [column.name, typeof value === 'number' && is(column, PgNumeric) ? moneyToDecimal(value) : value];
  });
}

/** Amounts are stored as decimal text, which PostgreSQL reads exactly. */
const storedAgentPay = (agentPay: readonly AgentNet[]) =>
  agentPay.map(({ agentId, agentName, net }) => ({ id: agentId, name: agentName, net: moneyToDecimal(net) }));

/** Writes only the rows of a period that changed. Each stored row has a fingerprint: a hash over its columns and its deltas. */

const hexHash = (content: string) => hash('sha256', content).slice(0, 32);

/** Hash of the column names. It is part of each fingerprint, so that a new column makes all rows be written again. */
const COLUMNS = hexHash([...SCORED_ROW.columns, ...DELTA.columns].map(({ name }) => name).join());

/** A scored row in its stored form. */
interface EncodedRow {
  readonly row: ScoredRow;
  /** Cells in the order of the columns of SCORED_ROW. */
  readonly cells: readonly Cell[];
  /** Hash of the cells and the deltas, as 32 hexadecimal digits. A stored row with the same fingerprint is not written again. */
  readonly fingerprint: string;
}

export function encodeRow(row: ScoredRow): EncodedRow {
  const cells: Cell[] = [];
  SCORED_ROW.encode(row, cells);
  return { row, cells, fingerprint: hexHash(JSON.stringify([COLUMNS, cells, row.deltas])) };
}

const ENCODED_ROW: WrittenField<EncodedRow> = {
  columns: [...SCORED_ROW.columns, { name: scoredRows.digest.name, type: 'uuid' }],
  encode: ({ cells, fingerprint }, into) => into.push(...cells, fingerprint),
};

interface ChangedRowsWriter {
  take(rows: readonly ScoredRow[]): Promise<void>;
  /**
   * Writes the buffered rows and all changed deltas, and removes rows of members that were not scored. Call it once, after the last row.
   */
  finish(): Promise<void>;
}

/**
 * Buffers changed rows up to ROWS_PER_BATCH, and the changed deltas of the whole period. A changed row is deleted and inserted again. Its
 * deltas are written after the last row, so that they are looked for once in a period.
 */
async function changedRowsWriter(scope: WriterScope, period: Period): Promise<ChangedRowsWriter> {
  const { sql, key, writer } = scope;
  const constants = { ...bookColumns(key), period };
  /** Fingerprints of stored rows whose members were not scored yet. */
  const stored = await loadFingerprints(scope, period);
  let changed: EncodedRow[] = [];
  /** Members whose stored rows the buffered rows replace. */
  let replaced: string[] = [];
  /** Members whose stored rows and deltas are replaced or removed in this period. */
  const replacedInPeriod: string[] = [];
  const changedDeltas: MemberDelta[] = [];

  async function remove(table: Table, memberRefIds: readonly string[]): Promise<void> {
    if (memberRefIds.length === 0) return;
    await writer.send(
      () => sql`delete from ${table} ${ofPeriod(scope, period)} and member_ref_id = any(${memberRefIds}::uuid[])`,
    );
  }

  async function writeChanged(): Promise<void> {
    const rows = changed;
    const memberRefIds = replaced;
    changed = [];
    replaced = [];
    for (const memberRefId of memberRefIds) replacedInPeriod.push(memberRefId);
    for (const { row } of rows) {
      for (const delta of row.deltas) changedDeltas.push({ ...delta, memberRefId: row.memberRefId });
    }
    await remove(scoredRows, memberRefIds);
    await writer.insert({ table: scoredRows, constants, record: ENCODED_ROW }, rows);
  }

  return {
    async take(rows) {
      for (const row of rows) {
        const encoded = encodeRow(row);
        const fingerprint = stored.get(row.memberRefId);
        stored.delete(row.memberRefId);
        if (fingerprint === encoded.fingerprint) continue;
        changed.push(encoded);
        if (fingerprint !== undefined) replaced.push(row.memberRefId);
        if (changed.length === ROWS_PER_BATCH) await writeChanged();
      }
    },
    async finish() {
      for (const memberRefId of stored.keys()) replaced.push(memberRefId);
      await writeChanged();
      await remove(deltas, replacedInPeriod);
      await writer.insert({ table: deltas, constants, record: DELTA }, changedDeltas);
    },
  };
}

/** A fingerprint in hexadecimal digits, without the hyphens of a uuid. */
const hexadecimal: ColumnType<string> = { ...text, select: (column) => `encode(uuid_send(${column}), 'hex')` };

const FINGERPRINT = storedRecord({
  memberRefId: required(scoredRows.memberRefId, uuid),
  /** Null after a migration that changed the meaning of a column. Such a row is always written again. */
  fingerprint: optional(scoredRows.digest, hexadecimal),
});

/** Reads the fingerprint of each stored row of a period, by member id. */
export async function loadFingerprints(scope: BookScope, period: Period): Promise<Map<string, string | null>> {
  const fingerprints = new Map<string, string | null>();
  const rows = scope.sql`${scoredRows} ${ofPeriod(scope, period)}`;
  await readColumnar(scope.sql, FINGERPRINT, rows, ({ memberRefId, fingerprint }) => {
    fingerprints.set(memberRefId, fingerprint);
  });
  return fingerprints;
}

/** Reads the people of a month, some of whom may have returned under another id. */

/** The premium and the amount are in ten-thousandths of a dollar. */
interface StoredPerson {
  memberRefId: string;
  memberExternalId: string;
  memberName: string | null;
  effectiveDate: string | null;
  policyNumber: string | null;
  planName: string | null;
  productType: string | null;
  premium: number | null;
  amount: number;
  status: string;
  counted: boolean;
}

/** Returns the people of a month who are absent or new, the ids that are not proposed, and the names of all other people. */
export async function readPeople(
  sql: Sql,
  key: BookKey,
  period: Period,
): Promise<
  [people: readonly ScoredPerson[], linkedIds: ReadonlySet<string>, namesOfOthers: readonly (string | null)[]]
> {
  const ofMonth = sql`
    account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period = ${period}`;
  const isAbsentOrNew = sql`status in ('red', 'carried', 'new')`;
  const [rows, linkedIds, others] = await Promise.all([
    sql<StoredPerson[]>`
    select member_ref_id as "memberRefId", member_external_id as "memberExternalId", member_name as "memberName",
      effective_date::text as "effectiveDate", policy_number as "policyNumber", plan_name as "planName",
      product_type as "productType", status, counted,
      (premium_amount * 10000)::float8 as premium, (last_present_amount * 10000)::float8 as amount
    from ${scoredRows} where ${ofMonth} and ${isAbsentOrNew}`,
    listLinkedIds(sql, key),
    sql<
      { name: string | null }[]
    >`select member_name as name from ${scoredRows} where ${ofMonth} and not ${isAbsentOrNew}`,
  ]);
  return [rows.map(scoredPersonOf), linkedIds, others.map(({ name }) => name)];
}

function scoredPersonOf({ memberRefId, memberExternalId, status, counted, ...row }: StoredPerson): ScoredPerson {
  const { amount, ...profile } = row;
  return { memberRefId, memberExternalId, status, counted, profile, lastPresentAmount: amount };
}

/**
 * Lists ids that are not proposed: all that were ever linked, also where the link was undone or their months wait to be scored, and members
 * with other ids of their own.
 */
export async function listLinkedIds(sql: Sql, key: BookKey): Promise<ReadonlySet<string>> {
  const ofBook = sql`account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}`;
  const linked = await sql<{ alias_ref_id: string }[]>`
    select alias_ref_id from ${memberAliases} where ${ofBook}
    union
    select member_ref_id from ${memberAliases} where ${ofBook} and removed_at is null`;
  return new Set(linked.map((alias) => alias.alias_ref_id));
}
