import { type Exact, exactToDecimal, millionthsToDecimal, moneyToDecimal, scaleDecimal } from '../../../core/money.ts';
import { arrayText } from '../connection/sql.ts';

/** Converts the text of a `numeric` to ten-billionths: no column of amounts has more places. Throws a TypeError for any other text. */
export function exactFrom(text: string): Exact {
  const exact = scaleDecimal(text, 10);
  if (exact === null) throw new TypeError(`Not an amount: ${text}`);
  return exact;
}

/** Codecs of columns: they encode a value for PostgreSQL, and decode it from the JSON that PostgreSQL makes of the column. */

/** A type that is only written. */
export interface WrittenType<Value> {
  /** The element type of the array that carries the values to PostgreSQL. */
  readonly type: string;
  /** The type of the column, if it differs from the element type. */
  readonly cast?: string | undefined;
  encode(value: Value): string | number | null;
}

export interface ColumnType<Value> extends WrittenType<Value> {
  /** SQL for the values of a column, as `decode` takes them. */
  select(column: string): string;
  decode(json: unknown): Value;
}

const asIs = <Value>(value: Value): Value => value;

function textOf(json: unknown): string {
  if (typeof json === 'string') return json;
  throw new TypeError('A stored text was read as something else.');
}

function numberOf(json: unknown): number {
  if (typeof json === 'number') return json;
  throw new TypeError('A stored number was read as something else.');
}

const textType = (type: string): ColumnType<string> => ({ type, encode: asIs, select: asIs, decode: textOf });
export const text = textType('text');
export const uuid = textType('uuid');
/** A date as YYYY-MM-DD. */
export const date = textType('date');

export const oneOf = <Word extends string>(words: readonly Word[]): ColumnType<Word> => ({
  ...text,
  decode(json) {
    const found = words.find((word) => word === json);
    if (found === undefined) throw new TypeError(`A stored word is none of ${words.join(', ')}.`);
    return found;
  },
});

const numberType = (type: string): ColumnType<number> => ({ type, encode: asIs, select: asIs, decode: numberOf });
export const smallint = numberType('smallint');
export const integer = numberType('integer');

/** PostgreSQL scales a numeric back to an integer, so that this program never rounds a fraction. */
const scaledNumeric = (units: number, toDecimal: (value: number) => string | number): ColumnType<number> => ({
  type: 'numeric',
  encode: toDecimal,
  select: (column) => `${column} * ${units}`,
  decode: numberOf,
});
export const money = scaledNumeric(10_000, moneyToDecimal);
export const hundredths = scaledNumeric(100, (value) => value / 100);
export const millionths = scaledNumeric(1_000_000, millionthsToDecimal);

export const exactOrNull: WrittenType<bigint | null> = {
  type: 'numeric',
  encode: (value) => (value === null ? null : exactToDecimal(value)),
};
export const boolean: WrittenType<boolean> = { type: 'boolean', encode: String };
export const json: WrittenType<unknown> = { type: 'jsonb', encode: (value) => JSON.stringify(value) };

/** Shared empty list, because nearly every member has no texts. */
const NO_TEXTS: readonly string[] = [];

/** A list of texts. It is sent as text, because PostgreSQL requires nested arrays of one length; an empty list is read as null. */
export const texts: ColumnType<readonly string[]> = {
  type: 'text',
  cast: 'text[]',
  encode: arrayText,
  select: (column) => `nullif(${column}, '{}')`,
  decode(list) {
    if (list === null) return NO_TEXTS;
    if (Array.isArray(list)) return list.map(textOf);
    throw new TypeError('A stored list was read as something else.');
  },
};

/** A list of texts that is stored as null when it is empty. */
export const textsOrNull: ColumnType<readonly string[]> = {
  ...texts,
  encode: (values) => (values.length === 0 ? null : arrayText(values)),
};
