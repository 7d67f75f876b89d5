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
export function compilePattern(text: string): (value: string) => boolean {
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
