import { z } from 'zod';
import { type JobStats, type NoStats, periodStats } from '../../core/job/job-stats.ts';
import { JOB_MODES } from '../../core/job/period-files.ts';
import { warning } from '../platform/shared-fields.ts';
import { monthStates, receivedFiles } from './describe-month.ts';
import { delta, memberNames, memberStatusFields, provisional, rowContext } from './member-records.ts';

export const jobModes = z.enum(JOB_MODES);

const jobMonth = z.object({ state: monthStates, files: receivedFiles }).meta({ id: 'JobMonth' });

const progress = z
  .object({
    stage: z.string().describe('queued, reading, mapping, scoring or completed; stages may be added.'),
    percent: z.int().min(0).max(100),
  })
  .meta({ id: 'JobProgress' });

export const jobFields = z.object({
  id: z.string(),
  jobId: z.string(),
  fileId: z.string(),
  carrierId: z.string(),
  carrierName: z.string(),
  workspaceId: z.string(),
  periodYear: z.int(),
  periodMonth: z.int(),
  period: z.string().describe('YYYY-MM.'),
  mode: jobModes,
  attempts: z.int(),
  configVersion: z.int().nullable().describe('The configuration version the last try used.'),
  statsAsOf: z.iso
    .datetime()
    .nullable()
    .describe('The moment that stats are of: the end of the job. Null while there are none.'),
  currentStats: periodStats.nullable(),
  warnings: z
    .array(warning)
    .readonly()
    .describe(
      'The statement was taken in, but look at it: statement_total_variance, baseline_gap, duplicate_content, other_month, several_files_replaced, header_drift, footer_variance, money_above_header, high_reject_rate, chargeback_sign_ambiguous, total_not_printed, doubtful_text, members_continued, members_returning, carrier_continued, month_open, month_closed, carrier_event. Codes may be added.',
    ),
  error: z.string().nullable().describe('Of the last try; with status queued it is tried again.'),
  errorCode: z
    .string()
    .nullable()
    .describe(
      'For failures that trying again can not mend: too_many_rows, unreadable_file, missing_columns, no_valid_rows, unusable_patterns, took_too_long, later_format. Codes may be added.',
    ),
  progress,
  exceptionRowCount: z.int(),
  webhookUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  month: jobMonth
    .nullable()
    .describe("The job's month as it is now. Null unless it is known how many files the month has."),
});
/** A job. Its counts are those at its end, and empty until it has completed. */
export type JobRecord = Readonly<z.output<typeof jobFields>> & {
  readonly status: JobStatus;
  readonly stats: JobStats | NoStats;
};

export const JOB_COLUMNS = [
  ...['id', 'jobId', 'fileId', 'carrierId', 'carrierName', 'workspaceId', 'periodYear', 'periodMonth', 'period'],
  ...['mode', 'status', 'attempts', 'configVersion', 'stats', 'statsAsOf', 'currentStats', 'warnings', 'error'],
  ...['errorCode', 'progress', 'exceptionRowCount', 'webhookUrl', 'createdAt', 'startedAt', 'completedAt'],
  ...['month'],
];

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
    paidThrough: z.iso.date().nullable().describe('The last day paid for, where a statement says so.'),
  })
  .meta({ id: 'ResultRow' });
export type ResultRow = Readonly<z.output<typeof resultRow>>;

export const RESULT_ROW_COLUMNS = [
  ...['memberRefId', 'policyRefId', 'status', 'flags', 'signals', 'reason', 'commissionAmount'],
  ...['prevCommissionAmount', 'comparedAgainstPeriod', 'expectedAmount', 'commissionOwed', 'chargebackAmount'],
  ...['memberExternalId', 'memberName', 'email', 'planName', 'policyNumber', 'premiumAmount', 'provisional'],
  ...['carrierId', 'carrierName', 'agentId', 'agentName', 'effectiveDate', 'termDate', 'period', 'paidThrough'],
];

export const jobDelta = z.object({ ...delta.shape, ...memberNames, ...rowContext }).meta({ id: 'JobDelta' });
export type JobDeltaRow = Readonly<z.output<typeof jobDelta>>;

export const JOB_DELTA_COLUMNS = [
  ...['memberRefId', 'field', 'prevValue', 'currValue', 'changeType', 'memberExternalId', 'memberName'],
  ...['policyNumber', 'carrierId', 'carrierName', 'agentId', 'agentName', 'effectiveDate', 'termDate', 'period'],
];

export const jobStatuses = z.enum(['queued', 'processing', 'completed', 'failed', 'canceled']);
export type JobStatus = z.output<typeof jobStatuses>;
