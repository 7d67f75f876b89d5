import { REPORT_SQL_LIMITS } from '../limits/saved-report-limits.ts';
import { typeOf } from './disguised-clock.ts';
import {
  constantTextOf,
  isFields,
  isNull,
  listOf,
  type NodeFields,
  namesOf,
  textOf,
  unwrapNode,
  wholeNumberOf,
} from './query-nodes.ts';
import { NotAllowed, type Place } from './reading.ts';
import { LENGTH_FUNCTIONS, TEXT_LENGTH_MAX } from './report-functions.ts';
import type { Value } from './scope.ts';

/**
 * Bounds of calls that PostgreSQL cannot interrupt. It stops a query between rows, and not inside a call such as `btrim`,
 * whose time is the product of two lengths (docs/adr/0066-simple-bounds-of-long-values.md).
 */

const words = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Calls that compare each place of one value with each place of another, or of the same value. */
const PAIRING = words(
  'btrim ltrim rtrim translate replace strpos position split_part string_to_array string_to_table normalize is_normalized',
  'regexp_like regexp_count regexp_instr regexp_substr regexp_match regexp_matches regexp_replace regexp_split_to_array',
  'regexp_split_to_table to_char to_date to_timestamp to_number ~ ~* !~ !~* ~~ ~~* !~~ !~~* @> <@ && ?| ?&',
);
/** Pairing calls of one value, whose second argument is a name. */
const NORMALIZING = words('normalize is_normalized');
const POWERS = words('power pow ^');
/** Calls that take up to two seconds for numbers of 131,072 digits, or for texts of 100 MB. */
const SLOW = words(
  '* / % mod div gcd lcm sqrt |/ exp ln log log10 width_bucket md5 reverse overlay',
  [...PAIRING].join(' '),
);
/** Calls whose result is short when their arguments are. */
const SHORT_RESULTS = words(
  'count sum avg min max any_value first_value last_value nth_value lag lead row_number rank dense_rank ntile lower upper',
  'initcap btrim ltrim rtrim left right substr substring split_part translate normalize regexp_substr regexp_match length',
  'strpos position unnest similar_to_escape like_escape abs ceil ceiling floor round trunc mod div date_part extract age',
  'percentile_cont percentile_disc mode stddev stddev_pop stddev_samp variance var_pop var_samp date_trunc to_char',
  'to_date to_number power pow ^ + - / % = <> < > <= >= -> ->>',
);
const ARRAY_MAKERS = words('array_agg string_to_array regexp_match regexp_matches regexp_split_to_array');
/** Functions of arrays whose result is none. */
const NO_ARRAYS = words(
  'unnest cardinality array_length array_ndims array_lower array_upper array_position array_to_string',
);

/** Characters of a constant that may be looked for in a value of any length. */
const CONSTANT_MAX = 50;
/**
 * Calls whose result is as long as their arguments together, with the parts up to which it is short. Each part may be a text
 * of a view, or have the digits of an amount.
 */
const JOINED_PARTS_MAX: ReadonlyMap<string, number> = new Map([
  ...['||', 'concat', 'concat_ws', 'overlay'].map((name) => [name, 20] as const),
  ['*', 200],
]);
/** Parts that a slow call on long values counts as. */
const SLOW_PARTS = 2_500;

/** A call of a function or operator. `nodes` are the expressions of its arguments. */
export interface Call {
  readonly name: string;
  readonly args: readonly Value[];
  readonly nodes: readonly unknown[];
  readonly location: number | null;
}

