import type { z } from 'zod';

/** Writes the faults that zod finds, when the schema has no message of its own. The words continue the name of a field. */

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date as YYYY-MM-DD',
  datetime: 'a time such as 2026-04-02T09:00:00Z',
  email: 'an email address',
  url: 'a URL',
  uuid: 'a UUID',
};

/** Returns words such as "must be a text". Pass the function to `safeParse` as `error`; messages of the schema take precedence. */
export function issueText(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `must be ${oneOf(issue.values.map(String))}`;
  if (issue.code === 'too_small') {
    const limit = sizeText(issue.origin, Number(issue.minimum));
    return issue.inclusive === false ? `must be more than ${limit}` : `must be at least ${limit}`;
  }
  if (issue.code === 'too_big') {
    const limit = sizeText(issue.origin, Number(issue.maximum));
    return issue.inclusive === false ? `must be less than ${limit}` : `must be at most ${limit}`;
  }
  if (issue.code === 'invalid_format') return `must be ${FORMATS[issue.format] ?? 'in the described form'}`;
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`;
  return 'has none of the forms it may have';
}

function oneOf(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `one of ${values.join(', ')}`;
}

function sizeText(origin: string, size: number): string {
  if (origin === 'string') return `${size} ${size === 1 ? 'character' : 'characters'} long`;
  if (origin === 'array' || origin === 'set') return `${size} ${size === 1 ? 'entry' : 'entries'} long`;
  return String(size);
}
