import { z } from '@hono/zod-openapi';
import { JOB_MODES } from '../../../core/job/period-files.ts';
import { jobAndFileLinks } from './resource-link.ts';
import { warning } from './warning.ts';

/** The responses of the routes for files (docs/reference/uploads-and-jobs.md#files). Enumerations are open: values may be added. */

export const jobModes = z.enum(JOB_MODES);
export const jobStatuses = z.enum(['queued', 'processing', 'completed', 'failed', 'canceled']);

export const uploadResult = z
  .object({
    jobId: z.string(),
    fileId: z.string(),
    status: jobStatuses.openapi({ description: 'queued, or the current status of the job a repeat found.' }),
    mode: jobModes.optional().openapi({ description: 'Absent for a plain upload.' }),
    idempotent: z.literal(true).optional().openapi({ description: 'The job was there already.' }),
    detail: z.string().optional().openapi({
      description: 'Of a repeat: what was accepted before, and that nothing new was stored.',
    }),
    warnings: z.array(warning).optional().openapi({
      description:
        'idempotency_mismatch: the key was used before, for another file (this one was not stored) or with other fields. several_files_replaced: names the files of the month that this one replaces. carrier_continued: names the carrier under which the file was filed.',
    }),
    files: z
      .array(
        z.object({
          fileName: z.string(),
          jobId: z.string(),
          fileId: z.string(),
          status: jobStatuses,
          _links: jobAndFileLinks,
        }),
      )
      .optional()
      .openapi({
        description:
          'Of a ZIP archive: each of its statements with its job, in the order of the archive. jobId and fileId above are of the first.',
      }),
    callbackSecret: z.string().optional().openapi({
      description: 'Signs calls to webhookUrl. Made, and shown once, when an upload first names one.',
    }),
    _links: jobAndFileLinks,
  })
  .openapi('UploadResult');

/** A job that was created or queued again for an existing file. */
export const acceptedJob = z
  .object({
    jobId: z.string(),
    fileId: z.string(),
    status: jobStatuses,
    mode: jobModes,
    warnings: z
      .array(warning)
      .optional()
      .openapi({ description: 'several_files_retracted: names the files of the month that a retraction takes back.' }),
    _links: jobAndFileLinks,
  })
  .openapi('AcceptedJob');

export const statementFile = z
  .object({
    id: z.string(),
    fileId: z.string(),
    accountId: z.string(),
    workspaceId: z.string(),
    carrierId: z.string(),
    carrierName: z.string(),
    periodYear: z.int(),
    periodMonth: z.int(),
    period: z.string().openapi({ description: 'YYYY-MM.' }),
    originalFilename: z.string(),
    byteSize: z.int(),
    checksumSha256: z.string(),
    source: z.enum(['api', 'sftp', 'email']),
    status: z.enum(['pending', 'active', 'failed', 'canceled', 'replaced', 'retracted']),
    jobId: z.string().openapi({ description: 'The job that reads the file.' }),
    rowsIngested: z.int().nullable(),
    statedTotal: z.number().nullable(),
    uploadedAt: z.iso.datetime(),
    supersededAt: z.iso.datetime().nullable(),
    rawPurgedAt: z.iso.datetime().nullable(),
    rescoreSuggested: z.boolean().openapi({
      description:
        'The carrier has a newer configuration than the one this period was scored with. A rescore takes its tolerance and cadence; for its columns or its statementMode the file has to come again with replace=true.',
    }),
    _links: jobAndFileLinks,
  })
  .openapi('File');

const FILE_ID = '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11';
const JOB_ID = '0d4f8a6e-30c1-4f0c-8a2a-5a7a1b1f9d22';
const href = (path: string) => ({ href: `https://api.example.com/v1${path}` });
const _links = {
  self: href(`/files/${FILE_ID}`),
  job: href(`/jobs/${JOB_ID}`),
  results: href(`/jobs/${JOB_ID}/results`),
};

export const uploadResultExample: z.output<typeof uploadResult> = {
  jobId: JOB_ID,
  fileId: FILE_ID,
  status: 'queued',
  _links,
};

export const acceptedJobExample = (mode: z.output<typeof jobModes>): z.output<typeof acceptedJob> => ({
  jobId: JOB_ID,
  fileId: FILE_ID,
  status: 'queued',
  mode,
  _links,
});

export const fileExample: z.output<typeof statementFile> = {
  id: FILE_ID,
  fileId: FILE_ID,
  accountId: '3f6c1f0e-8b1c-4a5e-9a55-2f0d8c7e6b10',
  workspaceId: 'a1e2b3c4-0d5e-4f60-8a71-9b82c3d4e5f6',
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  carrierName: 'Summit Senior Life',
  periodYear: 2026,
  periodMonth: 3,
  period: '2026-03',
  originalFilename: 'summit-2026-03.csv',
  byteSize: 48213,
  checksumSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  source: 'api',
  status: 'active',
  jobId: JOB_ID,
  rowsIngested: 412,
  statedTotal: 10250.75,
  uploadedAt: '2026-04-02T09:15:04.120Z',
  supersededAt: null,
  rawPurgedAt: null,
  rescoreSuggested: false,
  _links,
};
