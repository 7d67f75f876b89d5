import type { IdOwner, Join } from '../../core/identity/join-by-second-id.ts';
import type { ReturningCount } from '../../core/identity/match-returning.ts';
import type { Period } from '../../core/period.ts';

/** The ports by which a job finds and stores the ids of a statement's members (docs/adr/0033-ids-of-a-member.md). */

export type AliasSource = 'alternate_id' | 'relayout' | 'manual';

/** The book's knowledge of its members' ids before a statement is filed. */
export interface KnownIdentities {
  /**
   * The member of each alias, by the member id made from the alias itself. Without the aliases that scoring found in this month or later,
   * which it finds again.
   */
  readonly aliases: ReadonlyMap<string, string>;
  /** Ids whose link was undone. The service does not link them again automatically. */
  readonly undone: ReadonlySet<string>;
  /** The month that the statement's month is compared with; null in a book's first month. */
  readonly baselinePeriod: Period | null;
  /** True when scoring found aliases in this month or later. */
  readonly hasFoundSince: boolean;
  /** Whether any line of the book has a second id. */
  readonly hasSecondIds: boolean;
}

/** The links of a book, as far as they decide who continues under a new id in a period. */
export interface BookLinks {
  /** Ids that were ever linked, also if the link was undone, and members with other ids of their own. */
  readonly linkedIds: ReadonlySet<string>;
  /** True when scoring found aliases in the year before the period. */
  readonly followsBlock: boolean;
}

export interface NewAlias {
  readonly aliasRefId: string;
  readonly externalId: string;
  readonly memberRefId: string;
  readonly source: AliasSource;
}

export interface SecondId {
  readonly key: string;
  readonly memberRefId: string;
}

/** A normalised id with the member that it leads to: the member made from the id itself, or the member that the id is an alias of. */
export interface IdKey {
  readonly key: string;
  readonly memberRefId: string;
}

/** Ids of the members of one locked book. All methods work on sets. */
export interface BookIdentities {
  load(period: Period): Promise<KnownIdentities>;
  /** Takes back the aliases that scoring found in this month or later, and files their lines under their own ids. */
  separateFoundSince(period: Period): Promise<void>;
  loadLinks(period: Period): Promise<BookLinks>;
  /** Stores the aliases that scoring found in the period, and files the stored lines of these ids under their members. */
  continueMembers(period: Period, joins: readonly Join[]): Promise<void>;
  /** Returns members of these files of the month, with one name each. */
  listPresent(period: Period, fileIds: readonly string[]): Promise<readonly IdOwner[]>;
  /** Returns the ids that have lines in another month, or in files of this month other than `replaced`. */
  findKnown(
    memberRefIds: readonly string[],
    statement: { readonly period: Period; readonly replaced: readonly string[] },
  ): Promise<ReadonlySet<string>>;
  /** Finds members of earlier months by these ids, either as their own id or as the second id of a stored line. `keyOf` normalises ids. */
  findOwners(
    ids: readonly IdKey[],
    period: Period,
    keyOf: (id: string) => string,
  ): Promise<ReadonlyMap<string, readonly IdOwner[]>>;
  /** Returns the counts that scoring stored with the period; zeros without scores. Call it after the periods are saved. */
  loadReturning(period: Period): Promise<ReturningCount>;
  saveAliases(period: Period, aliases: readonly NewAlias[]): Promise<void>;
  /** Stores second ids in the background, as lines are stored. */
  saveSecondIds(ids: readonly SecondId[]): Promise<void>;
}
