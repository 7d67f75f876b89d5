import { z } from '@hono/zod-openapi';
import { moneyFromDecimal } from '../../../core/money.ts';
import { addMonths, isStatementPeriod, periodOf, periodOfDate, periodYear } from '../../../core/period.ts';
import { webhookUrlProblem } from '../../../core/webhook-url.ts';
import type { UploadedFile } from '../multipart.ts';
import { booleanText, integerText } from '../text-fields.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { recordId } from './record-id.ts';

export interface UploadFormRules {
  /** Returns today as an ISO date. */
  readonly today: () => string;
  readonly localMode: boolean;
}

/** The form of POST /v1/files. All faults are listed at once, including those between two fields. */
export function uploadForm({ today, localMode }: UploadFormRules) {
  return z
    .strictObject({
      file: statementFile,
      carrierId: recordId('The carrier whose statement it is.'),
      periodYear: integerText({ description: 'Year of the period, from 2000 on.' }),
      periodMonth: integerText({ min: 1, max: 12, description: 'Month of the period; at the latest next month.' }),
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
    .refine(({ periodYear: year }) => yearProblem(year, today()) === null, {
      path: ['periodYear'],
      error: () => yearProblem(0, today()) ?? '',
      when: ({ value }) => hasNumbers(value, ['periodYear']),
    })
    .refine(({ periodYear: year, periodMonth: month }) => isPeriodOrEarlierFault(year, month, today()), {
      path: ['periodMonth'],
      error: () => `is later than ${latestPeriod(today())}, the month after the current one`,
      when: ({ value }) => hasNumbers(value, ['periodYear', 'periodMonth']),
    })
    .refine(
      ({ replace, replaceFileId, append }) => !((replace === true || replaceFileId !== undefined) && append === true),
      {
        path: ['append'],
        error: APPEND_OR_REPLACE,
        when: ({ value }) => hasNumbers(value, []),
      },
    );
}

const DECIMAL = /^-?\d+(?:\.\d{1,4})?$/;

/** The check does not abort, so that a fault of the file does not hide faults of other fields. */
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

const latestPeriod = (today: string) => addMonths(periodOfDate(today), 1);

function yearProblem(year: number, today: string): string | null {
  const latest = periodYear(latestPeriod(today));
  return year >= FIRST_YEAR && year <= latest ? null : `must be a year from ${FIRST_YEAR} to ${latest}`;
}

/** True also for an invalid year, so that its fault is not reported for the month too. */
function isPeriodOrEarlierFault(year: number, month: number, today: string): boolean {
  if (yearProblem(year, today) !== null || month < 1 || month > 12) return true;
  const period = periodOf(year, month);
  return period !== null && isStatementPeriod(period, today);
}

/** The refinements above run even when another field is invalid, so they check that the fields they need were parsed. */
function hasNumbers(form: unknown, fields: readonly string[]): boolean {
  if (typeof form !== 'object' || form === null) return false;
  const values = new Map<string, unknown>(Object.entries(form));
  return fields.every((field) => typeof values.get(field) === 'number');
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
