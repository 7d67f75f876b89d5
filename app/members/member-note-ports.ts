import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';

/** The ports for what people write about a member: notes, and how the member is reached. */

export interface MemberNote {
  readonly id: string;
  readonly text: string;
  /** The name of the person who wrote it; null when a program did. */
  readonly author: string | null;
  readonly writtenAt: string;
}

export interface MemberContact {
  readonly phone: string | null;
  readonly email: string | null;
  /** Null when nobody has written anything down. */
  readonly setAt: string | null;
  /** The latest email address that a statement names. */
  readonly statementEmail: string | null;
}

export interface MemberKey {
  readonly accountId: string;
  readonly memberRefId: string;
}

/** Notes and contacts of a member, under all ids of the member. Null: the account has no such member, or the member no such note. */
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
