import type { Schema } from './commission-client.ts';

/** The body of a webhook. New events may be added. */
export type WebhookBody = Schema<'JobEvent'> | Schema<'PayRunEvent'> | Schema<'TestEvent'>;

/** The request is not from the service, or is too old. Answer it with 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface ReceivedWebhook {
  /** The secret as the service showed it, with `whsec_`. */
  readonly secret: string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it was received, before any parsing. */
  readonly body: string | Uint8Array;
  /** The present time. By default the clock of the machine. */
  readonly now?: Date;
}

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

/**
 * Checks the Standard Webhooks signature of a request and returns its body. Both signatures of a rotation are accepted; a request that is
 * older or newer than five minutes is refused, because it may be a recorded request. Throws a WebhookVerificationError.
 */
export async function verifyWebhook({ secret, headers, body, now }: ReceivedWebhook): Promise<WebhookBody> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const ageSeconds = Math.abs((now ?? new Date()).getTime() / 1000 - Number(timestamp || Number.NaN));
  if (!(ageSeconds <= TOLERANCE_SECONDS)) {
    throw new WebhookVerificationError('The time of the webhook is missing or more than five minutes away.');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = Uint8Array.from([...new TextEncoder().encode(`${id}.${timestamp}.`), ...bytes]);
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const signature of headerOf(headers, 'webhook-signature').split(' ')) {
    const digest = signature.startsWith('v1,') ? bytesOfBase64(signature.slice('v1,'.length)) : null;
    if (digest !== null && (await crypto.subtle.verify('HMAC', key, digest, signed))) return parse(bytes);
  }
  throw new WebhookVerificationError('No signature of the webhook was made with this secret.');
}

function parse(bytes: Uint8Array): WebhookBody {
  const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (isWebhookBody(body)) return body;
  throw new WebhookVerificationError('The body of the webhook names no event.');
}

/** Returns whether the body is an event. Its other fields are as the description says, because the service signed the body. */
function isWebhookBody(body: unknown): body is WebhookBody {
  return typeof body === 'object' && body !== null && 'event' in body && typeof body.event === 'string';
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith(SECRET_PREFIX) ? bytesOfBase64(secret.slice(SECRET_PREFIX.length)) : null;
  if (key === null || key.length === 0) throw new WebhookVerificationError('The secret is not one of the service.');
  return key;
}

/** Decodes base64. Null when the text is not base64. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
