import type { MailHeader } from '../../core/intake/judge-mail.ts';
import { MAIL_LIMITS } from '../../core/limits/request-limits.ts';

/**
 * Finds the parts of a message by position, in one pass that stores nothing else and stops at the first limit. Only single parts are
 * passed to the parser, which builds trees. Ambiguous messages are refused.
 */

export interface MimeLeaf {
  readonly headers: readonly MailHeader[];
  /** The encoded bytes as they came. */
  readonly body: Uint8Array;
}

/** The message cannot be read. The error's message is a sentence for the sender. */
export class UnreadableMail extends Error {
  override readonly name = 'UnreadableMail';
}

/** Returns the headers at the top of a message. Throws UnreadableMail. */
export function readTopHeaders(message: Uint8Array): readonly MailHeader[] {
  const { headers, isCutOff } = readHeaders(bufferOf(message), 0, { open: [], bytesLeft: MAIL_LIMITS.headerBytes });
  if (isCutOff) throw cutOff();
  return headers;
}

/** Returns the non-empty parts in order. Throws UnreadableMail. */
export function scanLeaves(message: Uint8Array): readonly MimeLeaf[] {
  const bytes = bufferOf(message);
  const leaves: MimeLeaf[] = [];
  /** `open`: boundaries of the enclosing multiparts, outermost first. */
  const state: ScanState = { open: [], bytesLeft: MAIL_LIMITS.headerBytes };
  let parts = 0;
  let place: number | null = 0;
  while (place !== null) {
    parts += 1;
    if (parts > MAIL_LIMITS.parts) throw new UnreadableMail(`The message has more than ${MAIL_LIMITS.parts} parts.`);
    const { headers, end, isCutOff } = readHeaders(bytes, place, state);
    if (isCutOff) throw cutOff();
    const boundary = boundaryOf(headers);
    if (boundary !== null) state.open.push(boundary);
    if (state.open.length > MAIL_LIMITS.depth) {
      throw new UnreadableMail(`The parts of the message are nested more than ${MAIL_LIMITS.depth} levels deep.`);
    }
    const delimiter = findDelimiter(bytes, end, state.open);
    if (boundary === null) leaves.push({ headers, body: bytes.subarray(end, delimiter?.bodyEnd ?? bytes.length) });
    place = startOfNextPart(bytes, delimiter, state);
  }
  // A multipart that ends with the message and not at its delimiter may have been cut off.
  if (state.open.length > 0) throw cutOff();
  return leaves;
}

interface ScanState {
  readonly open: string[];
  bytesLeft: number;
}

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const SPACE = 0x20;
const TAB = 0x09;

const cutOff = () => new UnreadableMail('The message is cut off: its end is missing. Send it again.');
const malformed = () =>
  new UnreadableMail(
    'The message is not well-formed: mail programs read it differently. Send the statement in a new one.',
  );

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the start of the next line. */
function nextLine(bytes: Buffer, start: number): number {
  const feed = bytes.indexOf(LF, start);
  return feed === -1 ? bytes.length : feed + 1;
}

/** Returns a line without its line break. */
function lineAt(bytes: Buffer, start: number, next: number): Buffer {
  let end = next;
  if (end > start && bytes[end - 1] === LF) end -= 1;
  if (end > start && bytes[end - 1] === CR) end -= 1;
  return bytes.subarray(start, end);
}

/** The decoder of headers. It keeps U+FEFF in front of a header, because the character belongs to the name and not to the encoding. */
const headerText = new TextDecoder('utf-8', { ignoreBOM: true });
/** Excludes old forms with a space before the colon, which some programs read as a header and others do not. */
const FIELD = /^([!-9;-~]+):([^\r\0]*)$/;

