import { z } from 'zod';
import { type Exact, exactToDollars } from '../../core/money.ts';
import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import { type NamedPeriod, namedPeriod } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import { mapExport } from '../../core/row-export.ts';
import {
  type Journey,
  type LastSeen,
  type MemberOnRecord,
  type MemberRecord,
  type MemberTimeline,
  type MemberWithOwed,
  memberStatuses,
  type PolicyJourney,
} from './member-records.ts';
import type { JourneyReads, MemberFilter, MemberReads } from './read-models.ts';
import { claimsOf } from './report-recoverable.ts';

/** Lists and finds members, their months and their journeys. */
export interface MemberRegister {
  readonly members: MemberReads;
  readonly journeys: JourneyReads;
}

type Members = Pick<MemberRegister, 'members'>;
type Journeys = Pick<MemberRegister, 'journeys'>;

interface MemberKey {
  readonly accountId: string;
  readonly memberRefId: string;
}

type MemberQuery = MemberFilter &
  NamedPeriod & {
    /** When true, only members with an open claim that is certain; when false, only members without. */
    readonly owed?: boolean | undefined;
  };

interface MemberListRequest {
  readonly accountId: string;
  /** True for an agent, who is shown no claims. */
  readonly isAgent: boolean;
}

/**
 * Lists members by id or name. Refuses an unknown carrier or workspace, a year without a month, and a `period` that differs from
 * `periodYear` and `periodMonth`.
 */
export async function listMembers(
  { members }: Members,
  request: MemberListRequest,
  { limit, offset, ...query }: MemberQuery & OffsetPosition,
): Promise<OffsetPage<MemberWithOwed> | Refused> {
  const filter = filterOf(query);
  if (isRefused(filter)) return filter;
  const all = filter.owed === true ? await owedBy(members, request, filter) : null;
  const page = await members.list(request.accountId, narrowed(filter, all), { limit, offset });
  if (isRefused(page)) return page;
  const owed = all ?? (await owedBy(members, request, { memberRefIds: page.data.map((row) => row.memberRefId) }));
  return { ...page, data: page.data.map(withOwed(owed)) };
}

/** Exports the list of `listMembers` after the first `offset` members. */
export async function exportMembers(
  { members }: Members,
  request: MemberListRequest,
  { offset, ...query }: MemberQuery & Pick<OffsetPosition, 'offset'>,
): Exported<MemberWithOwed> {
  const filter = filterOf(query);
  if (isRefused(filter)) return filter;
  const owed = await owedBy(members, request, filter);
  const rows = await members.exportAll(request.accountId, narrowed(filter, filter.owed === true ? owed : null), offset);
  return isRefused(rows) ? rows : mapExport(rows, withOwed(owed));
}

/** The dollars owed, by member; null for an agent. */
type Owed = ReadonlyMap<string, number> | null;

function narrowed({ owed: _, ...filter }: MemberFilter & { readonly owed?: boolean | undefined }, owed: Owed) {
  return owed === null ? filter : { ...filter, memberRefIds: [...owed.keys()] };
}

/** Adds up the open claims that are certain, by member, as the report of money to ask for does. */
async function owedBy(
  members: MemberReads,
  { accountId, isAgent }: MemberListRequest,
  { carrierId, workspaceId, memberRefIds }: MemberFilter,
): Promise<Owed> {
  if (isAgent) return null;
  const sums = new Map<string, Exact>();
  await members.findings(accountId, { carrierId, workspaceId, memberRefIds }, (found) => {
    for (const { memberRefId, amount, certainty } of found.flatMap(claimsOf))
      if (certainty === 'certain' && amount > 0n) sums.set(memberRefId, (sums.get(memberRefId) ?? 0n) + amount);
  });
  return new Map([...sums].map(([memberRefId, sum]) => [memberRefId, exactToDollars(sum)]));
}

const withOwed =
  (owed: Owed) =>
  (row: MemberRecord): MemberWithOwed => ({ ...row, owed: owed === null ? null : (owed.get(row.memberRefId) ?? 0) });

