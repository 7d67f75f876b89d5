import { z } from 'zod';
import { MEMBER_NOTES_MAX, NOTE_CHARACTERS_MAX } from '../../core/limits/account-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownMember } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import {
  CONTACT_STATES,
  type ContactToSet,
  type FoundCandidate,
  type MatchedRow,
  matchContacts,
  type RosterRow,
} from '../../core/roster/read-roster.ts';
import { hasRoom, refuseStorage, type StorageUse } from '../../core/storage-quota.ts';
import type { RunIsolated } from '../reading/run-isolated.ts';

export const newMemberNote = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(NOTE_CHARACTERS_MAX, `must not be longer than ${NOTE_CHARACTERS_MAX} characters`)
    .meta({ description: 'Plain text; line breaks are kept.' }),
});

const phone = z
  .string()
  .trim()
  .min(3, 'must have at least 3 characters')
  .max(50, 'must not be longer than 50 characters')
  .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters');

const email = z.email('must be an email address').max(254, 'must have at most 254 characters');

export const memberContactChange = z.strictObject({
  phone: phone.nullable().meta({ description: 'As people write it; null when it is not known.' }),
  email: email.nullable(),
});

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
  { text, author, ...key }: MemberKey & Readonly<z.output<typeof newMemberNote>> & Pick<MemberNote, 'author'>,
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
  { phone, email, ...key }: MemberKey & Readonly<z.output<typeof memberContactChange>>,
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

const importedRow = z
  .object({
    row: z.int().describe('As a spreadsheet numbers it.'),
    name: z.string().nullable(),
    memberId: z.string().nullable(),
    policyNumber: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    state: z
      .enum(CONTACT_STATES)
      .describe(
        'new, changed: is written down. same: is so already. nobody: on no statement. several: it is not clear who is meant. faulty: the row itself.',
      ),
    members: z
      .array(
        z.object({
          memberRefId: z.string(),
          memberName: z.string().nullable(),
          memberExternalId: z.string(),
          carrierName: z.string(),
          phone: z.string().nullable().describe('As written down before.'),
          email: z.string().nullable(),
        }),
      )
      .readonly()
      .describe('The members who are this person, at most one of each carrier.'),
    detail: z.string().nullable().describe('Why nothing is written down, in words.'),
  })
  .meta({ id: 'ImportedContact' });

export const contactImport = z
  .object({
    applied: z.boolean().describe('False: a preview, which changed nothing.'),
    rows: z.int(),
    counts: z.object({
      new: z.int(),
      changed: z.int(),
      same: z.int(),
      nobody: z.int(),
      several: z.int(),
      faulty: z.int(),
    }),
    data: z.array(importedRow).readonly().describe('Every row of the list, in its order.'),
  })
  .meta({ id: 'ContactImport' });
type ContactImport = Readonly<z.output<typeof contactImport>>;

export interface ContactImportStore {
  /** Finds members by the numbers and names of the rows. */
  findCandidates(accountId: string, rows: readonly RosterRow[]): Promise<readonly FoundCandidate[]>;
  /** Finds members and stores what `decide` makes of them, in one transaction. */
  apply(
    accountId: string,
    rows: readonly RosterRow[],
    decide: (found: readonly FoundCandidate[], use: StorageUse) => readonly ContactToSet[] | Refused,
    origin: RequestOrigin,
  ): Promise<null | Refused>;
}

export interface ContactImports {
  readonly contactImports: ContactImportStore;
  readonly runIsolated: RunIsolated;
}

/**
 * Reads a list of people and writes down their phone and email, or only says what it would write down. Unclear rows are left out; all
 * others are stored in one transaction. Refuses a list that can't be read, and an account without room.
 */
export async function importContacts(
  { contactImports, runIsolated }: ContactImports,
  {
    accountId,
    bytes,
    isApplied,
  }: { readonly accountId: string; readonly bytes: Uint8Array; readonly isApplied: boolean },
  origin: RequestOrigin,
): Promise<ContactImport | Refused> {
  const rows = await runIsolated(accountId, { name: 'readRoster', input: { bytes } });
  if (isRefused(rows)) return rows;
  if (!isApplied) return importOf(matchContacts(rows, await contactImports.findCandidates(accountId, rows)), false);
  let matched: readonly MatchedRow[] = [];
  const refused = await contactImports.apply(
    accountId,
    rows,
    (found, use) => {
      matched = matchContacts(rows, found);
      const toSet = matched.flatMap((row) => row.toSet);
      const bytesNeeded = new TextEncoder().encode(
        toSet.map(({ phone, email }) => `${phone ?? ''}${email ?? ''}`).join(''),
      ).byteLength;
      return hasRoom(use, bytesNeeded) ? toSet : refuseStorage(use, bytesNeeded);
    },
    origin,
  );
  return refused ?? importOf(matched, true);
}

function importOf(matched: readonly MatchedRow[], applied: boolean): ContactImport {
  const count = (state: MatchedRow['state']) => matched.filter((row) => row.state === state).length;
  return {
    applied,
    rows: matched.length,
    counts: {
      new: count('new'),
      changed: count('changed'),
      same: count('same'),
      nobody: count('nobody'),
      several: count('several'),
      faulty: count('faulty'),
    },
    data: matched.map(({ roster: { fault: _, ...row }, state, members, detail }) => ({
      ...row,
      state,
      members: members.map(({ carrierId: _carrier, ...member }) => member),
      detail,
    })),
  };
}
