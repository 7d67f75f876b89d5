import { RE2JS } from 're2js';

/**
 * The patterns of a configuration: `/…/i` is a regular expression, anything else must equal the whole text without
 * regard to case and surrounding space. RE2 matches in linear time, so no pattern can hold up a worker.
 */

const REGEX_FORM = /^\/(.*)\/(i?)$/s;

/** What is wrong with a pattern, or null. */
export function patternProblem(text: string): string | null {
  try {
    compilePattern(text);
    return null;
  } catch (error) {
    return `is not a usable pattern: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** A test for one text. Throws on a broken regular expression; the configuration schema has refused those already. */
function compilePattern(text: string): (value: string) => boolean {
  const form = REGEX_FORM.exec(text);
  if (form === null) {
    const wanted = text.trim().toLowerCase();
    return (value) => value.trim().toLowerCase() === wanted;
  }
  const expression = RE2JS.compile(form[1] ?? '', form[2] === 'i' ? RE2JS.CASE_INSENSITIVE : 0);
  return (value) => expression.matcher(value).find();
}

/** True when any pattern fits. */
export function compilePatterns(patterns: readonly string[]): (value: string) => boolean {
  const tests = patterns.map(compilePattern);
  return (value) => tests.some((test) => test(value));
}

/** What is wrong with the pattern of an id, or null. */
export function capturePatternProblem(text: string): string | null {
  try {
    compileCapture(text);
    return null;
  } catch (error) {
    return `is not a usable pattern: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * The first group of a regular expression, written `/…/i` or bare, wherever it first fits in a text; null when it does
 * not fit or the group took no part. Throws on a broken expression or one without a group.
 */
export function compileCapture(text: string): (value: string) => string | null {
  const form = REGEX_FORM.exec(text);
  const expression = RE2JS.compile(form?.[1] ?? text, form?.[2] === 'i' ? RE2JS.CASE_INSENSITIVE : 0);
  if (expression.groupCount() < 1) throw new Error('it has no group (…) around the part to take');
  return (value) => {
    const matcher = expression.matcher(value);
    return matcher.find() ? matcher.group(1) : null;
  };
}
