import { createHmac } from 'node:crypto';

/** An attempt that is to be signed. */
export interface SignedAttempt {
  readonly deliveryId: string;
  readonly event: string;
  /** Id of the request that started the job; null for tests and other jobs. */
  readonly requestId: string | null;
  /** Body as it is sent. */
  readonly body: string;
  /** Secrets, newest first, never empty. During a rotation the previous secret signs too. */
  readonly secrets: readonly string[];
  readonly attemptedAt: Date;
}

/** Prefix of every secret. The rest is base64. */
const SECRET_PREFIX = 'whsec_';

/**
 * Returns the headers of a signed attempt (docs/reference/webhooks.md#signatures). X-Service-Signature is keyed with the
 * newest secret's text, webhook-signature with each secret's decoded bytes. Throws a TypeError without a valid secret.
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
