/**
 * Estimates the compiled size of a regular expression from its text. Thirty characters can expand to a million
 * instructions, so large expressions must be refused before they are compiled.
 */
export interface ExpressionSize {
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
