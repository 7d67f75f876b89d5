import type {
  ComparedList,
  FoundPolicy,
  PolicyReads,
  PolicyReport,
  PolicyReportFilter,
} from '../../../app/reads/policy-reads.ts';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import { EXPORT_BATCH_ROWS } from '../../../core/limits/export-limits.ts';
import { offsetPage } from '../../../core/page.ts';
import type { Period } from '../../../core/period.ts';
import { comparePolicies, matchPolicies } from '../../../core/policies/compare-policies.ts';
import { noFindings, POLICY_FINDING_KINDS, type PolicyFindingKind } from '../../../core/policies/policy-finding.ts';
import { policySummary } from '../../../core/policies/policy-sentence.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { Database } from '../connection/database.ts';
import { openRowExport } from '../connection/row-export.ts';
import type { Sql } from '../connection/sql.ts';
import { given, refuseUnknownBook } from './book-filter.ts';
import { idRuleOf, type ListedBook, loadEarlier, loadListed, loadMembers } from './policy-comparison-rows.ts';

/** Lists are compared one after the other, so that the rows of one book are in memory at a time. */
export function createPolicyReads(database: Database): PolicyReads {
  return {
    report: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const found = await compareLists(sql, accountId, filter);
        if (isRefused(found)) return found;
        const { findings, ...report } = found;
        const rows = findings.slice(page.offset, page.offset + page.limit + 1);
        return { ...report, page: offsetPage(rows, page) };
      }),
    exportFindings: (accountId, filter, offset) =>
      openRowExport(database, accountId, async (sql) => {
        const found = await compareLists(sql, accountId, filter);
        return isRefused(found) ? found : { head: null, batches: batchesOf(found.findings.slice(offset)) };
      }),
  };
}

async function* batchesOf<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += EXPORT_BATCH_ROWS) yield rows.slice(at, at + EXPORT_BATCH_ROWS);
}

type Comparison = Omit<PolicyReport, 'page'> & { readonly findings: readonly FoundPolicy[] };

async function compareLists(sql: Sql, accountId: string, filter: PolicyReportFilter): Promise<Comparison | Refused> {
  const [refused, books] = await Promise.all([
    refuseUnknownBook(sql, accountId, filter),
    loadLists(sql, accountId, filter),
  ]);
  if (isRefused(refused)) return refused;
  const period = filter.period ?? (await latestPeriod(sql, accountId, books));
  const compared = period === null ? [] : await compareBooks(sql, accountId, { books, period });
  const counts = noFindings();
  for (const { list } of compared) for (const kind of POLICY_FINDING_KINDS) counts[kind] += list.counts[kind];
  return {
    period,
    lists: compared.map(({ list }) => list),
    counts,
    findings: compared.flatMap(({ findings }) => findings.filter(({ kind }) => kind === (filter.kind ?? kind))),
  };
}

interface NamedBook extends ListedBook {
  readonly carrierName: string;
}

/** Each workspace and carrier with a list, by the carrier's name. */
function loadLists(sql: Sql, accountId: string, { carrierId, workspaceId }: BookFilter): Promise<readonly NamedBook[]> {
  return sql<NamedBook[]>`
    select lists.carrier_id as "carrierId", lists.workspace_id as "workspaceId", c.name as "carrierName"
    from (
      select distinct p.carrier_id, p.workspace_id from listed_policies p
      where ${[
        sql`p.account_id = ${accountId}`,
        ...given(carrierId, (id) => sql`and p.carrier_id = ${id}`),
        ...given(workspaceId, (id) => sql`and p.workspace_id = ${id}`),
      ]}
    ) lists
    join carriers c on c.carrier_id = lists.carrier_id and (c.account_id = ${accountId} or c.account_id is null)
    order by c.name, lists.carrier_id, lists.workspace_id`;
}

/** The latest month that any book with a list has data in. */
async function latestPeriod(sql: Sql, accountId: string, books: readonly ListedBook[]): Promise<Period | null> {
  if (books.length === 0) return null;
  const [row] = await sql<{ period: Period | null }[]>`
    select max(r.period) as period
    from unnest(${books.map(({ workspaceId }) => workspaceId)}::uuid[], ${books.map(({ carrierId }) => carrierId)}::uuid[])
      as book (workspace_id, carrier_id)
    join rollups r on r.account_id = ${accountId} and r.workspace_id = book.workspace_id and r.carrier_id = book.carrier_id`;
  return row?.period ?? null;
}

interface ComparedBook {
  readonly list: ComparedList;
  readonly findings: readonly FoundPolicy[];
}

async function compareBooks(
  sql: Sql,
  accountId: string,
  { books, period }: { readonly books: readonly NamedBook[]; readonly period: Period },
): Promise<readonly ComparedBook[]> {
  const compared: ComparedBook[] = [];
  for (const book of books) compared.push(await compareBook(sql, accountId, { ...book, period }));
  return compared;
}

async function compareBook(
  sql: Sql,
  accountId: string,
  book: NamedBook & { readonly period: Period },
): Promise<ComparedBook> {
  const { carrierId, carrierName, workspaceId, period } = book;
  const named = { carrierId, carrierName, workspaceId };
  const [policies, rule, members] = await Promise.all([
    loadListed(sql, accountId, book),
    idRuleOf(sql, accountId, book),
    loadMembers(sql, accountId, book),
  ]);
  const match = matchPolicies(period, policies, { members, rule: rule ?? { stripLeadingZeros: false } });
  const listed = match.listed.length;
  const active = match.listed.filter(({ standing }) => standing === 'active').length;
  if (rule === null) {
    const sentence = `There is no statement of ${period} to compare your book of business with.`;
    const nothing = { compared: false, listed, active, paid: 0, waiting: 0, counts: noFindings(), sentence };
    return { list: { ...named, ...nothing }, findings: [] };
  }
  const earlier = await loadEarlier(sql, accountId, { book, absent: match.absent });
  const { findings, ...figures } = comparePolicies(match, earlier);
  const counts = noFindings();
  for (const { kind } of findings) counts[kind] += 1;
  return {
    list: { ...named, compared: true, ...figures, counts, sentence: policySummary(active, counts) },
    findings: findings.map((finding) => ({ carrierId, workspaceId, ...finding })),
  };
}

/** One sentence for each carrier that has a list and a statement of the period. For an account without lists it is one look-up. */
export async function loadPolicySummaries(
  sql: Sql,
  accountId: string,
  { period, ...filter }: BookFilter & { readonly period: Period | null },
): Promise<ReadonlyMap<string, string>> {
  const books = period === null ? [] : await loadLists(sql, accountId, filter);
  if (period === null || books.length === 0) return new Map();
  const compared = (await compareBooks(sql, accountId, { books, period })).filter(({ list }) => list.compared);
  const byCarrier = Map.groupBy(compared, ({ list }) => list.carrierId);
  return new Map(
    [...byCarrier].map(([carrierId, lists]) => {
      const counts: Record<PolicyFindingKind, number> = noFindings();
      let active = 0;
      for (const { list } of lists) {
        active += list.active;
        for (const kind of POLICY_FINDING_KINDS) counts[kind] += list.counts[kind];
      }
      return [carrierId, policySummary(active, counts)] as const;
    }),
  );
}
