import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { type ApiUploads, acceptApiUpload, type UploadOutcome } from '../../../app/files/accept-upload.ts';
import { warning } from '../../../app/platform/shared-fields.ts';
import { jobModes, jobStatuses } from '../../../app/reads/job-records.ts';
import { severalReplacedWarning } from '../../../core/job/period-files.ts';
import { namedPeriod } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { refuseField } from '../../../core/refuse.ts';
import {
  continuedWarning,
  type ExistingJob,
  type JobOfArchive,
  type KeyMismatch,
  type UploadRequest,
} from '../../../core/upload/decide-upload.ts';
import { jobAndFileLinks, linksOfFile } from '../paging.ts';
import { type AccountRequest, accountRoute, type Route } from '../route.ts';
import { APPEND_OR_REPLACE, uploadForm, uploadHeaders } from '../upload-form.ts';

export interface UploadRouteDeps extends ApiUploads {
  readonly clock: () => Date;
  /** True if webhook URLs may lead to this machine. */
  readonly localMode: boolean;
}

const uploadResult = z
  .object({
    jobId: z.string(),
    fileId: z.string(),
    status: jobStatuses.describe('queued, or the current status of the job a repeat found.'),
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

/** The route POST /v1/files. */
export function uploadRoutes(deps: UploadRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'post',
      path: '/v1/files',
      operationId: 'uploadFile',
      effect: 'own-key',
      access: 'account:write',
      tag: 'Files',
      summary: 'Upload a statement',
      description: DESCRIPTION,
      request: { headers: uploadHeaders, form: uploadForm(deps) },
      problems: [
        'not_found',
        'workspace_required',
        'carrier_not_configured',
        'period_exists',
        'conflict',
        'storage_quota_exceeded',
      ],
      responses: { 202: { description: 'Accepted.', schema: uploadResult } },
    }).handle(async (input, request) => {
      const upload = uploadRequest(input, request);
      if (isRefused(upload)) return upload;
      const { bytes } = input.form.file;
      const outcome = await acceptApiUpload(deps, { request: upload, bytes, origin: request.origin });
      return isRefused(outcome) ? outcome : { status: 202, body: replyTo(outcome, request) };
    }),
  ];
}

const DESCRIPTION = `One statement of one carrier for one period. It is stored and read in the background: poll the job, or
name a webhookUrl. Checked in this order: size (413), media type (415), the form (400), its fields (422, all faults at once), the
carrier (404), the workspace (422), the carrier's configuration and the kind of file (422), the Idempotency-Key (an answer), the
period (409), and room for it in what the account may have stored and have waiting (409). A ZIP archive of statements becomes one
upload for each of them, all or none: the answer lists them in files, and a refusal names the file that it concerns.`;

interface UploadInput {
  readonly form: z.output<ReturnType<typeof uploadForm>>;
  readonly headers: z.output<typeof uploadHeaders>;
}

/** Makes the UploadRequest, the first of the five values of an upload (docs/ARCHITECTURE.md#one-upload-from-top-to-bottom). */
function uploadRequest({ form, headers }: UploadInput, { account }: AccountRequest): UploadRequest | Refused {
  const { file, carrierId, workspaceId = null, statedTotal = null, webhookUrl = null, append = false } = form;
  const { replaceFileId = null } = form;
  const replace = replaceFileId !== null || form.replace === true || headers['X-Replace-Period'] === true;
  if (replace && append) return refuseField('append', APPEND_OR_REPLACE);
  const period = namedPeriod(form);
  if (period === undefined) return refuseField('period', 'is required');
  if (isRefused(period)) return period;
  const checksumSha256 = createHash('sha256').update(file.bytes).digest('hex');
  return {
    accountId: account.accountId,
    carrierId,
    period,
    workspaceId,
    fileName: file.fileName,
    byteSize: file.bytes.byteLength,
    checksumSha256,
    statedTotal,
    webhookUrl,
    replace,
    append,
    replaceFileId,
    idempotencyKey: headers['Idempotency-Key'] ?? null,
    // The fingerprint leaves the file name out: the same statement under another name is the same request.
    fingerprint: fingerprintOf([
      checksumSha256,
      carrierId,
      period,
      workspaceId,
      statedTotal,
      webhookUrl,
      replace,
      append,
      // The field is left out when the request lacks it, so that keys from before this field existed still match their jobs.
      ...(replaceFileId === null ? [] : [replaceFileId]),
    ]),
    source: 'api',
  };
}

function fingerprintOf(parts: readonly (string | boolean | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function replyTo(outcome: UploadOutcome, { href }: AccountRequest): z.output<typeof uploadResult> {
  const { jobId, fileId } = outcome.job;
  const mode = jobModes.parse(outcome.job.mode);
  // The response of a plain upload has no mode (docs/reference/uploads-and-jobs.md#upload).
  const base = { jobId, fileId, ...(mode === 'ingest' ? {} : { mode }), _links: linksOfFile(href, outcome.job) };
  if (outcome.kind === 'accepted') {
    const { callbackSecret } = outcome.job;
    const warnings = [...continuedWarning(outcome.continues), ...severalReplacedWarning(outcome.replaces)];
    return {
      ...base,
      status: 'queued',
      ...filesOf(outcome.ofArchive, href),
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(callbackSecret === null ? {} : { callbackSecret }),
    };
  }
  const status = jobStatuses.parse(outcome.job.status);
  const files = filesOf(outcome.job.ofArchive ?? [], href);
  return {
    ...base,
    status,
    idempotent: true,
    ...files,
    ...(outcome.mismatch === null ? repeatOf(outcome.job) : mismatchOf(outcome.job, outcome.mismatch)),
  };
}

/** Lists the statements of a ZIP archive; nothing for a single statement. */
function filesOf(ofArchive: readonly JobOfArchive[], href: AccountRequest['href']) {
  if (ofArchive.length === 0) return {};
  const files = ofArchive.map(({ fileName, jobId, fileId, status }) => {
    return { fileName, jobId, fileId, status: jobStatuses.parse(status), _links: linksOfFile(href, { jobId, fileId }) };
  });
  return { files };
}

/** The response for a repeated upload: the accepted job stays, and the response names its file. */
function repeatOf({ fileName, carrierName, period }: ExistingJob) {
  return {
    detail: `This statement was already accepted as "${fileName}" of ${carrierName}, ${period}; nothing new was stored.`,
  };
}

/** Answers another request under a used key, so that no client believes that its own file or its own fields were accepted. */
function mismatchOf({ fileName, carrierName, period }: ExistingJob, mismatch: KeyMismatch) {
  const first = `"${fileName}" of ${carrierName}, ${period}`;
  const detail =
    mismatch === 'file'
      ? `This file was not stored: its Idempotency-Key was used before, for ${first}. The job is that of the earlier file; send this one again under a key of its own.`
      : `This very file was already accepted under its Idempotency-Key, as ${first}, with other fields. The fields of this request change nothing; to send the file with them, use a key of its own.`;
  return { detail, warnings: [{ code: 'idempotency_mismatch', detail }] };
}
