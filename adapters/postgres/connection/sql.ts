// The tagged template for statements: postgres.js's own, with strict checks of values.
import { getTableName, getViewName, is, Table, View } from 'drizzle-orm';
import type postgres from 'postgres';

/** A value that can be bound to a statement. Objects go through `sql.json`, so that none becomes JSON by accident; undefined is refused. */
export type SqlValue =
  | null
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | postgres.Parameter<string>
  | readonly SqlValue[];

/** A part of a statement: a bound value, a fragment or several, or a described table, which stands for its name. */
type SqlPart = SqlValue | postgres.Fragment | readonly postgres.Fragment[] | Table | View;

/** The template and its functions, for the length of one transaction. */
export interface Sql {
  /**
   * Makes a statement, or a fragment of one. A table of the schema gives its name: `from ${files} f`. An array is one parameter and needs
   * a cast: `unnest(${ids}::text[])`.
   */
  <T extends readonly (object | undefined)[] = postgres.Row[]>(
    template: TemplateStringsArray,
    ...parts: readonly SqlPart[]
  ): postgres.PendingQuery<T>;
  /** Binds any value as JSON. A string that is bound to a json column without it is taken as JSON text. */
  json(value: unknown): postgres.Parameter<string>;
  /** Makes a statement from text that the program composes. Values are bound as `$1`. */
  unsafe<T extends postgres.Row[] = postgres.Row[]>(
    text: string,
    values?: readonly SqlValue[],
    options?: postgres.UnsafeQueryOptions,
  ): postgres.PendingQuery<T>;
}

const jsonb = 3802;

/**
 * Makes the template for one piece of work; `refuse` throws once that work has ended. Values are checked and turned into text here, before
 * the statement exists. postgres.js does it while sending: an invalid value behind other pending statements would give one statement the
 * answer of another.
 */
export function strictSql(client: postgres.Sql, refuse: () => void): Sql {
  const template = <T extends readonly (object | undefined)[] = postgres.Row[]>(
    strings: TemplateStringsArray,
    ...parts: readonly SqlPart[]
  ): postgres.PendingQuery<T> => {
    refuse();
    const bound = parts.map((part) => {
      if (isFragment(part)) return part;
      if (isFragmentList(part)) return [...part];
      if (is(part, Table)) return client(getTableName(part));
      return is(part, View) ? client(getViewName(part)) : parameter(part);
    });
    return client<T>(strings, ...bound);
  };
  return Object.assign(template, {
    json: (value: unknown) => client.typed(jsonText(value), jsonb),
    unsafe: <T extends postgres.Row[] = postgres.Row[]>(
      text: string,
      values: readonly SqlValue[] = [],
      options: postgres.UnsafeQueryOptions = {},
    ): postgres.PendingQuery<T> => {
      refuse();
      return client.unsafe<T>(text, values.map(parameter), options);
    },
  });
}

/** Binds a list in its text form, because postgres.js infers the list's type from its first element: `[true]` would be a boolean. */
function parameter(value: SqlValue) {
  return isList(value) ? arrayText(value.map(arrayItem)) : scalar(value);
}

function arrayItem(value: SqlValue): ArrayItem {
  if (isList(value)) return value.map(arrayItem);
  const item = scalar(value);
  if (typeof item !== 'object' || item === null) return item;
  if (item instanceof Uint8Array) return `\\x${Buffer.from(item).toString('hex')}`;
  throw new TypeError('An array holds JSON as text, not as sql.json');
}

function scalar(value: Exclude<SqlValue, readonly SqlValue[]>) {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return exact(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  // Parameters of postgres.js are allowed. No other object has a `then`, by which postgres.js detects forgotten templates.
  if (value instanceof Uint8Array || (typeof value === 'object' && 'then' in value)) return value;
  throw new TypeError(`A value of type ${typeof value} can't be bound to a statement; an object needs sql.json`);
}

/** Returns the number if PostgreSQL stores it exactly. NaN is a legal numeric, and integers above 2^53 have lost digits. */
function exact(value: number): number {
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    throw new RangeError(`${value} is not exact; bind it as a string`);
  }
  return value;
}

function jsonText(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`A value of type ${typeof value} has no JSON form`);
  return text;
}

function isList(value: SqlValue): value is readonly SqlValue[] {
  return Array.isArray(value);
}

function isFragment(value: unknown): value is postgres.Fragment {
  return value instanceof Promise;
}

function isFragmentList(value: unknown): value is readonly postgres.Fragment[] {
  return Array.isArray(value) && value.length > 0 && value.every(isFragment);
}

// PostgreSQL's text form of arrays: `{plain,"quoted \" text",NULL}`. postgres.js would read its NULL as the text "NULL".

/** Writes an array. Texts are always quoted, so that "NULL", braces and commas stay texts. */
export function arrayText(items: readonly ArrayItem[]): string {
  return `{${items.map(itemText).join(',')}}`;
}

type ArrayItem = string | number | boolean | null | readonly ArrayItem[];

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
