import type { Context } from 'hono';
import { EXPORT_WAIT_SECONDS, EXPORTS_AT_ONCE, EXPORTS_OF_ACCOUNT_AT_ONCE } from '../../core/limits/export-limits.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../../core/limits/request-limits.ts';
import { isRefused, type Refused, refuse } from '../../core/problem.ts';
import type { ExportedFile } from './export.ts';
import { createSlots } from './form-slots.ts';
import type { HttpEnv, HttpLog } from './http-env.ts';
import { fileHeaders } from './reply.ts';
import { type ExportSettings, SlowClient, sendExport } from './send-export.ts';

export interface ExportDeps {
  /** Absent: exports are streamed. */
  readonly exports?: ExportSettings | undefined;
  readonly log?: HttpLog;
}

/** A form of an answer that holds all rows of a list. */
export interface ExportRequest {
  readonly mediaType: string;
  readonly operationId: string;
  readonly open: () => Promise<ExportedFile | Refused>;
  /** The address of the same list from this row on; null for a list that is not paged so. */
  readonly hrefFrom: ((rows: number) => string) | null;
}

/** Of this process: each export holds a database connection for as long as its client takes. */
const exportSlots = createSlots({
  count: EXPORTS_AT_ONCE,
  ofOwner: EXPORTS_OF_ACCOUNT_AT_ONCE,
  waitMs: EXPORT_WAIT_SECONDS * 1_000,
  keepsLast: true,
});

/** Whoever has exports under way waits for its own, which is no failure of the service. */
export function noPlaceForExport(hasOwn: boolean): Refused {
  return refuse(hasOwn ? 'rate_limited' : 'service_unavailable', {
    detail: `${hasOwn ? 'Other exports of this account' : 'Too many exports'} are under way. Nothing of this one was begun.`,
    headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
  });
}

export async function answerExport(
  c: Context<HttpEnv>,
  { exports: settings = {}, log }: ExportDeps,
  { mediaType, operationId, open, hrefFrom }: ExportRequest,
): Promise<Response | Refused> {
  const owner = c.get('accountId') ?? 'operator';
  const free = await takePlace(owner);
  if (free === null) return noPlaceForExport(exportSlots.heldBy(owner) > 0);
  const opened = await open().catch((error: unknown) => {
    free();
    throw error;
  });
  if (isRefused(opened)) {
    free();
    return opened;
  }
  const file: ExportedFile = {
    pieces: (room) => opened.pieces(room),
    close: () => opened.close().finally(free),
  };
  const socket = c.env?.incoming?.socket;
  const { response, isStreamed } = await sendExport(file, {
    headers: fileHeaders(mediaType, operationId),
    settings,
    nextHref: (rows) => hrefFrom?.(rows) ?? null,
    cutOff: socket?.destroy === undefined ? undefined : () => socket.destroy?.(),
    onBroken: (error) =>
      log?.(error instanceof SlowClient ? 'info' : 'error', 'export_broken', {
        requestId: c.get('requestId'),
        operationId,
        error,
      }),
  });
  if (isStreamed) c.set('isStreamed', true);
  return response;
}

/** How to give the place back; null when none came free in time. */
function takePlace(owner: string): Promise<(() => void) | null> {
  const place = Promise.withResolvers<(() => void) | null>();
  const held = exportSlots.run(owner, () => new Promise<void>((resolve) => place.resolve(resolve)));
  // Without a place it ends at once, and the answer is still open.
  void held.then(() => place.resolve(null));
  return place.promise;
}
