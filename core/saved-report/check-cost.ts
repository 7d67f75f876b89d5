import { REPORT_SQL_LIMITS } from '../limits/saved-report-limits.ts';
import { constantTextOf, isFields, isNull, listOf, namesOf, textOf, unwrapNode, wholeNumberOf } from './node-fields.ts';
import { NotAllowed } from './not-allowed.ts';
import type { Place } from './reading.ts';
import { COSTLY_CALLS, LENGTH_FUNCTIONS, TEXT_LENGTH_MAX } from './report-functions.ts';

/**
 * Bounds the work of one row as far as the query's text shows it. PostgreSQL stops a query between rows, not inside one
 * long calculation. The rest is bounded when the query runs.
 */

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
export function wholeUpperBound(value: unknown): number | null {
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

/** Counts calls whose time grows with the size of their values. Throws NotAllowed over the limit. */
export function checkCostly(name: string, { location, reading }: Place): void {
  if (!COSTLY_CALLS.has(name)) return;
  reading.costlyCalls += 1;
  if (reading.costlyCalls > REPORT_SQL_LIMITS.costlyCalls) {
    throw new NotAllowed(`The query has more than ${REPORT_SQL_LIMITS.costlyCalls} calls such as ${name}`, location);
  }
}

const POWERS = new Set(['power', 'pow', '^']);

/** Returns an upper bound of an exponent, as `wholeUpperBound` does. Exponents may be fractions. */
export function exponentUpperBound(value: unknown): number | null {
  const written = numberOf(value);
  return wholeUpperBound(value) ?? (written === null || Number.isNaN(written) ? null : Math.ceil(Math.abs(written)));
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
