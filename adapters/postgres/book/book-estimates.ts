import { createHash } from 'node:crypto';
import type { BookKey } from '../../../core/book-key.ts';
import type { Period } from '../../../core/period.ts';
import type { EstimatedRate } from '../../../core/scoring/estimate-rates.ts';
import { books } from '../../../schema/book.ts';
import { expectedRates } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { type BookScope, bookColumns, ofBook } from '../queries/book-scope.ts';
import { storedPlanCode, withoutContractedRate } from '../queries/expected-rate-rows.ts';
import { bulkInsert } from '../records/bulk-writer.ts';
import { integer, millionths, text, uuid } from '../records/column-types.ts';
import { optional, required, writtenRecord } from '../records/stored-record.ts';

/** Rates that are estimated from a book's first period. */

/**
 * Returns whether the book estimates rates: true for good once it accepted a readable statement while no rate was contracted. The order
 * of acceptance decides, not the order in which jobs run, so that the result does not depend on timing.
 */
export async function estimatesRates(scope: BookScope): Promise<boolean> {
  const { sql, key } = scope;
  const { accountId, workspaceId, carrierId } = key;
  const [book] = await sql<{ estimates: boolean }[]>`
    update ${books} b set estimates = estimates or ${withoutContractedRate(sql, key)} or exists (
      select 1 from ${jobs} j join ${files} f on f.file_id = j.file_id
      where j.account_id = ${accountId} and j.workspace_id = ${workspaceId} and j.carrier_id = ${carrierId} and j.estimates
        and j.status in ('queued', 'processing', 'completed') and (j.mode = 'rescore' or f.status in ('pending', 'active')))
    where ${ofBook(scope)}
    returning estimates`;
  return book?.estimates ?? false;
}

export async function saveEstimates(
  scope: BookScope,
  basisPeriod: Period,
  estimates: readonly EstimatedRate[],
): Promise<void> {
  const { sql, key } = scope;
  await sql`delete from ${expectedRates} where ${ofBook(scope)} and source = 'estimated'`;
  const constants = { ...bookColumns(key), source: 'estimated', basis_period: basisPeriod };
  const rows = estimates.map((rate) => ({
    ...rate,
    rateId: estimateId(key, rate),
    planCode: storedPlanCode(rate),
    planName: rate.planName ?? null,
    productType: rate.productType ?? null,
    maxLives: rate.maxLives ?? null,
  }));
  await bulkInsert(sql, { table: expectedRates, constants, record: ESTIMATE }, rows);
}

const ESTIMATE = writtenRecord({
  rateId: required(expectedRates.rateId, uuid),
  planCode: optional(expectedRates.planCode, text),
  planName: optional(expectedRates.planName, text),
  productType: optional(expectedRates.productType, text),
  maxLives: optional(expectedRates.maxLives, integer),
  tier: optional(expectedRates.tier, text),
  rateType: required(expectedRates.rateType, text),
  rateMillionths: required(expectedRates.rateValue, millionths),
  sampleSize: required(expectedRates.sampleSize, integer),
});

/**
 * Makes a version 8 UUID from the book and all fields of the estimate. The same estimate keeps its id whenever the book is scored again.
 * A changed estimate has another id, so that nobody confirms a value that they have not seen.
 */
function estimateId({ accountId, workspaceId, carrierId }: BookKey, rate: EstimatedRate): string {
  const { planCode, planName, productType, maxLives, tier, rateType, rateMillionths } = rate;
  const text = JSON.stringify([
    ...[accountId, workspaceId, carrierId, planCode, planName ?? null, productType ?? null],
    ...[maxLives ?? null, tier, rateType, rateMillionths],
  ]);
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
