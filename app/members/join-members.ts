import { z } from 'zod';
import {
  decideLink,
  haveSeparatePolicies,
  type LinkSituation,
  type SharedMonth,
} from '../../core/identity/join-next-term.ts';
import { findReturning, type ReturningMembers, type ScoredPerson } from '../../core/identity/match-returning.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { normaliseId } from '../../core/statement/member-key.ts';
import type { DisputedBook, RescoredBooks } from '../book/book-store.ts';
import { followDisputes, rebuildBook } from '../book/rebuild-book.ts';
import { type Clock, recordId, statementMonth } from '../platform/shared-fields.ts';
import type { BookMonth, CarrierBook } from '../reads/report-book-members.ts';

const ID_CHARACTERS_MAX = 200;

/** The id of a member as a carrier writes it. */
export const externalIdText = (description: string) =>
  z
    .string()
    .max(ID_CHARACTERS_MAX, `must not be longer than ${ID_CHARACTERS_MAX} characters`)
    .refine((id) => normaliseId(id) !== '', 'must not be blank')
    .meta({ description });

export const newAlias = z.strictObject({
  externalId: externalIdText("The other id, as the carrier writes it. Case and white space don't matter."),
});

/** The month in which members return, and whose proposals are accepted, undone or made again. */
export const monthOfAliases = (clock: Clock) =>
  z
    .strictObject({
      carrierId: recordId('The carrier.'),
      workspaceId: recordId('Only of this workspace.').optional(),
      period: statementMonth(clock, 'The month in which the members return.'),
    })
    .meta({ id: 'MonthOfAliases' });

const rescored = {
  rescoredPeriods: z.int().describe('Periods scored again, those of `jobIds` included.'),
  jobIds: z
    .array(z.string())
    .optional()
    .describe('Of the jobs that score books too large to wait for; absent: everything is scored.'),
};

const aliasFields = {
  externalId: z.string(),
  source: z
    .enum(['alternate_id', 'relayout', 'manual'])
    .describe(
      'alternate_id: statements show both ids, two forms of one id, or a renewal under another number. relayout: recognized by name where the carrier gave new ids to five members or more. manual: linked or accepted by hand.',
    ),
  period: z.string().nullable().describe('The month that brought it; null when it was linked without a proposal.'),
  createdAt: z.iso.datetime(),
};

/** Another id of a member (docs/adr/0033-ids-of-a-member.md), linked by hand, by a proposal or by a second id of the statement. */
export const alias = z.object(aliasFields).meta({ id: 'MemberAlias' });
export type MemberAlias = Readonly<z.output<typeof alias>>;

export interface AliasLinked extends RescoredBooks {
  readonly alias: MemberAlias;
}

export const ALIAS_COLUMNS = ['externalId', 'source', 'period', 'createdAt'];

export const aliasList = z.object({ data: z.array(alias).readonly() });

export const aliasLinked = z.object({ ...aliasFields, ...rescored }).meta({ id: 'AliasLinked' });

const proposal = z
  .object({
    memberRefId: z.string(),
    memberExternalId: z.string(),
    memberName: z.string().nullable(),
    externalId: z.string().describe('The id under which the member seems to return.'),
    matchedBy: z
      .enum(['policy_number', 'effective_date', 'id', 'plan_and_premium', 'amount'])
      .describe(
        'What is the same beside the name. id: the id but for punctuation and leading zeros. amount: the commission.',
      ),
    workspaceId: z.string(),
    carrierId: z.string(),
  })
  .meta({ id: 'AliasProposal' });

export const PROPOSAL_COLUMNS = [
  'memberRefId',
  'memberExternalId',
  'memberName',
  'externalId',
  'matchedBy',
  'workspaceId',
  'carrierId',
];

export const aliasProposals = z
  .object({
    carrierId: z.string().describe('The requested carrier; empty when all were requested.'),
    period: z.string().nullable().describe('Null without data.'),
    missing: z.int().describe('Members of the month before who are missing.'),
    returning: z.int().describe('How many members seem to return under another id.'),
    data: z.array(proposal).readonly(),
    proposals: z.array(proposal).readonly().describe('The same rows as data.'),
  })
  .meta({ id: 'AliasProposals' });
export type AliasProposals = Readonly<z.output<typeof aliasProposals>>;

export const aliasesChanged = z
  .object({ members: z.int().describe('Ids linked, or unlinked.'), ...rescored })
  .meta({ id: 'AliasesChanged' });

/** Members of one book who seem to have returned under another id. */
export interface BookReturning extends ReturningMembers {
  readonly workspaceId: string;
  readonly carrierId: string;
}

/** Members of a month who seem to have returned under another id. */
export interface MonthReturning {
  /** Null without data. */
  readonly period: Period | null;
  readonly books: readonly BookReturning[];
}

/**
 * Finds members who returned under another id, among the people of one book's month who are absent or new. Ids that were linked once are
 * left out.
 */
export type FindReturning = (
  people: readonly ScoredPerson[],
  linkedIds: ReadonlySet<string>,
  namesOfOthers: readonly (string | null)[],
) => ReturningMembers;

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
   * Finds returned members by calling `findReturning` for each book of the month that has some, one book at a time. Refuses an unknown
   * carrier or workspace.
   */
  listReturning(accountId: string, books: BookMonth, findReturning: FindReturning): Promise<MonthReturning | Refused>;
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
  wanted: BookMonth,
): Promise<AliasProposals | Refused> {
  const found = await aliases.listReturning(accountId, wanted, findReturning);
  if (isRefused(found)) return found;
  const { period, books } = found;
  const proposals = books.flatMap(({ workspaceId, carrierId, returning }) =>
    returning.map(({ absent: { memberRefId, memberExternalId, memberName }, newcomer, reason }) => {
      const externalId = newcomer.memberExternalId;
      return { memberRefId, memberExternalId, memberName, externalId, matchedBy: reason, workspaceId, carrierId };
    }),
  );
  const missing = books.reduce((sum, own) => sum + own.missing, 0);
  const counts = { missing, returning: proposals.length };
  return { carrierId: wanted.carrierId ?? '', period, ...counts, data: proposals, proposals };
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
