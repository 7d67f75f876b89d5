/** Names of dropped files: which can be taken, which are of files that are still on their way, and what others are made of them. */

/** Longest name of the usual file systems, and of what the service keeps. */
const NAME_BYTES_MAX = 255;

/** U+FFFD stands for bytes that are no text: names that differ only in those would be one. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/u;

/** What is wrong with a name, or null. Whoever follows a name gets to its own folder and nowhere else. */
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

/** Clients give an upload such a name until it is whole; systems leave hidden files of their own behind. */
export function isUnfinishedName(name: string): boolean {
  return name.startsWith('.') || /\.(?:filepart|part|tmp)$/i.test(name);
}

/** A name that can be stored and shown, made of any other. */
export function storableName(name: string): string {
  const base = name.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
  const clean = base.toWellFormed().replaceAll(new RegExp(UNSHOWABLE, 'gu'), '');
  const short = cut(clean.trim(), NAME_BYTES_MAX).trim();
  return short === '' || short === '.' || short === '..' ? 'unnamed' : short;
}

/** The name with an ending, shortened before it where it would be too long. */
export function withEnding(name: string, ending: string): string {
  return cut(name, NAME_BYTES_MAX - Buffer.byteLength(ending)) + ending;
}

/** Endings that say what kind of file it is. Any other ending is part of a name, and may name somebody. */
const KNOWN_ENDING = /\.(?:csv|txt|tsv|xlsx|xlsm|xls)$/i;

/** The neutral name of a file whose own name was purged. It keeps the ending, which says how the statement was read. */
export function purgedName(name: string): string {
  return `purged${KNOWN_ENDING.exec(name)?.[0].toLowerCase() ?? ''}`;
}

/** At most so many bytes of UTF-8, whole characters only. */
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
