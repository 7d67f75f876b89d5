import type {
  RatePreviewFacts,
  RateRules,
  RateStore,
  RatesCommand,
  RatesSetFacts,
  ReachedOwed,
} from '../../../app/carriers/carrier-ports.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { EvaluatedMember } from '../../../core/report/rate-preview.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Database } from '../connection/database.ts';
import { rolledBack } from '../connection/rolled-back.ts';
import type { Sql } from '../connection/sql.ts';
import { exactFrom } from '../records/exact-from.ts';
import type { OnReached, ReachedBooks } from './rate-rescore.ts';
import { setRate } from './set-rate.ts';
import { setRates } from './set-rates.ts';

/** Stores the rate, scores its books, reads both states, and rolls everything back (docs/adr/history.md). */
export async function previewRate(
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
export async function previewRates(
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
