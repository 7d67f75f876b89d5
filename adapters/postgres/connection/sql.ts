// What the adapters write their statements with: postgres.js's tagged template, made strict about values.
import type postgres from 'postgres';
import { type ArrayItem, arrayText } from './array-text.ts';

/** A value bound to a statement. Objects go through `sql.json`, so that none becomes JSON by accident; undefined is refused. */
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

/** The template and its helpers, for the length of one transaction. */
export interface Sql {
  /** A statement, or a fragment to put into another one. An array is one parameter and needs a cast: `unnest(${ids}::text[])`. */
  <T extends readonly (object | undefined)[] = postgres.Row[]>(
    template: TemplateStringsArray,
    ...values: readonly (SqlValue | postgres.Fragment | readonly postgres.Fragment[])[]
  ): postgres.PendingQuery<T>;
  /** Binds any value as JSON. A string bound to a json column without it is taken as JSON text. */
  json(value: unknown): postgres.Parameter<string>;
  /** Statement text that is no literal of this program. Values are bound all the same: `$1`. */
  unsafe<T extends postgres.Row[] = postgres.Row[]>(
    text: string,
    values?: readonly SqlValue[],
    options?: postgres.UnsafeQueryOptions,
  ): postgres.PendingQuery<T>;
}

const jsonb = 3802;

/**
 * The template for one piece of work; `refuse` throws once that work is over.
 *
 * Values are checked and turned into text here, before the statement exists: postgres.js does it when it sends, and a value
 * that fails there, behind other statements on the wire, makes it hand out the answer of one statement for another.
 */
export function strictSql(client: postgres.Sql, refuse: () => void): Sql {
  const template = <T extends readonly (object | undefined)[] = postgres.Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly (SqlValue | postgres.Fragment | readonly postgres.Fragment[])[]
  ): postgres.PendingQuery<T> => {
    refuse();
    const bound = values.map((value) => {
      if (isFragment(value)) return value;
      return isFragmentList(value) ? [...value] : parameter(value);
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

/** A list is bound in its text form: of a list postgres.js takes the type of the first element, that of `[true]` as boolean. */
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
  // Parameters are the only other values with a `then`, which is there to catch forgotten templates.
  if (value instanceof Uint8Array || (typeof value === 'object' && 'then' in value)) return value;
  throw new TypeError(`A value of type ${typeof value} can't be bound to a statement; an object needs sql.json`);
}

/** NaN is a legal numeric to PostgreSQL, and an integer past 2^53 has already lost digits. */
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
