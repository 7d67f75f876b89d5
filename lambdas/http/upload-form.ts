import { z } from '@hono/zod-openapi';
import { type Clock, recordId, statementMonth } from '../../app/platform/shared-fields.ts';
import { moneyFromDecimal } from '../../core/money.ts';
import {
  addMonths,
  isPeriod,
  type Period,
  periodFaults,
  periodOf,
  periodOfDate,
  periodYear,
} from '../../core/period.ts';
import type { FieldError } from '../../core/problem.ts';
import { webhookUrlProblem } from '../../core/webhook-url.ts';
import type { UploadedFile } from './multipart.ts';
import { booleanText, integerText } from './request-input.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
/** A structured-field string (RFC 8941): `"abc"`, with `\"` and `\\` inside. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/** The header Idempotency-Key. The quoted and the unquoted spelling are the same key. */
export function idempotencyKey(description: string) {
  return z
    .string()
    .transform((value) => QUOTED.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? value)
    .refine((key) => KEY.test(key), 'must be 1 to 255 visible ASCII characters')
    .optional()
    .openapi({
      type: 'string',
      // In quotes it may be longer, by the quotes and the escaped characters.
      minLength: 1,
      pattern: '^[\\x21-\\x7e]+$',
      description: `${description} Up to 255 characters. Use a new UUID for each request. "abc" in quotes is the same key as abc.`,
    });
}

export interface UploadFormRules {
  readonly clock: Clock;
  readonly localMode: boolean;
}

/** The form of POST /v1/files. All faults are listed at once, including those between two fields. */
export function uploadForm({ clock, localMode }: UploadFormRules) {
  return z
    .strictObject({
      file: statementFile,
      carrierId: recordId('The carrier whose statement it is.'),
      period: statementMonth(
        clock,
        'The month of the statement, as YYYY-MM. Required, unless periodYear and periodMonth name it.',
      ).optional(),
      periodYear: integerText({ description: 'With periodMonth: the same as period.' }).optional(),
      periodMonth: integerText({ min: 1, max: 12, description: 'With periodYear: the same as period.' }).optional(),
      webhookUrl: z
        .string()
        .superRefine((url, context) => {
          const problem = webhookUrlProblem(url, { localMode });
          if (problem !== null) context.addIssue({ code: 'custom', message: problem });
        })
        .optional()
        .openapi({ type: 'string', format: 'uri', description: 'Called once when this job completes or fails.' }),
      statedTotal: z
        .string()
        .refine((text) => DECIMAL.test(text) && moneyFromDecimal(text) !== null, {
          error: ({ input }) =>
            DECIMAL.test(String(input)) ? 'is too large' : 'must be a decimal number, up to 4 decimals',
        })
        .optional()
        .openapi({ type: 'number', description: "The carrier's net total commission for this file." }),
      workspaceId: recordId('Required when the account has several workspaces.').optional(),
      replace: booleanText(
        'Replaces every file that the period has. The header X-Replace-Period: true says the same.',
      ).optional(),
      replaceFileId: recordId(
        'Replaces this one file of the period and leaves its others; implies replace. The file must have been read.',
      ).optional(),
      append: booleanText('Adds this file to what the period has.').optional(),
    })
    .superRefine(
      (form, context) => {
        for (const { field, detail } of monthFaults(form, clock)) {
          context.addIssue({ code: 'custom', path: [field], message: detail });
        }
      },
      { when: isForm },
    )
    .refine(
      ({ replace, replaceFileId, append }) => !((replace === true || replaceFileId !== undefined) && append === true),
      {
        path: ['append'],
        error: APPEND_OR_REPLACE,
        when: isForm,
      },
    );
}

const DECIMAL = /^-?\d+(?:\.\d{1,4})?$/;

/** The file of the form. Its check does not abort, so that a fault of the file does not hide faults of other fields. */
const statementFile = z
  .custom<UploadedFile>((value) => isFile(value) && value.bytes.byteLength > 0, {
    abort: false,
    error: ({ input }) => (input === undefined ? 'is required' : isFile(input) ? 'is empty' : 'must be a file'),
  })
  .openapi({
    type: 'string',
    format: 'binary',
    description:
      'The statement: CSV, a workbook, a PDF with text, or a ZIP archive of such files for one month; up to 15 MiB.',
  });

function isFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'bytes' in value;
}

export const APPEND_OR_REPLACE = 'can not be true together with replace: one adds to the period, the other empties it';

const FIRST_YEAR = 2000;

/**
 * Returns true if the form can be checked between its fields. Those checks run even when another field is invalid, so that all faults are
 * listed at once.
 */
const isForm = ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null;

/** The fields of the month, if each of them could be read. */
const monthFields = z.looseObject({
  period: z.string().refine(isPeriod).optional(),
  periodYear: z.number().optional(),
  periodMonth: z.number().optional(),
});

/** The faults of a form without a month. The month is one field or two, so all three are named. */
const NO_MONTH: readonly FieldError[] = [
  { field: 'period', detail: 'is required: the month of the statement as YYYY-MM, or periodYear and periodMonth' },
  { field: 'periodYear', detail: 'is required without period' },
  { field: 'periodMonth', detail: 'is required without period' },
];

/** Lists faults of the month that arise only from several fields together. A field that could not be read has its own fault already. */
function monthFaults(form: unknown, clock: Clock): readonly FieldError[] {
  const read = monthFields.safeParse(form);
  if (!read.success) return [];
  const { period, periodYear: year, periodMonth: month } = read.data;
  if (period === undefined && year === undefined && month === undefined) {
    return NO_MONTH;
  }
  const latest = addMonths(periodOfDate(clock().toISOString().slice(0, 10)), 1);
  const faults = [...yearFaults(year, latest), ...periodFaults(read.data)];
  if (faults.length > 0 || year === undefined || month === undefined) return faults;
  const named = periodOf(year, month);
  if (named === null || named <= latest) return [];
  return [{ field: 'periodMonth', detail: `is later than ${latest}, the month after the current one` }];
}

function yearFaults(year: number | undefined, latest: Period): readonly FieldError[] {
  if (year === undefined || (year >= FIRST_YEAR && year <= periodYear(latest))) return [];
  return [{ field: 'periodYear', detail: `must be a year from ${FIRST_YEAR} to ${periodYear(latest)}` }];
}

export const uploadHeaders = z.object({
  'Idempotency-Key': idempotencyKey('A repeat with the same key gets the job of the first request.'),
  'X-Replace-Period': z
    .string()
    .regex(/^(?:true|false)$/i, 'must be true or false')
    .transform((text) => text.toLowerCase() === 'true')
    .optional()
    .openapi({ type: 'boolean', description: 'true replaces what the period has, like the field replace.' }),
});
