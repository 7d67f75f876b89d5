import type { Refusal } from '../problem.ts';
import { refusalText } from './mail-reply.ts';

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
