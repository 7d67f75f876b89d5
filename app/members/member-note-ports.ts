import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';

/** The port for notes about a member, and for the phone and email of the member. */

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
    note: { readonly text: string; readonly author: string | null; readonly notesMax: number },
    origin: RequestOrigin,
  ): Promise<MemberNote | 'full' | null>;
  remove(key: MemberKey & { readonly noteId: string }, origin: RequestOrigin): Promise<'removed' | null>;
  findContact(key: MemberKey): Promise<MemberContact | null>;
  /** Replaces phone and email. Two nulls remove them. */
  setContact(
    key: MemberKey,
    contact: Pick<MemberContact, 'phone' | 'email'>,
    origin: RequestOrigin,
  ): Promise<MemberContact | null>;
}
