import { and, asc, eq, sql as expression, inArray, isNull, or } from 'drizzle-orm';
import type { RescoredBooks } from '../../../app/book/book-store.ts';
import type {
  AcceptRules,
  AliasCommand,
  AliasesChanged,
  AliasLinked,
  AliasStore,
  BookReturning,
  FindReturning,
  MemberAlias,
  MonthCommand,
  MonthReturning,
  RescoreMembers,
} from '../../../app/members/join-members.ts';
import type { BookMonth, CarrierBook } from '../../../app/reads/report-book-members.ts';
import type { BookKey } from '../../../core/book-key.ts';
import type { LinkSituation } from '../../../core/identity/join-next-term.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { blankExternalId, unknownMember, unknownOtherId } from '../../../core/refusals.ts';
import { readStoredConfig } from '../../../core/statement/config.ts';
import { memberKeyOf, memberRefs } from '../../../core/statement/member-key.ts';
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
import { readPeople } from '../book/period-scores.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { activeFormat, findBookOf, findBookPeriod, ofBooks, refuseUnknownBook } from '../queries/book-scope.ts';
import { rescoreBook } from '../rates/set-rate.ts';

/**
 * Stores the aliases of members. Clients list, link and unlink aliases, list the proposals of a month, and accept, undo and redo a month's
 * links.
 */
export function createAliasStore(database: Database): AliasStore {
  return {
    list: (accountId, memberRefId) =>
      database.read(accountId, async (sql) => {
        if ((await findBookOf(sql, accountId, memberRefId)) === null) return null;
        return orm(sql)
          .select(ALIAS)
          .from(memberAliases)
          .where(
            and(
              eq(memberAliases.accountId, accountId),
              eq(memberAliases.memberRefId, memberRefId),
              isNull(memberAliases.removedAt),
            ),
          )
          .orderBy(asc(memberAliases.createdAt), asc(memberAliases.aliasRefId));
      }),
    link: (command, decide, rescore) =>
      database.tenant(command.accountId, (sql) => linkAlias(sql, command, { decide, rescore })),
    unlink: (command, rescore) => database.tenant(command.accountId, (sql) => unlinkAlias(sql, command, rescore)),
    listReturning: (accountId, wanted, findReturning) =>
      database.read(accountId, (sql) => listReturning(sql, accountId, { wanted, findReturning })),
    accept: (command, rules, rescore) =>
      database.tenant(command.accountId, (sql) => acceptMonth(sql, command, { ...rules, rescore })),
    undo: (command, rescore) => database.tenant(command.accountId, (sql) => undoMonth(sql, command, rescore)),
    redo: (command, mayShare, rescore) =>
      database.tenant(command.accountId, (sql) => redoMonth(sql, command, { mayShare, rescore })),
  };
}

const ALIAS = {
  externalId: memberAliases.externalId,
  source: memberAliases.source,
  period: memberAliases.period,
  createdAt: memberAliases.createdAt,
};

/** Makes the condition that an alias is of the book. */
const isOfBook = ({ accountId, workspaceId, carrierId }: BookKey) =>
  and(
    eq(memberAliases.accountId, accountId),
    eq(memberAliases.workspaceId, workspaceId),
    eq(memberAliases.carrierId, carrierId),
  );

/** Computes the member id of an external id by the carrier's current rule; null for an id without a letter or digit. */
async function refOfExternalId(sql: Sql, key: BookKey, externalId: string): Promise<string | null> {
  const [active] = await sql<{ config: unknown }[]>`
    select config from ${activeFormat(sql, key.accountId, key.carrierId)} active`;
  const rule = active === undefined ? { stripLeadingZeros: false } : readStoredConfig(active.config).config.memberId;
  const memberKey = memberKeyOf(externalId, rule);
  return memberKey === '' ? null : memberRefs(key)(memberKey);
}

async function linkAlias(
  sql: Sql,
  { accountId, memberRefId, externalId, origin }: AliasCommand,
  { decide, rescore }: { readonly decide: Parameters<AliasStore['link']>[1]; readonly rescore: RescoreMembers },
): Promise<AliasLinked | Refused> {
  const key = await findBookOf(sql, accountId, memberRefId);
  if (key === null) return unknownMember();
  const book = await lockOneBook(sql, key);
  if ((await findBookOf(sql, accountId, memberRefId)) === null) return unknownMember();
  const aliasRefId = await refOfExternalId(sql, key, externalId);
  if (aliasRefId === null) return blankExternalId();
  const pair = { aliasRefId, memberRefId };
  const decision = decide(await readSituation(sql, key, pair));
  if (isRefused(decision)) return decision;
  if (decision === 'exists') return { alias: await findAlias(sql, key, aliasRefId), rescoredPeriods: 0, jobIds: [] };
  const alias = await saveAlias(sql, key, { ...pair, externalId });
  const from = await fileUnderMembers(sql, key, [pair]);
  // The audit trail has our own ids only, because it must not hold member data of a statement.
  await recordAudit(sql, { accountId, origin, action: 'member.alias.add', target: memberRefId, meta: { aliasRefId } });
  return { alias, ...(await rescoreBook(sql, { key, book, from, origin }, rescore)) };
}

