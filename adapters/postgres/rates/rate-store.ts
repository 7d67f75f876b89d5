import { randomUUID } from 'node:crypto';
import { and, eq, ne } from 'drizzle-orm';
import type { Fragment } from 'postgres';
import type { RescoredBooks } from '../../../app/book/book-store.ts';
import type {
  ConfirmedEstimate,
  NewRate,
  RatePreviewFacts,
  RateRules,
  RateSet,
  RateStore,
  RatesCommand,
  RatesSet,
  RatesSetFacts,
  RateToConfirm,
  ReachedOwed,
} from '../../../app/rates/decide-rates.ts';
import type { RateRecord } from '../../../app/rates/rate-records.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { refuseUnknown, unknownRate } from '../../../core/refusals.ts';
import type { EvaluatedMember } from '../../../core/report/rate-preview.ts';
import { expectedRates } from '../../../schema/carriers.ts';
import { jobs } from '../../../schema/files.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { refuseMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { holdCarrier } from '../carriers/carrier-store.ts';
import { countedPage, countOfQuery } from '../connection/counted-page.ts';
import { type Database, rolledBack } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { carrierName, refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { takeBackAcceptance } from '../queries/carrier-events.ts';
import { hasBounds, NOT_FOR_CODE_BEFORE, rateFirstDay, storedPlanCode } from '../queries/expected-rate-rows.ts';
import { exactFrom } from '../records/column-types.ts';
import {
  hasContractedRate,
  isBounded,
  lockRates,
  type OnReached,
  type ReachedBooks,
  rateColumns,
  rescoreReached,
  setRate,
} from './set-rate.ts';

/** Stores and shows expected rates. Scoring reads rates through expected-rate-rows.ts. */
export function createRateStore(database: Database): RateStore {
  return {
    list: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const refused = await refuseUnknownBook(sql, accountId, filter);
        if (isRefused(refused)) return refused;
        const conditions = [
          sql`where account_id = ${accountId}`,
          ...whenSet(filter.carrierId, (carrierId) => sql`and carrier_id = ${carrierId}`),
        ];
        const rows = await sql<RateRecord[]>`
          select ${rateColumns(sql)} from ${expectedRates} ${conditions}
          order by lower((${carrierName(sql, accountId, sql`${expectedRates}`)})), carrier_id, source,
            upper(plan_code) nulls first, ${rateFirstDay(sql)} nulls first, from_policy_month nulls first,
            from_lives nulls first, rate_id
          limit ${page.limit + 1} offset ${page.offset}`;
        return countedPage(rows, page, () => countOfQuery(sql, sql`select from ${expectedRates} ${conditions}`));
      }),
    set: (command, rules) => database.tenant(command.accountId, (sql) => setRate(sql, command, rules)),
    preview: (command, rules) => previewRate(database, command, rules),
    setMany: (command, rules) =>
      command.dryRun
        ? previewRates(database, command, rules)
        : database.tenant(command.accountId, async (sql) => {
            const set = await setRates(sql, command, rules);
            return isRefused(set) ? set : { ...set, owed: null };
          }),
    confirm: (command, rules) => database.tenant(command.accountId, (sql) => confirmEstimate(sql, command, rules)),
    remove: (command, rules) => database.tenant(command.accountId, (sql) => removeRate(sql, command, rules)),
  };
}

async function removeRate(
  sql: Sql,
  { accountId, rateId, origin }: Parameters<RateStore['remove']>[0],
  rules: RateRules,
): Promise<RescoredBooks | Refused> {
  const [found] = await sql<RateRecord[]>`
    select ${rateColumns(sql)} from ${expectedRates} where account_id = ${accountId} and rate_id = ${rateId}`;
  if (found === undefined) return unknownRate();
  const refused = rules.refuseRemoval(found);
  if (refused !== null) return refused;
  const { carrierId, planCode, effectiveFrom } = found;
  await lockRates(sql, accountId, carrierId);
  const [deleted] = await orm(sql)
    .delete(expectedRates)
    .where(and(eq(expectedRates.accountId, accountId), eq(expectedRates.rateId, rateId)))
    .returning({ rateId: expectedRates.rateId });
  if (deleted === undefined) return unknownRate();
  await takeBackAcceptance(sql, accountId, rateId);
  const changesEstimates = !(await hasContractedRate(sql, accountId, carrierId));
  if (changesEstimates) await estimateForWaiting(sql, accountId, carrierId);
  await recordAudit(sql, { accountId, origin, action: 'rate.delete', target: rateId, meta: { carrierId, planCode } });
  const from = rules.firstPeriodReached({ effectiveFrom, changesEstimates });
  return rescoreReached(sql, { accountId, carrierId, from, origin }, rules.rescore);
}

