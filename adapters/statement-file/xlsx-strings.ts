import { shortened } from '../../core/statement/long-cell.ts';
import { withoutNuls } from './decode-text.ts';
import { TEXT_CHARACTERS_MAX, type XmlScanner } from './xml-scanner.ts';

/** Reads the shared strings in the order of their indexes. */
export function readSharedStrings(scanner: XmlScanner): string[] {
  const strings: string[] = [];
  while (scanner.next()) {
    if (scanner.name === 'si' && scanner.kind !== 'close') strings.push(readRichText(scanner));
  }
  return strings;
}

/**
 * Reads the text of the element just opened: its plain text or all its runs, without phonetic hints, shortened to the maximum length of a
 * cell.
 */
export function readRichText(scanner: XmlScanner): string {
  if (scanner.kind === 'empty') return '';
  let text = '';
  for (let depth = 1; depth > 0; ) {
    scanner.next();
    if (scanner.kind === 'close') depth--;
    else if (scanner.kind === 'open') {
      if (scanner.name === 't' && text.length <= TEXT_CHARACTERS_MAX) text += scanner.textHere();
      if (scanner.name === 'rPh') scanner.skip();
      else depth++;
    }
  }
  return shortened(withoutEscapes(text));
}

/** Decodes characters that XML can't hold: workbooks write `_x000D_`, and a literal `_x000D_` as `_x005F_x000D_`. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  const plain = text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return withoutNuls(plain.toWellFormed());
}
