import { and, eq, ne } from 'drizzle-orm';
import type {
  ConfirmedEstimate,
  NewRate,
  RatePreviewFacts,
  RateRecord,
  RateRules,
  RateSet,
  RateStore,
  RatesCommand,
  RatesSetFacts,
  RateToConfirm,
  ReachedOwed,
  RescoredBooks,
} from '../../../app/carriers/carrier-ports.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { unknownRate } from '../../../core/refusals.ts';
import type { EvaluatedMember } from '../../../core/report/rate-preview.ts';
import { expectedRates } from '../../../schema/carriers.ts';
import { jobs } from '../../../schema/files.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { recordAudit } from '../accounts/audit.ts';
import { takeBackAcceptance } from '../carrier-events/carrier-events.ts';
import { countedPage, countOfQuery } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import { rolledBack } from '../connection/rolled-back.ts';
import type { Sql } from '../connection/sql.ts';
import { refuseUnknownBook, whenSet } from '../reads/book-filter.ts';
import { exactFrom } from '../records/exact-from.ts';
import { rateFirstDay, storedPlanCode } from './expected-rate-rows.ts';
import { type OnReached, type ReachedBooks, rescoreReached } from './rate-rescore.ts';
import { hasContractedRate, lockRates, rateColumns, setRate } from './set-rate.ts';
import { setRates } from './set-rates.ts';

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
          order by carrier_id, source, upper(plan_code) nulls first, ${rateFirstDay(sql)} nulls first,
            from_policy_month nulls first, from_lives nulls first, rate_id
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
