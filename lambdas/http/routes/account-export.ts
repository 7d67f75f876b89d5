import { type AccountExport, exportAccount } from '../../../app/accounts/export-account.ts';
import {
  ACCOUNT_EXPORT_SECONDS_MAX,
  ACCOUNT_EXPORTS_AT_ONCE,
  ACCOUNT_EXPORTS_OF_ONE_AT_ONCE,
} from '../../../core/limits/export-limits.ts';
import { noPlaceForExport } from '../answer-export.ts';
import { createSlots } from '../form-slots.ts';
import { streamBody } from '../reply.ts';
import { type AccountRequest, accountRoute, type Route } from '../route.ts';
import { originOf } from './files.ts';

/** Whoever finds none free is told to come again, and does not wait with an open request. */
const SLOT_WAIT_MS = 0;

/** Everything an account has, in one file. */
export function accountExportRoutes(parts: AccountExport): readonly Route[] {
  const slots = createSlots({
    count: ACCOUNT_EXPORTS_AT_ONCE,
    ofOwner: ACCOUNT_EXPORTS_OF_ONE_AT_ONCE,
    waitMs: SLOT_WAIT_MS,
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
      const stream = await begin(request);
      if (stream === null) return noPlaceForExport(slots.heldBy(request.account.accountId) > 0);
      const headers = { 'Content-Disposition': 'attachment; filename="account-export.zip"' };
      return { status: 200, body: stream, headers };
    }),
  ];

  /** Its place is free again when the last byte was taken. Null: there is no place. */
  async function begin(request: AccountRequest): Promise<ReadableStream<Uint8Array> | null> {
    const { accountId } = request.account;
    const begun = Promise.withResolvers<ReadableStream<Uint8Array> | null>();
    const run = async () => {
      const { stream, ended } = await exportAccount(parts, accountId, originOf(request));
      begun.resolve(stream);
      await ended;
      return true;
    };
    slots.run(accountId, run).then((ran) => {
      if (ran === null) begun.resolve(null);
    }, begun.reject);
    return begun.promise;
  }
}
