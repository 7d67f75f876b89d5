import type { ConfirmedEstimate, NewRate, RateRecord, RateSet, Rescore } from '../../../app/carriers/carrier-ports.ts';
import { type Refused, refuse } from '../../../core/problem.ts';
import { NO_BOUNDS } from '../../../core/scoring/rate-bounds.ts';
import type { Sql } from '../connection/sql.ts';
import { storedPlanCode } from './expected-rate-rows.ts';
import { lockRates, rateColumns, setRate } from './set-rate.ts';

/** Contracts what an estimate says, in one transaction with the scores that follow. */
export async function confirmEstimate(
  sql: Sql,
  { accountId, rateId, fromPeriod, origin }: ConfirmedEstimate,
  rescore: Rescore,
): Promise<RateSet | Refused> {
  const [found] = await sql<(RateRecord & { readonly decimalValue: string })[]>`
    select ${rateColumns(sql)}, trim_scale(rate_value)::text as "decimalValue" from expected_rates
    where account_id = ${accountId} and rate_id = ${rateId}`;
  if (found === undefined) return refuse('not_found', 'There is no rate with this id.');
  if (found.source === 'contracted') return refuse('conflict', 'The rate is contracted already.');
  const month = fromPeriod ?? found.basisPeriod;
  if (month === null) throw new Error('An estimate has the period it was made from.');
  const rate = rateOf(found, `${month}-01`);
  await lockRates(sql, accountId, rate.carrierId);
  const contracted = await listContracted(sql, accountId, rate);
  const same = contracted.find((other) => isSame(other, rate));
  if (same !== undefined) return { rate: same, created: false, rescoredPeriods: 0, jobIds: [] };
  if (contracted.length > 0)
    return refuse(
      'conflict',
      `A contracted rate holds for the same members in ${month} or later: change or delete it first.`,
    );
  return setRate(sql, { accountId, rate, origin, estimateId: rateId }, rescore);
}

function rateOf({ decimalValue, ...found }: RateRecord & { readonly decimalValue: string }, firstDay: string): NewRate {
  const { carrierId, planCode, planName, productType, maxLives, rateType, tier, state } = found;
  const limits = { planCode, planName, productType, maxLives, tier, state };
  return {
    carrierId,
    ...limits,
    ...NO_BOUNDS,
    rateType,
    rateValue: decimalValue,
    effectiveFrom: firstDay,
    effectiveTo: null,
  };
}

/** Rates of the same plan and product type, for the same tier or all, that hold on or after the rate's first day. */
function listContracted(sql: Sql, accountId: string, rate: NewRate): Promise<readonly RateRecord[]> {
  return sql<RateRecord[]>`
    select ${rateColumns(sql)} from expected_rates
    where account_id = ${accountId} and carrier_id = ${rate.carrierId} and source = 'contracted' and state is null
      and upper(plan_code) is not distinct from upper(${storedPlanCode(rate)}::text)
      and plan_name is not distinct from ${rate.planName} and product_type is not distinct from ${rate.productType}
      and (tier is null or tier = ${rate.tier}) and (effective_to is null or effective_to >= ${rate.effectiveFrom}::date)
    order by rate_id`;
}

function isSame(contracted: RateRecord, rate: NewRate): boolean {
  const { rateType, rateValue, tier, maxLives, effectiveFrom, effectiveTo } = contracted;
  return (
    rateType === rate.rateType &&
    rateValue === Number(rate.rateValue) &&
    tier === rate.tier &&
    maxLives === rate.maxLives &&
    effectiveFrom === rate.effectiveFrom &&
    effectiveTo === null
  );
}
