import { and, eq, sql as expression, isNull } from 'drizzle-orm';
import type {
  AcceptRules,
  AliasesChanged,
  AliasStore,
  BookReturning,
  FindReturning,
  MonthCommand,
  MonthReturning,
  RescoreMembers,
} from '../../../app/members/join-members.ts';
import type { CarrierBook } from '../../../app/reads/report-medicare.ts';
import type { BookKey } from '../../../core/book-key.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { memberAliases } from '../../../schema/members.ts';
import { rollups } from '../../../schema/scores.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import {
  type AliasPair,
  fileUnderMembers,
  fileUnderOwnIds,
  listSharedMonths,
  saveAliases,
} from '../book/book-identities.ts';
import { lockOneBook } from '../book/book-store.ts';
import { readPeople } from '../book/returning-members.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { findBookPeriod, ofCarrierBook, refuseUnknownBook } from '../queries/book-scope.ts';
import { rescoreBook } from '../rates/rate-rescore.ts';

/** Lists, links and unlinks members of a carrier's month who returned under another id. */

export async function listReturning(
  sql: Sql,
  accountId: string,
  { book, findReturning }: { readonly book: CarrierBook; readonly findReturning: FindReturning },
): Promise<MonthReturning | Refused> {
  const found = await findBookPeriod(sql, accountId, book);
  if (isRefused(found)) return found;
  const { period } = found;
  if (period === null) return { period, books: [] };
  const books: BookReturning[] = [];
  for (const key of await listBooks(sql, accountId, { ...book, period })) {
    books.push({ workspaceId: key.workspaceId, ...findReturning(...(await readPeople(sql, key, period))) });
  }
  return { period, books };
}

/**
 * Lists the carrier's books with data in the month, or with links of a month that was retracted since. The order by workspace keeps
 * concurrent requests from a deadlock.
 */
async function listBooks(
  sql: Sql,
  accountId: string,
  book: CarrierBook & { readonly period: Period },
): Promise<readonly BookKey[]> {
  const rows = await sql<{ workspace_id: string }[]>`
    select r.workspace_id from ${rollups} r where ${ofCarrierBook(sql, accountId, book)} and r.period = ${book.period}
    union
    select r.workspace_id from ${memberAliases} r where ${ofCarrierBook(sql, accountId, book)} and r.period = ${book.period}
    order by workspace_id`;
  return rows.map((row) => ({ accountId, workspaceId: row.workspace_id, carrierId: book.carrierId }));
}

export async function acceptMonth(
  sql: Sql,
  { accountId, book, origin }: MonthCommand,
  { findReturning, mayShare, rescore }: AcceptRules & { readonly rescore: RescoreMembers },
): Promise<AliasesChanged | Refused> {
  const { period } = book;
  return changeBooks(sql, { accountId, book, origin }, rescore, async (key) => {
    const { returning } = findReturning(...(await readPeople(sql, key, period)));
    const shared = await listSharedMonths(sql, key, returning);
    const uncertain = new Set(shared.filter((month) => !mayShare(month)).map(({ aliasRefId }) => aliasRefId));
    const pairs = returning.filter(({ aliasRefId }) => !uncertain.has(aliasRefId));
    const aliases = pairs.map(({ aliasRefId, aliasExternalId, memberRefId }) => ({
      aliasRefId,
      externalId: aliasExternalId,
      memberRefId,
      source: 'manual' as const,
    }));
    if (aliases.length > 0) await saveAliases({ sql, key }, period, aliases);
    return { action: 'members.aliases.accept', pairs, from: await fileUnderMembers(sql, key, pairs) };
  });
}

