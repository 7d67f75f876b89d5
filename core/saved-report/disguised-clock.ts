import { constantTextOf, isFields, listOf, type NodeFields, namesOf, textOf, unwrapNode } from './node-fields.ts';
import { REPORT_FUNCTION_GROUPS } from './report-functions.ts';

/**
 * PostgreSQL reads the text 'now' as this very moment wherever a time is expected: a clock in disguise, of which a report would
 * show something else every time. 'today', 'tomorrow' and 'yesterday' follow from the run's date and are left alone.
 */

/** Types that keep a time of day. */
export const TIMES: ReadonlySet<string> = new Set(['time', 'timestamp', 'timestamptz']);

export const NO_NOW = "The text 'now' is not available in reports; use current_date";
const NO_BUILT_TIME =
  'A text that the query puts together can not be made a time, only a date; write it as (…)::date::timestamp';

const WORD = /\p{L}+|\d+/gu;
/** What PostgreSQL takes beside it and ignores: weekdays, halves of the day, eras, zones, further elements of an array. */
const BESIDE_NOW =
  /^(?:now|\d+|(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*|at|on|am|pm|ad|bc|t|z|zulu|utc|null|mes?z|ms[dk]|bra|[a-z]*dst|[a-z]{1,5}t)$/;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Whether PostgreSQL could read the text as this moment, were a time expected where it stands; punctuation says nothing to it. */
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
const OF_TIMES = new Set(
  REPORT_FUNCTION_GROUPS.filter(({ title }) => title === 'Dates and times')
    .flatMap(({ calls }) => calls.flatMap(([names]) => names.split(' ')))
    .filter((name) => name !== 'to_char'),
);
const TEXTS = new Set(['text', 'varchar', 'bpchar', 'json', 'jsonb']);
/** Deeper than any query may be. */
const LEVELS = 100;

/**
 * Why an expression can't be read as a time: it holds the text 'now', or puts a text together that could be it. Null for what is
 * a time already, and for a column, of which this query's text does not say how it was made.
 */
export function whyNoTime(value: unknown, level = 0): string | null {
  const node = unwrapNode(value);
  if (node === null || level > LEVELS) return NO_BUILT_TIME;
  const { type, fields } = node;
  if (type === 'A_Const') return wordsOf(constantTextOf(value) ?? '').includes('now') ? NO_NOW : null;
  if (type === 'FuncCall') return whyNoTimeOfCall(fields, level);
  if (['ColumnRef', 'SQLValueFunction', 'SubLink'].includes(type)) return null;
  if (type === 'TypeCast' && !TEXTS.has(typeOf(fields['typeName']))) return null;
  const parts = PARTS.get(type)?.(fields);
  return parts === undefined ? NO_BUILT_TIME : firstReason(parts, level);
}

function whyNoTimeOfCall({ funcname, args, agg_order: order }: NodeFields, level: number): string | null {
  const name = namesOf(funcname).at(-1) ?? '';
  if (OF_TIMES.has(name)) return null;
  if (!PASSING.has(name)) return NO_BUILT_TIME;
  const sorted = listOf(order).map((item) => unwrapNode(item)?.fields['node']);
  return firstReason([...listOf(args), ...sorted], level);
}

function firstReason(parts: readonly unknown[], level: number): string | null {
  for (const part of parts) {
    const reason = whyNoTime(part, level + 1);
    if (reason !== null) return reason;
  }
  return null;
}

type PartsOf = (fields: NodeFields) => readonly unknown[] | undefined;
/** The expressions one of which a node gives, unchanged; undefined where it makes something of them. */
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
      // Times are added up and subtracted; texts are not.
      return ['+', '-'].includes(namesOf(name)[0] ?? '') ? [lexpr, rexpr] : undefined;
    },
  ],
]);

/** The last name of a type, without its schema. */
export function typeOf(typeName: unknown): string {
  return namesOf(isFields(typeName) ? typeName['names'] : undefined).at(-1) ?? '';
}
