import PostalMime from 'postal-mime';
import { storableName } from '../../core/intake/file-name.ts';

/**
 * Finds the file name of a part. Two headers may hold it, each in several forms, and programs differ in which one they use. A part with
 * two different names is therefore rejected (docs/reference/drop-offs.md#attachments).
 */

export interface PartName {
  /** The first name found, made safe to store and show. */
  readonly name: string;
  /** False when the part has different names, or when a form is ambiguous. */
  readonly isCertain: boolean;
}

/** Finds the name of a part. `values`: the values of Content-Disposition and Content-Type. */
export async function nameOfPart(values: readonly string[]): Promise<PartName> {
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
const NAME = /^(?:file)?name(?:\*(\d+))?\*?$/i;

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
    const [isName, piece] = NAME.exec(name) ?? [];
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
