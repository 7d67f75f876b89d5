import { type FieldError, PROBLEMS, type Refusal } from '../problem.ts';

/** Writes a refusal for a person who sent a file rather than a request, with advice that needs no request fields. */
export function refusalText({ code, title, detail, errors = [] }: Refusal): string {
  if (code === 'period_exists') {
    return `${title ?? PROBLEMS[code].title}. ${PERIOD_EXISTS}`;
  }
  const faults = errors.map(faultText);
  const advice = code === 'workspace_required' ? WORKSPACE : null;
  return [detail ?? (faults.length > 0 ? null : `${title ?? PROBLEMS[code].title}.`), ...faults, advice]
    .filter(Boolean)
    .join(' ');
}

/**
 * Completes the text of a fault. A detail that starts with a capital is a whole sentence; any other continues the
 * field's name.
 */
function faultText({ field, detail }: FieldError): string {
  const text = /^\p{Lu}/u.test(detail) ? detail : field === 'file' ? `The file ${detail}` : `${field} ${detail}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const PERIOD_EXISTS =
  'If this file corrects or completes it, upload it yourself, to replace or append, or let files of this carrier do so and drop it again.';

const WORKSPACE = 'It is named where the SFTP user or the address is made.';
