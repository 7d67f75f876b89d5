import { isUtf8 } from 'node:buffer';
import type { ReadOptions } from '../../core/statement/source.ts';

type TextEncoding = Exclude<ReadOptions['encoding'], 'auto'>;

/** Characters that can stand at the edge of a cell in any dialect; a NUL beside one of them is padding. */
const CELL_EDGES = ',;\t|"\'\r\n';
const SAMPLE_BYTES = 4096;
/** DOS programs' own character for it. */
const END_OF_FILE = 0x1a;

/**
 * Bytes as text, decoded once. A byte order mark beats the declaration: no file in another encoding starts with one.
 * Bytes that are invalid in the encoding become U+FFFD; nothing throws.
 */
export function decodeText(bytes: Uint8Array, declared: ReadOptions['encoding']): string {
  const encoding = byteOrderMark(bytes) ?? (declared === 'auto' ? detectEncoding(bytes) : declared);
  const text = new TextDecoder(encoding).decode(bytes);
  // The decoder has removed one mark; files glued together by a portal can carry a second.
  const unmarked = text.startsWith('\uFEFF') ? text.replace(/^\uFEFF+/, '') : text;
  // Exports from DOS programs end with their end-of-file character.
  return unmarked.endsWith('\u001A') ? unmarked.slice(0, -1) : unmarked;
}

/**
 * The same text in UTF-8, and without NULs where PostgreSQL could not keep them. Nearly every statement is that already and
 * is neither decoded nor copied.
 */
export function utf8Of(bytes: Uint8Array, declared: ReadOptions['encoding']): Buffer {
  const encoding = byteOrderMark(bytes) ?? (declared === 'auto' ? detectEncoding(bytes) : declared);
  if (encoding !== 'utf-8' || bytes.includes(0) || !isUtf8(bytes)) {
    return Buffer.from(withoutNuls(decodeText(bytes, declared)));
  }
  let start = 0;
  while (byteOrderMark(bytes.subarray(start, start + 3)) === 'utf-8') start += 3;
  const end = bytes.length > start && bytes.at(-1) === END_OF_FILE ? bytes.length - 1 : bytes.length;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
}

/** What the bytes themselves say: their mark, the pattern of UTF-16, valid UTF-8, or else Windows-1252. */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  return byteOrderMark(bytes) ?? utf16Pattern(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/**
 * PostgreSQL text can't hold U+0000. At the edge of a cell it is padding and goes; inside one it becomes U+FFFD, so that
 * a damaged number fails instead of turning into another number.
 */
export function withoutNuls(text: string): string {
  if (!text.includes('\0')) return text;
  return text.replace(/\0+/g, (run, at: number) => {
    const before = text[at - 1];
    const after = text[at + run.length];
    const edge =
      before === undefined || after === undefined || CELL_EDGES.includes(before) || CELL_EDGES.includes(after);
    return edge ? '' : '\uFFFD';
  });
}

function byteOrderMark(bytes: Uint8Array): TextEncoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/** UTF-16 without a mark: mostly ASCII, so that every other byte is zero and the ones between are not. */
function utf16Pattern(bytes: Uint8Array): TextEncoding | null {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) evenZeros++;
    if (bytes[at + 1] === 0) oddZeros++;
  }
  const many = length * 0.25;
  const few = length * 0.025;
  if (oddZeros > many && evenZeros <= few) return 'utf-16le';
  if (evenZeros > many && oddZeros <= few) return 'utf-16be';
  return null;
}
