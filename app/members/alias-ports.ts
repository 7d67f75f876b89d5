import type { LinkSituation, SharedMonth } from '../../core/identity/decide-link.ts';
import type { ReturningMember, ReturningMembers, ScoredPerson } from '../../core/identity/match-returning.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { DisputedBook, RescoredBooks } from '../book/book-ports.ts';
import type { AliasSource } from '../book/identity-ports.ts';
import type { CarrierBook } from '../reads/medicare-reads.ts';

/** The ports for several ids of one member (docs/adr/0033-ids-of-a-member.md): aliases are linked by hand, proposed and undone. */

export interface MemberAlias {
  readonly externalId: string;
  readonly source: AliasSource;
  /** The month whose statement made or proposed the alias; null when it was linked without a proposal. */
  readonly period: Period | null;
  readonly createdAt: string;
}

export interface AliasLinked extends RescoredBooks {
  readonly alias: MemberAlias;
}

export interface ProposedAlias {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  /** The id under which the member seems to return. */
  readonly externalId: string;
  readonly matchedBy: ReturningMember['reason'];
  readonly workspaceId: string;
}

export interface AliasProposals {
  readonly carrierId: string;
  /** Null when the carrier has no data. */
  readonly period: Period | null;
  readonly missing: number;
  readonly returning: number;
  readonly data: readonly ProposedAlias[];
  /** The rows of `data` under the name that older clients read. */
  readonly proposals: readonly ProposedAlias[];
}

/** Members of one book who seem to have returned under another id. */
export interface BookReturning extends ReturningMembers {
  readonly workspaceId: string;
}

/** Members of a carrier's month who seem to have returned under another id. */
export interface MonthReturning {
  /** Null when the carrier has no data. */
  readonly period: Period | null;
  readonly books: readonly BookReturning[];
}

/** Finds members who returned under another id, among the people of one book's month. Ids that were linked once are left out. */
export type FindReturning = (people: readonly ScoredPerson[], linkedIds: ReadonlySet<string>) => ReturningMembers;

export interface AcceptRules {
  readonly findReturning: FindReturning;
  readonly mayShare: (month: SharedMonth) => boolean;
}

/** Scores a book again from this month on and updates its disputes. Returns the number of rescored months. */
export type RescoreMembers = (from: Period, book: DisputedBook) => Promise<number>;

/** The result of one call: the number of members that it linked or unlinked, and the rescored books. */
export interface AliasesChanged extends RescoredBooks {
  readonly members: number;
}

export interface AliasCommand {
  readonly accountId: string;
  readonly memberRefId: string;
  readonly externalId: string;
  readonly origin: RequestOrigin;
}

export interface MonthCommand {
  readonly accountId: string;
  readonly book: CarrierBook & { readonly period: Period };
  readonly origin: RequestOrigin;
}

/**
 * Stores aliases. A link and the rescores that follow are one transaction under the lock of the book. Books that are too large are rescored
 * by jobs, which the result names.
 */
export interface AliasStore {
  /** Returns aliases, oldest first, or null when the account has no such member. */
  list(accountId: string, memberRefId: string): Promise<readonly MemberAlias[] | null>;
  link(
    command: AliasCommand,
    decide: (situation: LinkSituation) => 'link' | 'exists' | Refused,
    rescore: RescoreMembers,
  ): Promise<AliasLinked | Refused>;
  unlink(command: AliasCommand, rescore: RescoreMembers): Promise<RescoredBooks | Refused>;
  /**
   * Finds returned members by calling `findReturning` for each book of the carrier's month, one book at a time. Refuses an unknown carrier
   * or workspace.
   */
  listReturning(accountId: string, book: CarrierBook, findReturning: FindReturning): Promise<MonthReturning | Refused>;
  /** Links the proposals of the month. Leaves out members whose two ids later statements show side by side. */
  accept(command: MonthCommand, rules: AcceptRules, rescore: RescoreMembers): Promise<AliasesChanged | Refused>;
  /** Removes the links that the month's statements, or the acceptance of its proposals, made. */
  undo(command: MonthCommand, rescore: RescoreMembers): Promise<AliasesChanged | Refused>;
  /** Restores the links of the month's latest undo, except members whose two ids appear side by side in a statement. */
  redo(
    command: MonthCommand,
    mayShare: (month: SharedMonth) => boolean,
    rescore: RescoreMembers,
  ): Promise<AliasesChanged | Refused>;
}
