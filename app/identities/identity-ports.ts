import type { IdOwner } from '../../core/identity/join-by-second-id.ts';
import type { ReturningCount } from '../../core/identity/match-returning.ts';
import type { Period } from '../../core/period.ts';

/** What the worker of a statement asks and stores to find out whose lines these are (docs/adr/0033-ids-of-a-member.md). */

export type AliasSource = 'alternate_id' | 'relayout' | 'manual';

/** What a book knows of its members' ids before a statement is filed. */
export interface KnownIdentities {
  /** The member of each alias, by the member id that the alias makes by itself. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Ids whose link was undone: nothing links them by itself again. */
  readonly undone: ReadonlySet<string>;
  /** The month that the statement's month is compared with; null in a book's first. */
  readonly baselinePeriod: Period | null;
  /** The header differs from that of every file of the baseline. False where one of them is not known any more. */
  readonly isRelaid: boolean;
  /** Whether any line of the book ever showed a second id. */
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

/** A normalised id with the member id that it makes by itself, or of the member it is an alias of. */
export interface IdKey {
  readonly key: string;
  readonly memberRefId: string;
}

/** Ids of one locked book's members. All methods work on sets. */
export interface BookIdentities {
  load(period: Period, headers: readonly string[]): Promise<KnownIdentities>;
  /** Members of these files of the month, with a name each. */
  listPresent(period: Period, fileIds: readonly string[]): Promise<readonly IdOwner[]>;
  /** Which of these have lines in another month, or in files of this month other than `replaced`. */
  findKnown(
    memberRefIds: readonly string[],
    statement: { readonly period: Period; readonly replaced: readonly string[] },
  ): Promise<ReadonlySet<string>>;
  /** Members of earlier months by these ids, as their own or as a second id that a stored line of theirs shows. `keyOf` normalises. */
  findOwners(
    ids: readonly IdKey[],
    period: Period,
    keyOf: (id: string) => string,
  ): Promise<ReadonlyMap<string, readonly IdOwner[]>>;
  /** How many members of the scored month seem to be in it under another id; asked once the periods are saved. */
  countReturning(period: Period): Promise<ReturningCount>;
  saveAliases(period: Period, aliases: readonly NewAlias[]): Promise<void>;
  /** Written while the book goes on, as lines are. */
  saveSecondIds(ids: readonly SecondId[]): Promise<void>;
}
