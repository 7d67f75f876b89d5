import { RE2JS } from 're2js';
import { PATTERN_LIMITS } from '../limits/statement-limits.ts';
import type { Cell, NumberFormat } from './source.ts';
import { UNLIMITED, type WorkBudget } from './work-budget.ts';

/** A pattern with its path in a configuration. */
interface PlacedPattern {
  readonly path: readonly (string | number)[];
  readonly text: string;
  readonly use: PatternUse;
}

/** A fault of a pattern, for the person who submits the configuration. */
export interface PatternFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The parts of a configuration that contain patterns. */
interface ConfigWithPatterns {
  /** By column name. Only columns taken from group rows have a pattern. */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly transactionTypes: { readonly chargeback: readonly string[]; readonly ignore: readonly string[] };
  readonly skipRows: { readonly patterns: readonly string[] };
  readonly memberId: { readonly pattern: string | null };
  readonly lineKinds: readonly { readonly patterns: readonly string[] }[];
  /** A list of entries with patterns, or the older map by exact transaction type, which has no patterns. */
  readonly cadence: Readonly<Record<string, unknown>> | readonly CadencePatterns[];
  readonly unpaidMonths?: readonly Pick<CadencePatterns, 'productType'>[] | undefined;
}

interface CadencePatterns {
  readonly type?: readonly string[] | undefined;
  readonly productType?: readonly string[] | undefined;
}

/**
 * Returns the faults of a configuration's patterns. The total cost is estimated from the texts first, so that oversized
 * patterns are never compiled; only then is each pattern checked.
 */
export function patternFaults(config: ConfigWithPatterns): readonly PatternFault[] {
  const patterns = patternsOf(config);
  const totalFault = totalCostFault(patterns);
  if (totalFault !== null) return [totalFault];
  return patterns.flatMap(({ path, text, use }) => {
    const message = patternProblem(text, use);
    return message === null ? [] : [{ path, message }];
  });
}

/** Returns all patterns that rows are matched with. Patterns of file names are in core/intake/match-carrier.ts. */
function patternsOf(config: ConfigWithPatterns): readonly PlacedPattern[] {
  const { columns, transactionTypes, skipRows, memberId, lineKinds, cadence, unpaidMonths = [] } = config;
  const listed = (path: PlacedPattern['path'], texts: readonly string[]) =>
    texts.map((text, at): PlacedPattern => ({ path: [...path, at], text, use: 'test' }));
  const groupRows = Object.entries(columns).flatMap(([name, source]): PlacedPattern[] => {
    const isGroupRow = typeof source === 'object' && source !== null && 'groupRow' in source;
    if (!isGroupRow || typeof source.groupRow !== 'string') return [];
    return [{ path: ['columns', name, 'groupRow'], text: source.groupRow, use: 'capture' }];
  });
  return [
    ...groupRows,
    ...listed(['transactionTypes', 'chargeback'], transactionTypes.chargeback),
    ...listed(['transactionTypes', 'ignore'], transactionTypes.ignore),
    ...listed(['skipRows', 'patterns'], skipRows.patterns),
    ...lineKinds.flatMap((entry, at) => listed(['lineKinds', at, 'patterns'], entry.patterns)),
    ...cadenceLists(cadence).flatMap(({ type = [], productType = [] }, at) => [
      ...listed(['cadence', at, 'type'], type),
      ...listed(['cadence', at, 'productType'], productType),
    ]),
    ...unpaidMonths.flatMap(({ productType = [] }, at) => listed(['unpaidMonths', at, 'productType'], productType)),
    ...(memberId.pattern === null
      ? []
      : [{ path: ['memberId', 'pattern'], text: memberId.pattern, use: 'capture' } satisfies PlacedPattern]),
  ];
}

function cadenceLists(cadence: ConfigWithPatterns['cadence']): readonly CadencePatterns[] {
  return Array.isArray(cadence) ? cadence : [];
}

/** Measures of cost, each with its words in a message and its limit. */
const MEASURES = [
  { measure: 'expressions', words: 'regular expressions', most: PATTERN_LIMITS.expressionsOfConfig },
  {
    measure: 'instructions',
    words: 'steps with their repetitions written out',
    most: PATTERN_LIMITS.instructionsOfConfig,
  },
  {
    measure: 'unicodeClasses',
    words: String.raw`Unicode classes such as \pL`,
    most: PATTERN_LIMITS.unicodeClassesOfConfig,
  },
] as const;

