import type { Period } from '../period.ts';
import { type FieldError, PROBLEMS, type Refusal } from '../problem.ts';

/** Writes a refusal for a person who sent a file rather than a request, with advice that needs no request fields. */
export function refusalText({ code, title, detail, errors = [] }: Refusal): string {
  if (code === 'period_exists') {
    return `${title ?? PROBLEMS[code].title}. ${PERIOD_EXISTS}`;
  }
  const faults = errors.map(faultText);
  const advice = code === 'workspace_required' ? WORKSPACE : null;
  return [detail ?? (faults.length > 0 ? null : `${title ?? PROBLEMS[code].title}.`), ...faults, advice]
    .filter(Boolean)
    .join(' ');
}

/**
 * Completes the text of a fault. A detail that starts with a capital is a whole sentence; any other continues the
 * field's name.
 */
function faultText({ field, detail }: FieldError): string {
  const text = /^\p{Lu}/u.test(detail) ? detail : field === 'file' ? `The file ${detail}` : `${field} ${detail}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const PERIOD_EXISTS =
  'If this file corrects or completes it, upload it yourself, to replace or append, or let files of this carrier do so and drop it again.';

const WORKSPACE = 'It is named where the SFTP user or the address is made.';

/** Result of one attachment, for its sender. */
export interface AttachmentResult {
  readonly name: string;
  readonly outcome: 'accepted' | 'rejected' | 'duplicate' | 'held';
  readonly period: Period | null;
  readonly reason: string | null;
}

/** Subject and text of an answer. */
export interface ReplyContent {
  readonly subject: string;
  readonly text: string;
}

/** Largest number of characters of a file name in an answer. */
const NAME_CHARACTERS_MAX = 100;

/**
 * Writes the answer to a message; `problem` is the reason why no attachment was read
 * (docs/reference/drop-offs.md#answers). It repeats file names only, because subjects, texts and statements often name
 * members.
 */
export function replyToSender(results: readonly AttachmentResult[], problem: string | null): ReplyContent {
  const taken = results.filter(({ outcome }) => outcome === 'accepted').length;
  const parts = [
    ...(problem === null ? [] : [`Nothing was taken in. ${problem}`]),
    ...results.map(resultLine),
    'This message was written by a program, and nobody reads answers to it.',
  ];
  return { subject: subjectOf(taken, results.length), text: `${parts.join('\n\n')}\n` };
}

function subjectOf(taken: number, of: number): string {
  if (taken === 0) return 'No statement was taken in';
  return taken === 1 && of === 1 ? 'Your statement was taken in' : `${taken} of ${of} attachments were taken in`;
}

function resultLine({ name, outcome, period, reason }: AttachmentResult): string {
  const shown = name.length > NAME_CHARACTERS_MAX ? `${name.slice(0, NAME_CHARACTERS_MAX).toWellFormed()}…` : name;
  const month = period === null ? '' : ` for ${period}`;
  switch (outcome) {
    case 'accepted':
      return `${shown}: taken in${month}.`;
    case 'duplicate':
      return `${shown}: the same file was received before; nothing was changed.`;
    case 'held':
    case 'rejected':
      return `${shown}: not taken in. ${reason ?? ''}`.trimEnd();
  }
}

/** A file attached to a message. */
export interface MailAttachment {
  /** Sanitized for storage and display. The sender chose it. */
  readonly name: string;
  /** Declared media type in lower case. It can rule a statement out, but never proves one. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Transport fault of the attachment; null when it arrived intact. */
  readonly fault: AttachmentFault | null;
}

/** A fault of the transport. */
export type AttachmentFault =
  /** Part of the file is missing, or bytes were inserted. */
  | 'damaged'
  /** Mail programs disagree about the encoding. */
  | 'unknown-encoding'
  /** The attachment has two names, or mail programs disagree about its name. */
  | 'unclear-name';

const FAULTS: Readonly<Record<AttachmentFault, string>> = {
  damaged: 'The attachment arrived damaged. Send it again.',
  'unknown-encoding': 'The attachment is encoded in a way that not every mail program reads. Send it again, as base64.',
  'unclear-name':
    'The attachment has several names, or one that mail programs read differently. Send it again with one plain name.',
};

/** Kind of the bytes in words, and whether they may be a statement. */
export interface SniffedBytes {
  readonly mayBeStatement: boolean;
  readonly words: string;
}

/** Match media types and names of files that never hold a table: signatures, invitations, contacts, web pages, text of gateways. */
const NO_TABLE_TYPES =
  /^(?:text\/(?:html|calendar|vcard|x-vcard|directory|rtf)|application\/(?:pgp|pkcs7|x-pkcs7|ics))/;
const NO_TABLE_NAMES = /^ATT\d+\.(?:txt|html?)$|\.(?:html?|ics|vcf|eml|asc|sig|p7s|rtf|json|xml)$/i;

/**
 * Returns the reason why an attachment is no statement, worded for its sender. Null when the carrier's format has to
 * decide.
 */
export function attachmentProblem(attachment: MailAttachment, sniffed: SniffedBytes): string | null {
  const { name, mediaType, fault } = attachment;
  if (fault !== null) return FAULTS[fault];
  if (mediaType === 'application/ms-tnef' || /^winmail\.dat$/i.test(name)) {
    return 'Outlook wrapped the attachments into a file only Outlook opens. Send the message as plain text or HTML, not as rich text.';
  }
  if (mediaType.startsWith('message/'))
    return 'A message inside the message is not opened. Attach the statement itself.';
  if (!sniffed.mayBeStatement) {
    return `The file is ${sniffed.words}. Statements are taken as CSV, as a workbook without a password or macros, or as a PDF with text.`;
  }
  if (NO_TABLE_TYPES.test(mediaType) || NO_TABLE_NAMES.test(name)) return 'The file is not a table.';
  return null;
}

/** Reason for a duplicate that starts no job. */
export const SEEN_BEFORE = 'The same file was received before.';

/** Text for a full account. It gives no figures of the account, because the sender may work for another company. */
const NO_ROOM =
  "The agency's account has no room for it. The agency sees why under GET /v1/account/usage and can make room; then send the statement again.";

/** Writes a refusal for the sender of an email. */
export function mailRefusalText(refusal: Refusal): string {
  if (refusal.code === 'storage_quota_exceeded') return NO_ROOM;
  if (refusal.code !== 'period_exists') return refusalText(refusal);
  return 'The month already has a statement. If this one corrects or completes it, upload it yourself, to replace or append.';
}
