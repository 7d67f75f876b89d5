import { randomUUID } from 'node:crypto';
import type { NewRate, RateRecord, RateSet, RateStore, Rescore, RescoredBooks } from '../../app/carrier-ports.ts';
import { refuseUnknown } from '../../app/read-models.ts';
import { REQUEST_LOCK_WAIT_SECONDS } from '../../core/limits.ts';
import { offsetPage } from '../../core/page.ts';
import { isRefused, type Refused, refuse } from '../../core/problem.ts';
import { boundsRank, boundsText, isAmbiguous, isSameBounds } from '../../core/scoring/rate-bounds.ts';
import { firstPeriodReached } from '../../core/scoring/rate-reach.ts';
import { refuseOneMore } from './account-counts.ts';
import { recordAudit } from './audit.ts';
import type { Database } from './database.ts';
import { NOT_FOR_CODE_BEFORE, rateFirstDay, withoutContractedRate } from './expected-rate-rows.ts';
import { holdCarrier } from './hold-carrier.ts';
import { lockWait } from './lock-wait.ts';
import { rescoreReached } from './rate-rescore.ts';
import { given, refuseUnknownBook } from './reads/book-filter.ts';
import type { Sql } from './sql.ts';
import { holdWorkspaces } from './workspace-store.ts';

/** Expected rates as they are kept and shown. Scoring reads them by itself (expected-rate-rows.ts). */
export function createRateStore(database: Database): RateStore {
  return {
    list: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const refused = await refuseUnknownBook(sql, accountId, filter);
        if (isRefused(refused)) return refused;
        const conditions = [
          sql`where account_id = ${accountId}`,
          ...given(filter.carrierId, (carrierId) => sql`and carrier_id = ${carrierId}`),
        ];
        const rows = await sql<RateRecord[]>`
          select ${rateColumns(sql)} from expected_rates ${conditions}
          order by carrier_id, source, upper(plan_code) nulls first, ${rateFirstDay(sql)} nulls first,
            from_policy_month nulls first, from_lives nulls first, rate_id
          limit ${page.limit + 1} offset ${page.offset}`;
        return offsetPage(rows, page);
      }),
    set: (command, rescore) => database.tenant(command.accountId, (sql) => setRate(sql, command, rescore)),
    remove: (command, rescore) => database.tenant(command.accountId, (sql) => removeRate(sql, command, rescore)),
  };
}

const rateColumns = (sql: Sql) => sql`
  rate_id as id, carrier_id as "carrierId", nullif(plan_code, '') as "planCode", plan_name as "planName",
  product_type as "productType", max_lives as "maxLives", rate_type as "rateType",
  rate_value::float8 as "rateValue", tier, state, ${rateFirstDay(sql)} as "effectiveFrom", effective_to as "effectiveTo",
  from_policy_month as "fromPolicyMonth", to_policy_month as "toPolicyMonth", from_lives as "fromLives", to_lives as "toLives",
  source, workspace_id as "workspaceId", basis_period as "basisPeriod", sample_size as "sampleSize",
  created_at as "createdAt"`;

/**
 * Changes of one carrier's contracted rates wait for each other, so that "first" and "last" mean something; and a new
 * workspace waits for them, because its books are not among those that are scored again.
 */
