import { z } from 'zod';
import { MEMBER_NOTES_MAX } from '../../core/limits/account-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { hasRoom, refuseStorage, type StorageUse } from '../../core/storage-quota.ts';

/** Notes about a member, and phone and email of the member (docs/reference/members-and-comparisons.md#notes-and-contact). */

/** Decides whether the account has room for a text. Called under the lock of the account's storage. */
type DecideRoom = (use: StorageUse) => Refused | null;

export const memberNote = z
  .object({
    id: z.string(),
    text: z.string().meta({ example: 'Called: the new card is on its way.' }),
    author: z.string().nullable().describe('The name of the person at that time; null when a program wrote it.'),
    writtenAt: z.iso.datetime(),
  })
  .meta({ id: 'MemberNote' });
export type MemberNote = Readonly<z.output<typeof memberNote>>;
export const MEMBER_NOTE_COLUMNS = ['id', 'text', 'author', 'writtenAt'];

export const memberContact = z
  .object({
    memberRefId: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    setAt: z.iso.datetime().nullable().describe('Null when nobody has written anything down.'),
    statementEmail: z
      .string()
      .nullable()
      .describe("The address on the member's latest statement row, if the carrier prints one."),
  })
  .meta({ id: 'MemberContact' });
export type MemberContact = Readonly<z.output<typeof memberContact>>;
export type StoredContact = Omit<MemberContact, 'memberRefId'>;

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
  findContact(key: MemberKey): Promise<StoredContact | null>;
  /** Replaces phone and email. Two nulls remove them. */
  setContact(
    key: MemberKey,
    contact: Pick<MemberContact, 'phone' | 'email'> & { readonly decide: DecideRoom },
    origin: RequestOrigin,
  ): Promise<StoredContact | Refused | null>;
}

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
  const found = await memberNotes.findContact(key);
  return found === null ? unknownMember() : { memberRefId: key.memberRefId, ...found };
}

/** Replaces phone and email of a member. Refuses an unknown member, and an account without room. */
export async function setContact(
  { memberNotes }: MemberNotes,
  { phone, email, ...key }: MemberKey & Pick<MemberContact, 'phone' | 'email'>,
  origin: RequestOrigin,
): Promise<MemberContact | Refused> {
  const contact = { phone, email, decide: roomFor(`${phone ?? ''}${email ?? ''}`) };
  const set = (await memberNotes.setContact(key, contact, origin)) ?? unknownMember();
  return isRefused(set) ? set : { memberRefId: key.memberRefId, ...set };
}

/** Makes the decision whether the account has room for a text. Removing a text needs none. */
function roomFor(text: string): (use: StorageUse) => Refused | null {
  const bytes = new TextEncoder().encode(text).byteLength;
  return (use) => (bytes === 0 || hasRoom(use, bytes) ? null : refuseStorage(use, bytes));
}
