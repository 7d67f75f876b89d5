/**
 * Converts places in an analyst's text: bytes of UTF-8 (parser), UTF-16 units (JavaScript), lines and characters
 * (people).
 */

/** Returns a function from byte offsets in UTF-8 to indexes. Offsets beyond the end give the end. */
export function indexesByByte(text: string): (byteOffset: number) => number {
  const indexes: number[] = [];
  let index = 0;
  for (const character of text) {
    for (let byte = 0; byte < utf8Length(character); byte++) indexes.push(index);
    index += character.length;
  }
  return (byteOffset) => indexes[byteOffset] ?? text.length;
}

/** Returns the index of a character (code point), counted from 0. */
export function indexAtCharacter(text: string, character: number): number {
  return [...text].slice(0, character).join('').length;
}

/** Formats an index as `line 2, column 8`. Both count from 1, columns in characters. */
export function placeInWords(text: string, index: number): string {
  const lines = text.slice(0, index).split(/\r\n|\r|\n/);
  const last = lines.at(-1) ?? '';
  return `line ${lines.length}, column ${[...last].length + 1}`;
}

/** Returns the length of a text in bytes of UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += utf8Length(character);
  return bytes;
}

function utf8Length(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
