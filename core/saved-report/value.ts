/**
 * What the text of a query tells about a value before the query runs. Sizes and times are upper bounds for the worst data
 * that an account could have (docs/adr/0021-bounded-calculations.md).
 */
export interface Value {
  /** Bytes of the value written as text. */
  readonly bytes: number;
  /** Nanoseconds in which PostgreSQL computes it for one row. */
  readonly nanoseconds: number;
  /** Making a number numeric adds no digits. A text of eight characters such as '1e131071' becomes 131,072 digits. */
  readonly kind: 'float' | 'number' | 'text' | 'other';
  /** The columns, when the value is a row of known columns or an array of such rows. */
  readonly row: readonly Column[] | null;
  readonly isArray: boolean;
}

export interface Column extends Value {
  readonly name: string;
}

/** Aggregates and recursion make values of any size. Such a value counts as this large. */
export const UNKNOWN_BYTES = 100_000_000;
/** Digits of the longest number there is: 131,072 before the point and 16,383 behind it. */
export const NUMBER_BYTES = 147_456;
/** Numbers, dates, identifiers and words that PostgreSQL or this service chose. */
export const SHORT_BYTES = 64;

export function valueOfSize(bytes: number, kind: Value['kind'] = 'other'): Value {
  return { bytes: Math.min(bytes, UNKNOWN_BYTES), nanoseconds: 0, kind, row: null, isArray: false };
}

/** One of the values, whichever it is. */
export function oneOf(values: readonly Value[]): Value {
  const [first, ...others] = values;
  if (first === undefined) return valueOfSize(0);
  const { kind, row, isArray } = first;
  const isSame = others.every((other) => other.isArray === isArray && (other.row === null) === (row === null));
  return {
    bytes: Math.max(...values.map(({ bytes }) => bytes)),
    nanoseconds: totalNanoseconds(values),
    kind: others.every((other) => other.kind === kind) ? kind : kindOf(values),
    row: isSame ? row : null,
    isArray: isSame && isArray,
  };
}

function kindOf(values: readonly Value[]): Value['kind'] {
  return values.every(isNumber) ? 'number' : 'other';
}

export function isNumber({ kind }: Value): boolean {
  return kind === 'float' || kind === 'number';
}

/** A row of the columns. */
export function wholeRow(row: readonly Column[]): Value {
  return { bytes: bytesOfRow(row), nanoseconds: totalNanoseconds(row), kind: 'other', row, isArray: false };
}

/** A row written as text doubles each quotation mark, and a row in a row doubles them again. Such a bound can be beyond all others. */
export function bytesOfRow(parts: readonly Value[]): number {
  return parts.some(({ bytes }) => bytes >= UNKNOWN_BYTES) ? UNKNOWN_BYTES : 2 * totalBytes(parts) + SHORT_BYTES;
}

export function totalBytes(values: readonly Value[]): number {
  return values.reduce((sum, { bytes }) => sum + bytes, 0);
}

export function totalNanoseconds(values: readonly Value[]): number {
  return values.reduce((sum, { nanoseconds }) => sum + nanoseconds, 0);
}