async function readSituation(
  sql: Sql,
  key: BookKey,
  pair: { readonly aliasRefId: string; readonly memberRefId: string },
): Promise<LinkSituation> {
  const linked = await orm(sql)
    .select({ alias: memberAliases.aliasRefId, member: memberAliases.memberRefId })
    .from(memberAliases)
    .where(
      and(
        isOfBook(key),
        isNull(memberAliases.removedAt),
        or(
          inArray(memberAliases.aliasRefId, [pair.aliasRefId, pair.memberRefId]),
          eq(memberAliases.memberRefId, pair.aliasRefId),
        ),
      ),
    );
  return {
    ...pair,
    linkedTo: linked.find(({ alias }) => alias === pair.aliasRefId)?.member ?? null,
    ownsAliases: linked.some(({ member }) => member === pair.aliasRefId),
    memberIsAlias: linked.some(({ alias }) => alias === pair.memberRefId),
    sharedMonths: await listSharedMonths(sql, key, [pair]),
  };
}

async function findAlias(sql: Sql, key: BookKey, aliasRefId: string): Promise<MemberAlias> {
  const [alias] = await orm(sql)
    .select(ALIAS)
    .from(memberAliases)
    .where(and(isOfBook(key), eq(memberAliases.aliasRefId, aliasRefId)));
  if (alias === undefined) throw new Error('An alias that was decided on is there.');
  return alias;
}

/** Stores a link, replacing one that was undone. */
async function saveAlias(
  sql: Sql,
  key: BookKey,
  alias: { readonly aliasRefId: string; readonly memberRefId: string; readonly externalId: string },
): Promise<MemberAlias> {
  await sql`
    insert into ${memberAliases} (account_id, workspace_id, carrier_id, alias_ref_id, member_ref_id, external_id, source)
    values (${key.accountId}, ${key.workspaceId}, ${key.carrierId}, ${alias.aliasRefId}, ${alias.memberRefId}, ${alias.externalId},
      'manual')
    on conflict (account_id, workspace_id, carrier_id, alias_ref_id) do update
      set member_ref_id = excluded.member_ref_id, external_id = excluded.external_id, source = excluded.source, period = null,
        created_at = excluded.created_at, removed_at = null`;
  return findAlias(sql, key, alias.aliasRefId);
}

async function unlinkAlias(
  sql: Sql,
  { accountId, memberRefId, externalId, origin }: AliasCommand,
  rescore: RescoreMembers,
): Promise<RescoredBooks | Refused> {
  const [place] = await orm(sql)
    .select({ workspaceId: memberAliases.workspaceId, carrierId: memberAliases.carrierId })
    .from(memberAliases)
    .where(and(eq(memberAliases.accountId, accountId), eq(memberAliases.memberRefId, memberRefId)))
    .limit(1);
  if (place === undefined) return unknownOtherId();
  const key = { accountId, ...place };
  const book = await lockOneBook(sql, key);
  const aliasRefId = await refOfExternalId(sql, key, externalId);
  // The external id is compared as text as well, because the carrier's rule may have changed since the id was linked.
  const [removed] = await sql<{ alias_ref_id: string }[]>`
    update ${memberAliases} set removed_at = clock_timestamp()
    where account_id = ${accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and removed_at is null
      and alias_ref_id = (
        select alias_ref_id from ${memberAliases}
        where account_id = ${accountId} and member_ref_id = ${memberRefId} and removed_at is null
          and (alias_ref_id = ${aliasRefId} or external_id = ${externalId})
        order by alias_ref_id = ${aliasRefId} desc, alias_ref_id limit 1)
    returning alias_ref_id`;
  if (removed === undefined) return unknownOtherId();
  const from = await fileUnderOwnIds(sql, key, [{ aliasRefId: removed.alias_ref_id, memberRefId }]);
  const meta = { aliasRefId: removed.alias_ref_id };
  await recordAudit(sql, { accountId, origin, action: 'member.alias.remove', target: memberRefId, meta });
  return rescoreBook(sql, { key, book, from, origin }, rescore);
}

/** Lists, links and unlinks members of a carrier's month who returned under another id. */

async function listReturning(
  sql: Sql,
  accountId: string,
  { wanted, findReturning }: { readonly wanted: BookMonth; readonly findReturning: FindReturning },
): Promise<MonthReturning | Refused> {
  const found = await findBookPeriod(sql, accountId, wanted);
  if (isRefused(found)) return found;
  const { period } = found;
  if (period === null) return { period, books: [] };
  const scored = await sql<ScoredBook[]>`
    select r.workspace_id as "workspaceId", r.carrier_id as "carrierId", r.missing_members as missing, r.returning_members as returning
    from ${rollups} r where ${ofBooks(sql, accountId, wanted)} and r.period = ${period}
    order by r.carrier_id, r.workspace_id`;
  const books: BookReturning[] = [];
  for (const { missing, returning, ...book } of scored) {
    // Scoring counted the pairs. Only the people of a month that has some are read, and of a month without a count.
    const pairs =
      returning === 0
        ? { missing: missing ?? 0, returning: [] }
        : findReturning(...(await readPeople(sql, { accountId, ...book }, period)));
    books.push({ ...book, ...pairs });
  }
  return { period, books };
}

/** A book of the month with the counts of its rollup; null where nobody left or nobody is new, and in months of earlier releases. */
interface ScoredBook {
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly missing: number | null;
  readonly returning: number | null;
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
    select r.workspace_id from ${rollups} r where ${ofBooks(sql, accountId, book)} and r.period = ${book.period}
    union
    select r.workspace_id from ${memberAliases} r where ${ofBooks(sql, accountId, book)} and r.period = ${book.period}
    order by workspace_id`;
  return rows.map((row) => ({ accountId, workspaceId: row.workspace_id, carrierId: book.carrierId }));
}

async function acceptMonth(
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

async function undoMonth(
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
async function redoMonth(
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
