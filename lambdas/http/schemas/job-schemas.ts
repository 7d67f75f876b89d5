import { z } from '@hono/zod-openapi';
import { offsetList } from '../paging.ts';
import { carrierEvent, carrierEventExample } from './carrier-event-schemas.ts';
import { jobModes, jobStatuses } from './file-schemas.ts';
import { MEMBER_REF_ID, memberStatusExample, memberStatusFields, provisional } from './member-schemas.ts';
import { monthStates, receivedFiles } from './month-schemas.ts';
import { jobLinks } from './resource-link.ts';
import { memberContext, memberContextExample, rowContext, rowContextExample } from './row-context.ts';
import { warning } from './warning.ts';

/** The responses of the routes for jobs (docs/reference/uploads-and-jobs.md#jobs). Enumerations are open: values may be added. */

/** The members and dollars of a period. */
const periodStats = {
  members: z.int(),
  green: z.int(),
  yellow: z.int(),
  red: z.int(),
  new: z.int(),
  reappeared: z.int(),
  commissionTotal: z
    .number()
    .openapi({ description: 'All that was paid, less chargebacks, also what belongs to no member.' }),
  unassignedCount: z.int().openapi({ description: 'Rows with money of no member, see GET /v1/unassigned-lines.' }),
  unassignedAmount: z.number().openapi({ description: 'What they add to commissionTotal.' }),
  chargebackCount: z.int(),
  chargebackAmount: z.number(),
  commissionOwed: z.number(),
  commissionOwedEstimated: z
    .number()
    .openapi({ description: 'The part of commissionOwed that rests on an estimated rate.' }),
};

export const completedStats = z
  .object({
    ...periodStats,
    ...z
      .object({
        rowsTotal: z
          .int()
          .openapi({ description: 'Rows of the file, like the next five. Absent for mode retract and rescore.' }),
        rowsIngested: z.int(),
        rowsUnassigned: z.int().openapi({ description: 'Rows with money of no member.' }),
        rowsSkipped: z.int(),
        rowsFailed: z.int(),
        rowWarnings: z
          .int()
          .openapi({ description: 'Optional values that could not be read; a dry run of the file names them.' }),
        statedTotal: z.number().openapi({ description: 'Present, as the next two, when the stated total differs.' }),
        ingestedTotal: z.number(),
        variance: z.number(),
      })
      .partial().shape,
  })
  .openapi('JobStats', {
    description:
      "Row counts are those of the job's file, all else is of its period as of statsAsOf, when the job scored it for the first time. A later change of rates, of a neighbouring month or of the period itself does not change these figures: see currentStats.",
  });

/** The figures of a job that has not completed, all absent. Clients may read the figures of any job. */
export const noStats = completedStats
  .partial()
  .openapi('NoStats', { description: 'Empty until the job has completed.' });

const currentStats = z.object(periodStats).openapi('PeriodStats', {
  description:
    "The same figures of the job's period as it is scored now, all files of the period together. Null when the period no longer has the job's file: it was replaced or retracted, or is not scored yet.",
});

const jobMonth = z.object({ state: monthStates, files: receivedFiles }).openapi('JobMonth');

const progress = z
  .object({
    stage: z.string().openapi({ description: 'queued, reading, mapping, scoring or completed; stages may be added.' }),
    percent: z.int().min(0).max(100),
  })
  .openapi('JobProgress');

const jobFields = z.object({
  id: z.string(),
  jobId: z.string(),
  fileId: z.string(),
  carrierId: z.string(),
  carrierName: z.string(),
  workspaceId: z.string(),
  periodYear: z.int(),
  periodMonth: z.int(),
  period: z.string().openapi({ description: 'YYYY-MM.' }),
  mode: jobModes,
  attempts: z.int(),
  configVersion: z.int().nullable().openapi({ description: 'The configuration version the last try used.' }),
  statsAsOf: z.iso
    .datetime()
    .nullable()
    .openapi({ description: 'The moment that stats are of: the end of the job. Null while there are none.' }),
  currentStats: currentStats.nullable(),
  warnings: z.array(warning).readonly().openapi({
    description:
      'The statement was taken in, but look at it: statement_total_variance, baseline_gap, duplicate_content, other_month, several_files_replaced, header_drift, footer_variance, money_above_header, high_reject_rate, chargeback_sign_ambiguous, total_not_printed, doubtful_text, members_continued, members_returning, carrier_continued, month_open, month_closed, carrier_event. Codes may be added.',
  }),
  error: z.string().nullable().openapi({ description: 'Of the last try; with status queued it is tried again.' }),
  errorCode: z.string().nullable().openapi({
    description:
      'For failures that trying again can not mend: too_many_rows, unreadable_file, missing_columns, no_valid_rows, unusable_patterns, took_too_long, later_format. Codes may be added.',
  }),
  progress,
  exceptionRowCount: z.int(),
  webhookUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  month: jobMonth.nullable().openapi({
    description: "The job's month as it is now. Null unless it is known how many files the month has.",
  }),
  _links: jobLinks,
});

const completed = { status: z.literal('completed'), stats: completedStats };
const unfinished = { status: jobStatuses.exclude(['completed']), stats: noStats };

/** A job. Its status says whether the job has figures. */
export const job = z
  .union([jobFields.extend(completed).openapi('CompletedJob'), jobFields.extend(unfinished).openapi('UnfinishedJob')])
  .openapi('Job');

