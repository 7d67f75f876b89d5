import { z } from '@hono/zod-openapi';
import {
  type LeftFileStore,
  leaveFile,
  leftFile,
  purgeFile,
  rescoreFile,
  type TakingBack,
  takeFileBack,
} from '../../../app/files/command-files.ts';
import {
  exportFiles,
  type FileRegister,
  type FileRows,
  fileMove,
  fileRow,
  findFile,
  findFileRow,
  findOriginal,
  leftFileChange,
  listFiles,
  movedFile,
  moveFile,
  type Originals,
} from '../../../app/files/manage-files.ts';
import { type Clock, recordId, statementMonth, warning } from '../../../app/platform/shared-fields.ts';
import { type JobRecord, jobModes, jobStatuses } from '../../../app/reads/job-records.ts';
import { type FileRecord, fileRecord, STATEMENT_FILE_COLUMNS } from '../../../app/reads/read-models.ts';
import { severalRetractedWarning } from '../../../core/job/period-files.ts';
import { isRefused } from '../../../core/problem.ts';
import { csvFile } from '../export.ts';
import { cursorList, cursorQuery, jobAndFileLinks, linksOfFile } from '../paging.ts';
import { bytesBody, CSV_TYPE } from '../reply.ts';
import { bookQuery } from '../request-fields.ts';
import { booleanText, integerText } from '../request-input.ts';
import { type AccountRequest, accountRoute, type Route } from '../route.ts';

export interface FileRouteDeps extends FileRegister, TakingBack {
  readonly leftFiles: LeftFileStore;
  readonly clock: Clock;
}

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
    removedLayout: z
      .int()
      .optional()
      .openapi({ description: 'The version of the layout that was removed with the file.' }),
    _links: jobAndFileLinks,
  })
  .openapi('AcceptedJob');

/** Files: list, get, retract, rescore, purge. Uploads are in uploads.ts. */
export function fileRoutes(deps: FileRouteDeps): readonly Route[] {
  return [listRoute(deps), getRoute(deps), retractRoute(deps), rescoreRoute(deps), purgeRoute(deps), leaveRoute(deps)];
}

const params = z.object({ fileId: recordId('The file.') });

/** A file as the API shows it. */
const statementFile = z.object({ ...fileRecord.shape, _links: jobAndFileLinks }).meta({ id: 'File' });

const shown = (file: FileRecord, { href }: AccountRequest) => ({ ...file, _links: linksOfFile(href, file) });

function listRoute({ clock, ...register }: FileRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/files',
    operationId: 'listFiles',
    access: 'account:read',
    tag: 'Files',
    summary: 'Files on record',
    description: 'Newest first. Retracted and replaced files are left out; failed and canceled ones are shown.',
    link: 'files',
    request: {
      query: z.strictObject({
        ...cursorQuery,
        ...bookQuery,
        period: statementMonth(clock, 'Only this period.').optional(),
        checksumSha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits in lower case')
          .optional()
          .describe('Only files of these bytes, and those of a ZIP archive of these bytes.'),
      }),
    },
    problems: ['not_found'],
    responses: {
      200: {
        description: 'A page of files.',
        schema: cursorList(statementFile),
      },
    },
    csv: { columns: STATEMENT_FILE_COLUMNS, rows: ({ data }) => data },
  }).handle(
    async ({ query }, request) => {
      const page = await listFiles(register, request.account.accountId, query);
      if (isRefused(page)) return page;
      const data = page.data.map((file) => shown(file, request));
      return { status: 200, body: { data, pagination: page.pagination } };
    },
    {
      [CSV_TYPE]: async ({ query: { limit: _, ...query } }, { account }) => {
        const rows = await exportFiles(register, account.accountId, query);
        return isRefused(rows) ? rows : csvFile(STATEMENT_FILE_COLUMNS, rows);
      },
    },
  );
}

