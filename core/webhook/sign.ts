import { createHmac } from 'node:crypto';

/** One attempt to hand over one delivery. */
export interface SignedAttempt {
  readonly deliveryId: string;
  readonly event: string;
  /** Of the request that asked for the job; null for a test, or a job that no request asked for. */
  readonly requestId: string | null;
  /** The bytes as they go out. */
  readonly body: string;
  /** The newest first: while a rotation overlaps the secret before it signs too. Never empty. */
  readonly secrets: readonly string[];
  readonly attemptedAt: Date;
}

/** What every secret begins with; the rest is base64. */
const SECRET_PREFIX = 'whsec_';

/**
 * The headers of an attempt (docs/reference/webhooks.md#signatures). `X-Service-Signature` is keyed with the newest
 * secret exactly as it was shown; the Standard Webhooks set with the bytes that the secret encodes, once for each
 * secret.
 */
export function signedHeaders(attempt: SignedAttempt): Readonly<Record<string, string>> {
  const { deliveryId, event, requestId, body, secrets, attemptedAt } = attempt;
  const [newest] = secrets;
  if (newest === undefined) throw new TypeError('An attempt without a secret can not be signed');
  const timestamp = String(Math.floor(attemptedAt.getTime() / 1000));
  const signed = `${deliveryId}.${timestamp}.${body}`;
  return {
    'Content-Type': 'application/json',
    'X-Service-Event': event,
    'X-Service-Signature': `sha256=${createHmac('sha256', newest).update(body).digest('hex')}`,
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${standardSignature(secret, signed)}`).join(' '),
    ...(requestId === null ? {} : { 'X-Request-Id': requestId }),
  };
}

function standardSignature(secret: string, signed: string): string {
  if (!secret.startsWith(SECRET_PREFIX)) throw new TypeError('Not a secret of a webhook');
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(signed).digest('base64');
}