/** Returns a fault when all patterns together cost too much, at the path of the most expensive pattern. */
function totalCostFault(patterns: readonly PlacedPattern[]): PatternFault | null {
  const costs = patterns.map(({ path, text, use }) => ({ path, ...patternCost(text, use) }));
  for (const { measure, words, most } of MEASURES) {
    const total = costs.reduce((sum, cost) => sum + cost[measure], 0);
    const [largest] = costs.toSorted((a, b) => b[measure] - a[measure]);
    if (total <= most || largest === undefined) continue;
    const own = measure === 'expressions' ? '' : ` (this one has ${largest[measure]})`;
    const message = `is too much: all patterns of the configuration together have ${total} ${words}, at most ${most} are allowed${own}`;
    return { path: largest.path, message };
  }
  return null;
}

/**
 * Largest number of memoized results. Statements repeat dates, types and names, but a crafted file could differ in
 * every cell.
 */
const MEMOIZED_MAX = 20_000;

/** Memoizes a function of one key, up to MEMOIZED_MAX results. Results must not be undefined. */
export function memoize<K, T>(read: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = read(key);
    if (known.size < MEMOIZED_MAX) known.set(key, value);
    return value;
  };
}

/** Memoizes a function of a cell. Numbers are keyed by format too, because a format decides which day a number is. */
export function memoizeCells<T>(read: (cell: Cell) => T): (cell: Cell) => T {
  const texts = memoize<string, T>(read);
  const byFormat = memoize((format: NumberFormat) => memoize((value: number) => read({ value, format })));
  return (cell) => (typeof cell === 'string' ? texts(cell) : byFormat(cell.format)(cell.value));
}

/**
 * Patterns of a configuration. `/…/i` is a regular expression; any other text must match whole, regardless of case and
 * surrounding space. RE2 runs in time linear in text × expression, and both are limited.
 */

const REGEX_FORM = /^\/(.*)\/(i?)$/s;

/** Tells whether a text matches; null when it is too long for regular expressions. */
export type PatternTest = (value: string) => boolean | null;

/** Use of a pattern. A `capture` is a regular expression, with or without slashes, whose first group is the result. */
export type PatternUse = 'test' | 'capture';

/** Cost of a pattern within its configuration; zero for plain text. */
export interface PatternCost {
  readonly expressions: number;
  readonly instructions: number;
  readonly unicodeClasses: number;
}

const PLAIN: PatternCost = { expressions: 0, instructions: 0, unicodeClasses: 0 };

/** Estimates the cost of a pattern without compiling it. */
function patternCost(text: string, use: PatternUse): PatternCost {
  const expression = expressionOf(text, use);
  return expression === null ? PLAIN : { expressions: 1, ...expressionSize(expression.source) };
}

