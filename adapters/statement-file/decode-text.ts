import { isUtf8 } from 'node:buffer';
import type { ReadOptions } from '../../core/statement/source.ts';

type TextEncoding = Exclude<ReadOptions['encoding'], 'auto'>;

/** The characters at the edge of a cell in any dialect. A NUL next to one of them is padding. */
const CELL_EDGES = ',;\t|"\'\r\n';
const SAMPLE_BYTES = 4096;
/** The end-of-file character of DOS programs. */
const END_OF_FILE = 0x1a;

/**
 * Decodes bytes as text. A byte order mark overrides the declared encoding, because it occurs in no other encoding. Invalid bytes become
 * U+FFFD; nothing throws.
 */
export function decodeText(bytes: Uint8Array, declared: ReadOptions['encoding']): string {
  const encoding = byteOrderMark(bytes) ?? (declared === 'auto' ? detectEncoding(bytes) : declared);
  const text = new TextDecoder(encoding).decode(bytes);
  // The decoder has removed one mark. Files that a portal joined may have another.
  const unmarked = text.startsWith('\uFEFF') ? text.replace(/^\uFEFF+/, '') : text;
  // Exports from DOS programs end with their end-of-file character.
  return unmarked.endsWith('\u001A') ? unmarked.slice(0, -1) : unmarked;
}

/**
 * Returns the text in UTF-8, without NULs that PostgreSQL can't store. Most statements are UTF-8 already and are neither decoded nor
 * copied.
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

/** Detects the encoding: by the byte order mark, the pattern of UTF-16 or valid UTF-8; otherwise Windows-1252. */
export function detectEncoding(bytes: Uint8Array): TextEncoding {
  return byteOrderMark(bytes) ?? utf16Pattern(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/**
 * Replaces U+0000, which PostgreSQL text can't hold. At the edge of a cell it is removed; inside one it becomes U+FFFD, so that a damaged
 * number fails instead of turning into another number.
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

/** Detects UTF-16 without a byte order mark, null for other text: in mostly ASCII text every other byte is zero. */
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
