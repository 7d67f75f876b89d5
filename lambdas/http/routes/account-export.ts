import { type AccountExport, exportAccount } from '../../../app/accounts/export-account.ts';
import {
  ACCOUNT_EXPORT_SECONDS_MAX,
  ACCOUNT_EXPORTS_AT_ONCE,
  ACCOUNT_EXPORTS_OF_ONE_AT_ONCE,
  EXPORT_PACE,
  EXPORT_WAIT_SECONDS,
} from '../../../core/limits/export-limits.ts';
import { noPlaceForExport } from '../answer-export.ts';
import { type ExportPlace, ExportPlaces } from '../export-places.ts';
import { pacedStream } from '../paced-stream.ts';
import { streamBody } from '../reply.ts';
import { type AccountRequest, accountRoute, type Route } from '../route.ts';
import { originOf } from './files.ts';

/** The export of an account's complete data in one file. */
export function accountExportRoutes(parts: AccountExport): readonly Route[] {
  const places = new ExportPlaces({
    ...EXPORT_PACE,
    count: ACCOUNT_EXPORTS_AT_ONCE,
    ofOwner: ACCOUNT_EXPORTS_OF_ONE_AT_ONCE,
    waitMs: EXPORT_WAIT_SECONDS * 1_000,
  });
  return [
    accountRoute({
      method: 'get',
      path: '/v1/account/export',
      operationId: 'exportAccount',
      access: 'account:write',
      tag: 'Account',
      summary: 'Everything the account has',
      description: `A ZIP archive that is sent while it is made, as of one moment: a CSV file for each kind of record, \`README.txt\`, and last
\`manifest.json\` with rows, bytes and SHA-256 of each file. An archive without it was cut off. It needs the scope write, because one request
takes everything at once. One export of an account runs at a time, for at most ${ACCOUNT_EXPORT_SECONDS_MAX / 60} minutes.`,
      responses: {
        200: {
          description: 'The archive.',
          mediaType: 'application/zip',
          schema: streamBody,
          example: new ReadableStream<Uint8Array>(),
        },
      },
    }).handle(async (_, request) => {
      const { accountId } = request.account;
      // An account with an export in progress is refused at once, and does not wait with an open request.
      const place = places.hasAny(accountId) ? null : await places.take(accountId);
      if (place === null) return noPlaceForExport(places.hasAny(accountId));
      const body = await begin(request, place);
      const headers = { 'Content-Disposition': 'attachment; filename="account-export.zip"' };
      return { status: 200, body, headers };
    }),
  ];

  /** Begins the export. The place becomes free when the client has read the last byte. */
  async function begin(request: AccountRequest, place: ExportPlace): Promise<ReadableStream<Uint8Array>> {
    const { accountId } = request.account;
    try {
      const { stream, ended } = await exportAccount(parts, accountId, originOf(request));
      void ended.finally(place.free);
      return pacedStream(stream, place.reading);
    } catch (error) {
      place.free();
      throw error;
    }
  }
}
