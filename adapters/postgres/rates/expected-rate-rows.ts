import type postgres from 'postgres';
import type { BookKey } from '../../../app/jobs/job-ports.ts';
import type { ExpectedRate, RateTier, RateType } from '../../../core/scoring/expected.ts';
import type { Sql } from '../connection/sql.ts';

export interface ExpectedRateRow {
  source: ExpectedRate['source'];
  plan_code: string | null;
  plan_name: string | null;
  product_type: string | null;
  max_lives: number | null;
  rate_type: RateType;
  rate_millionths: number;
  tier: RateTier | null;
  state: string | null;
  effective_from: string | null;
  effective_to: string | null;
  from_policy_month: number | null;
  to_policy_month: number | null;
  from_lives: number | null;
  to_lives: number | null;
}

/**
 * The first day a rate holds. A rate with bounds has it in a column of its own, and one far ahead in `effective_from`: the release
 * before knows no bounds, and so takes such a rate for nobody's.
 */
export const rateFirstDay = (sql: Sql) => sql`case when ${hasBounds(sql)} then bounded_from else effective_from end`;

/** A condition. */
export const hasBounds = (sql: Sql) => sql`num_nonnulls(from_policy_month, to_policy_month, from_lives, to_lives) > 0`;

/** `effective_from` of a rate with bounds. */
export const NOT_FOR_CODE_BEFORE = '9999-12-31';

/** What choosing a rate reads; the scale is that of `rateMillionths`. */
export const expectedRateColumns = (sql: Sql) => sql`
  source, nullif(plan_code, '') as plan_code, plan_name, product_type, max_lives, rate_type, (rate_value * 1000000)::float8 as rate_millionths, tier, state,
  ${rateFirstDay(sql)} as effective_from, effective_to, from_policy_month, to_policy_month, from_lives, to_lives`;

/** A condition: the account has contracted no rate for the carrier. */
export function withoutContractedRate(
  sql: Sql,
  { accountId, carrierId }: Pick<BookKey, 'accountId' | 'carrierId'>,
): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    not exists (
      select 1 from expected_rates
      where account_id = ${accountId} and carrier_id = ${carrierId} and source = 'contracted')`;
}

/** The carrier's contracted rates and the book's estimates; which of them holds for a record is decided in core. */
export async function listRates(sql: Sql, key: BookKey): Promise<readonly ExpectedRate[]> {
  const rows = await sql<ExpectedRateRow[]>`
    select ${expectedRateColumns(sql)}
    from expected_rates
    where account_id = ${key.accountId} and carrier_id = ${key.carrierId} and (workspace_id = ${key.workspaceId} or workspace_id is null)`;
  return rows.map(expectedRateFrom);
}

export function expectedRateFrom(row: ExpectedRateRow): ExpectedRate {
  return {
    source: row.source,
    planCode: row.plan_code,
    planName: row.plan_name,
    productType: row.product_type,
    maxLives: row.max_lives,
    rateType: row.rate_type,
    rateMillionths: row.rate_millionths,
    tier: row.tier,
    state: row.state,
    effectiveFrom: row.effective_from,
    effectiveTo: row.effective_to,
    fromPolicyMonth: row.from_policy_month,
    toPolicyMonth: row.to_policy_month,
    fromLives: row.from_lives,
    toLives: row.to_lives,
  };
}

/**
 * Empty, and so no plan's, where only a name or a product type tells what the rate is for: the release before looks rates up by
 * plan code alone, and would take such a rate for the carrier's.
 */
export function storedPlanCode({
  planCode,
  planName,
  productType,
}: Pick<ExpectedRate, 'planCode' | 'planName' | 'productType'>): string | null {
  const isOfPart = typeof planName === 'string' || typeof productType === 'string';
  return planCode ?? (isOfPart ? '' : null);
}
