import PostalMime from 'postal-mime';
import { storableName } from '../../core/intake/file-name.ts';

/**
 * Which file a part says it is. There are two headers for it, and in each of them several ways to write it; programs differ in
 * which one they believe, so a part that gives two names is nobody's statement
 * (docs/reference/drop-offs.md#attachments).
 */

export interface PartName {
  /** The first that is given; fit to be stored and shown. */
  readonly name: string;
  /** False: there are others that differ, or it is written in a way that is read differently. */
  readonly isCertain: boolean;
}

/** `values`: Content-Disposition and Content-Type. */
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

/** More than anybody needs to write one name. */
const SPELLINGS_MAX = 6;
/** Or nothing between two semicolons. A value without quotes may hold spaces: so some programs write file names. */
const PARAMETER = /\s*;\s*(?:([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"\s*|[^;"]*)(?=;|$))?/y;
/** A name in one piece, or numbered pieces of it; the star says that its characters are encoded. */
const NAME = /^(?:file)?name(?:\*(\d+))?\*?$/i;

/** Each way in which a header writes a name, as the parameters it takes; null where they are not written plainly. */
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
