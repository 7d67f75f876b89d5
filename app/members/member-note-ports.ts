import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { StorageUse } from '../../core/storage-quota.ts';

/** The port for notes about a member, and for the phone and email of the member. */

/** Decides whether the account has room for a text. Called under the lock of the account's storage. */
type DecideRoom = (use: StorageUse) => Refused | null;

export interface MemberNote {
  readonly id: string;
  readonly text: string;
  /** The name of the person who wrote the note; null when a program wrote it. */
  readonly author: string | null;
  readonly writtenAt: string;
}

export interface MemberContact {
  readonly phone: string | null;
  readonly email: string | null;
  /** The time of the last change; null when nobody has set a contact. */
  readonly setAt: string | null;
  /** The latest email address that a statement names. */
  readonly statementEmail: string | null;
}

export interface MemberKey {
  readonly accountId: string;
  readonly memberRefId: string;
}

/**
 * Notes and contacts of a member, whichever of the member's ids is named. Methods return null when the account has no such member, or the
 * member no such note.
 */
export interface MemberNoteStore {
  /** Returns notes, newest first. */
  list(key: MemberKey, page: OffsetPosition): Promise<OffsetPage<MemberNote> | null>;
  /** Adds a note. Returns `full` when the member has `notesMax` notes already. */
  add(
    key: MemberKey,
    note: Pick<MemberNote, 'text' | 'author'> & { readonly notesMax: number; readonly decide: DecideRoom },
    origin: RequestOrigin,
  ): Promise<MemberNote | Refused | 'full' | null>;
  remove(key: MemberKey & { readonly noteId: string }, origin: RequestOrigin): Promise<'removed' | null>;
  findContact(key: MemberKey): Promise<MemberContact | null>;
  /** Replaces phone and email. Two nulls remove them. */
  setContact(
    key: MemberKey,
    contact: Pick<MemberContact, 'phone' | 'email'> & { readonly decide: DecideRoom },
    origin: RequestOrigin,
  ): Promise<MemberContact | Refused | null>;
}
