/** Names of dropped files: checks them, recognises unfinished uploads, and derives names that can be stored. */

/** Longest name, in bytes, of common file systems and of stored names. */
const NAME_BYTES_MAX = 255;

/** Matches invisible characters, and U+FFFD, which stands for undecodable bytes. Names that differ only there would collide. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/u;

/** Returns the problem of a file name in words, or null. A path into another folder is a problem too. */
export function fileNameProblem(name: string): string | null {
  if (/[/\\]/.test(name)) return 'Files in folders of their own are not read. Put the file into /incoming itself.';
  if (name === '' || name === '.' || name === '..' || name.trim() !== name) {
    return 'The name is blank, or begins or ends with a space.';
  }
  if (!name.isWellFormed() || UNSHOWABLE.test(name)) {
    return 'The name holds characters that can not be shown.';
  }
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) return `The name is longer than ${NAME_BYTES_MAX} bytes.`;
  return null;
}

/** Recognises the temporary names of uploads in progress and hidden files of operating systems. */
export function isUnfinishedName(name: string): boolean {
  return name.startsWith('.') || /\.(?:filepart|part|tmp)$/i.test(name);
}

/**
 * Derives a name that can be stored and shown: at most 255 bytes, no path, no control characters. Falls back to
 * "unnamed".
 */
export function storableName(name: string): string {
  const base = name.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
  const clean = base.toWellFormed().replaceAll(new RegExp(UNSHOWABLE, 'gu'), '');
  const short = cut(clean.trim(), NAME_BYTES_MAX).trim();
  return short === '' || short === '.' || short === '..' ? 'unnamed' : short;
}

/** Appends an ending and shortens the name before it, to at most 255 bytes in all. */
export function withEnding(name: string, ending: string): string {
  return cut(name, NAME_BYTES_MAX - Buffer.byteLength(ending)) + ending;
}

/** Matches endings of statement files. Any other ending is part of the name and may contain personal data. */
const KNOWN_ENDING = /\.(?:csv|txt|tsv|xlsx|xlsm|xls)$/i;

/**
 * Returns the neutral name of a file whose own name was purged. It keeps the ending, which tells how the statement was
 * read.
 */
export function purgedName(name: string): string {
  return `purged${KNOWN_ENDING.exec(name)?.[0].toLowerCase() ?? ''}`;
}

/** Cuts a text to `bytesMax` bytes of UTF-8, at whole characters only. */
function cut(text: string, bytesMax: number): string {
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesMax) break;
    kept += character;
  }
  return kept;
}
