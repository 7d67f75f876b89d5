import { z } from '@hono/zod-openapi';
import { type FileRows, fileRow, findFileRow } from '../../../app/files/find-files.ts';
import { findOriginal, movedFile, moveFile, type Originals } from '../../../app/files/move-file.ts';
import { ON_EXISTING } from '../../../core/intake/drop-off-settings.ts';
import { isRefused } from '../../../core/problem.ts';
import { bytesBody } from '../reply.ts';
import { recordId } from '../request-fields.ts';
import { integerText, periodText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** The original of a file: download it, or move the file to another month or carrier. */
export function fileOriginalRoutes(parts: Originals): readonly Route[] {
  return [originalRoute(parts), moveRoute(parts)];
}

const params = z.object({ fileId: recordId('The file.') });

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

const move = z.strictObject({
  carrierId: recordId('The carrier that it belongs to.'),
  period: periodText('The month that it belongs to.'),
  onExisting: z
    .enum(ON_EXISTING)
    .default('reject')
    .openapi({ description: 'What happens when that month has a statement.' }),
});

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
    request: { params, json: move },
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
