import type { FieldError, ProblemCode, Refusal, Refused } from './problem.ts';

/**
 * Builds a refusal: `refuse('not_found', 'There is no such carrier.')`, or `refuse('conflict', { title, detail })` for
 * more than a detail.
 */
export function refuse(code: ProblemCode, more: string | Omit<Refusal, 'code'> = {}): Refused {
  return { refused: typeof more === 'string' ? { code, detail: more } : { code, ...more } };
}

/** Refuses one field with `validation_error`. Use `refuseFields` for several. */
export function refuseField(field: string, detail: string): Refused {
  return refuse('validation_error', { errors: [{ field, detail }] });
}

/** Largest number of listed faults. A client recognises the cause of so many faults from the first ones. */
const ERRORS_MAX = 500;
const FIELD_CHARACTERS_MAX = 200;
const FIELDS_NAMED_MAX = 10;

/** Refuses several fields with `validation_error`. The detail counts all faults; the first 500 are listed. */
export function refuseFields(errors: readonly FieldError[]): Refused {
  const named = errors.slice(0, ERRORS_MAX).map(({ field }) => field.slice(0, FIELD_CHARACTERS_MAX));
  const detail =
    errors.length > ERRORS_MAX
      ? `The request has ${errors.length} faults; the first ${ERRORS_MAX} are listed.`
      : `These fields are wrong: ${[...new Set(named)].slice(0, FIELDS_NAMED_MAX).join(', ')}.`;
  return refuse('validation_error', { detail, errors: errors.slice(0, ERRORS_MAX) });
}