/** Returns the problem of a pattern in words, or null. */
export function patternProblem(text: string, use: PatternUse): string | null {
  const { instructions } = patternCost(text, use);
  if (instructions > PATTERN_LIMITS.instructions) {
    return `is too large: with its repetitions written out it has ${instructions} steps, at most ${PATTERN_LIMITS.instructions} are allowed`;
  }
  try {
    if (use === 'capture') compileCapture(text);
    else compilePatterns([text]);
    return null;
  } catch (error) {
    return `is not a usable pattern: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Returns a test that matches any of the patterns. Throws on an invalid or too large regular expression. */
export function compilePatterns(patterns: readonly string[], budget: WorkBudget = UNLIMITED): PatternTest {
  const expressions = patterns.flatMap((text) => {
    const expression = expressionOf(text, 'test');
    return expression === null ? [] : [compile(expression)];
  });
  const isPlain = (text: string) => expressionOf(text, 'test') === null;
  const texts = new Set(patterns.filter(isPlain).map((text) => text.trim().toLowerCase()));
  return (value) => {
    if (texts.size > 0 && texts.has(value.trim().toLowerCase())) return true;
    if (expressions.length === 0) return false;
    if (value.length > PATTERN_LIMITS.textCharacters) return null;
    return budget.match(() => expressions.some((expression) => expression.test(value)));
  };
}

/**
 * Returns a function that extracts the first group of the first match; null without one, or for a text over the limit. Throws on an invalid
 * or too large expression, and on one without a group or with too many groups.
 */
export function compileCapture(text: string, budget: WorkBudget = UNLIMITED): (value: string) => string | null {
  const expression = compile(expressionOf(text, 'capture') ?? { source: text, flags: 0 });
  const groups = expression.groupCount();
  if (groups < 1) throw new Error('it has no group (…) around the part to take');
  if (groups > PATTERN_LIMITS.groups) {
    throw new Error(
      `it has ${groups} groups (…), at most ${PATTERN_LIMITS.groups} are allowed; write the others as (?:…)`,
    );
  }
  return (value) => {
    if (value.length > PATTERN_LIMITS.textCharacters) return null;
    return budget.match(() => {
      const matcher = expression.matcher(value);
      return matcher.find() ? matcher.group(1) : null;
    });
  };
}

interface Expression {
  readonly source: string;
  readonly flags: number;
}

function expressionOf(text: string, use: PatternUse): Expression | null {
  const form = REGEX_FORM.exec(text);
  if (form !== null) return { source: form[1] ?? '', flags: form[2] === 'i' ? RE2JS.CASE_INSENSITIVE : 0 };
  return use === 'capture' ? { source: text, flags: 0 } : null;
}

function compile({ source, flags }: Expression): RE2JS {
  const expression = RE2JS.compile(source, flags);
  if (expression.programSize() <= PATTERN_LIMITS.instructions) return expression;
  throw new Error(
    `it compiles to ${expression.programSize()} steps, at most ${PATTERN_LIMITS.instructions} are allowed`,
  );
}

/**
 * Estimates the compiled size of a regular expression from its text. Thirty characters can expand to a million
 * instructions, so large expressions must be refused before they are compiled.
 */
interface ExpressionSize {
  /** Upper bound of RE2's instructions. */
  readonly instructions: number;
  /** Unicode classes such as \pL, each a table of hundreds of ranges. */
  readonly unicodeClasses: number;
}

/** Size of a group while it is read, in instructions. */
interface Sequence {
  /** Size of everything before the last item. */
  before: number;
  /** Size of the last item, to which a repetition applies. */
  last: number;
}

const FLAGS = /^\(\?[a-zA-Z-]*\)/;
const GROUP_START = /^\((?:\?(?:P?<\w*>|[a-zA-Z-]*:))?/;
const COUNTED = /^\{(\d+)(,(\d*))?\}/;
const UNICODE_CLASS = /^\\p(?:\{[^}]*\}|.)/isu;
const ESCAPE = /^\\(?:x\{[^}]*\}|.)/su;
const QUOTED = /^\\Q(.*?)(?:\\E|$)/s;
const CLASS = /^\[\^?\]?(?:\[:\^?\w*:\]|\\.|[^\]\\])*\]?/s;
/** Number of instructions that RE2 adds to every expression: a first instruction that fails and a last one that matches. */
const FRAME = 2;

/** Estimates the size of an expression. The estimate is never below the compiled size. */
export function expressionSize(expression: string): ExpressionSize {
  const open: Sequence[] = [];
  let current: Sequence = { before: FRAME, last: 1 };
  let unicodeClasses = 0;
  const append = (size: number) => {
    current = { before: current.before + current.last, last: size };
  };
  const read = (form: RegExp, at: number) => form.exec(expression.slice(at))?.[0].length ?? 1;
  for (let at = 0; at < expression.length; ) {
    const sign = expression[at];
    const rest = expression.slice(at);
    let length = 1;
    if (sign === '(' && FLAGS.test(rest)) {
      length = read(FLAGS, at);
    } else if (sign === '(') {
      length = read(GROUP_START, at);
      open.push(current);
      current = { before: 2, last: 1 };
    } else if (sign === ')') {
      const inner = current.before + current.last;
      current = open.pop() ?? { before: 0, last: 0 };
      append(inner);
    } else if (sign === '|') {
      append(1);
      append(1);
    } else if (sign === '*' || sign === '+' || sign === '?') {
      current.last += 2;
    } else if (sign === '{' && COUNTED.test(rest)) {
      length = read(COUNTED, at);
      current.last = repeated(current.last, rest);
    } else if (rest.startsWith('\\Q')) {
      length = read(QUOTED, at);
      // RE2 ignores an empty quotation, so a repetition after it applies to the item before.
      const isEmpty = rest.startsWith('\\Q\\E') || length <= '\\Q'.length;
      for (let quoted = 0; quoted < length && !isEmpty; quoted += 1) append(1);
    } else if (UNICODE_CLASS.test(rest)) {
      length = read(UNICODE_CLASS, at);
      unicodeClasses += 1;
      append(1);
    } else if (sign === '\\') {
      length = read(ESCAPE, at);
      append(1);
    } else if (sign === '[') {
      length = read(CLASS, at);
      unicodeClasses += (rest.slice(0, length).match(/\\p/gi) ?? []).length;
      append(1);
    } else {
      append(1);
    }
    at += length;
  }
  const unclosed = open.reduce((sum, { before, last }) => sum + before + last, 0);
  return { instructions: unclosed + current.before + current.last, unicodeClasses };
}

/** Returns the size of an item with its repetition expanded. Each optional copy adds a branch. */
function repeated(size: number, repetition: string): number {
  const [, least = '0', isRange, most] = COUNTED.exec(repetition) ?? [];
  const min = Number(least);
  if (isRange === undefined) return Math.max(1, min) * size;
  if (most === '' || most === undefined) return Math.max(1, min) * size + 2;
  return Math.max(1, min, Number(most)) * (size + 1);
}
