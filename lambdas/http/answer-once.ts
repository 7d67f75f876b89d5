import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { IdempotencyStore, IdempotentRequest, KeptReply } from '../../app/files/accept-upload.ts';
import type { IsDiskFull } from '../../app/operations/check-readiness.ts';
import { STORAGE_FULL } from '../../core/disk-room.ts';
import { type FieldError, isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { mayHaveBody, type RequestShape } from './request-input.ts';
import { idempotencyKey } from './upload-form.ts';

/**
 * Requests that create or change something on every call run once under an Idempotency-Key. A repeat gets the first reply
 * (docs/reference/requests.md#repeated-requests).
 */

const HEADER = 'Idempotency-Key';
export const REPLAYED_HEADER = 'Idempotent-Replayed';

const keyHeaders = z.object({
  [HEADER]: idempotencyKey(
    'A repeat with the same key within 24 hours does nothing and gets the reply of the first request, with the header Idempotent-Replayed: true. Another request under the same key is refused.',
  ),
});

interface RepeatableDefinition {
  readonly method: string;
  readonly responses: object;
  readonly effect?: RouteEffect;
}

/**
 * The effect of a POST route that does not answer 201. `again`: every call creates one more thing, such as a secret, so a repeat needs a
 * key. `own-key`: every call creates one more thing, and the use case itself recognises repeats.
 */
export type RouteEffect = 'again' | 'own-key';

/** True when this layer must recognise a repeated request of the route. */
export function takesKey({ method, responses, effect }: RepeatableDefinition): boolean {
  return method === 'post' && ('201' in responses || '202' in responses || effect === 'again') && effect !== 'own-key';
}

/** The route definition as the API description shows it: a route that takes a key declares the header. */
export function withIdempotencyKey<D extends RepeatableDefinition & { readonly request?: RequestShape }>(
  definition: D,
): D & { readonly request?: RequestShape } {
  if (!takesKey(definition)) return definition;
  if (definition.request?.headers !== undefined) throw new Error('A route that takes a key has the header already.');
  return { ...definition, request: { ...definition.request, headers: keyHeaders } };
}

/** Reads the Idempotency-Key; null when the request has none. `errors` lists the faults of a malformed key. */
export function readIdempotencyKey(headers: Headers): { readonly key: string | null; readonly errors: FieldError[] } {
  const read = keyHeaders.safeParse({ [HEADER]: headers.get(HEADER) ?? undefined });
  if (read.success) return { key: read.data[HEADER] ?? null, errors: [] };
  return { key: null, errors: read.error.issues.map(({ message }) => ({ field: HEADER, detail: message })) };
}

/** Hashes the operation and all input; the order of fields does not matter. */
export function fingerprintOf(operationId: string, input: Readonly<Record<string, unknown>>): string {
  const { params, query, json } = input;
  const text = JSON.stringify([operationId, params, query, json], (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('hex');
}

export interface Once {
  readonly store: IdempotencyStore;
  readonly request: IdempotentRequest;
  /** Called when the reply could not be stored: a repeat may then run the request again. */
  readonly onNotKept: (error: unknown) => void;
}

export async function answerOnce(
  { store, request, onNotKept }: Once,
  answer: () => Promise<Response | Refused>,
): Promise<Response | Refused> {
  const reservation = await store.reserve(request);
  if (reservation.kind === 'replied') return responseOf(reservation.reply, { [REPLAYED_HEADER]: 'true' });
  if (reservation.kind === 'under-way') return UNDER_WAY;
  if (reservation.kind === 'other-request') return OTHER_REQUEST;
  const release = () => store.release(request, reservation.reservationId);
  let answered: Response | Refused;
  try {
    answered = await answer();
  } catch (error) {
    // The first error matters more than an error of the release. A key that stays claimed is free again after a minute.
    await release().catch(onNotKept);
    throw error;
  }
  if (isRefused(answered)) {
    await release().catch(onNotKept);
    return answered;
  }
  const reply = { status: answered.status, headers: [...answered.headers], body: await answered.text() };
  // The client gets the reply even if it could not be stored: the request has taken effect, and the reply may hold a secret that is shown
  // once.
  await store.keep(request, reservation.reservationId, reply).catch(onNotKept);
  return responseOf(reply, {});
}

function responseOf({ status, headers, body }: KeptReply, more: Readonly<Record<string, string>>): Response {
  return new Response(body, {
    status,
    headers: [...headers.map(([name, value]): [string, string] => [name, value]), ...Object.entries(more)],
  });
}

const UNDER_WAY = refuse('conflict', {
  detail: 'A request with this Idempotency-Key is under way. Send it again in a second to get its reply.',
  headers: { 'Retry-After': '1' },
});

const OTHER_REQUEST = refuse('validation_error', {
  detail: 'Nothing was done: this Idempotency-Key was used for another request.',
  errors: [{ field: HEADER, detail: 'was used for another request; each request needs a key of its own' }],
});

/** The part of a route that tells whether its requests store something. */
interface StoringRoute {
  readonly access: string;
  readonly definition: { readonly method: string; readonly freesStorage?: true };
}

/**
 * True for routes whose requests are refused while the disk is full: whatever a customer's account adds or changes. Reads and deletions go
 * on, and so do the orders of the operator, who makes room.
 */
export function isHeldOnFullDisk({ access, definition }: StoringRoute): boolean {
  const isChange = access === 'account:write' || access === 'account:manage';
  return isChange && mayHaveBody(definition) && definition.freesStorage !== true;
}

/** Returns the refusal of a request to a route that stores something, while the disk is full; else null. */
export async function refuseFullDisk(route: StoringRoute, isDiskFull: IsDiskFull | undefined): Promise<Refused | null> {
  return isHeldOnFullDisk(route) && (await isDiskFull?.()) ? STORAGE_FULL : null;
}
