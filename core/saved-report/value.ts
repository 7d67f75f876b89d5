/**
 * Bounds of a value before the query runs. Sizes and times are upper bounds for the worst data of an account
 * (docs/adr/0021-bounded-calculations.md).
 */
export interface Value {
  /** Bytes of the value as text. */
  readonly bytes: number;
  /** Nanoseconds to compute the value for one row. */
  readonly nanoseconds: number;
  /** Kind of the value. A number keeps its digits as numeric, while the text '1e131071' becomes 131,072 digits. */
  readonly kind: 'float' | 'number' | 'text' | 'other';
  /** Columns, when the value is a row of known columns or an array of such rows. */
  readonly row: readonly Column[] | null;
  /** True for an array of rows. */
  readonly isArray: boolean;
}

export interface Column extends Value {
  readonly name: string;
}

/** Assumed size of values without a bound, which aggregates and recursion produce. */
export const UNKNOWN_BYTES = 100_000_000;
/** Digits of the longest numeric: 131,072 before the point and 16,383 after it. */
export const NUMBER_BYTES = 147_456;
/** Size of numbers, dates, identifiers and words chosen by PostgreSQL or this service. */
export const SHORT_BYTES = 64;

/** Returns a value of this many bytes that takes no time. */
export function valueOfSize(bytes: number, kind: Value['kind'] = 'other'): Value {
  return { bytes: Math.min(bytes, UNKNOWN_BYTES), nanoseconds: 0, kind, row: null, isArray: false };
}

/** Returns the bounds of a value that is one of several values, such as a branch of CASE. All of them may take their time. */
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

/** Tells whether a value is a number of any kind. */
export function isNumber({ kind }: Value): boolean {
  return kind === 'float' || kind === 'number';
}

/** Returns the row of all columns. */
export function wholeRow(row: readonly Column[]): Value {
  return { bytes: bytesOfRow(row), nanoseconds: totalNanoseconds(row), kind: 'other', row, isArray: false };
}

/**
 * Returns the bytes of a row as text. Each level doubles the quotation marks, so nested rows can exceed all other
 * bounds.
 */
export function bytesOfRow(parts: readonly Value[]): number {
  return parts.some(({ bytes }) => bytes >= UNKNOWN_BYTES) ? UNKNOWN_BYTES : 2 * totalBytes(parts) + SHORT_BYTES;
}

/** Adds up bytes. */
export function totalBytes(values: readonly Value[]): number {
  return values.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Adds up nanoseconds. */
export function totalNanoseconds(values: readonly Value[]): number {
  return values.reduce((sum, { nanoseconds }) => sum + nanoseconds, 0);
}