function filterOf({
  periodYear,
  periodMonth,
  ...filter
}: MemberQuery): (MemberFilter & Pick<MemberQuery, 'owed'>) | Refused {
  const period = namedPeriod({ period: filter.period, periodYear, periodMonth });
  return isRefused(period) ? period : { ...filter, period };
}

/** Finds a member as of the latest period in which the member has a row. Refuses an unknown member. */
export async function findMember(
  { members }: Members,
  { accountId, memberRefId, isAgent }: MemberKey & MemberListRequest,
): Promise<MemberOnRecord | Refused> {
  const found = await members.find(accountId, memberRefId);
  if (found === null) return unknownMember();
  const [owed, formerNames] = await Promise.all([
    owedBy(members, { accountId, isAgent }, { memberRefIds: [memberRefId] }),
    members.formerNames(accountId, memberRefId),
  ]);
  return { ...withOwed(owed)(found), formerNames };
}

/** Finds a member's months, oldest first. Refuses an unknown member. */
export async function findTimeline(
  { members }: Members,
  { accountId, memberRefId }: MemberKey,
): Promise<MemberTimeline | Refused> {
  return (await members.timeline(accountId, memberRefId)) ?? unknownMember();
}

/** Finds the last period in which a member was present. Refuses an unknown member. */
export async function findLastSeen(
  { journeys }: Journeys,
  { accountId, memberRefId }: MemberKey,
): Promise<LastSeen | Refused> {
  return (await journeys.lastSeen(accountId, memberRefId)) ?? unknownMember();
}

/** Finds a member's journey. Refuses an unknown member. */
export async function findMemberJourney(
  { journeys }: Journeys,
  { accountId, memberRefId }: MemberKey,
): Promise<Journey | Refused> {
  return (await journeys.ofMember(accountId, memberRefId)) ?? unknownMember();
}

/** Finds a policy's journey. Refuses an unknown policy. */
export async function findPolicyJourney(
  { journeys }: Journeys,
  { accountId, policyRefId }: { readonly accountId: string; readonly policyRefId: string },
): Promise<PolicyJourney | Refused> {
  return (await journeys.ofPolicy(accountId, policyRefId)) ?? refuse('not_found', 'There is no policy with this id.');
}

/** The search of everything (docs/reference/members-and-comparisons.md#search). */

/** The kinds of results, in the order of a list of results. */
const SEARCH_KINDS = ['person', 'policy', 'carrier', 'agent', 'month', 'file'] as const;
type SearchKind = (typeof SEARCH_KINDS)[number];

export const searchResult = z
  .object({
    kind: z.enum(SEARCH_KINDS),
    id: z
      .string()
      .describe(
        'Of a person or a policy the member, of a carrier or a file its own; a month as YYYY-MM; an agent as named.',
      ),
    title: z.string().describe('The name, the policy number, the month or the name of the file.'),
    carrierName: z.string().nullable(),
    memberName: z.string().nullable().describe('Of a policy: who has it.'),
    memberExternalId: z.string().nullable(),
    formerName: z
      .string()
      .nullable()
      .describe('The name that was found, when the statements of today have another one.'),
    status: memberStatuses.nullable(),
    firstPeriod: z.string().nullable().describe('Of a person or a policy: the first month with the member.'),
    lastPeriod: z.string().nullable().describe('The last month that was paid; of a file its month.'),
    lastAmount: z.number().nullable().describe('What was paid last.'),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = Readonly<z.output<typeof searchResult>>;

interface SearchRequest {
  readonly q: string;
  /** The most results of each kind. */
  readonly limit: number;
}

export interface SearchReads {
  /**
   * Finds what has a word that begins with each word of the text, in any order of words, by kind. People are found by every name and
   * number that a statement had. Empty for a text without a letter or a digit.
   */
  search(
    accountId: string,
    request: SearchRequest & { readonly kinds: readonly SearchKind[] },
  ): Promise<readonly SearchResult[]>;
}

/** Searches everything that the person can open: an agent's own people and policies, and months. */
export function searchEverything(
  search: SearchReads,
  accountId: string,
  { isAgent, ...request }: SearchRequest & { readonly isAgent: boolean },
): Promise<readonly SearchResult[]> {
  return search.search(accountId, { ...request, kinds: isAgent ? ['person', 'policy', 'month'] : SEARCH_KINDS });
}
