import { z } from 'zod';
import {
  type Department,
  disputeLetter,
  disputeSheets,
  type Letterhead,
  letterSubject,
  NO_DEPARTMENT,
  NO_LETTERHEAD,
} from '../../core/dispute/dispute-letter.ts';
import { DISPUTE_ANSWER_BYTES_MAX } from '../../core/limits/saved-report-limits.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { WorkbookSheet } from '../../core/report/workbook-sheet.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { Mailer, MailMessage } from '../platform/mail.ts';
import type { ObjectStore } from '../platform/object-store.ts';
import {
  changeDispute,
  type DisputeKey,
  type DisputeStore,
  findDispute,
  type NewDisputeOrder,
  openDispute,
  unknownDispute,
  type WholeDispute,
} from './manage-disputes.ts';

export const letterToSend = z.strictObject({ to: z.email('must be an email address').max(254) });

/** Letters to carriers: what they begin and end with, where they go, and their way by mail (docs/howto/ask-for-the-money-back.md). */

const line = z.string().trim().max(200).nullable();
const lines = z.string().trim().max(500).nullable().describe('Several lines.');
const email = z.email('must be an email address').max(254).nullable();

export const letterheadFields = {
  name: line.describe("The agency's name on letters. Null: its name here."),
  address: lines,
  contact: line.describe('Who signs.'),
  email: email.describe('Where carriers answer.'),
  npn: line.describe("The agency's national producer number."),
};

export const letterhead = z
  .object({ ...letterheadFields, mails: z.boolean().describe('Letters can be sent by mail from here.') })
  .meta({ id: 'Letterhead' });

export const departmentFields = {
  name: line.describe('The department. Null: the commission team.'),
  email,
  address: lines,
};

export const department = z.object({ carrierId: z.string(), ...departmentFields }).meta({ id: 'CommissionDepartment' });

export interface LetterSettings {
  /** Returns null when there is none yet. */
  letterhead(accountId: string): Promise<Letterhead | null>;
  saveLetterhead(accountId: string, letterhead: Letterhead, origin: RequestOrigin): Promise<void>;
  /** Returns null when the account does not know the carrier. */
  department(accountId: string, carrierId: string): Promise<Partial<Department> | null>;
  saveDepartment(
    key: { readonly accountId: string; readonly carrierId: string },
    department: Department,
    origin: RequestOrigin,
  ): Promise<void>;
}

export interface Letters {
  readonly disputes: DisputeStore;
  readonly letterSettings: LetterSettings;
  /** Null where no mail server is set up. */
  readonly letterMailer: Pick<Mailer, 'send'> | null;
  readonly objects: Pick<ObjectStore, 'get' | 'put'>;
  readonly writePdf: (letter: string) => Promise<Uint8Array>;
  readonly writeSheets: (sheets: readonly WorkbookSheet[]) => Promise<Uint8Array>;
}

type WithSettings = Pick<Letters, 'letterSettings'>;

/** Returns the letterhead of the agency; without one every field is null. */
export async function findLetterhead({ letterSettings }: WithSettings, accountId: string): Promise<Letterhead> {
  return (await letterSettings.letterhead(accountId)) ?? NO_LETTERHEAD;
}

/** Returns where a carrier's letters go, as far as it is known; null for a carrier that the account does not know. */
export async function findDepartment(
  { letterSettings }: WithSettings,
  accountId: string,
  carrierId: string,
): Promise<Department | null> {
  const found = await letterSettings.department(accountId, carrierId);
  return found === null ? null : { ...NO_DEPARTMENT, ...found };
}

type Account = NewDisputeOrder['account'];

/** Opens a dispute, whose letter has letterhead and address. Refuses what `openDispute` refuses. */
export async function openWithLetter(
  letters: Letters,
  order: NewDisputeOrder,
  origin: RequestOrigin,
): Promise<WholeDispute | Refused> {
  const opened = await openDispute(letters.disputes, order, origin);
  return isRefused(opened)
    ? opened
    : writeAnew(letters, { account: order.account, dispute: opened, now: order.now }, origin);
}

interface Rewriting {
  readonly account: Account;
  readonly dispute: WholeDispute;
  readonly now: Date;
}

/** Writes the letter with the letterhead and the address as they are now. Refuses a letter that was sent. */
export async function writeAnew(
  letters: Letters,
  { account, dispute, now }: Rewriting,
  origin: RequestOrigin,
): Promise<WholeDispute | Refused> {
  const { accountId } = account;
  const [head, to] = await Promise.all([
    findLetterhead(letters, accountId),
    findDepartment(letters, accountId, dispute.carrierId),
  ]);
  const letter = disputeLetter(dispute, {
    disputeId: dispute.id,
    agencyName: account.name,
    date: now.toISOString().slice(0, 10),
    letterhead: head,
    ...(to === null ? {} : { department: to }),
  });
  if (letter === dispute.letter) return dispute;
  return changeDispute(letters.disputes, { key: { accountId, disputeId: dispute.id }, change: { letter } }, origin);
}

interface Sending {
  readonly key: DisputeKey;
  readonly to: string;
  /** The address of the person who sends; null for a program. */
  readonly sender: string | null;
  readonly now: Date;
}

