import PostalMime from 'postal-mime';
import { storableName } from '../../core/intake/file-name.ts';

/**
 * Which file a part says it is. There are two headers for it, and in each of them several ways to write it; programs differ in
 * which one they believe, so a part that gives two names is nobody's statement (goal ING-6).
 */

/** `values`: Content-Disposition and Content-Type. Null: there are several names, or one that can't be read for certain. */
export async function nameOfPart(values: readonly string[]): Promise<string | null> {
  const names = new Set<string>();
  for (const value of values) {
    const spellings = spellingsOf(value);
    if (spellings === null || spellings.length > SPELLINGS_MAX) return null;
    for (const spelling of spellings) {
      const name = await decodeName(spelling);
      if (name !== '') names.add(storableName(name).normalize('NFC'));
    }
  }
  const [name = storableName(''), ...others] = names;
  return others.length > 0 ? null : name;
}

/** More ways to write a name than there are. */
const SPELLINGS_MAX = 4;
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
