/** Makes delimited text as carriers export it, with quotes where needed and CRLF. */
export function delimitedText(rows: readonly (readonly string[])[], delimiter: ',' | ';'): string {
  return rows.map((row) => `${row.map((value) => quoted(value, delimiter)).join(delimiter)}\r\n`).join('');
}

function quoted(value: string, delimiter: string): string {
  const needsQuotes = value.includes(delimiter) || value.includes('"') || value.includes('\n');
  return needsQuotes ? `"${value.replaceAll('"', '""')}"` : value;
}

/** The characters of the story that Windows-1252 has and ISO 8859-1 lacks. */
const WINDOWS_ONLY = new Map([
  ['\u2019', 0x92],
  ['\u2013', 0x96],
]);

/**
 * Encodes a text as Windows-1252. Throws for a character that the encoding lacks, because a "?" in a name would make the expected facts
 * wrong.
 */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = WINDOWS_ONLY.get(character) ?? character.charCodeAt(0);
    const isLatin = code < 0x80 || (code >= 0xa0 && code <= 0xff) || WINDOWS_ONLY.has(character);
    if (!isLatin) throw new RangeError(`Windows-1252 has no "${character}"`);
    return code;
  });
}