/** A letter is not sent again within this time, so that a repeated press does not mail it twice. */
const SENT_AGAIN_AFTER_MS = 60 * 60 * 1000;

/**
 * Mails the letter of a dispute with its PDF and its workbook, and keeps the address for the carrier's next letter. The carrier answers to
 * the letterhead's address, without one to the sender, because nobody reads the mail of the service. Refuses a closed dispute, a letter
 * sent within the last hour, sending without a mail server, and a letter that the mail server does not take.
 */
export async function sendLetter(
  letters: Letters,
  { key, to, sender, now }: Sending,
  origin: RequestOrigin,
): Promise<WholeDispute | Refused> {
  const { disputes, letterSettings, letterMailer } = letters;
  const found = await findDispute(disputes, key);
  if (isRefused(found)) return found;
  const refused = refuseSending(found, { now, hasMail: letterMailer !== null });
  if (refused !== null || letterMailer === null) return refused ?? refuse('conflict', NO_MAIL);
  const [head, known, pdf, workbook] = await Promise.all([
    findLetterhead(letters, key.accountId),
    findDepartment(letters, key.accountId, found.carrierId),
    letters.writePdf(found.letter),
    letters.writeSheets(disputeSheets(found.rows)),
  ]);
  const replyTo = head.email ?? sender;
  const isTaken = await isTakenBy(letterMailer, key.accountId, {
    to,
    subject: letterSubject(found.rows),
    text: found.letter,
    ...(replyTo === null ? {} : { replyTo }),
    attachments: [
      { filename: 'letter.pdf', contentType: 'application/pdf', content: pdf },
      { filename: 'claims.xlsx', contentType: XLSX, content: workbook },
    ],
  });
  if (!isTaken)
    return refuse('conflict', 'The mail server did not take the letter. Check the address, and send it again.');
  await disputes.noteSent(key, to, origin);
  if (known !== null && known.email !== to) {
    const place = { accountId: key.accountId, carrierId: found.carrierId };
    await letterSettings.saveDepartment(place, { ...known, email: to }, origin);
  }
  return findDispute(disputes, key);
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const NO_MAIL = 'No mail server is set up here. Take the letter as PDF, and send it yourself.';

/** Sends a message. Returns false when the mail server does not take it. */
async function isTakenBy(mailer: Pick<Mailer, 'send'>, accountId: string, message: MailMessage): Promise<boolean> {
  try {
    await mailer.send(message, { accountId });
    return true;
  } catch {
    // The caller must know that the letter did not go, whatever the server's reason.
    return false;
  }
}

function refuseSending(
  { state, sentAt }: Pick<WholeDispute, 'state' | 'sentAt'>,
  { now, hasMail }: { readonly now: Date; readonly hasMail: boolean },
): Refused | null {
  if (!hasMail) return refuse('conflict', NO_MAIL);
  if (state === 'paid' || state === 'refused') return refuse('conflict', 'The dispute is closed, so nothing is sent.');
  if (sentAt !== null && now.getTime() - Date.parse(sentAt) < SENT_AGAIN_AFTER_MS) {
    return refuse('conflict', 'The letter was sent within the last hour.');
  }
  return null;
}

/** Makes the key of an answer's bytes. No lifecycle rule names their prefix, so that they are kept as long as the account. */
const answerKey = ({ accountId, disputeId }: DisputeKey) => `answers/${accountId}/${disputeId}`;

export interface AttachedAnswer {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Keeps the answer of the carrier with a dispute. Another one replaces it. Refuses an empty and a large file. */
export async function attachAnswer(
  { disputes, objects }: Letters,
  { key, answer: { fileName, mediaType, bytes } }: { readonly key: DisputeKey; readonly answer: AttachedAnswer },
  origin: RequestOrigin,
): Promise<WholeDispute | Refused> {
  const found = await findDispute(disputes, key);
  if (isRefused(found)) return found;
  if (bytes.byteLength === 0) return refuseField('file', 'must not be empty');
  if (bytes.byteLength > DISPUTE_ANSWER_BYTES_MAX) {
    return refuseField('file', `must not be larger than ${DISPUTE_ANSWER_BYTES_MAX / 1024 / 1024} MiB`);
  }
  await objects.put(answerKey(key), bytes);
  const isNoted = await disputes.noteAnswer(key, { fileName, mediaType, byteSize: bytes.byteLength }, origin);
  return isNoted ? findDispute(disputes, key) : unknownDispute();
}

/** Returns the answer of the carrier. Refuses a dispute without one. */
export async function readAnswer(
  { disputes, objects }: Pick<Letters, 'disputes' | 'objects'>,
  key: DisputeKey,
): Promise<AttachedAnswer | Refused> {
  const found = await findDispute(disputes, key);
  if (isRefused(found)) return found;
  const { answerName: fileName, answerType: mediaType } = found;
  const bytes = fileName === null ? null : await objects.get(answerKey(key));
  if (fileName === null || bytes === null) return refuse('not_found', 'The dispute has no answer.');
  return { fileName, mediaType: mediaType ?? 'application/octet-stream', bytes };
}
