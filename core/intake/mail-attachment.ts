import type { Refusal } from '../problem.ts';
import { refusalText } from './refusal-text.ts';

/** A file that came with a message. */
export interface MailAttachment {
  /** Fit to be stored and shown; the sender chose it. */
  readonly name: string;
  /** What the message says it is, in lower case; believed only where it says that it is no statement. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Why it can't be taken for what was sent, whatever it is; null when it can. */
  readonly fault: AttachmentFault | null;
}

export type AttachmentFault =
  /** Part of it is missing, or something was put in. */
  | 'damaged'
  /** Encoded in a way that programs do not agree on. */
  | 'unknown-encoding'
  /** It has two names, or one that programs do not agree on. */
  | 'unclear-name';

const FAULTS: Readonly<Record<AttachmentFault, string>> = {
  damaged: 'The attachment arrived damaged. Send it again.',
  'unknown-encoding': 'The attachment is encoded in a way that not every mail program reads. Send it again, as base64.',
  'unclear-name':
    'The attachment has several names, or one that mail programs read differently. Send it again with one plain name.',
};

/** What its bytes are, in words, and whether they may be a statement. */
export interface SniffedBytes {
  readonly mayBeStatement: boolean;
  readonly words: string;
}

/** Text, but never a table: signatures, invitations, cards, pages, and what gateways and programs append. */
const NO_TABLE_TYPES =
  /^(?:text\/(?:html|calendar|vcard|x-vcard|directory|rtf)|application\/(?:pgp|pkcs7|x-pkcs7|ics))/;
const NO_TABLE_NAMES = /^ATT\d+\.(?:txt|html?)$|\.(?:html?|ics|vcf|eml|asc|sig|p7s|rtf|json|xml)$/i;

/** Why an attachment is no statement, for the person who sent it; null when it is for the carrier's format to say. */
export function attachmentProblem(attachment: MailAttachment, sniffed: SniffedBytes): string | null {
  const { name, mediaType, fault } = attachment;
  if (fault !== null) return FAULTS[fault];
  if (mediaType === 'application/ms-tnef' || /^winmail\.dat$/i.test(name)) {
    return 'Outlook wrapped the attachments into a file only Outlook opens. Send the message as plain text or HTML, not as rich text.';
  }
  if (mediaType.startsWith('message/'))
    return 'A message inside the message is not opened. Attach the statement itself.';
  if (!sniffed.mayBeStatement) {
    return `The file is ${sniffed.words}. Statements are taken as CSV or as an Excel workbook (.xlsx).`;
  }
  if (NO_TABLE_TYPES.test(mediaType) || NO_TABLE_NAMES.test(name)) return 'The file is not a table.';
  return null;
}

/** Why a duplicate makes no job. */
export const SEEN_BEFORE = 'The same file was received before.';

/** A sender may be of another company, which the figures are no business of. */
const NO_ROOM =
  "The agency's account has no room for it. The agency sees why under GET /v1/account/usage and can make room; then send the statement again.";

/** A refusal for somebody who sent an email. */
export function mailRefusalText(refusal: Refusal): string {
  if (refusal.code === 'storage_quota_exceeded') return NO_ROOM;
  if (refusal.code !== 'period_exists') return refusalText(refusal);
  return 'The month already has a statement. If this one corrects or completes it, upload it through the API with replace or append.';
}
