import { decideLink, haveSeparatePolicies } from '../../core/identity/decide-link.ts';
import { findReturning } from '../../core/identity/match-returning.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';
import type { RescoredBooks } from '../book/book-ports.ts';
import { followDisputes } from '../book/follow-disputes.ts';
import { rebuildBook } from '../book/rebuild-book.ts';
import type { CarrierBook } from '../reads/medicare-reads.ts';
import type {
  AliasCommand,
  AliasesChanged,
  AliasLinked,
  AliasProposals,
  AliasStore,
  MemberAlias,
  MonthCommand,
  RescoreMembers,
} from './alias-ports.ts';

/** Joins two ids of a member and separates them again. The months concerned are rescored in the request or, in large books, by jobs. */

export interface AliasChanges {
  readonly aliases: AliasStore;
  readonly relayOutbox: () => Promise<void>;
}

/** Lists other ids of a member, oldest first. Refuses an unknown member. */
export async function listAliases(
  { aliases }: Pick<AliasChanges, 'aliases'>,
  accountId: string,
  memberRefId: string,
): Promise<readonly MemberAlias[] | Refused> {
  return (await aliases.list(accountId, memberRefId)) ?? unknownMember();
}

/** Proposes links for members of a month who seem to have returned under another id. Refuses an unknown carrier or workspace. */
export async function proposeAliases(
  { aliases }: Pick<AliasChanges, 'aliases'>,
  accountId: string,
  book: CarrierBook,
): Promise<AliasProposals | Refused> {
  const found = await aliases.listReturning(accountId, book, findReturning);
  if (isRefused(found)) return found;
  const { period, books } = found;
  const proposals = books.flatMap(({ workspaceId, returning }) =>
    returning.map(({ absent: { memberRefId, memberExternalId, memberName }, newcomer, reason }) => {
      const externalId = newcomer.memberExternalId;
      return { memberRefId, memberExternalId, memberName, externalId, matchedBy: reason, workspaceId };
    }),
  );
  const missing = books.reduce((sum, own) => sum + own.missing, 0);
  return { carrierId: book.carrierId, period, missing, returning: proposals.length, data: proposals, proposals };
}

/** Links an id to a member as its alias. Refuses an unknown member, a blank id, and an id that is or may be another member. */
export const linkAlias = (changes: AliasChanges, command: AliasCommand): Promise<AliasLinked | Refused> =>
  relayed(changes, changes.aliases.link(command, decideLink, rescoreMembers));

/** Removes a link. Refuses an unknown member and an unknown link. */
export const unlinkAlias = (changes: AliasChanges, command: AliasCommand): Promise<RescoredBooks | Refused> =>
  relayed(changes, changes.aliases.unlink(command, rescoreMembers));

/** Links the proposals of a month. Refuses an unknown carrier or workspace. */
export const acceptProposals = (changes: AliasChanges, command: MonthCommand): Promise<AliasesChanged | Refused> =>
  relayed(changes, changes.aliases.accept(command, { findReturning, mayShare: haveSeparatePolicies }, rescoreMembers));

/** Removes the links that a month made. Refuses an unknown carrier or workspace. */
export const undoAliases = (changes: AliasChanges, command: MonthCommand): Promise<AliasesChanged | Refused> =>
  relayed(changes, changes.aliases.undo(command, rescoreMembers));

/** Restores the links of a month's latest undo. Refuses an unknown carrier or workspace. */
export const redoAliases = (changes: AliasChanges, command: MonthCommand): Promise<AliasesChanged | Refused> =>
  relayed(changes, changes.aliases.redo(command, haveSeparatePolicies, rescoreMembers));

async function relayed<T extends RescoredBooks>(
  { relayOutbox }: AliasChanges,
  change: Promise<T | Refused>,
): Promise<T | Refused> {
  const changed = await change;
  if (!isRefused(changed) && changed.jobIds.length > 0) await relayOutbox();
  return changed;
}

const rescoreMembers: RescoreMembers = async (from, disputed) => {
  const periods = await rebuildBook(disputed.book, from);
  await followDisputes(disputed);
  return periods.length;
};
