import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { CARRIER_EVENTS_TOLD_MAX, EVENT_BODY_BYTES_MAX } from '../../../core/limits/job-limits.ts';
import {
  eventBody,
  type JobEvent,
  jobEventBody,
  type PayRunEvent,
  type SignedAttempt,
  signedHeaders,
  testEventBody,
} from '../../../core/webhook/event-body.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('event body', () => {
  const BASE = 'https://api.example.com';
  const event: JobEvent = {
    event: 'job.completed',
    jobId: 'j1',
    fileId: 'f1',
    carrierId: 'c1',
    period: '2026-03',
    mode: 'ingest',
    status: 'completed',
    stats: { yellow: 2, green: 7, red: 1, commissionOwed: 12.5 },
    warnings: [{ code: 'baseline_gap', detail: 'Compared with 2026-01.' }],
    error: null,
    carrierEvents: [],
  };
  const bytes = (body: string) => Buffer.byteLength(body);

  describe("the body of a job's event", () => {
    it('has exactly these bytes, with fields in this order and figures by name', () => {
      expect(jobEventBody(event, BASE)).toBe(
        '{"event":"job.completed","jobId":"j1","fileId":"f1","carrierId":"c1","period":"2026-03","mode":"ingest",' +
          '"status":"completed","stats":{"commissionOwed":12.5,"green":7,"red":1,"yellow":2},' +
          '"warnings":[{"code":"baseline_gap","detail":"Compared with 2026-01."}],"error":null,"carrierEvents":[],' +
          '"_links":{"self":{"href":"https://api.example.com/v1/jobs/j1"},"job":{"href":"https://api.example.com/v1/jobs/j1"},' +
          '"results":{"href":"https://api.example.com/v1/jobs/j1/results"},"deltas":{"href":"https://api.example.com/v1/jobs/j1/deltas"}}}',
      );
    });

    it('does not depend on the order in which the event was read back', () => {
      const { error, warnings, stats, ...rest } = event;
      const reversed = Object.fromEntries(Object.entries(stats ?? {}).reverse());
      expect(jobEventBody({ error, warnings, stats: reversed, ...rest }, BASE)).toBe(jobEventBody(event, BASE));
    });

    it('of a failed job has its error and no figures', () => {
      const failed: JobEvent = { ...event, event: 'job.failed', status: 'failed', stats: null, error: 'No header.' };
      expect(JSON.parse(jobEventBody(failed, BASE))).toMatchObject({
        status: 'failed',
        stats: {},
        error: 'No header.',
      });
    });

    it('counts the warnings that do not fit instead of showing them', () => {
      // Each warning is cut to 2,000 bytes of text. Nine fit below 20,000 bytes beside the rest, so 31 of 40 are left out.
      const warnings = Array.from({ length: 40 }, (_, index) => ({ code: `w${index}`, detail: 'x'.repeat(5_000) }));
      const body = jobEventBody({ ...event, warnings }, BASE);
      expect(bytes(body)).toBeLessThan(EVENT_BODY_BYTES_MAX);
      const shown: { code: string; detail: string }[] = JSON.parse(body).warnings;
      expect(shown.map(({ code }) => code)).toEqual([
        ...Array.from({ length: 9 }, (_, index) => `w${index}`),
        'more_warnings',
      ]);
      expect(shown.at(-1)?.detail).toBe('31 more: see the job.');
      // 2,000 bytes: two quotation marks, 1,995 letters and the ellipsis of three bytes.
      expect(shown[0]?.detail).toBe(`${'x'.repeat(1_995)}…`);
    });

    it("names the carrier's changes to many members, the first ones and as many as fit", () => {
      const cut = {
        id: 'e1',
        kind: 'pay_reduced',
        scope: 'plan_code',
        scopeValue: 'H1',
        members: 147,
        compared: 149,
        changePercent: -20,
        amount: 214.6,
        detail: 'The carrier pays 20 % less for 147 of 149 members of plan "H1" since Mar 2026.',
      };
      expect(JSON.parse(jobEventBody({ ...event, carrierEvents: [cut] }, BASE)).carrierEvents).toEqual([cut]);
      const many = Array.from({ length: 60 }, () => ({
        ...cut,
        scopeValue: '"'.repeat(900),
        detail: '💶'.repeat(900),
      }));
      const warnings = many.map(({ detail }) => ({ code: 'carrier_event', detail }));
      const body = jobEventBody({ ...event, carrierEvents: many, warnings }, BASE);
      expect(bytes(body)).toBeLessThan(EVENT_BODY_BYTES_MAX);
      expect(JSON.parse(body).carrierEvents).toHaveLength(CARRIER_EVENTS_TOLD_MAX);
    });

    it('cuts a text between characters, never inside one', () => {
      const body = jobEventBody({ ...event, warnings: [], error: '💶'.repeat(5_000) }, BASE);
      // 6,000 bytes less two quotation marks and the ellipsis: 5,995, which is 1,498 characters of four bytes.
      expect(JSON.parse(body).error).toBe(`${'💶'.repeat(1_498)}…`);
    });

    it('stays below its limit for any texts, and keeps uncut texts unchanged', () => {
      const text = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 3_000 }),
        fc.string({ unit: fc.constantFrom('\u0000', '"', '\\', '\uD800', 'é'), maxLength: 9_000 }),
      );
      const warnings = fc.array(fc.record({ code: fc.string({ maxLength: 40 }), detail: text }), { maxLength: 60 });
      fc.assert(
        fc.property(warnings, fc.option(text), (some, error) => {
          const body = jobEventBody({ ...event, warnings: some, error }, BASE);
          expect(bytes(body)).toBeLessThan(EVENT_BODY_BYTES_MAX);
          const read = JSON.parse(body);
          expect(read.stats).toEqual(event.stats);
          if (error === null || bytes(JSON.stringify(error)) <= 6_000) expect(read.error).toBe(error);
          const total = read.warnings.length;
          const last = read.warnings.at(-1);
          if (total < some.length || last?.code === 'more_warnings')
            expect(last.detail).toBe(`${some.length - total + 1} more: see the job.`);
        }),
        { seed: 20_260_301, numRuns: propertyRuns(150) },
      );
    });
  });

  it('gives a test the fields of an event and a link to its webhook', () => {
    const fields = Object.keys(JSON.parse(jobEventBody(event, BASE)));
    const test = JSON.parse(testEventBody('w1', BASE));
    expect(Object.keys(test)).toEqual(fields);
    expect(test).toMatchObject({
      event: 'webhook.test',
      jobId: null,
      _links: { self: { href: 'https://api.example.com/v1/webhooks/w1' } },
    });
  });

  const runEvent: PayRunEvent = {
    ...{ event: 'pay_run.paid', runId: 'r1', payDate: '2026-02-15', months: ['2026-01'] },
    // 230.25 received, of which agents get 115.12; the house has the half cent.
    sums: { received: 2_302_500, people: 1_151_200, house: 1_151_300, held: 0, paid: 1_151_200 },
    ...{ agents: 2, approvedAt: '2026-02-14T10:00:00.000Z', paidOn: '2026-02-15', method: 'ACH', reference: null },
  };

  describe('the event of a pay run', () => {
    it('has the sums in dollars and links to the run', () => {
      expect(eventBody(runEvent, 'https://api.example')).toBe(
        '{"event":"pay_run.paid","runId":"r1","payDate":"2026-02-15","months":["2026-01"],' +
          '"sums":{"received":230.25,"people":115.12,"house":115.13,"held":0,"paid":115.12},"agents":2,' +
          '"approvedAt":"2026-02-14T10:00:00.000Z","paidOn":"2026-02-15","method":"ACH","reference":null,' +
          '"_links":{"self":{"href":"https://api.example/v1/pay-runs/r1"},' +
          '"lines":{"href":"https://api.example/v1/pay-runs/r1/lines"},' +
          '"payments":{"href":"https://api.example/v1/pay-runs/r1/payments"},' +
          '"journal":{"href":"https://api.example/v1/pay-runs/r1/journal"}}}',
      );
    });
  });
});

/**
 * Guarantee: both signatures follow their definitions, by test vectors from another program, by the official verifier, and by Python for
 * any bytes.
 */
describe('sign', () => {
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
});
