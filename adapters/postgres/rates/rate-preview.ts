import type { RatePreview, RateStore, RatesCommand, RatesSet, Rescore } from '../../../app/carriers/carrier-ports.ts';
import { type Exact, scaleDecimal } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { compareOwed, type EvaluatedMember, type OwedComparison } from '../../../core/report/rate-preview.ts';
import type { Database } from '../connection/database.ts';
import { rolledBack } from '../connection/rolled-back.ts';
import type { Sql } from '../connection/sql.ts';
import type { OnReached, ReachedBooks } from './rate-rescore.ts';
import { setRate } from './set-rate.ts';
import { setRates } from './set-rates.ts';

/** Stores the rate, scores what it reaches, compares, and rolls all of it back (docs/adr/0038-previews-are-rolled-back.md). */
export async function previewRate(
  database: Database,
  command: Parameters<RateStore['preview']>[0],
  rescore: Rescore,
): Promise<RatePreview | Refused> {
  return rolledBack(database, command.accountId, async (sql) => {
    const comparison = compareReached(sql);
    const set = await setRate(sql, { ...command, onReached: comparison.onReached }, rescore);
    if (isRefused(set)) return set;
    return { replacedRateId: set.created ? null : set.rate.id, ...(await comparison.compare()) };
  });
}

/** The same of many rates. No job is told of, because none is left. */
export async function previewRates(
  database: Database,
  command: RatesCommand,
  rescore: Rescore,
): Promise<RatesSet | Refused> {
  return rolledBack(database, command.accountId, async (sql) => {
    const comparison = compareReached(sql);
    const set = await setRates(sql, { ...command, onReached: comparison.onReached }, rescore);
    if (isRefused(set)) return set;
    return { ...set, jobIds: [], owed: await comparison.compare() };
  });
}

/** Reads what is owed before the books are scored, and again when asked to compare. */
function compareReached(sql: Sql): {
  readonly onReached: OnReached;
  readonly compare: () => Promise<OwedComparison & Pick<RatePreview, 'periodsLeftOut'>>;
} {
  const read: { readonly reached: ReachedBooks; readonly before: readonly EvaluatedMember[] }[] = [];
  return {
    onReached: async (reached) => {
      read.push({ reached, before: await loadOwed(sql, reached) });
    },
    compare: async () => {
      const [first] = read;
      // Rates that are there already reach nothing.
      if (first === undefined) return { periodsLeftOut: 0, ...compareOwed([], [], []) };
      const { reached, before } = first;
      const periods = await loadPeriods(sql, reached);
      return { periodsLeftOut: reached.periodsLeftOut, ...compareOwed(periods, before, await loadOwed(sql, reached)) };
    },
  };
}

const ofReached = (sql: Sql, { accountId, carrierId, from, workspacesLeftOut }: ReachedBooks) => sql`
  account_id = ${accountId} and carrier_id = ${carrierId} and period >= ${from} and workspace_id <> all(${workspacesLeftOut}::uuid[])`;

async function loadPeriods(sql: Sql, reached: ReachedBooks): Promise<readonly Period[]> {
  const rows = await sql<{ period: Period }[]>`
    select distinct period from rollups where ${ofReached(sql, reached)} order by period`;
  return rows.map(({ period }) => period);
}

/** The same rows that the rollups of the periods add up. */
async function loadOwed(sql: Sql, reached: ReachedBooks): Promise<readonly EvaluatedMember[]> {
  const rows = await sql<(Omit<EvaluatedMember, 'owed'> & { owed: string })[]>`
    select workspace_id as "workspaceId", period, member_ref_id as "memberRefId", member_external_id as "memberExternalId",
      member_name as "memberName", commission_owed::text as owed
    from scored_rows
    where ${ofReached(sql, reached)} and counted and commission_owed is not null`;
  return rows.map((row) => ({ ...row, owed: exactFrom(row.owed) }));
}

function exactFrom(text: string): Exact {
  const exact = scaleDecimal(text, 10);
  if (exact === null) throw new TypeError(`Not an amount: ${text}`);
  return exact;
}
