import type postgres from 'postgres';
import type { BookKey } from '../../../core/book-key.ts';
import type { ExpectedRate, RateTier, RateType } from '../../../core/scoring/expected.ts';
import { expectedRates } from '../../../schema/carriers.ts';
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
  basis_period: string | null;
}

/**
 * Selects the first day of a rate. A rate with bounds has it in its own column and a far date in `effective_from`, because the previous
 * release ignores bounds and must not apply such a rate.
 */
export const rateFirstDay = (sql: Sql) => sql`case when ${hasBounds(sql)} then bounded_from else effective_from end`;

/** Makes the condition that a rate has bounds. */
export const hasBounds = (sql: Sql) => sql`num_nonnulls(from_policy_month, to_policy_month, from_lives, to_lives) > 0`;

/** The value of `effective_from` for a rate with bounds. */
export const NOT_FOR_CODE_BEFORE = '9999-12-31';

/** Selects the columns by which core chooses a rate. The rate's value is selected in millionths. */
export const expectedRateColumns = (sql: Sql) => sql`
  source, nullif(plan_code, '') as plan_code, plan_name, product_type, max_lives, rate_type, (rate_value * 1000000)::float8 as rate_millionths, tier, state,
  ${rateFirstDay(sql)} as effective_from, effective_to, from_policy_month, to_policy_month, from_lives, to_lives,
  basis_period`;

/** Makes the condition that the account has contracted no rate for the carrier. */
export function withoutContractedRate(
  sql: Sql,
  { accountId, carrierId }: Pick<BookKey, 'accountId' | 'carrierId'>,
): postgres.PendingQuery<postgres.Row[]> {
  return sql`
    not exists (
      select 1 from ${expectedRates}
      where account_id = ${accountId} and carrier_id = ${carrierId} and source = 'contracted')`;
}

/** Lists the carrier's contracted rates and the book's estimates. core decides which one holds for a record. */
export async function listRates(sql: Sql, key: BookKey): Promise<readonly ExpectedRate[]> {
  const rows = await sql<ExpectedRateRow[]>`
    select ${expectedRateColumns(sql)}
    from ${expectedRates}
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
    basisPeriod: row.basis_period,
  };
}

/**
 * Returns the stored plan code. It is empty, and so matches no plan, for a rate that only a name or a product type identifies. The previous
 * release looks rates up by plan code alone and would apply such a rate to the whole carrier.
 */
export function storedPlanCode({
  planCode,
  planName,
  productType,
}: Pick<ExpectedRate, 'planCode' | 'planName' | 'productType'>): string | null {
  const isOfPart = typeof planName === 'string' || typeof productType === 'string';
  return planCode ?? (isOfPart ? '' : null);
}
