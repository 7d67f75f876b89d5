import { RE2JS } from 're2js';
import { PATTERN_LIMITS } from '../limits/statement-limits.ts';
import { UNLIMITED, type WorkBudget } from './work-budget.ts';

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
export function patternCost(text: string, use: PatternUse): PatternCost {
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