export async function undoMonth(
  sql: Sql,
  { accountId, book, origin }: MonthCommand,
  rescore: RescoreMembers,
): Promise<AliasesChanged | Refused> {
  const { period } = book;
  return changeBooks(sql, { accountId, book, origin }, rescore, async (key) => {
    // All pairs get the same time, by which the undo finds what was undone together.
    const pairs = await orm(sql)
      .update(memberAliases)
      .set({ removedAt: expression`now()` })
      .where(
        and(
          eq(memberAliases.accountId, accountId),
          eq(memberAliases.workspaceId, key.workspaceId),
          eq(memberAliases.carrierId, key.carrierId),
          eq(memberAliases.period, period),
          isNull(memberAliases.removedAt),
        ),
      )
      .returning({ aliasRefId: memberAliases.aliasRefId, memberRefId: memberAliases.memberRefId });
    return { action: 'members.aliases.undo', pairs, from: await fileUnderOwnIds(sql, key, pairs) };
  });
}

/**
 * Restores the links of the month's latest undo. Leaves out members whose two ids a later month shows side by side, and ids that later
 * links use.
 */
export async function redoMonth(
  sql: Sql,
  { accountId, book, origin }: MonthCommand,
  { mayShare, rescore }: { readonly mayShare: Parameters<AliasStore['redo']>[1]; readonly rescore: RescoreMembers },
): Promise<AliasesChanged | Refused> {
  const { period } = book;
  return changeBooks(sql, { accountId, book, origin }, rescore, async (key) => {
    const undone = await listLastUndone(sql, key, period);
    const shared = await listSharedMonths(sql, key, undone);
    const uncertain = new Set(shared.filter((month) => !mayShare(month)).map(({ aliasRefId }) => aliasRefId));
    const pairs = undone.filter(({ aliasRefId }) => !uncertain.has(aliasRefId));
    await sql`
      update ${memberAliases} set removed_at = null
      where account_id = ${accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
        and alias_ref_id = any(${pairs.map(({ aliasRefId }) => aliasRefId)}::uuid[])`;
    return { action: 'members.aliases.redo', pairs, from: await fileUnderMembers(sql, key, pairs) };
  });
}

function listLastUndone(sql: Sql, key: BookKey, period: Period): Promise<AliasPair[]> {
  const ofCarrierBook = sql`account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}`;
  return sql<AliasPair[]>`
    select alias_ref_id as "aliasRefId", member_ref_id as "memberRefId" from ${memberAliases} undone
    where ${ofCarrierBook} and period = ${period}
      and removed_at = (select max(removed_at) from ${memberAliases} where ${ofCarrierBook} and period = ${period})
      and not exists (
        select from ${memberAliases} other
        where ${ofCarrierBook} and other.removed_at is null
          and (other.member_ref_id = undone.alias_ref_id or other.alias_ref_id = undone.member_ref_id))
    order by alias_ref_id`;
}

interface BookChange {
  readonly action: string;
  readonly pairs: readonly AliasPair[];
  readonly from: Period | null;
}

async function changeBooks(
  sql: Sql,
  { accountId, book, origin }: MonthCommand,
  rescore: RescoreMembers,
  change: (key: BookKey) => Promise<BookChange>,
): Promise<AliasesChanged | Refused> {
  const refused = await refuseUnknownBook(sql, accountId, book);
  if (refused !== null) return refused;
  let [members, rescoredPeriods] = [0, 0];
  const jobIds: string[] = [];
  const locked: { readonly key: BookKey; readonly book: Awaited<ReturnType<typeof lockOneBook>> }[] = [];
  // All locks are taken before anything is scored, because afterwards there may be no time left to wait for one.
  for (const key of await listBooks(sql, accountId, book)) locked.push({ key, book: await lockOneBook(sql, key) });
  for (const { key, book: own } of locked) {
    const { action, pairs, from } = await change(key);
    if (pairs.length === 0) continue;
    const { workspaceId, carrierId } = key;
    const meta = { workspaceId, carrierId, period: book.period, members: pairs.length };
    await recordAudit(sql, { accountId, origin, action, target: carrierId, meta });
    const rescored = await rescoreBook(sql, { key, book: own, from, origin }, rescore);
    members += pairs.length;
    rescoredPeriods += rescored.rescoredPeriods;
    jobIds.push(...rescored.jobIds);
  }
  return { members, rescoredPeriods, jobIds };
}
