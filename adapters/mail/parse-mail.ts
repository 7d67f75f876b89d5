import PostalMime, { decodeWords } from 'postal-mime';
import type { MailReader } from '../../app/intake/manage-email-addresses.ts';
import { storableName } from '../../core/intake/find-period.ts';
import type { MailHead, MailHeader } from '../../core/intake/judge-mail.ts';
import type { AttachmentFault, MailAttachment } from '../../core/intake/mail-reply.ts';
import { MAIL_LIMITS } from '../../core/limits/request-limits.ts';
import { type MimeLeaf, readTopHeaders, scanLeaves, UnreadableMail } from './scan-mime.ts';

/** Reads untrusted messages. Sizes and counts are checked before anything is decoded. */
export const mailReader: MailReader = {
  readHead: (message) => readOr(() => readHead(message)),
  readAttachments: (message) => readOr(() => readAttachments(message)),
};

async function readOr<T>(read: () => T | Promise<T>): Promise<T | { readonly problem: string }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableMail) return { problem: error.message };
    throw error;
  }
}

function readHead(message: Uint8Array): MailHead {
  if (message.byteLength > MAIL_LIMITS.bytes) throw tooLarge();
  const headers = readTopHeaders(message);
  const subject = headers.find(({ name }) => name === 'subject')?.value ?? '';
  return { headers, subject: decodeWords(subject) };
}

async function readAttachments(message: Uint8Array): Promise<readonly MailAttachment[]> {
  if (message.byteLength > MAIL_LIMITS.bytes) throw tooLarge();
  const attached = scanLeaves(message).filter(isAttachment);
  if (attached.length > MAIL_LIMITS.attachments) {
    throw new UnreadableMail(
      `The message has more than ${MAIL_LIMITS.attachments} attachments. Send them in several messages.`,
    );
  }
  const attachments: MailAttachment[] = [];
  for (const leaf of attached) attachments.push(await decodeAttachment(leaf));
  return attachments;
}

function tooLarge(): UnreadableMail {
  return new UnreadableMail(
    `The message is larger than ${MAIL_LIMITS.bytes / 1024 / 1024} MB. Send its files in several messages.`,
  );
}

const NAME = /;\s*(?:file)?name\*?(?:\d+\*?)?\s*=/i;

/** Returns whether a part is an attachment. Unnamed texts are the sender's own words, and embedded pictures are decoration. */
function isAttachment({ headers }: MimeLeaf): boolean {
  const disposition = headerOf(headers, 'content-disposition');
  if (/^\s*attachment\b/i.test(disposition)) return true;
  const type = mediaTypeOf(headers);
  if (type.startsWith('image/')) return false;
  return (
    (type !== 'text/plain' && type !== 'text/html') ||
    NAME.test(disposition) ||
    NAME.test(headerOf(headers, 'content-type'))
  );
}

/** Decodes one part. Text is not converted, and a message inside a part is not opened. */
async function decodeAttachment({ headers, body }: MimeLeaf): Promise<MailAttachment> {
  const { name, isCertain } = await nameOfPart([
    headerOf(headers, 'content-disposition'),
    headerOf(headers, 'content-type'),
  ]);
  const encoding = headerOf(headers, 'content-transfer-encoding').toLowerCase();
  const fault = isCertain ? encodingFault(encoding, body) : 'unclear-name';
  return {
    name,
    mediaType: mediaTypeOf(headers),
    bytes: fault === null ? await decodeBody(encoding, body) : body,
    fault,
  };
}

const ENCODINGS = ['', '7bit', '8bit', 'binary', 'quoted-printable', 'base64'];

function encodingFault(encoding: string, body: Uint8Array): AttachmentFault | null {
  if (!ENCODINGS.includes(encoding)) return 'unknown-encoding';
  const isDamaged =
    (encoding === 'base64' && !isWholeBase64(body)) || (encoding === 'quoted-printable' && !isQuotedPrintable(body));
  return isDamaged ? 'damaged' : null;
}

/** Decodes exactly the bytes that were sent, line breaks included, because statements are recognized by their checksum. */
async function decodeBody(encoding: string, body: Uint8Array): Promise<Uint8Array> {
  if (encoding === 'base64') return decodeBase64(body);
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body;
}

/** Decodes base64 with the parser. The part is declared as of unknown type, because the parser would convert texts. */
async function decodeBase64(body: Uint8Array): Promise<Uint8Array> {
  const head = [
    'Content-Type: application/octet-stream',
    'Content-Disposition: attachment',
    'Content-Transfer-Encoding: base64',
  ].join('\r\n');
  const part = await PostalMime.parse(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]), {
    maxNestingDepth: 1,
    maxRfc822NestingDepth: 0,
  });
  const content = part.attachments[0]?.content ?? new Uint8Array();
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

const EQUALS = 0x3d;
const CR = 0x0d;
const LF = 0x0a;

