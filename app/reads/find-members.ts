import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import { type NamedPeriod, namedPeriod } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import type { JourneyReads, MemberReads } from './list-reads.ts';
import type { Journey, LastSeen, MemberRecord, MemberTimeline, PolicyJourney } from './member-records.ts';
import type { MemberFilter } from './read-models.ts';

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

type MemberQuery = MemberFilter & NamedPeriod;

/**
 * Lists members by id. Refuses an unknown carrier or workspace, a year without a month, and a `period` that differs from `periodYear` and
 * `periodMonth`.
 */
export async function listMembers(
  { members }: Members,
  accountId: string,
  { limit, offset, ...query }: MemberQuery & OffsetPosition,
): Promise<OffsetPage<MemberRecord> | Refused> {
  const filter = filterOf(query);
  return isRefused(filter) ? filter : members.list(accountId, filter, { limit, offset });
}

/** Exports the list of `listMembers` after the first `offset` members. */
export async function exportMembers(
  { members }: Members,
  accountId: string,
  { offset, ...query }: MemberQuery & Pick<OffsetPosition, 'offset'>,
): Exported<MemberRecord> {
  const filter = filterOf(query);
  return isRefused(filter) ? filter : members.exportAll(accountId, filter, offset);
}

function filterOf({ periodYear, periodMonth, ...filter }: MemberQuery): MemberFilter | Refused {
  const period = namedPeriod({ period: filter.period, periodYear, periodMonth });
  return isRefused(period) ? period : { ...filter, period };
}

/** Finds a member as of the latest period in which the member has a row. Refuses an unknown member. */
export async function findMember(
  { members }: Members,
  { accountId, memberRefId }: MemberKey,
): Promise<MemberRecord | Refused> {
  return (await members.find(accountId, memberRefId)) ?? unknownMember();
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