function getRoute(register: FileRegister): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/files/{fileId}',
    operationId: 'getFile',
    access: 'account:read',
    tag: 'Files',
    summary: 'One file',
    description: 'In any state, retracted and replaced included.',
    request: { params },
    responses: { 200: { description: 'The file.', schema: statementFile } },
  }).handle(async ({ params: { fileId } }, request) => {
    const { accountId } = request.account;
    const file = await findFile(register, { accountId, fileId });
    return isRefused(file) ? file : { status: 200, body: shown(file, request) };
  });
}

function retractRoute(deps: FileRouteDeps): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/files/{fileId}',
    operationId: 'deleteFile',
    access: 'account:write',
    tag: 'Files',
    summary: "Retract a file's period",
    description:
      "Takes back everything the file's carrier and period has, other files of it included, and scores later periods again. With only=true it takes back this file alone; with withLayout=true also the layout of the carrier that no other file was read with. Where it takes back several, the reply has the warning several_files_retracted.",
    request: {
      params,
      query: z.strictObject({
        only: booleanText('true: this file alone; other files of its period stay.').optional(),
        withLayout: booleanText('true: also the layout that was made for this file.').optional(),
      }),
    },
    problems: ['already_retracted', 'conflict'],
    responses: {
      202: { description: 'Queued.', schema: acceptedJob },
    },
  }).handle(async ({ params: { fileId }, query: { only = false, withLayout = false } }, request) => {
    const { accountId } = request.account;
    const retracted = await takeFileBack(deps, { accountId, fileId, only, withLayout, origin: request.origin });
    if (isRefused(retracted)) return retracted;
    const { status, body } = accepted(retracted, request);
    const warnings = severalRetractedWarning(retracted.takesBack);
    const { removedLayout } = retracted;
    return {
      status,
      body: {
        ...body,
        ...(warnings.length === 0 ? {} : { warnings }),
        ...(removedLayout === null ? {} : { removedLayout }),
      },
    };
  });
}

function rescoreRoute({ fileCommands }: FileRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/files/{fileId}/rescore',
    operationId: 'rescoreFile',
    access: 'account:write',
    tag: 'Files',
    summary: "Score a file's period again",
    description:
      'Uses the stored lines and the scoring options of the active configuration. A new column mapping needs the file itself: replace it.',
    request: { params },
    problems: ['nothing_to_rescore', 'conflict'],
    responses: {
      202: { description: 'Queued.', schema: acceptedJob },
    },
  }).handle(async ({ params: { fileId } }, request) => {
    const { accountId } = request.account;
    const rescored = await rescoreFile(fileCommands, { accountId, fileId, origin: request.origin });
    return isRefused(rescored) ? rescored : accepted(rescored, request);
  });
}

/** The response body for a job that was just queued. */
export function accepted(
  { jobId, fileId, mode }: Pick<JobRecord, 'jobId' | 'fileId' | 'mode'>,
  { href }: AccountRequest,
) {
  const _links = linksOfFile(href, { jobId, fileId });
  return { status: 202, body: { jobId, fileId, mode, status: 'queued', _links } } as const;
}

function purgeRoute({ fileCommands }: FileRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/files/{fileId}/purge',
    operationId: 'purgeFile',
    access: 'account:write',
    freesStorage: true,
    tag: 'Files',
    summary: 'Delete the file itself now',
    description: `Deletes the bytes in every place: as uploaded, as dropped by SFTP, and as mailed, with the whole message. Messages to the
account whose attachments nobody read may hold a copy, and go too. So do the rows that were rejected, and the name of the file becomes
\`purged.csv\` or the like. What was scored stays. On AWS the bytes follow within 15 minutes. May be repeated. A file that is still to be read can not be purged.`,
    request: { params },
    problems: ['conflict'],
    responses: {
      200: {
        description: 'It is gone.',
        schema: z.object({ fileId: z.string(), purged: z.literal(true) }),
      },
    },
  }).handle(async ({ params: { fileId } }, request) => {
    const { accountId } = request.account;
    const result = await purgeFile(fileCommands, { accountId, fileId, origin: request.origin });
    return isRefused(result) ? result : { status: 200, body: { fileId: result.fileId, purged: true } };
  });
}