/** Returns the result of a call. Throws NotAllowed for a pairing call of long values, unless one is a short constant. */
export function valueOfCall(call: Call): Value {
  const { name, args, nodes, location } = call;
  const parts = args.reduce((sum, arg) => sum + arg.parts, 1);
  const isShort = args.every((arg) => arg.isShort);
  const isPairing = PAIRING.has(name) || (name === '-' && args[1]?.isArray === true);
  if (
    isPairing &&
    !isShort &&
    !nodes.slice(0, NORMALIZING.has(name) ? 1 : 2).some(isShortConstant) &&
    !isBlankTrim(call)
  ) {
    const what = /^[a-z]/.test(name) ? `Function ${name}` : `Operator ${name}`;
    throw new NotAllowed(`${what} could take too long; ${SHORTEN}`, location);
  }
  const isSlow = POWERS.has(name) || (SLOW.has(name) && !isShort);
  return {
    isShort: isCut(call) || (isShort && hasShortResult(call, parts)),
    isArray: ARRAY_MAKERS.has(name) || (!NO_ARRAYS.has(name) && args.some((arg) => arg.isArray)),
    parts: parts + (isSlow ? SLOW_PARTS : 0),
    row: name === 'array_agg' || name === 'unnest' ? (args[0]?.row ?? null) : null,
  };
}

function hasShortResult(call: Call, parts: number): boolean {
  const most = JOINED_PARTS_MAX.get(call.name);
  if (most !== undefined) return parts <= most;
  return SHORT_RESULTS.has(call.name) || isShortening(call);
}

const SHORTEN = 'shorten long values first, such as left(value, 1000) or value::numeric(20, 4)';

/** Throws NotAllowed when a row calculates too much once every subquery is written out where it is used. */
export function checkParts(parts: number, location: number | null): void {
  if (parts <= REPORT_SQL_LIMITS.partsWrittenOut) return;
  throw new NotAllowed(
    `One row of the query calculates too much with its subqueries written out; ${SHORTEN}`,
    location,
  );
}

const isBlankTrim = ({ name, args }: Call) => /^[blr]trim$/.test(name) && args.length === 1;

/** Tells whether a node is a constant, or an array of a few, that is short enough to be looked for in any value. */
function isShortConstant(node: unknown): boolean {
  const unwrapped = unwrapNode(node);
  if (unwrapped?.type === 'TypeCast') return isShortConstant(unwrapped.fields['arg']);
  if (unwrapped?.type === 'A_ArrayExpr') {
    const elements = listOf(unwrapped.fields['elements']);
    return elements.length <= CONSTANT_MAX && elements.every(isShortConstant);
  }
  if (unwrapped?.type === 'FuncCall' && isLikePattern(unwrapped.fields)) {
    return listOf(unwrapped.fields['args']).every(isShortConstant);
  }
  return unwrapped?.type === 'A_Const' && (constantTextOf(node) ?? '').length <= CONSTANT_MAX;
}

/** Tells whether a call is one that the parser writes for SIMILAR TO, or for LIKE with ESCAPE. */
function isLikePattern(call: NodeFields): boolean {
  return /^(?:similar_to|like)_escape$/.test(namesOf(call['funcname']).at(-1) ?? '');
}

/** Tells whether a call gives a text of a written length, as left(value, 1000) does. */
function isCut({ name, nodes }: Call): boolean {
  const isCutting = ['left', 'right', 'substr', 'substring', 'lpad', 'rpad'].includes(name);
  const length = isCutting ? wholeUpperBound(nodes[name.startsWith('sub') ? 2 : 1]) : null;
  return length !== null && length >= 0 && length <= 1_000;
}

/** Tells whether a replacement makes a text no longer, because its new text is one character or none. */
function isShortening({ name, nodes }: Call): boolean {
  return /^(?:regexp_)?replace$/.test(name) && (constantTextOf(nodes[2]) ?? '..').length < 2;
}

/** Functions and operators that give only numbers, whose cast to numeric is then as short as they are. */
const NUMBERS = words('count sum avg round trunc abs ceil ceiling floor length date_part extract + - * / %');

function isNumber(node: unknown): boolean {
  const { type, fields } = unwrapNode(node) ?? { type: '', fields: {} };
  if (type === 'A_Const') return true;
  return (
    ['FuncCall', 'A_Expr'].includes(type) && NUMBERS.has(namesOf(fields['funcname'] ?? fields['name']).at(-1) ?? '')
  );
}

