import { constantTextOf, isFields, listOf, type NodeFields, namesOf, textOf, unwrapNode } from './query-nodes.ts';
import { REPORT_FUNCTION_GROUPS } from './report-functions.ts';

/**
 * Detects the text 'now'. PostgreSQL reads it as the current moment wherever a time is expected, so a report would
 * change with every run. 'today', 'tomorrow' and 'yesterday' follow from the run's date and are allowed.
 */

/** Types with a time of day. */
export const TIMES: ReadonlySet<string> = new Set(['time', 'timestamp', 'timestamptz']);

export const NO_NOW = "The text 'now' is not available in reports; use current_date";
const NO_BUILT_TIME =
  'A text that the query puts together can not be made a time, only a date; write it as (…)::date::timestamp';

const WORD = /\p{L}+|\d+/gu;
/** Words that PostgreSQL ignores beside 'now': weekdays, halves of the day, eras, zones, further array elements. */
const BESIDE_NOW =
  /^(?:now|\d+|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|at|on|am|pm|ad|bc|t|z|zulu|utc|null|mes?z|ms[dk]|bra|[a-z]*dst|[a-z]{1,5}t)$/;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Tells whether PostgreSQL could read a text as the current moment. It ignores punctuation. */
export function readsAsNow(text: string): boolean {
  const words = wordsOf(text);
  return words.includes('now') && words.every((word) => BESIDE_NOW.test(word));
}

/** Functions whose result is one of their arguments, or a list of them. */
const PASSING = new Set(
  [
    ['min', 'max', 'any_value', 'mode', 'percentile_disc', 'array_agg', 'unnest', 'array_append', 'array_prepend'],
    [
      'array_cat',
      'array_remove',
      'array_replace',
      'trim_array',
      'lag',
      'lead',
      'first_value',
      'last_value',
      'nth_value',
    ],
  ].flat(),
);
/** Functions that return times, dates or intervals. */
const TIME_FUNCTIONS = new Set(
  REPORT_FUNCTION_GROUPS.filter(({ title }) => title === 'Dates and times')
    .flatMap(({ calls }) => calls.flatMap(([names]) => names.split(' ')))
    .filter((name) => name !== 'to_char'),
);
const TEXTS = new Set(['text', 'varchar', 'bpchar', 'json', 'jsonb']);
/** Recursion limit, deeper than any allowed query. */
const LEVELS_MAX = 100;

/**
 * Returns the reason to refuse an expression as a time: it contains 'now', or builds a text that could be 'now'. Null for
 * times, and for columns, whose origin the text does not show.
 */
export function timeProblem(value: unknown, level = 0): string | null {
  const node = unwrapNode(value);
  if (node === null || level > LEVELS_MAX) return NO_BUILT_TIME;
  const { type, fields } = node;
  if (type === 'A_Const') return wordsOf(constantTextOf(value) ?? '').includes('now') ? NO_NOW : null;
  if (type === 'FuncCall') return timeProblemOfCall(fields, level);
  if (['ColumnRef', 'SQLValueFunction', 'SubLink'].includes(type)) return null;
  if (type === 'TypeCast' && !TEXTS.has(typeOf(fields['typeName']))) return null;
  const parts = PARTS.get(type)?.(fields);
  return parts === undefined ? NO_BUILT_TIME : firstReason(parts, level);
}

function timeProblemOfCall({ funcname, args, agg_order: order }: NodeFields, level: number): string | null {
  const name = namesOf(funcname).at(-1) ?? '';
  if (TIME_FUNCTIONS.has(name)) return null;
  if (!PASSING.has(name)) return NO_BUILT_TIME;
  const sorted = listOf(order).map((item) => unwrapNode(item)?.fields['node']);
  return firstReason([...listOf(args), ...sorted], level);
}

function firstReason(parts: readonly unknown[], level: number): string | null {
  for (const part of parts) {
    const reason = timeProblem(part, level + 1);
    if (reason !== null) return reason;
  }
  return null;
}

type PartsOf = (fields: NodeFields) => readonly unknown[] | undefined;
/** Expressions of which a node returns one unchanged. Undefined for a node that computes a new value. */
const PARTS: ReadonlyMap<string, PartsOf> = new Map<string, PartsOf>([
  ['TypeCast', ({ arg }) => [arg]],
  ['CollateClause', ({ arg }) => [arg]],
  ['A_Indirection', ({ arg }) => [arg]],
  ['A_ArrayExpr', ({ elements }) => listOf(elements)],
  ['RowExpr', ({ args }) => listOf(args)],
  ['CoalesceExpr', ({ args }) => listOf(args)],
  ['MinMaxExpr', ({ args }) => listOf(args)],
  [
    'CaseExpr',
    ({ args, defresult }) => [
      ...listOf(args).map((item) => unwrapNode(item)?.fields['result']),
      ...(defresult === undefined ? [] : [defresult]),
    ],
  ],
  [
    'A_Expr',
    ({ kind, name, lexpr, rexpr }) => {
      if (textOf(kind) === 'AEXPR_NULLIF') return [lexpr];
      // The operators + and - apply to times, not to texts.
      return ['+', '-'].includes(namesOf(name)[0] ?? '') ? [lexpr, rexpr] : undefined;
    },
  ],
]);

/** Returns the last part of a type's name, without its schema. */
export function typeOf(typeName: unknown): string {
  return namesOf(isFields(typeName) ? typeName['names'] : undefined).at(-1) ?? '';
}