/** Marks waiting jobs to estimate rates, because they were accepted before any later rate is contracted. */
async function estimateForWaiting(sql: Sql, accountId: string, carrierId: string): Promise<void> {
  await orm(sql)
    .update(jobs)
    .set({ estimates: true })
    .where(
      and(
        eq(jobs.accountId, accountId),
        eq(jobs.carrierId, carrierId),
        eq(jobs.status, 'queued'),
        ne(jobs.mode, 'retract'),
      ),
    );
}

/** Makes a contracted rate from an estimate, in one transaction with the rescores that follow. */
async function confirmEstimate(
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

/** Stores the rate, scores its books, reads both states, and rolls everything back (docs/adr/history.md). */
async function previewRate(
  database: Database,
  command: Parameters<RateStore['preview']>[0],
  rules: RateRules,
): Promise<RatePreviewFacts | Refused> {
  return rolledBack(database, command.accountId, async (sql) => {
    const reading = readReached(sql);
    const set = await setRate(sql, { ...command, onReached: reading.onReached }, rules);
    if (isRefused(set)) return set;
    return { replacedRateId: set.created ? null : set.rate.id, owed: await reading.finish() };
  });
}

/** Previews many rates as `previewRate` does. The rolled-back jobs are not reported. */
async function previewRates(
  database: Database,
  command: RatesCommand,
  rules: RateRules,
): Promise<RatesSetFacts | Refused> {
  return rolledBack(database, command.accountId, async (sql) => {
    const reading = readReached(sql);
    const set = await setRates(sql, { ...command, onReached: reading.onReached }, rules);
    if (isRefused(set)) return set;
    return { ...set, jobIds: [], owed: await reading.finish() };
  });
}

/** Reads the owed amounts before the books are scored, and again with `finish`. */
function readReached(sql: Sql): { readonly onReached: OnReached; readonly finish: () => Promise<ReachedOwed> } {
  const read: { readonly reached: ReachedBooks; readonly before: readonly EvaluatedMember[] }[] = [];
  return {
    onReached: async (reached) => {
      read.push({ reached, before: await loadOwed(sql, reached) });
    },
    finish: async () => {
      const [first] = read;
      // Rates that are stored already reach no period.
      if (first === undefined) return { periods: [], before: [], after: [], periodsLeftOut: 0 };
      const { reached, before } = first;
      const periods = await loadPeriods(sql, reached);
      return { periods, before, after: await loadOwed(sql, reached), periodsLeftOut: reached.periodsLeftOut };
    },
  };
}

const ofReached = (sql: Sql, { accountId, carrierId, from, workspacesLeftOut }: ReachedBooks) => sql`
  account_id = ${accountId} and carrier_id = ${carrierId} and period >= ${from} and workspace_id <> all(${workspacesLeftOut}::uuid[])`;

async function loadPeriods(sql: Sql, reached: ReachedBooks): Promise<readonly Period[]> {
  const rows = await sql<{ period: Period }[]>`
    select distinct period from ${rollups} where ${ofReached(sql, reached)} order by period`;
  return rows.map(({ period }) => period);
}

/** Loads the rows that the rollups of the periods sum. */
async function loadOwed(sql: Sql, reached: ReachedBooks): Promise<readonly EvaluatedMember[]> {
  const rows = await sql<(Omit<EvaluatedMember, 'owed'> & { owed: string })[]>`
    select workspace_id as "workspaceId", period, member_ref_id as "memberRefId", member_external_id as "memberExternalId",
      member_name as "memberName", commission_owed::text as owed, owed_estimated as "isEstimated"
    from ${scoredRows}
    where ${ofReached(sql, reached)} and counted and commission_owed is not null`;
  return rows.map((row) => ({ ...row, owed: exactFrom(row.owed) }));
}

/** Stores many rates of one carrier in the given transaction, and rescores once. */
async function setRates(
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
