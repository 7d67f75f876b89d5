import { randomUUID } from 'node:crypto';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import type { Sql } from '../../adapters/postgres/connection/sql.ts';
import { loadCarrierEvents } from '../../adapters/postgres/queries/carrier-events.ts';
import type { BookKey } from '../../core/book-key.ts';
import type { EstimatedRate } from '../../core/scoring/estimate-rates.ts';
import type { FindingTally } from '../../core/scoring/events/shared-findings.ts';
import type { AgentNet, MemberBridge, Rollup } from '../../core/scoring/period-sums.ts';
import type { FieldDelta, ScoredRow } from '../../core/scoring/scored-row.ts';
import type { ModelRate } from './book-model-owed.ts';
import type { ModelFile, ModelLine } from './book-model-record.ts';
import type { ScoredBook } from './scored-book.ts';

/** Converts between the book model and the engine: model files to statements, and the tables to a scored book. */

const COLUMNS: readonly (readonly [header: string, field: keyof ModelLine])[] = [
  ['Member', 'member'],
  ['Amount', 'amount'],
  ['Policy', 'policy'],
  ['Premium', 'premium'],
  ['Lives', 'lives'],
  ['Months', 'monthsPaid'],
  ['Plan code', 'planCode'],
  ['Plan', 'planName'],
  ['Agent no', 'agentId'],
  ['Agent', 'agentName'],
  ['Name', 'memberName'],
  ['Email', 'email'],
  ['State', 'state'],
  ['Effective', 'effectiveDate'],
  ['Term', 'termDate'],
  ['Carrier status', 'carrierStatus'],
  ['Product', 'productType'],
];

