import type { Period } from '../period.ts';
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

/** Result of one attachment, for its sender. */
export interface AttachmentResult {
  readonly name: string;
  readonly outcome: 'accepted' | 'rejected' | 'duplicate' | 'held';
  readonly period: Period | null;
  readonly reason: string | null;
}

/** Subject and text of an answer. */
export interface ReplyContent {
  readonly subject: string;
  readonly text: string;
}

/** Largest number of characters of a file name in an answer. */
const NAME_CHARACTERS_MAX = 100;

/**
 * Writes the answer to a message; `problem` is the reason why no attachment was read
 * (docs/reference/drop-offs.md#answers). It repeats file names only, because subjects, texts and statements often name
 * members.
 */
export function replyToSender(results: readonly AttachmentResult[], problem: string | null): ReplyContent {
  const taken = results.filter(({ outcome }) => outcome === 'accepted').length;
  const parts = [
    ...(problem === null ? [] : [`Nothing was taken in. ${problem}`]),
    ...results.map(resultLine),
    'This message was written by a program, and nobody reads answers to it.',
  ];
  return { subject: subjectOf(taken, results.length), text: `${parts.join('\n\n')}\n` };
}

function subjectOf(taken: number, of: number): string {
  if (taken === 0) return 'No statement was taken in';
  return taken === 1 && of === 1 ? 'Your statement was taken in' : `${taken} of ${of} attachments were taken in`;
}

function resultLine({ name, outcome, period, reason }: AttachmentResult): string {
  const shown = name.length > NAME_CHARACTERS_MAX ? `${name.slice(0, NAME_CHARACTERS_MAX).toWellFormed()}…` : name;
  const month = period === null ? '' : ` for ${period}`;
  switch (outcome) {
    case 'accepted':
      return `${shown}: taken in${month}.`;
    case 'duplicate':
      return `${shown}: the same file was received before; nothing was changed.`;
    case 'held':
    case 'rejected':
      return `${shown}: not taken in. ${reason ?? ''}`.trimEnd();
  }
}