function leaveRoute({ leftFiles }: FileRouteDeps): Route {
  return accountRoute({
    method: 'put',
    path: '/v1/files/{fileId}/left',
    operationId: 'updateLeftFile',
    access: 'account:write',
    tag: 'Files',
    summary: 'Leave what could not be read',
    description: `Of a file that failed, the file; of a file that counts, its rows that could not be read. What is left does not keep the
month open. A file may be taken up again, read again or replaced.`,
    request: {
      params,
      json: leftFileChange,
    },
    problems: ['conflict'],
    responses: { 200: { description: 'As it is now.', schema: leftFile } },
  }).handle(async ({ params: { fileId }, json: { isLeft } }, request) => {
    const order = { accountId: request.account.accountId, fileId, isLeft };
    const left = await leaveFile({ leftFiles }, order, request.origin);
    return isRefused(left) ? left : { status: 200, body: left };
  });
}

/** The original of a file: download it, or move the file to another month or carrier. */
export function fileOriginalRoutes(parts: Originals): readonly Route[] {
  return [originalRoute(parts), moveRoute(parts)];
}

function originalRoute(parts: Originals): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/files/{fileId}/original',
    operationId: 'getFileOriginal',
    access: 'account:read',
    tag: 'Files',
    summary: 'The file as it was sent',
    description: 'While it is kept, see GET /v1/account/usage; 404 afterwards.',
    request: { params },
    responses: {
      200: {
        description: 'The bytes.',
        mediaType: 'application/octet-stream',
        schema: bytesBody,
        example: new Uint8Array(),
      },
    },
  }).handle(async ({ params: { fileId } }, { account: { accountId } }) => {
    const found = await findOriginal(parts, { accountId, fileId });
    if (isRefused(found)) return found;
    const name = encodeURIComponent(found.file.originalFilename).replaceAll("'", '%27');
    return {
      status: 200,
      body: found.bytes,
      headers: { 'Content-Disposition': `attachment; filename*=UTF-8''${name}` },
    };
  });
}

function moveRoute(parts: Originals): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/files/{fileId}/move',
    operationId: 'moveFile',
    access: 'account:write',
    tag: 'Files',
    summary: 'Move a file to another month or carrier',
    description: `Sends the original again for the other place, and takes the file back where it was. The rest of its month stays. A file that
was taken back counts again when it is sent to its own place. Refused when the original is not kept any more.`,
    request: { params, json: fileMove },
    problems: [
      ...(['conflict', 'already_retracted', 'carrier_not_configured', 'period_exists'] as const),
      ...(['storage_quota_exceeded', 'workspace_required'] as const),
    ],
    responses: { 202: { description: 'Accepted.', schema: movedFile } },
  }).handle(async ({ params: { fileId }, json }, { account: { accountId }, origin }) => {
    const moved = await moveFile(parts, { accountId, fileId, ...json, origin });
    return isRefused(moved) ? moved : { status: 202, body: moved };
  });
}

/** Routes for one row of a statement, as the carrier sent it. */
export function fileRowRoutes(files: FileRows): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/files/{fileId}/rows/{row}',
      operationId: 'getFileRow',
      access: 'account:read',
      tag: 'Files',
      summary: 'One row of a file',
      description: `As the carrier sent it, with the header of each column. Rows are numbered as in a spreadsheet, from 1. Claims and the
worksheet name the rows that prove them by file, sheet and row.`,
      request: {
        params: z.object({
          fileId: recordId('The file.'),
          row: integerText({ min: 1, max: 1_048_576, description: 'The row, as in a spreadsheet.' }),
        }),
        query: z.strictObject({
          sheet: integerText({ min: 1, max: 1_000 }).default(1).openapi({
            type: 'integer',
            minimum: 1,
            description: 'The number of the sheet among those that are read.',
          }),
        }),
      },
      responses: { 200: { description: 'The row.', schema: fileRow } },
    }).handle(async ({ params: { fileId, row }, query: { sheet } }, { account: { accountId } }) => {
      const found = await findFileRow(files, { accountId, fileId, place: { sheet: sheet - 1, row } });
      return isRefused(found) ? found : { status: 200, body: found };
    }),
  ];
}