export async function lockRates(sql: Sql, accountId: string, carrierId: string): Promise<void> {
  await sql`select ${lockWait(sql, REQUEST_LOCK_WAIT_SECONDS)}`;
  await holdWorkspaces(sql, accountId);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`expected rates ${accountId} ${carrierId}`}, 0))`;
}

export async function setRate(
  sql: Sql,
  { accountId, rate, origin }: Parameters<RateStore['set']>[0],
  rescore: Rescore,
): Promise<RateSet | Refused> {
  const { carrierId } = rate;
  if (!(await holdCarrier(sql, { accountId, carrierId }))) return refuseUnknown('carrierId');
  await lockRates(sql, accountId, carrierId);
  const changesEstimates = !(await hasContractedRate(sql, accountId, carrierId));
  const alike = await listAlike(sql, accountId, rate);
  const same = alike.find((other) => isSameBounds(rate, other));
  const ambiguous = alike.find((other) => other !== same && isAmbiguous(rate, other));
  if (ambiguous !== undefined) return refuseAmbiguous(rate, ambiguous);
  const replaced = same === undefined ? null : await replaceRate(sql, accountId, same.id, rate);
  const full = replaced === null ? await refuseOneMore(sql, accountId, 'expectedRates') : null;
  if (full !== null) return full;
  const stored = replaced ?? (await insertRate(sql, accountId, rate));
  await recordAudit(sql, {
    accountId,
    origin,
    action: 'rate.set',
    target: stored.id,
    meta: { ...rate },
  });
  const from = firstPeriodReached({ effectiveFrom: rate.effectiveFrom, changesEstimates });
  const rescored = await rescoreReached(sql, { accountId, carrierId, from, origin }, rescore);
  return { rate: stored, created: replaced === null, ...rescored };
}

/**
 * The carrier's contracted rates that differ from the rate in nothing but value, bounds and last day. Plan codes that differ in case
 * only are one plan's: scoring does not tell them apart either.
 */
function listAlike(sql: Sql, accountId: string, rate: NewRate): Promise<RateRecord[]> {
  return sql<RateRecord[]>`
    select ${rateColumns(sql)} from expected_rates
    where account_id = ${accountId} and carrier_id = ${rate.carrierId} and source = 'contracted'
      and upper(plan_code) is not distinct from upper(${rate.planCode}) and tier is not distinct from ${rate.tier}
      and state is not distinct from ${rate.state} and ${rateFirstDay(sql)} is not distinct from ${rate.effectiveFrom}::date
    order by rate_id`;
}

function refuseAmbiguous(rate: NewRate, other: RateRecord): Refused {
  const [own, others] = [boundsText(rate), boundsText(other)];
  return refuse(
    'conflict',
    `The bounds of the rate (${own}) overlap those of the rate ${other.id} (${others}), which has the same plan, tier, state and first day.`,
  );
}

async function replaceRate(sql: Sql, accountId: string, rateId: string, rate: NewRate): Promise<RateRecord> {
  const [replaced] = await sql<RateRecord[]>`
    update expected_rates set plan_code = ${rate.planCode}, rate_type = ${rate.rateType},
      rate_value = ${rate.rateValue}::numeric, effective_to = ${rate.effectiveTo}, max_lives = ${rate.maxLives}
    where account_id = ${accountId} and rate_id = ${rateId}
    returning ${rateColumns(sql)}`;
  return returned(replaced);
}

async function insertRate(sql: Sql, accountId: string, rate: NewRate): Promise<RateRecord> {
  const hasBounds = boundsRank(rate) > 0;
  const [inserted] = await sql<RateRecord[]>`
    insert into expected_rates (rate_id, account_id, carrier_id, source, plan_code, rate_type, rate_value, tier, state,
      effective_from, bounded_from, effective_to, max_lives, from_policy_month, to_policy_month, from_lives, to_lives)
    values (${randomUUID()}, ${accountId}, ${rate.carrierId}, 'contracted', ${rate.planCode}, ${rate.rateType},
      ${rate.rateValue}::numeric, ${rate.tier}, ${rate.state}, ${hasBounds ? NOT_FOR_CODE_BEFORE : rate.effectiveFrom},
      ${hasBounds ? rate.effectiveFrom : null}, ${rate.effectiveTo}, ${rate.maxLives}, ${rate.fromPolicyMonth},
      ${rate.toPolicyMonth}, ${rate.fromLives}, ${rate.toLives})
    returning ${rateColumns(sql)}`;
  return returned(inserted);
}

function returned(row: RateRecord | undefined): RateRecord {
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}

async function removeRate(
  sql: Sql,
  { accountId, rateId, origin }: Parameters<RateStore['remove']>[0],
  rescore: Rescore,
): Promise<RescoredBooks | Refused> {
  const [found] = await sql<RateRecord[]>`
    select ${rateColumns(sql)} from expected_rates where account_id = ${accountId} and rate_id = ${rateId}`;
  if (found === undefined) return unknownRate();
  if (found.source === 'estimated') {
    return refuse('conflict', 'The rate is estimated from a statement; a contracted rate takes its place.');
  }
  const { carrierId, planCode, effectiveFrom } = found;
  await lockRates(sql, accountId, carrierId);
  const deleted = await sql`delete from expected_rates where account_id = ${accountId} and rate_id = ${rateId}`;
  if (deleted.count === 0) return unknownRate();
  const changesEstimates = !(await hasContractedRate(sql, accountId, carrierId));
  if (changesEstimates) await estimateForWaiting(sql, accountId, carrierId);
  await recordAudit(sql, { accountId, origin, action: 'rate.delete', target: rateId, meta: { carrierId, planCode } });
  const from = firstPeriodReached({ effectiveFrom, changesEstimates });
  return rescoreReached(sql, { accountId, carrierId, from, origin }, rescore);
}

/** What waits was there before another rate is contracted. */
async function estimateForWaiting(sql: Sql, accountId: string, carrierId: string): Promise<void> {
  await sql`
    update jobs set estimates = true
    where account_id = ${accountId} and carrier_id = ${carrierId} and status = 'queued' and mode <> 'retract'`;
}

const unknownRate = () => refuse('not_found', 'There is no rate with this id.');

async function hasContractedRate(sql: Sql, accountId: string, carrierId: string): Promise<boolean> {
  const rows = await sql`select 1 where ${withoutContractedRate(sql, { accountId, carrierId })}`;
  return rows.length === 0;
}