/** Tells whether a cast value is short. A text may hold a number of 131,072 digits, written with an exponent. */
export function isCastShort(typeName: unknown, arg: Value, node: unknown): boolean {
  const type = typeOf(typeName);
  const isArray = isFields(typeName) && listOf(typeName['arrayBounds']).length > 0;
  const size = wholeNumberOf(listOf(isFields(typeName) ? typeName['typmods'] : undefined)[0]);
  if (isArray || type.startsWith('json')) return constantTextOf(node) !== null && arg.isShort;
  if (type === 'numeric') return size !== null || (arg.isShort && isNumber(node));
  if (['text', 'varchar', 'bpchar'].includes(type)) return arg.isShort || (size !== null && size <= 1_000);
  return true;
}

const LONG_EXPONENT = /\de\+?\d{3,}/i;

/** Tells whether a constant is short, as a text and as a number. */
export function isConstantShort(node: unknown): boolean {
  const text = constantTextOf(node) ?? '';
  return text.length <= 1_000 && !LONG_EXPONENT.test(text);
}

/**
 * Checks the length argument of functions such as repeat. Throws NotAllowed for a length without a constant bound, a length over
 * TEXT_LENGTH_MAX, and a repeat of a text that repeat, lpad or rpad made.
 */
export function checkLength(name: string, args: readonly unknown[], { location }: Place): void {
  if (!LENGTH_FUNCTIONS.has(name)) return;
  const length = args[1];
  const most = wholeUpperBound(length);
  if (most === null && !isNull(length)) {
    const advice = `a number up to ${TEXT_LENGTH_MAX} written out, or the least of one and others, such as least(n, 100)`;
    throw new NotAllowed(`Function ${name} takes as its length ${advice}`, location);
  }
  if ((most ?? 0) > TEXT_LENGTH_MAX) {
    throw new NotAllowed(`Function ${name} makes at most ${TEXT_LENGTH_MAX} characters in reports`, location);
  }
  if (name === 'repeat' && isLengthened(args[0])) {
    throw new NotAllowed('Function repeat does not take what repeat, lpad or rpad has made', location);
  }
}

/** Returns an upper bound of a whole number: the value of a constant, or the smallest constant of LEAST; null for other expressions. */
function wholeUpperBound(value: unknown): number | null {
  const node = unwrapNode(value);
  if (node?.type === 'TypeCast') return wholeUpperBound(node.fields['arg']);
  if (node?.type !== 'MinMaxExpr' || textOf(node.fields['op']) !== 'IS_LEAST') return wholeNumberOf(value);
  const numbers = listOf(node.fields['args']).flatMap((arg) => wholeNumberOf(arg) ?? []);
  return numbers.length === 0 ? null : Math.min(...numbers);
}

function isLengthened(value: unknown): boolean {
  const node = unwrapNode(value);
  return node?.type === 'FuncCall' && LENGTH_FUNCTIONS.has(namesOf(node.fields['funcname']).at(-1) ?? '');
}

/** Checks a constant exponent. Throws NotAllowed over the limit. */
export function checkPower(name: string, exponent: unknown, { location }: Place): void {
  if (!POWERS.has(name) || Math.abs(numberOf(exponent) ?? 0) <= REPORT_SQL_LIMITS.exponent) return;
  throw new NotAllowed(`An exponent is more than ${REPORT_SQL_LIMITS.exponent}`, location);
}

/** Checks a number written as a number or as a text. Throws NotAllowed when it is too long. */
export function checkNumber(text: string, { location }: Place): void {
  const power = Number(/e([+-]?\d+)\s*$/i.exec(text)?.[1] ?? 0);
  if (text.length <= REPORT_SQL_LIMITS.numberCharacters && Math.abs(power) <= FLOAT_POWER_MAX) return;
  throw new NotAllowed('A number is too long', location);
}

/** Exponent of ten in the largest double. Larger values have hundreds of digits. */
const FLOAT_POWER_MAX = 308;

function numberOf(value: unknown): number | null {
  const node = unwrapNode(value);
  const float = node?.type === 'A_Const' ? node.fields['fval'] : undefined;
  if (isFields(float)) return Number(textOf(float['fval']).replaceAll('_', ''));
  const text = constantTextOf(value);
  return text === null ? wholeNumberOf(value) : Number(text);
}