/** Writes a file with the headers of `ENGINE_CONFIG`. A file without lines gets an unreadable row, so that its job fails. */
export function statementCsv({ lines }: Pick<ModelFile, 'lines'>): string {
  const rows = lines.map((line) => COLUMNS.map(([, field]) => quoted(line[field] ?? '')));
  const failing = [['"A1"', '"not an amount"']];
  const header = COLUMNS.map(([name]) => quoted(name));
  return [header, ...(rows.length === 0 ? failing : rows)].map((cells) => cells.join(',')).join('\n');
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Returns the file as the engine reads its statement, without white space around texts. */
export function asRead(file: ModelFile): ModelFile {
  return { ...file, lines: file.lines.map(trimmed) };
}

function trimmed({ member, policy, amount, ...fields }: ModelLine): ModelLine {
  const entries = Object.entries(fields).map(([name, value]) => [name, value?.trim() ?? null]);
  return { ...Object.fromEntries(entries), member: member.trim(), policy: policy?.trim() ?? null, amount };
}

export async function insertRates(database: Database, book: BookKey, rates: readonly ModelRate[]): Promise<void> {
  await database.system(async (sql) => {
    for (const rate of rates) {
      await sql`
        insert into expected_rates (rate_id, account_id, carrier_id, source, plan_code, rate_type, rate_value, tier, state,
          effective_from, bounded_from, effective_to, max_lives, from_policy_month, to_policy_month, from_lives, to_lives)
        values (${randomUUID()}, ${book.accountId}, ${book.carrierId}, 'contracted', ${rate.planCode ?? null}, ${rate.rateType},
          ${rate.rateValue}, ${rate.tier ?? null}, ${rate.state ?? null},
          ${isBounded(rate) ? '9999-12-31' : (rate.effectiveFrom ?? null)}, ${isBounded(rate) ? (rate.effectiveFrom ?? null) : null},
          ${rate.effectiveTo ?? null}, ${rate.maxLives ?? null}, ${rate.fromPolicyMonth ?? null}, ${rate.toPolicyMonth ?? null},
          ${rate.fromLives ?? null}, ${rate.toLives ?? null})`;
    }
  });
}

const isBounded = (rate: ModelRate) =>
  [rate.fromPolicyMonth, rate.toPolicyMonth, rate.fromLives, rate.toLives].some((bound) => bound !== undefined);

/** Amounts are integers; expected and owed are texts, because they have more places than a number holds. */
type StoredRow = Omit<ScoredRow, 'deltas' | 'expectedAmount' | 'commissionOwed'> & {
  readonly period: string;
  readonly expected: string | null;
  readonly owed: string | null;
  readonly deltas: readonly FieldDelta[] | null;
};
type StoredRollup = Omit<Rollup, 'commissionOwed' | 'commissionOwedEstimated'> & {
  readonly period: string;
  readonly baseline: string | null;
  readonly owed: string;
  readonly estimated: string;
  readonly agentPay: readonly AgentNet[];
  readonly bridge: MemberBridge | null;
  readonly tally: FindingTally;
};

/** Reads the whole book from the tables, without the stores. */
export function readTables(database: Database, book: BookKey): Promise<ScoredBook> {
  return database.system(async (sql) => {
    const rows = await selectRows(sql, book);
    const rollups = await selectRollups(sql, book);
    const estimates = await selectEstimates(sql, book);
    const [first] = estimates;
    const events = await loadCarrierEvents({ sql, key: book, jobId: null });
    return {
      periods: new Map(
        rollups.map(({ period, baseline, owed, estimated, agentPay, bridge, tally, ...rollup }) => [
          period,
          {
            baselinePeriod: baseline,
            scores: {
              rows: rows.filter((row) => row.period === period).map(scoredRow),
              rollup: { ...rollup, commissionOwed: BigInt(owed), commissionOwedEstimated: BigInt(estimated) },
              events: events.filter((event) => event.period === period),
              agentPay,
              bridge,
              tally,
            },
          },
        ]),
      ),
      estimates: first === undefined ? null : { basisPeriod: first.basisPeriod, rates: estimates },
      activeFiles: new Map(),
    };
  });
}

function scoredRow({ period: _, expected, owed, deltas, ...row }: StoredRow): ScoredRow {
  return {
    ...row,
    expectedAmount: expected === null ? null : BigInt(expected),
    commissionOwed: owed === null ? null : BigInt(owed),
    deltas: deltas ?? [],
  };
}

/** The tracked fields in the order of docs/reference/scoring.md#deltas. */
const TRACKED =
  `commission_amount premium_amount lives plan_name plan_code policy_number agent_id agent_name effective_date
  term_date member_name email state carrier_status product_type`.split(/\s+/);

function selectRows(sql: Sql, { workspaceId, carrierId }: BookKey) {
  return sql<StoredRow[]>`
    select s.period, member_ref_id as "memberRefId", member_external_id as "memberExternalId", status, counted, flags, signals,
      reason, (commission_amount * 10000)::float8 as "commissionAmount",
      (prev_commission_amount * 10000)::float8 as "prevCommissionAmount", compared_against_period as "comparedAgainstPeriod",
      (expected_amount * 10000000000)::numeric(40) as expected, (commission_owed * 10000000000)::numeric(40) as owed,
      owed_estimated as "owedEstimated", (chargeback_amount * 10000)::float8 as "chargebackAmount",
      jsonb_build_object('memberName', member_name, 'email', email, 'policyRefId', policy_ref_id, 'policyNumber', policy_number,
        'planName', plan_name, 'planCode', plan_code, 'productType', product_type, 'premium', (premium_amount * 10000)::bigint,
        'lives', (lives * 100)::bigint, 'agentId', agent_id, 'agentName', agent_name, 'effectiveDate', effective_date,
        'termDate', term_date, 'state', state, 'carrierStatus', carrier_status) as profile,
      first_seen_period as "firstSeenPeriod", last_present_period as "lastPresentPeriod",
      (last_present_amount * 10000)::float8 as "lastPresentAmount", paid_through as "paidThrough", file_id as "fileId",
      (select jsonb_agg(jsonb_build_object('field', field, 'prevValue', prev_value, 'currValue', curr_value,
          'changeType', change_type) order by array_position(${TRACKED}::text[], field))
        from deltas d where d.workspace_id = s.workspace_id and d.carrier_id = s.carrier_id and d.period = s.period
          and d.member_ref_id = s.member_ref_id) as deltas
    from scored_rows s where workspace_id = ${workspaceId} and carrier_id = ${carrierId}`;
}

function selectRollups(sql: Sql, { workspaceId, carrierId }: BookKey) {
  return sql<StoredRollup[]>`
    select period, baseline_period as baseline, member_count as "memberCount", green, yellow, red, new, reappeared,
      (commission_dropped * 10000)::float8 as "commissionDropped", (commission_reduced * 10000)::float8 as "commissionReduced",
      (commission_owed * 10000000000)::numeric(40) as owed,
      (commission_owed_estimated * 10000000000)::numeric(40) as estimated, owed_evaluated as "owedEvaluated", owed_total as "owedTotal",
      owed_estimated as "owedEstimated", chargeback_count as "chargebackCount",
      (chargeback_amount * 10000)::float8 as "chargebackAmount", (gross_amount * 10000)::float8 as gross,
      line_count as "lineCount", (
        select coalesce(jsonb_agg(jsonb_build_object('agentId', a.id, 'agentName', a.name, 'net', (a.net * 10000)::bigint)), '[]')
        from jsonb_to_recordset(agent_pay) as a (id text, name text, net numeric)) as "agentPay", pay_bridge as bridge, finding_tally as tally
    from rollups where workspace_id = ${workspaceId} and carrier_id = ${carrierId} order by period`;
}

function selectEstimates(sql: Sql, { workspaceId, carrierId }: BookKey) {
  return sql<(EstimatedRate & { readonly basisPeriod: string })[]>`
    select source, nullif(plan_code, '') as "planCode", plan_name as "planName", product_type as "productType",
      max_lives as "maxLives", rate_type as "rateType", (rate_value * 1000000)::float8 as "rateMillionths",
      tier, state, effective_from as "effectiveFrom", effective_to as "effectiveTo", sample_size as "sampleSize",
      basis_period as "basisPeriod"
    from expected_rates where workspace_id = ${workspaceId} and carrier_id = ${carrierId} and source = 'estimated'`;
}
