import { randomUUID } from 'node:crypto';
import type { NewRate, RateRules, RateSet, RateStore } from '../../../app/rates/decide-rates.ts';
import type { RateRecord } from '../../../app/rates/rate-records.ts';
import { REQUEST_LOCK_WAIT_SECONDS } from '../../../core/limits/job-limits.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { refuseUnknown } from '../../../core/refusals.ts';
import type { RateBounds } from '../../../core/scoring/rate-bounds.ts';
import { expectedRates } from '../../../schema/carriers.ts';
import { refuseOneMore } from '../accounts/account-counts.ts';
import { holdWorkspaces } from '../accounts/account-store.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { holdCarrier } from '../carriers/carrier-store.ts';
import { lockWait } from '../connection/lock-wait.ts';
import type { Sql } from '../connection/sql.ts';
import {
  NOT_FOR_CODE_BEFORE,
  rateFirstDay,
  storedPlanCode,
  withoutContractedRate,
} from '../queries/expected-rate-rows.ts';
import { type OnReached, rescoreReached } from './rate-rescore.ts';

/** Reads, locks and writes a change of one contracted rate. */

export const rateColumns = (sql: Sql) => sql`
  rate_id as id, carrier_id as "carrierId", nullif(plan_code, '') as "planCode", plan_name as "planName",
  product_type as "productType", max_lives as "maxLives", rate_type as "rateType",
  rate_value::float8 as "rateValue", tier, state, ${rateFirstDay(sql)} as "effectiveFrom", effective_to as "effectiveTo",
  from_policy_month as "fromPolicyMonth", to_policy_month as "toPolicyMonth", from_lives as "fromLives", to_lives as "toLives",
  source, workspace_id as "workspaceId", basis_period as "basisPeriod", sample_size as "sampleSize",
  created_at as "createdAt"`;

/**
 * Serialises changes of one carrier's contracted rates, so that "first" and "last" rate are well defined. A new workspace waits too,
 * because its books are not rescored.
 */
export async function lockRates(sql: Sql, accountId: string, carrierId: string): Promise<void> {
  await sql`select ${lockWait(sql, REQUEST_LOCK_WAIT_SECONDS)}`;
  await holdWorkspaces(sql, accountId);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`expected rates ${accountId} ${carrierId}`}, 0))`;
}

type SetCommand = Parameters<RateStore['set']>[0] & {
  readonly onReached?: OnReached;
  /** The estimate that the rate confirms. */
  readonly estimateId?: string;
};

/** Makes one change in the given transaction. */
export async function setRate(
  sql: Sql,
  { accountId, rate, origin, onReached, estimateId }: SetCommand,
  rules: RateRules,
): Promise<RateSet | Refused> {
  const { carrierId } = rate;
  if (!(await holdCarrier(sql, { accountId, carrierId }))) return refuseUnknown('carrierId');
  await lockRates(sql, accountId, carrierId);
  const changesEstimates = !(await hasContractedRate(sql, accountId, carrierId));
  const alike = await listAlike(sql, accountId, rate);
  const decided = rules.decideReplaced(rate, alike);
  if (isRefused(decided)) return decided;
  const replaced = decided.replaced === null ? null : await replaceRate(sql, accountId, decided.replaced.id, rate);
  const full = replaced === null ? await refuseOneMore(sql, accountId, 'expectedRates') : null;
  if (full !== null) return full;
  const stored = replaced ?? (await insertRate(sql, accountId, rate));
  await recordAudit(sql, {
    accountId,
    origin,
    action: estimateId === undefined ? 'rate.set' : 'rate.confirm',
    target: stored.id,
    meta: { ...rate, ...(estimateId && { estimateId }) },
  });
  const from = rules.firstPeriodReached({ effectiveFrom: rate.effectiveFrom, changesEstimates });
  const rescored = await rescoreReached(sql, { accountId, carrierId, from, origin, onReached }, rules.rescore);
  return { rate: stored, created: replaced === null, ...rescored };
}

/**
 * Lists the carrier's contracted rates that differ from the rate only in value, bounds and last day. Plan codes that differ only in case
 * are equal, as in scoring.
 */
function listAlike(sql: Sql, accountId: string, rate: NewRate): Promise<RateRecord[]> {
  return sql<RateRecord[]>`
    select ${rateColumns(sql)} from ${expectedRates}
    where account_id = ${accountId} and carrier_id = ${rate.carrierId} and source = 'contracted'
      and upper(plan_code) is not distinct from upper(${storedPlanCode(rate)}::text)
      and plan_name is not distinct from ${rate.planName} and product_type is not distinct from ${rate.productType}
      and tier is not distinct from ${rate.tier} and state is not distinct from ${rate.state}
      and ${rateFirstDay(sql)} is not distinct from ${rate.effectiveFrom}::date
    order by rate_id`;
}

export function isBounded({ fromPolicyMonth, toPolicyMonth, fromLives, toLives }: RateBounds): boolean {
  return [fromPolicyMonth, toPolicyMonth, fromLives, toLives].some((bound) => bound !== null);
}

async function replaceRate(sql: Sql, accountId: string, rateId: string, rate: NewRate): Promise<RateRecord> {
  const [replaced] = await sql<RateRecord[]>`
    update ${expectedRates} set plan_code = ${storedPlanCode(rate)}, rate_type = ${rate.rateType},
      rate_value = ${rate.rateValue}::numeric, effective_to = ${rate.effectiveTo}, max_lives = ${rate.maxLives}
    where account_id = ${accountId} and rate_id = ${rateId}
    returning ${rateColumns(sql)}`;
  return returned(replaced);
}

async function insertRate(sql: Sql, accountId: string, rate: NewRate): Promise<RateRecord> {
  const hasBounds = isBounded(rate);
  const [inserted] = await sql<RateRecord[]>`
    insert into ${expectedRates} (rate_id, account_id, carrier_id, source, plan_code, plan_name, product_type, rate_type, rate_value,
      tier, state, effective_from, bounded_from, effective_to, max_lives, from_policy_month, to_policy_month, from_lives, to_lives)
    values (${randomUUID()}, ${accountId}, ${rate.carrierId}, 'contracted', ${storedPlanCode(rate)}, ${rate.planName},
      ${rate.productType}, ${rate.rateType}, ${rate.rateValue}::numeric, ${rate.tier}, ${rate.state},
      ${hasBounds ? NOT_FOR_CODE_BEFORE : rate.effectiveFrom}, ${hasBounds ? rate.effectiveFrom : null}, ${rate.effectiveTo},
      ${rate.maxLives}, ${rate.fromPolicyMonth}, ${rate.toPolicyMonth}, ${rate.fromLives}, ${rate.toLives})
    returning ${rateColumns(sql)}`;
  return returned(inserted);
}

function returned(row: RateRecord | undefined): RateRecord {
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}

export async function hasContractedRate(sql: Sql, accountId: string, carrierId: string): Promise<boolean> {
  const rows = await sql`select 1 where ${withoutContractedRate(sql, { accountId, carrierId })}`;
  return rows.length === 0;
}
