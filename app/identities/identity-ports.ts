import type { IdOwner } from '../../core/identity/join-by-second-id.ts';
import type { ReturningCount } from '../../core/identity/match-returning.ts';
import type { Period } from '../../core/period.ts';

/** The ports by which a job finds and stores the ids of a statement's members (docs/adr/0033-ids-of-a-member.md). */

export type AliasSource = 'alternate_id' | 'relayout' | 'manual';

/** The book's knowledge of its members' ids before a statement is filed. */
export interface KnownIdentities {
  /** The member of each alias, by the member id made from the alias itself. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Ids whose link was undone. The service does not link them again automatically. */
  readonly undone: ReadonlySet<string>;
  /** The month that the statement's month is compared with; null in a book's first month. */
  readonly baselinePeriod: Period | null;
  /** True when the header differs from the header of every file of the baseline. False when any of those headers is no longer known. */
  readonly isRelaid: boolean;
  /** Whether any line of the book has a second id. */
  readonly hasSecondIds: boolean;
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
  load(period: Period, headers: readonly string[]): Promise<KnownIdentities>;
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
