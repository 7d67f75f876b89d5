import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { type SignedAttempt, signedHeaders } from '../../../core/webhook/event-body.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/**
 * Guarantee: both signatures follow their definitions, by test vectors from another program, by the official verifier, and by Python for
 * any bytes.
 */

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const OTHER = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const ATTEMPT: SignedAttempt = {
  deliveryId: '0b0c',
  event: 'job.completed',
  requestId: 'request-1',
  body: '{"event":"job.completed","jobId":"j1","note":"Łódź"}',
  secrets: [SECRET],
  attemptedAt: new Date('2026-01-01T00:00:00.999Z'),
};

describe('the headers of an attempt', () => {
  it('are exactly these for these bytes, computed with the hmac module of Python', () => {
    expect(signedHeaders(ATTEMPT)).toEqual({
      'Content-Type': 'application/json',
      'X-Service-Event': 'job.completed',
      // hmac.new(secret.encode(), body.encode(), sha256).hexdigest()
      'X-Service-Signature': 'sha256=1809766d888a0793cc705ee8589b6a8f997ad1deaaca1c785e56c20b398ac589',
      'webhook-id': '0b0c',
      // 2026-01-01T00:00:00Z; the fraction of a second is dropped.
      'webhook-timestamp': '1767225600',
      // b64encode(hmac.new(b64decode(secret[6:]), ('0b0c.1767225600.' + body).encode(), sha256).digest())
      'webhook-signature': 'v1,CEZk0CKt4jomtdDcOlWC/DyXRFebj9vfF0DQ/xZR73Q=',
      'X-Request-Id': 'request-1',
    });
  });

  it('name no request if there was none', () => {
    expect(signedHeaders({ ...ATTEMPT, requestId: null })).not.toHaveProperty('X-Request-Id');
  });

  it('carry both signatures while a rotation overlaps; the service signature uses the new secret', () => {
    const both = signedHeaders({ ...ATTEMPT, secrets: [OTHER, SECRET] });
    const own = (secrets: string[]) => signedHeaders({ ...ATTEMPT, secrets });
    expect(both['webhook-signature']).toBe(
      `${own([OTHER])['webhook-signature']} ${own([SECRET])['webhook-signature']}`,
    );
    expect(both['X-Service-Signature']).toBe(own([OTHER])['X-Service-Signature']);
  });

  it('cannot be made without a secret, or with an invalid one', () => {
    expect(() => signedHeaders({ ...ATTEMPT, secrets: [] })).toThrow('without a secret');
    expect(() => signedHeaders({ ...ATTEMPT, secrets: ['plain'] })).toThrow('Not a secret');
  });
});

describe('the official verifier', () => {
  const now = new Date();
  const signed = signedHeaders({ ...ATTEMPT, secrets: [OTHER, SECRET], attemptedAt: now });

  it('accepts an attempt with either secret of a rotation', () => {
    for (const secret of [SECRET, OTHER])
      expect(new Webhook(secret).verify(ATTEMPT.body, signed)).toEqual(JSON.parse(ATTEMPT.body));
  });

  it('refuses another body, another id, another secret, and an attempt older than five minutes', () => {
    const verifier = new Webhook(SECRET);
    expect(() => verifier.verify(`${ATTEMPT.body} `, signed)).toThrow();
    expect(() => verifier.verify(ATTEMPT.body, { ...signed, 'webhook-id': '0b0d' })).toThrow();
    expect(() => new Webhook(Buffer.alloc(32, 1).toString('base64')).verify(ATTEMPT.body, signed)).toThrow();
    const old = signedHeaders({ ...ATTEMPT, attemptedAt: new Date(now.getTime() - 301_000) });
    expect(() => verifier.verify(ATTEMPT.body, old)).toThrow(/too old/);
  });
});

const PYTHON = `
import base64, hashlib, hmac, json, sys
for case in json.load(sys.stdin):
    body = case["body"].encode()
    own = hmac.new(case["secret"].encode(), body, hashlib.sha256).hexdigest()
    key = base64.b64decode(case["secret"][len("whsec_"):])
    standard = hmac.new(key, (case["id"] + "." + case["timestamp"] + ".").encode() + body, hashlib.sha256).digest()
    print("sha256=" + own, "v1," + base64.b64encode(standard).decode())
`;
const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

it.runIf(hasPython)('makes the same signature as Python for any secret, id, time and body', () => {
  const cases = fc.sample(
    fc.record({
      key: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      id: fc.uuid(),
      seconds: fc.integer({ min: 1, max: 4_000_000_000 }),
      body: fc.string({ unit: 'grapheme', maxLength: 300 }),
    }),
    { numRuns: propertyRuns(200), seed: 20_260_401 },
  );
  const attempts = cases.map(({ key, id, seconds, body }) => {
    const secret = `whsec_${Buffer.from(key).toString('base64')}`;
    const attemptedAt = new Date(seconds * 1000);
    const headers = signedHeaders({ ...ATTEMPT, deliveryId: id, body, secrets: [secret], attemptedAt });
    return { signed: { secret, id, timestamp: String(seconds), body }, headers };
  });
  const input = JSON.stringify(attempts.map(({ signed }) => signed));
  const computed = execFileSync('python3', ['-c', PYTHON], { input, encoding: 'utf8' });
  expect(computed.trim().split('\n')).toEqual(
    attempts.map(({ headers }) => `${headers['X-Service-Signature']} ${headers['webhook-signature']}`),
  );
});