const foundJobFields = jobFields.extend({
  policies: z
    .string()
    .nullable()
    .openapi({
      description: `How the job's month stands against the book of business, in a sentence, as it is now. Null without a list of the
carrier in the workspace, and until the job has completed.`,
    }),
});

export const foundJob = z
  .union([
    foundJobFields.extend(completed).openapi('FoundCompletedJob'),
    foundJobFields.extend(unfinished).openapi('FoundUnfinishedJob'),
  ])
  .openapi('FoundJob');

export const resultRow = z
  .object({
    memberRefId: z.string(),
    policyRefId: z.string().nullable(),
    ...memberStatusFields,
    memberExternalId: z.string(),
    memberName: z.string().nullable(),
    email: z.string().nullable(),
    planName: z.string().nullable(),
    policyNumber: z.string().nullable(),
    premiumAmount: z.number().nullable(),
    provisional,
    ...rowContext,
    paidThrough: z.iso.date().nullable().openapi({ description: 'The last day paid for, where a statement says so.' }),
  })
  .openapi('ResultRow');

export const jobResults = offsetList(resultRow).extend({
  jobId: z.string(),
  period: z.object({ year: z.int(), month: z.int() }),
  carrierEvents: z.array(carrierEvent).readonly(),
});

export const changeTypes = z.enum(['added', 'removed', 'modified']);

const movedValue = z.union([z.number(), z.string()]).nullable();
export const delta = z
  .object({
    memberRefId: z.string(),
    field: z.string().openapi({ description: 'Canonical name: commission_amount, plan_name, …' }),
    prevValue: movedValue.openapi({ description: 'A number for commission_amount, premium_amount and lives.' }),
    currValue: movedValue,
    changeType: changeTypes,
  })
  .openapi('Delta');

const memberNames = {
  memberExternalId: z.string(),
  memberName: z.string().nullable(),
  policyNumber: z.string().nullable(),
};

export const jobDelta = z.object({ ...delta.shape, ...memberNames, ...rowContext }).openapi('JobDelta');
export const comparisonDelta = z
  .object({ ...delta.shape, ...memberNames, ...memberContext })
  .openapi('ComparisonDelta');

const JOB_ID = '0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22';
const FILE_ID = '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11';
const href = (path: string) => ({ href: `https://api.example.com/v1${path}` });

const monthStatsExample = {
  members: 398,
  green: 371,
  yellow: 9,
  red: 4,
  new: 16,
  reappeared: 2,
  commissionTotal: 10250.75,
  unassignedCount: 1,
  unassignedAmount: 250,
  chargebackCount: 3,
  chargebackAmount: 131.4,
  commissionOwedEstimated: 0,
};

export const jobExample = {
  id: JOB_ID,
  jobId: JOB_ID,
  fileId: FILE_ID,
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  carrierName: 'Summit Senior Life',
  workspaceId: 'a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6',
  periodYear: 2026,
  periodMonth: 3,
  period: '2026-03',
  mode: 'ingest',
  status: 'completed',
  attempts: 1,
  configVersion: 2,
  stats: {
    rowsTotal: 415,
    rowsIngested: 412,
    rowsSkipped: 2,
    rowsFailed: 1,
    rowWarnings: 3,
    ...monthStatsExample,
    commissionOwed: 212.5,
  },
  statsAsOf: '2026-04-02T09:15:05.911Z',
  currentStats: {
    ...monthStatsExample,
    commissionOwed: 180,
  },
  warnings: [{ code: 'baseline_gap', detail: 'Compared with 2026-01: no statement of the months between.' }],
  error: null,
  errorCode: null,
  progress: { stage: 'completed', percent: 100 },
  exceptionRowCount: 1,
  webhookUrl: null,
  createdAt: '2026-04-02T09:15:04.120Z',
  startedAt: '2026-04-02T09:15:04.480Z',
  completedAt: '2026-04-02T09:15:05.911Z',
  month: { state: 'open', files: { received: 2, expected: 4, known: 'set' } },
  _links: {
    self: href(`/jobs/${JOB_ID}`),
    file: href(`/files/${FILE_ID}`),
    results: href(`/jobs/${JOB_ID}/results`),
    deltas: href(`/jobs/${JOB_ID}/deltas`),
    exceptions: href(`/jobs/${JOB_ID}/exceptions`),
  },
} satisfies z.output<typeof job>;

export const jobResultsExample: z.output<typeof jobResults> = {
  jobId: JOB_ID,
  period: { year: 2026, month: 3 },
  data: [
    {
      memberRefId: MEMBER_REF_ID,
      policyRefId: '8f14e45f-ceea-567f-8d1a-2b3c4d5e6f70',
      ...memberStatusExample,
      memberExternalId: 'M-1001',
      memberName: 'Doe, Jane',
      email: 'jane@example.com',
      planName: 'Gold',
      policyNumber: 'P-77',
      premiumAmount: 500,
      provisional: false,
      ...rowContextExample,
      paidThrough: null,
    },
  ],
  pagination: { limit: 50, offset: 0, hasMore: false },
  total: 1,
  carrierEvents: [carrierEventExample],
};

export const comparisonDeltaExample: z.output<typeof comparisonDelta> = {
  memberRefId: MEMBER_REF_ID,
  field: 'commission_amount',
  prevValue: 50,
  currValue: 40,
  changeType: 'modified',
  memberExternalId: 'M-1001',
  memberName: 'Doe, Jane',
  policyNumber: 'P-77',
  ...memberContextExample,
};

export const jobDeltaExample: z.output<typeof jobDelta> = {
  ...comparisonDeltaExample,
  ...rowContextExample,
};
