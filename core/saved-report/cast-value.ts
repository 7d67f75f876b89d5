import { typeOf } from './disguised-clock.ts';
import { constantTextOf, isFields, listOf, wholeNumberOf } from './node-fields.ts';
import { isNumber, NUMBER_BYTES, UNKNOWN_BYTES, type Value, valueOfSize } from './value.ts';

const FLOAT_TYPES = new Set(['float4', 'float8']);
const TEXT_TYPES = new Set(['text', 'varchar', 'bpchar', 'json']);
const WHOLE_NUMBER_TYPES = new Set(['int2', 'int4', 'int8']);
/** Bytes of the largest double as numeric, which has 309 digits. */
const FLOAT_BYTES = 320;
/** Bytes of an interval as text, the longest of the fixed-size types. */
const FIXED_BYTES = 100;
/** Largest number of digits for each byte of JSON text, because a short exponent can give the longest possible number. */
const DIGITS_PER_BYTE = 20_000;
const CHARACTER_BYTES = 4;

/** Returns the bounds of a cast's result. `arg` is the expression that is cast. */
export function castValue(typeName: unknown, value: Value, arg: unknown): Value {
  const isArray = isFields(typeName) && listOf(typeName['arrayBounds']).length > 0;
  const type = typeOf(typeName);
  const isConstant = constantTextOf(arg) !== null;
  if (isArray) return valueOfSize(arrayBytes(typeName, value, isConstant));
  if (type === 'numeric') return numericValue(typeName, value, isConstant);
  if (type === 'jsonb') {
    return valueOfSize(isConstant || isNumber(value) ? 12 * value.bytes : DIGITS_PER_BYTE * value.bytes);
  }
  if (TEXT_TYPES.has(type)) return valueOfSize(textBytes(typeName, value), 'text');
  if (FLOAT_TYPES.has(type)) return valueOfSize(FLOAT_BYTES, 'float');
  return valueOfSize(FIXED_BYTES, WHOLE_NUMBER_TYPES.has(type) ? 'number' : 'other');
}

/** Returns the length or precision in brackets, as in varchar(20); null without one. */
function lengthOf(typeName: unknown): number | null {
  return wholeNumberOf(listOf(isFields(typeName) ? typeName['typmods'] : undefined)[0]);
}

function numericValue(typeName: unknown, value: Value, isConstant: boolean): Value {
  const precision = lengthOf(typeName);
  const digits = isConstant || isNumber(value) ? value.bytes : NUMBER_BYTES;
  return valueOfSize(Math.min(precision === null ? digits : precision + 5, NUMBER_BYTES), 'number');
}

/** Returns the bytes of a text type. varchar(n) truncates to n characters, and char(n) also pads to n. */
function textBytes(typeName: unknown, { bytes }: Value): number {
  const length = lengthOf(typeName);
  if (length === null) return bytes;
  return typeOf(typeName) === 'bpchar' ? CHARACTER_BYTES * length : Math.min(bytes, CHARACTER_BYTES * length);
}

function arrayBytes(typeName: unknown, value: Value, isConstant: boolean): number {
  const { bytes } = value;
  const type = typeOf(typeName);
  if (type === 'bpchar') return CHARACTER_BYTES * (lengthOf(typeName) ?? 1) * bytes;
  const mayGrow = (type === 'numeric' || type === 'jsonb') && !isConstant && !isNumber(value);
  return mayGrow ? UNKNOWN_BYTES : 12 * bytes;
}
