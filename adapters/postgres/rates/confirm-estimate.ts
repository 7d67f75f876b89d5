import type {
  ConfirmedEstimate,
  NewRate,
  RateRecord,
  RateRules,
  RateSet,
  RateToConfirm,
} from '../../../app/carriers/carrier-ports.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { expectedRates } from '../../../schema/carriers.ts';
import type { Sql } from '../connection/sql.ts';
import { storedPlanCode } from './expected-rate-rows.ts';
import { lockRates, rateColumns, setRate } from './set-rate.ts';

/** Makes a contracted rate from an estimate, in one transaction with the rescores that follow. */
export async function confirmEstimate(
  sql: Sql,
  { accountId, rateId, fromPeriod, origin }: ConfirmedEstimate,
  rules: RateRules,
): Promise<RateSet | Refused> {
  const [found = null] = await sql<RateToConfirm[]>`
    select ${rateColumns(sql)}, trim_scale(rate_value)::text as "decimalValue" from ${expectedRates}
    where account_id = ${accountId} and rate_id = ${rateId}`;
  const confirmed = rules.decideConfirmed(found, fromPeriod);
  if (isRefused(confirmed)) return confirmed;
  const { rate } = confirmed;
  await lockRates(sql, accountId, rate.carrierId);
  const contracted = rules.decideContracted(rate, await listContracted(sql, accountId, rate));
  if (isRefused(contracted)) return contracted;
  if (contracted.same !== null) return { rate: contracted.same, created: false, rescoredPeriods: 0, jobIds: [] };
  return setRate(sql, { accountId, rate, origin, estimateId: rateId }, rules);
}

/** Lists rates of the same plan and product type, for the same tier or all tiers, that hold on or after the rate's first day. */
function listContracted(sql: Sql, accountId: string, rate: NewRate): Promise<readonly RateRecord[]> {
  return sql<RateRecord[]>`
    select ${rateColumns(sql)} from ${expectedRates}
    where account_id = ${accountId} and carrier_id = ${rate.carrierId} and source = 'contracted' and state is null
      and upper(plan_code) is not distinct from upper(${storedPlanCode(rate)}::text)
      and plan_name is not distinct from ${rate.planName} and product_type is not distinct from ${rate.productType}
      and (tier is null or tier = ${rate.tier}) and (effective_to is null or effective_to >= ${rate.effectiveFrom}::date)
    order by rate_id`;
}