/** Decodes text that `isQuotedPrintable` accepted: an equals sign is followed by two hex digits or by a soft line break. */
function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const encoded = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const decoded = new Uint8Array(encoded.length);
  let length = 0;
  for (let place = 0; place < encoded.length; place += 1) {
    const byte = encoded.readUInt8(place);
    if (byte !== EQUALS) {
      decoded[length] = byte;
      length += 1;
      continue;
    }
    const next = encoded[place + 1];
    if (next === undefined || next === LF) {
      place += 1;
      continue;
    }
    if (next !== CR) {
      decoded[length] = Number.parseInt(encoded.toString('latin1', place + 1, place + 3), 16);
      length += 1;
    }
    place += 2;
  }
  return decoded.subarray(0, length);
}

function headerOf(headers: readonly MailHeader[], name: string): string {
  return headers.find((header) => header.name === name)?.value ?? '';
}

function mediaTypeOf(headers: readonly MailHeader[]): string {
  const [type = ''] = headerOf(headers, 'content-type').split(/[;\s]/, 1);
  return type === '' ? 'text/plain' : type.toLowerCase();
}

/** Returns whether the text is valid. Decoders differ on an invalid equals sign: some keep it, others drop it. */
function isQuotedPrintable(body: Uint8Array): boolean {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  return !/=(?![\dA-F]{2}|\r?\n|$)/i.test(text);
}

/**
 * Returns whether the text is valid base64. Decoders skip unknown characters, so a damaged text would give other bytes. Padding is allowed
 * after any group of four, because some programs encode line by line.
 */
function isWholeBase64(body: Uint8Array): boolean {
  let [place, padding] = [0, 0];
  for (const byte of body) {
    if (isBlank(byte)) continue;
    if (byte === EQUALS) padding += 1;
    else if (!isBase64Byte(byte) || padding > 0) return false;
    place = (place + 1) % 4;
    if (padding > 2) return false;
    if (place === 0) padding = 0;
  }
  return place === 0;
}

const isBlank = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

function isBase64Byte(byte: number): boolean {
  return (
    (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x2f && byte <= 0x39) || byte === 0x2b
  );
}

/**
 * Finds the file name of a part. Two headers may hold it, each in several forms, and programs differ in which one they use. A part with
 * two different names is therefore rejected (docs/reference/drop-offs.md#attachments).
 */

interface PartName {
  /** The first name found, made safe to store and show. */
  readonly name: string;
  /** False when the part has different names, or when a form is ambiguous. */
  readonly isCertain: boolean;
}

/** Finds the name of a part. `values`: the values of Content-Disposition and Content-Type. */
async function nameOfPart(values: readonly string[]): Promise<PartName> {
  const read = values.map(spellingsOf);
  const spellings = read.flatMap((found) => found ?? []);
  const names = new Set<string>();
  for (const spelling of spellings.slice(0, SPELLINGS_MAX)) {
    const name = await decodeName(spelling);
    if (name !== '') names.add(storableName(name).normalize('NFC'));
  }
  const [name = storableName('')] = names;
  return { name, isCertain: names.size <= 1 && spellings.length <= SPELLINGS_MAX && !read.includes(null) };
}

/** The most forms of one name, more than any program writes. */
const SPELLINGS_MAX = 6;
/** Matches a parameter, or nothing between two semicolons. An unquoted value may contain spaces, because some programs write names so. */
const PARAMETER = /\s*;\s*(?:([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"\s*|[^;"]*)(?=;|$))?/y;
/** The parameter of a whole name, or of a numbered piece of it. A star marks encoded characters. */
const PART_NAME = /^(?:file)?name(?:\*(\d+))?\*?$/i;

/** Returns each form in which a header gives a name, as its parameters; null when a form is malformed. */
function spellingsOf(value: string): readonly (readonly string[])[] | null {
  const whole: string[][] = [];
  const pieces = new Map<string, string>();
  const semicolon = value.indexOf(';');
  const parameters = semicolon === -1 ? '' : value.slice(semicolon);
  PARAMETER.lastIndex = 0;
  while (PARAMETER.lastIndex < parameters.length) {
    const [found, name = '', text = ''] = PARAMETER.exec(parameters) ?? [];
    if (found === undefined) return null;
    const [isName, piece] = PART_NAME.exec(name) ?? [];
    if (isName === undefined) continue;
    const spelled = `${name.replace(/^(?:file)?name/i, 'filename')}=${text.trim()}`;
    if (piece === undefined) whole.push([spelled]);
    else if (pieces.has(piece)) return null;
    else pieces.set(piece, spelled);
  }
  return pieces.size === 0 ? whole : [...whole, [...pieces.values()]];
}

async function decodeName(parameters: readonly string[]): Promise<string> {
  const head = `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; ${parameters.join('; ')}`;
  const { attachments } = await PostalMime.parse(`${head}\r\n\r\nx`);
  return attachments[0]?.filename ?? '';
}
