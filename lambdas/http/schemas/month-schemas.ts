import { z } from '@hono/zod-openapi';
import { MONTH_ADJUSTMENTS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { FILES_KNOWN, MONTH_STATES } from '../../../core/month/month-state.ts';

/** Months of books: open, complete or closed. */

export const monthStates = z.enum(MONTH_STATES).openapi({
  description:
    'open: files are still to come, and absences are provisional. complete: all have come, or nothing says how many a month has. closed: closed by PUT /v1/months/{period}.',
});

export const filesKnown = z.enum(FILES_KNOWN).openapi({
  description: 'set: the account said it. learned: three months in a row had this number.',
});

/** The files of a month whose carrier sends a known number of files. */
export const receivedFiles = z
  .object({
    received: z.int().openapi({ description: 'Files that count.' }),
    expected: z.int(),
    known: filesKnown,
  })
  .openapi('ReceivedFiles');

const figures = {
  memberCount: z.int(),
  red: z.int().openapi({ description: 'Members who dropped.' }),
  paidNet: z.number().openapi({ description: 'paidGross less chargebacks.' }),
  paidGross: z.number().openapi({ description: 'With money without a member.' }),
  chargebacks: z.number().openapi({ description: 'As a positive amount.' }),
  commissionOwed: z.number(),
  commissionOwedEstimated: z.number().nullable().openapi({
    description:
      'The part of commissionOwed that rests on an estimated rate. Null where it was recorded before this was kept.',
  }),
};
const shownFigures = z.object(figures).openapi('MonthFigures');
const difference = z.object(figures).openapi('MonthDifference', { description: 'By how much each figure changed.' });

const monthFields = {
  period: z.string(),
  carrierId: z.string(),
  carrierName: z.string(),
  workspaceId: z.string(),
  state: monthStates,
  files: z
    .object({
      received: z.int().openapi({ description: 'Files that count.' }),
      expected: z.int().nullable().openapi({ description: 'Null when nothing says how many files the month has.' }),
      known: filesKnown.nullable(),
    })
    .openapi('MonthFiles'),
  detail: z.string().openapi({ description: 'The state in words.' }),
  current: shownFigures.openapi({ description: 'As of now, with every correction.' }),
  closed: z
    .object({
      ...figures,
      closedAt: z.iso.datetime(),
      closedBy: z.string().openapi({ description: 'As in the audit trail.' }),
    })
    .openapi('ClosedMonth')
    .nullable()
    .openapi({ description: 'As they were when the month was closed. Null unless it is closed.' }),
  adjusted: difference.nullable().openapi({ description: 'current less closed. Null unless the month is closed.' }),
};
export const month = z.object(monthFields).openapi('Month');

const adjustment = z
  .object({
    ...figures,
    commissionAtRisk: z.number().nullable().openapi({
      description: 'Of dropped and reduced members. Null where the adjustment was recorded before it was kept.',
    }),
    recordedAt: z.iso.datetime(),
    cause: z.string().openapi({
      description: 'ingest, append, replace, retract or rescore: the mode of the job. rates: a change of rates.',
    }),
    jobId: z.string().nullable(),
    fileId: z.string().nullable(),
    jobPeriod: z.string().nullable().openapi({
      description: "The job's month: a correction of an earlier month can change who is missing in this one.",
    }),
  })
  .openapi('MonthAdjustment');

export const SPECIAL_MONTHS =
  'Months of the period that wait for files, and months that were closed, with what changed in them since.';

export const monthDetails = z
  .object({
    period: z.string(),
    data: z
      .array(
        z
          .object({
            ...monthFields,
            adjustments: z
              .array(adjustment)
              .readonly()
              .openapi({
                description: `What changed a closed month, newest first; the latest ${MONTH_ADJUSTMENTS_MAX}.`,
              }),
          })
          .openapi('DetailedMonth'),
      )
      .readonly()
      .openapi({ description: 'The month of each carrier and workspace with data in it.' }),
  })
  .openapi('MonthDetails');

const { period, carrierId, carrierName, workspaceId } = monthFields;
export const ADJUSTMENT_COLUMNS = Object.keys({ period, carrierId, carrierName, workspaceId, ...adjustment.shape });

/** Makes a row of each adjustment, with its month and carrier. */
export function adjustmentRows({ data }: z.output<typeof monthDetails>): readonly object[] {
  return data.flatMap(({ adjustments, ...of }) =>
    adjustments.map((one) => ({
      ...{ period: of.period, carrierId: of.carrierId, carrierName: of.carrierName, workspaceId: of.workspaceId },
      ...one,
    })),
  );
}

const figuresExample = {
  memberCount: 398,
  red: 4,
  paidNet: 10250.75,
  paidGross: 10382.15,
  chargebacks: 131.4,
  commissionOwed: 212.5,
  commissionOwedEstimated: 40,
};
const differenceExample = {
  memberCount: 1,
  red: -1,
  paidNet: 26,
  paidGross: 26,
  chargebacks: 0,
  commissionOwed: 0,
  commissionOwedEstimated: 0,
};

export const monthExample: z.output<typeof month> = {
  period: '2026-02',
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  carrierName: 'Summit Senior Life',
  workspaceId: 'a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6',
  state: 'closed',
  files: { received: 4, expected: 4, known: 'set' },
  detail: 'The month is closed; 1 adjustment has changed its figures since.',
  current: { ...figuresExample, memberCount: 399, red: 3, paidNet: 10276.75, paidGross: 10408.15 },
  closed: { ...figuresExample, closedAt: '2026-03-10T08:00:00.000Z', closedBy: 'token:2f0f5b7c' },
  adjusted: differenceExample,
};

export const monthDetailsExample: z.output<typeof monthDetails> = {
  period: '2026-02',
  data: [
    {
      ...monthExample,
      adjustments: [
        {
          ...differenceExample,
          commissionAtRisk: -26,
          recordedAt: '2026-03-17T14:05:00.000Z',
          cause: 'append',
          jobId: '0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22',
          fileId: '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11',
          jobPeriod: '2026-02',
        },
      ],
    },
  ],
};
