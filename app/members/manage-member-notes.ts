import type { RequestOrigin } from '../../core/book-key.ts';
import { MEMBER_NOTES_MAX } from '../../core/limits/account-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import { hasRoom, refuseStorage, type StorageUse } from '../../core/storage-quota.ts';

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

/** Manages notes and contacts of members (docs/reference/members-and-comparisons.md#notes-and-contact). */
export interface MemberNotes {
  readonly memberNotes: MemberNoteStore;
}

/** Lists notes, newest first. Refuses an unknown member. */
export async function listNotes(
  { memberNotes }: MemberNotes,
  key: MemberKey,
  page: OffsetPosition,
): Promise<OffsetPage<MemberNote> | Refused> {
  return (await memberNotes.list(key, page)) ?? unknownMember();
}

/** Adds a note. Refuses an unknown member, a member who has MEMBER_NOTES_MAX notes already, and an account without room. */
export async function addNote(
  { memberNotes }: MemberNotes,
  { text, author, ...key }: MemberKey & Pick<MemberNote, 'text' | 'author'>,
  origin: RequestOrigin,
): Promise<MemberNote | Refused> {
  const decide = roomFor(text);
  const added = await memberNotes.add(key, { text, author, notesMax: MEMBER_NOTES_MAX, decide }, origin);
  if (added === 'full') return refuse('conflict', `A member may have ${MEMBER_NOTES_MAX} notes. Delete one first.`);
  return added ?? unknownMember();
}

/** Deletes a note for good. Returns null when done; refuses an unknown note. */
export async function removeNote(
  { memberNotes }: MemberNotes,
  key: MemberKey & { readonly noteId: string },
  origin: RequestOrigin,
): Promise<Refused | null> {
  const removed = await memberNotes.remove(key, origin);
  return removed === null ? refuse('not_found', 'The member has no such note.') : null;
}

/** Finds phone and email of a member. Refuses an unknown member. */
export async function findContact({ memberNotes }: MemberNotes, key: MemberKey): Promise<MemberContact | Refused> {
  return (await memberNotes.findContact(key)) ?? unknownMember();
}

/** Replaces phone and email of a member. Refuses an unknown member, and an account without room. */
export async function setContact(
  { memberNotes }: MemberNotes,
  { phone, email, ...key }: MemberKey & Pick<MemberContact, 'phone' | 'email'>,
  origin: RequestOrigin,
): Promise<MemberContact | Refused> {
  const contact = { phone, email, decide: roomFor(`${phone ?? ''}${email ?? ''}`) };
  return (await memberNotes.setContact(key, contact, origin)) ?? unknownMember();
}

/** Makes the decision whether the account has room for a text. Removing a text needs none. */
function roomFor(text: string): (use: StorageUse) => Refused | null {
  const bytes = new TextEncoder().encode(text).byteLength;
  return (use) => (bytes === 0 || hasRoom(use, bytes) ? null : refuseStorage(use, bytes));
}