/** Reads headers. `end` is the position at which the body begins. A delimiter among the headers ends them, and the part has no body. */
function readHeaders(
  bytes: Buffer,
  start: number,
  state: ScanState,
): { readonly headers: readonly MailHeader[]; readonly end: number; readonly isCutOff: boolean } {
  const fields: string[][] = [];
  for (let place = start; place < bytes.length; ) {
    const next = nextLine(bytes, place);
    const line = lineAt(bytes, place, next);
    if (line.length === 0) return { headers: fields.map(headerOf), end: next, isCutOff: false };
    if (delimiterDepth(line, state.open) !== null)
      return { headers: fields.map(headerOf), end: place, isCutOff: false };
    state.bytesLeft -= line.length;
    if (state.bytesLeft < 0) throw new UnreadableMail('The headers of the message are too long.');
    const text = headerText.decode(line);
    const isContinued = line[0] === SPACE || line[0] === TAB;
    if (!isContinued) fields.push([text]);
    else if (fields.length > 0) fields.at(-1)?.push(text);
    else throw malformed();
    place = next;
  }
  return { headers: [], end: bytes.length, isCutOff: true };
}

function headerOf(lines: readonly string[]): MailHeader {
  const [, name, value] = FIELD.exec(lines.join('')) ?? [];
  if (name === undefined || value === undefined) throw malformed();
  return { name: name.toLowerCase(), value: value.trim() };
}

/** Returns the index of the open multipart that a line delimits, innermost first; null when it delimits none. */
function delimiterDepth(line: Buffer, open: readonly string[]): number | null {
  if (open.length === 0 || line.length < 3 || line[0] !== DASH || line[1] !== DASH) return null;
  const text = line.toString('latin1', 2).trimEnd();
  const depth = open.findLastIndex((boundary) => text === boundary || text === `${boundary}--`);
  return depth === -1 ? null : depth;
}

interface Delimiter {
  /** The end of the previous part, before the line break of the delimiter. */
  readonly bodyEnd: number;
  readonly next: number;
  readonly depth: number;
  /** True when no further part of the multipart follows. */
  readonly isLast: boolean;
}

function findDelimiter(bytes: Buffer, from: number, open: readonly string[]): Delimiter | null {
  if (open.length === 0) return null;
  for (let place = from; place < bytes.length; ) {
    const next = nextLine(bytes, place);
    const line = bytes[place] === DASH ? lineAt(bytes, place, next) : null;
    const depth = line === null ? null : delimiterDepth(line, open);
    if (line !== null && depth !== null) {
      const isLast = line.toString('latin1', 2).trimEnd() === `${open[depth]}--`;
      return { bodyEnd: Math.max(from, endOfLineBefore(bytes, place)), next, depth, isLast };
    }
    place = next;
  }
  return null;
}

function endOfLineBefore(bytes: Buffer, start: number): number {
  const feed = start - 1;
  return bytes[feed - 1] === CR ? feed - 1 : feed;
}

/** Skips the text after the end of a multipart. Returns null when there is no further part. */
function startOfNextPart(bytes: Buffer, found: Delimiter | null, { open }: ScanState): number | null {
  let delimiter = found;
  while (delimiter?.isLast) {
    open.length = delimiter.depth;
    delimiter = findDelimiter(bytes, delimiter.next, open);
  }
  if (delimiter === null) return null;
  open.length = delimiter.depth + 1;
  return delimiter.next;
}

const MULTIPART = /^\s*multipart\/[\w.+-]+\s*;/i;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"\\]{1,70})"|([^\s;"\\()]{1,70}))\s*(?=;|$)/gi;
const CONTENT_HEADERS = ['content-type', 'content-disposition', 'content-transfer-encoding'];

/** Returns the boundary; null for a part that is no multipart. Only the plain form has one meaning in all programs. */
function boundaryOf(headers: readonly MailHeader[]): string | null {
  for (const name of CONTENT_HEADERS) {
    if (headers.filter((header) => header.name === name).length > 1) throw malformed();
  }
  const value = headers.find(({ name }) => name === 'content-type')?.value ?? '';
  const boundaries = [...value.matchAll(BOUNDARY)].map(([, quoted, token]) => (quoted ?? token ?? '').trimEnd());
  const [boundary] = boundaries;
  if (MULTIPART.test(value) && boundary !== undefined && boundary !== '' && boundaries.length === 1) {
    const encoding = headers.find(({ name }) => name === 'content-transfer-encoding')?.value ?? '';
    if (!/[^ -~]|boundary\*/i.test(value) && /^(?:|7bit|8bit|binary)$/i.test(encoding)) return boundary;
    throw malformed();
  }
  if (/^[^;]*multipart|boundary[\s*\d]*=/i.test(value)) throw malformed();
  return null;
}
