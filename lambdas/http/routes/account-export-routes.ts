import { type AccountExport, exportAccount } from '../../../app/accounts/export-account.ts';
import { refuseWithArchive } from '../../../app/reads/archived-months.ts';
import {
  ACCOUNT_EXPORT_SECONDS_MAX,
  ACCOUNT_EXPORTS_AT_ONCE,
  ACCOUNT_EXPORTS_OF_ONE_AT_ONCE,
  EXPORT_PACE,
  EXPORT_STALL_SECONDS,
  EXPORT_WAIT_SECONDS,
} from '../../../core/limits/request-limits.ts';
import { noPlaceForExport } from '../answer-in-form.ts';
import { streamBody } from '../reply.ts';
import { type ExportPlace, ExportPlaces } from '../request-places.ts';
import { type AccountRequest, accountRoute, type Route } from '../route.ts';
import { type PaceLimits, ReaderPace, type Reading } from '../send-export.ts';

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
      const refused = refuseWithArchive(request.archivedBooks);
      if (refused !== null) return refused;
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
      const { stream, ended } = await exportAccount(parts, accountId, request.origin);
      void ended.finally(place.free);
      return pacedStream(stream, place.reading);
    } catch (error) {
      place.free();
      throw error;
    }
  }
}

const LIMITS: PaceLimits = { ...EXPORT_PACE, stallMs: EXPORT_STALL_SECONDS * 1_000 };

/**
 * Returns a stream of the same bytes for clients that read fast enough. A slower client is cut off by an error, and the source is canceled.
 * `onReading` gets the stream and returns the function to call at its end.
 */
export function pacedStream(
  source: ReadableStream<Uint8Array>,
  onReading: (reading: Omit<Reading, 'owner'>) => () => void,
  limits: PaceLimits = LIMITS,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const pace = new ReaderPace(limits);
  let timer: NodeJS.Timeout | undefined;
  let leave: (() => void) | undefined;
  const end = () => {
    clearTimeout(timer);
    leave?.();
  };
  const cut = (controller: ReadableStreamDefaultController<Uint8Array>, why: string) => {
    end();
    controller.error(new Error(why));
    // Errors of the cancellation do not matter, because nobody reads the source any more.
    reader.cancel(new Error(why)).catch(() => {});
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        leave = onReading({ pace, cut: () => cut(controller, 'The client was slow while its place was needed') });
      },
      async pull(controller) {
        clearTimeout(timer);
        pace.took();
        const { done, value } = await reader.read();
        if (done) {
          end();
          controller.close();
          return;
        }
        controller.enqueue(value);
        const slow = () => cut(controller, 'The client took too little for too long');
        timer = setTimeout(slow, pace.offer(value.byteLength));
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 1 },
  );
}
