import { randomUUID } from 'node:crypto';
import type { Fragment } from 'postgres';
import type { NewRate, RateRecord, RateRules, RatesCommand, RatesSet } from '../../../app/carriers/carrier-ports.ts';
import type { Refused } from '../../../core/problem.ts';
import { refuseUnknown } from '../../../core/refusals.ts';
import { expectedRates } from '../../../schema/carriers.ts';
import { refuseMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit.ts';
import { holdCarrier } from '../carriers/hold-carrier.ts';
import type { Sql } from '../connection/sql.ts';
import { hasBounds, NOT_FOR_CODE_BEFORE, rateFirstDay } from './expected-rate-rows.ts';
import { type OnReached, rescoreReached } from './rate-rescore.ts';
import { hasContractedRate, isBounded, lockRates, rateColumns } from './set-rate.ts';

/** Stores many rates of one carrier in the given transaction, and rescores once. */
export async function setRates(
  sql: Sql,
  { onReached, ...command }: Omit<RatesCommand, 'dryRun'> & { readonly onReached?: OnReached },
  rules: RateRules,
): Promise<Omit<RatesSet, 'owed'> | Refused> {
  const { accountId, carrierId, rates, origin } = command;
  if (!(await holdCarrier(sql, { accountId, carrierId }))) return refuseUnknown('carrierId');
  await lockRates(sql, accountId, carrierId);
  const ambiguous = await refuseOverlaps(sql, command, rules);
  if (ambiguous !== null) return ambiguous;
  const changesEstimates = !(await hasContractedRate(sql, accountId, carrierId));
  const more = await countNew(sql, command);
  const full = await refuseMore(sql, accountId, { kind: 'expectedRates', more });
  if (full !== null) return full;
  const replaced = await replaceRates(sql, command);
  const created = await insertRates(sql, command);
  const changed = [...replaced, ...created];
  const counts = {
    created: created.length,
    replaced: replaced.length,
    unchanged: rates.length - changed.length,
  };
  const [from] = changed
    .map(({ effectiveFrom }) => rules.firstPeriodReached({ effectiveFrom, changesEstimates }))
    .sort();
  if (from === undefined) return { ...counts, rescoredPeriods: 0, jobIds: [] };
  await recordAudit(sql, { accountId, origin, action: 'rates.set', target: carrierId, meta: { carrierId, ...counts } });
  const rescored = await rescoreReached(sql, { accountId, carrierId, from, origin, onReached }, rules.rescore);
  return { ...counts, ...rescored };
}

/** Refuses overlapping bounds. Loads the stored rates only if one of the new rates has bounds. */
async function refuseOverlaps(
  sql: Sql,
  { accountId, carrierId, rates }: NewRates,
  rules: RateRules,
): Promise<Refused | null> {
  if (!rates.some(isBounded)) return null;
  const stored = await sql<RateRecord[]>`
    select ${rateColumns(sql)} from ${expectedRates}
    where account_id = ${accountId} and carrier_id = ${carrierId} and source = 'contracted' and plan_name is null
      and product_type is null and ${hasBounds(sql)}
    order by rate_id`;
  return rules.refuseOverlaps(rates, stored);
}

type NewRates = Pick<RatesCommand, 'accountId' | 'carrierId' | 'rates'>;

/** Makes a set with the columns of the table from the rates. */
function rateRows(sql: Sql, rates: readonly NewRate[]): Fragment {
  const column = (read: (rate: NewRate) => string | null) => rates.map(read);
  const count = (read: (rate: NewRate) => number | null) => rates.map(read);
  return sql`(
    select *, num_nonnulls(first_month, last_month, least_lives, most_lives) > 0 as is_bounded from unnest(${rates.map(() => randomUUID())}::uuid[], ${column((rate) => rate.planCode)}::text[],
      ${column((rate) => rate.rateType)}::text[], ${column((rate) => rate.rateValue)}::numeric[], ${column((rate) => rate.tier)}::text[],
      ${column((rate) => rate.state)}::text[], ${column((rate) => rate.effectiveFrom)}::date[],
      ${column((rate) => rate.effectiveTo)}::date[], ${count((rate) => rate.maxLives)}::int[],
      ${count((rate) => rate.fromPolicyMonth)}::int[], ${count((rate) => rate.toPolicyMonth)}::int[],
      ${count((rate) => rate.fromLives)}::int[], ${count((rate) => rate.toLives)}::int[])
      as rate (rate_id, plan_code, rate_type, rate_value, tier, state, first_day, last_day, lives_paid, first_month, last_month,
        least_lives, most_lives)) g`;
}

/**
 * Makes the condition that the new rate (`g`) replaces the contracted rate (`e`). Contracted rates with a plan name or product type come
 * from confirmed estimates and stay.
 */
const isSameKey = (sql: Sql, { accountId, carrierId }: NewRates): Fragment => sql`
  e.account_id = ${accountId} and e.carrier_id = ${carrierId} and e.source = 'contracted' and e.plan_name is null
  and e.product_type is null and upper(e.plan_code) is not distinct from upper(g.plan_code) and e.tier is not distinct from g.tier
  and e.state is not distinct from g.state and ${rateFirstDay(sql)} is not distinct from g.first_day
  and (e.from_policy_month, e.to_policy_month, e.from_lives, e.to_lives)
    is not distinct from (g.first_month, g.last_month, g.least_lives, g.most_lives)`;

interface ChangedRate {
  readonly effectiveFrom: string | null;
}

async function countNew(sql: Sql, command: NewRates): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from ${rateRows(sql, command.rates)}
    where not exists (select 1 from ${expectedRates} e where ${isSameKey(sql, command)})`;
  return row?.count ?? 0;
}

async function replaceRates(sql: Sql, command: NewRates): Promise<readonly ChangedRate[]> {
  return sql<ChangedRate[]>`
    update ${expectedRates} e set plan_code = g.plan_code, rate_type = g.rate_type, rate_value = g.rate_value, max_lives = g.lives_paid,
      effective_to = g.last_day
    from ${rateRows(sql, command.rates)}
    where ${isSameKey(sql, command)}
      and (e.rate_type, e.rate_value, e.effective_to, e.max_lives) is distinct from (g.rate_type, g.rate_value, g.last_day, g.lives_paid)
    returning g.first_day as "effectiveFrom"`;
}

async function insertRates(sql: Sql, command: NewRates): Promise<readonly ChangedRate[]> {
  const { accountId, carrierId, rates } = command;
  return sql<ChangedRate[]>`
    insert into ${expectedRates} (rate_id, account_id, carrier_id, source, plan_code, rate_type, rate_value, tier, state,
      effective_from, bounded_from, effective_to, max_lives, from_policy_month, to_policy_month, from_lives, to_lives)
    select g.rate_id, ${accountId}, ${carrierId}, 'contracted', g.plan_code, g.rate_type, g.rate_value, g.tier, g.state,
      case when g.is_bounded then ${NOT_FOR_CODE_BEFORE}::date else g.first_day end, case when g.is_bounded then g.first_day end,
      g.last_day, g.lives_paid, g.first_month, g.last_month, g.least_lives, g.most_lives
    from ${rateRows(sql, rates)}
    where not exists (select 1 from ${expectedRates} e where ${isSameKey(sql, command)})
    returning ${rateFirstDay(sql)} as "effectiveFrom"`;
}
