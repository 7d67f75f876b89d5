// PostgreSQL's text form of arrays: `{plain,"quoted \" text",NULL}`. postgres.js would read its NULL as the text "NULL".

/** Writes an array. Texts are always quoted, so that "NULL", braces and commas stay texts. */
export function arrayText(items: readonly ArrayItem[]): string {
  return `{${items.map(itemText).join(',')}}`;
}

export type ArrayItem = string | number | boolean | null | readonly ArrayItem[];

function itemText(item: ArrayItem): string {
  if (item === null) return 'NULL';
  if (typeof item === 'string') return `"${escaped(item)}"`;
  return typeof item === 'object' ? arrayText(item) : String(item);
}

/** Escapes quotes and backslashes. Few texts contain any, and looking for them takes much less time than replacing. */
function escaped(text: string): string {
  return text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text;
}

/** Reads an array of one dimension. */
export function parseArray<T>(text: string, parseItem: (item: string) => T): (T | null)[] {
  if (!text.startsWith('{') || !text.endsWith('}')) throw new RangeError('Not an array of one dimension');
  if (text === '{}') return [];
  const items: (T | null)[] = [];
  const pattern = /(?:"((?:[^"\\]|\\.)*)"|([^,{}"\\]+))([,}])/gsy;
  pattern.lastIndex = 1;
  for (;;) {
    const [whole, quoted, plain, end] = pattern.exec(text) ?? [];
    if (whole === undefined) throw new RangeError('Not an array of one dimension');
    if (quoted !== undefined) items.push(parseItem(quoted.replace(/\\(.)/gs, '$1')));
    else items.push(plain === undefined || plain === 'NULL' ? null : parseItem(plain));
    if (end === '}') return items;
  }
}
