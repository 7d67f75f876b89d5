import type { RecoverableFilter, RecoverableRange, RecoverableReads } from '../../../app/reads/recoverable-reads.ts';
import { offsetPage } from '../../../core/page.ts';
import { addMonths, type Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { Claim } from '../../../core/report/claim.ts';
import { worksheetRange } from '../../../core/report/owed-worksheet.ts';
import { recoverableSums } from '../../../core/report/recoverable.ts';
import type { Database } from '../connection/database.ts';
import { plannedForValues } from '../connection/planned-for-values.ts';
import { openRowExport } from '../connection/row-export.ts';
import type { Sql } from '../connection/sql.ts';
import { refuseUnknownBook, whenSet } from './book-filter.ts';
import { readClaims } from './claim-reads.ts';

export function createRecoverableReads(database: Database): RecoverableReads {
  return {
    list: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const range = await rangeOf(sql, accountId, filter);
        if (isRefused(range)) return range;
        const sums = recoverableSums();
        const shown: Claim[] = [];
        let position = 0;
        for await (const claims of openClaims(sql, { accountId, ...filter, ...range })) {
          for (const claim of claims) {
            sums.add(claim);
            // One more than the page has, so that it knows whether more follow.
            if (position >= page.offset && position <= page.offset + page.limit) shown.push(claim);
            position += 1;
          }
        }
        return { ...range, totals: sums.totals(), page: offsetPage(shown, page) };
      }),
    exportAll: (accountId, filter, offset) =>
      openRowExport(database, accountId, async (sql) => {
        const range = await rangeOf(sql, accountId, filter);
        if (isRefused(range)) return range;
        const sums = recoverableSums();
        const batches = async function* () {
          let position = 0;
          for await (const claims of openClaims(sql, { accountId, ...filter, ...range })) {
            for (const claim of claims) sums.add(claim);
            yield claims.slice(Math.max(0, offset - position));
            position += claims.length;
          }
        };
        return { head: { ...range, totals: sums.totals }, batches: batches() };
      }),
  };
}

async function rangeOf(sql: Sql, accountId: string, filter: RecoverableFilter): Promise<RecoverableRange | Refused> {
  const [refused, [latest]] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    sql<{ period: Period | null }[]>`
      select max(r.period) as period from rollups r where ${[
        sql`r.account_id = ${accountId}`,
        ...whenSet(filter.carrierId, (id) => sql`and r.carrier_id = ${id}`),
        ...whenSet(filter.workspaceId, (id) => sql`and r.workspace_id = ${id}`),
      ]}`,
    sql`select ${plannedForValues(sql)}`,
  ]);
  if (isRefused(refused)) return refused;
  return worksheetRange(filter, latest?.period ?? null) ?? { from: null, to: null };
}

/** Findings of so many months before the first one shown are looked at too: a claim of theirs may hold the same money. */
const MONTHS_BEFORE = 12;

type ClaimsWanted = Omit<RecoverableFilter, 'from' | 'to'> & RecoverableRange & { readonly accountId: string };

/** Claims of the range that no statement has paid yet, up to the latest statement there is. */
export async function* openClaims(
  sql: Sql,
  { accountId, from, to, certainty, kind, ...book }: ClaimsWanted,
): AsyncGenerator<readonly Claim[]> {
  if (from === null || to === null) return;
  const scope = {
    accountId,
    carrierId: book.carrierId,
    workspaceId: book.workspaceId,
    since: addMonths(from, -MONTHS_BEFORE),
  };
  for await (const claims of readClaims(sql, scope)) {
    yield claims.filter(
      (claim) =>
        claim.amount > 0n &&
        claim.period >= from &&
        claim.period <= to &&
        (certainty === undefined || claim.certainty === certainty) &&
        (kind === undefined || claim.kind === kind),
    );
  }
}
