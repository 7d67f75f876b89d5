import type { FieldError } from './problem.ts';

/**
 * Writes a fault as a sentence. A detail that starts with a capital is a sentence already. Any other detail continues the name of the
 * field: "must be at least 1" becomes "The field limit must be at least 1."
 */
export function faultSentence({ field, detail }: FieldError): string {
  const text = /^\p{Ll}/u.test(detail) ? `${subjectOf(field)} ${detail}` : detail;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function subjectOf(field: string): string {
  if (field === 'body') return 'The body';
  // A place in a table, such as `row 3, column "Rate"`.
  if (field.startsWith('row ')) return field.replace('row', 'Row');
  return field.includes('-') ? `The header ${field}` : `The field ${field}`;
}
