import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attemptEnd,
  type DeliverySituation,
  decideAttempt,
  decideDeliveries,
  decideRedelivery,
  disableReason,
  errorClass,
  redactAttempt,
  retryDelaySeconds,
  SEND_FAILURES,
} from '../../../core/webhook/decide-attempt.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: a delivery is sent if it is due and unclaimed, and if its endpoint may get another one. */

const READY: DeliverySituation = {
  isPending: true,
  isDue: true,
  heldSeconds: null,
  attempts: 0,
  hasReceiver: true,
  ageSeconds: 0,
  sendingNow: 0,
  accountSendingNow: 0,
  failuresInRow: 0,
  probeSeconds: 0,
};

it.each<[what: string, changed: Partial<DeliverySituation>, decision: string]>([
  ['due', {}, 'send'],
  ['delivered, failed or discarded', { isPending: false }, 'none'],
  ['due later', { isDue: false }, 'none'],
  ['with another sender', { heldSeconds: 12 }, 'held'],
  ['of a webhook that is gone', { hasReceiver: false }, 'discard'],
  ['begun five times', { attempts: 5 }, 'send'],
  ['begun six times', { attempts: 6 }, 'fail'],
  ['the second at its endpoint', { sendingNow: 1 }, 'send'],
  ['the third at its endpoint', { sendingNow: 2 }, 'postpone'],
  ['the third of its account', { accountSendingNow: 2 }, 'send'],
  ['the fourth of its account', { accountSendingNow: 3 }, 'postpone'],
  ['for an endpoint that failed nine times', { failuresInRow: 9, probeSeconds: 60 }, 'send'],
  ['for an endpoint that failed ten times', { failuresInRow: 10, probeSeconds: 60 }, 'postpone'],
  ['the probe of an endpoint that failed ten times', { failuresInRow: 10, probeSeconds: 0 }, 'send'],
  ['claimed by another sender, of a webhook that is gone', { heldSeconds: 1, hasReceiver: false }, 'held'],
  [
    'begun six times, for an endpoint that failed ten times',
    { attempts: 6, failuresInRow: 10, probeSeconds: 60 },
    'fail',
  ],
])('decides on a delivery: %s', (_what, changed, decision) => {
  expect(decideAttempt({ ...READY, ...changed }, 0).kind).toBe(decision);
});

it('spreads deliveries that wait for a probe over four minutes after it', () => {
  const open = { ...READY, failuresInRow: 10, probeSeconds: 42 };
  expect([0, 0.5].map((random) => decideAttempt(open, random))).toEqual([
    { kind: 'postpone', delaySeconds: 42 },
    // 42 + half of 240
    { kind: 'postpone', delaySeconds: 162 },
  ]);
});

it.each([
  // The delay is at least a second, grows with the age of the delivery, and is always below a minute.
  [0, 0, 1],
  [0.2, 0.5, 1.5],
  [4, 0, 4],
  [4, 0.5, 6],
  [1_000_000, 0, 30],
  [1_000_000, 0.5, 45],
])(
  'delays a delivery that is %d s old at a busy endpoint, with a random value of %d, by %d s',
  (ageSeconds, random, delaySeconds) => {
    const busy = { ...READY, sendingNow: 5, ageSeconds };
    expect(decideAttempt(busy, random)).toEqual({ kind: 'postpone', delaySeconds });
  },
);

/** Guarantee: a delivery is sent again only to an enabled receiver, and never while it is being sent. */
describe('a redelivery', () => {
  const OF_WEBHOOK = { webhookId: 'w', callbackUrl: null, enabled: true, sending: false };
  const OF_CALLBACK = { webhookId: null, callbackUrl: 'https://agency.example', enabled: null, sending: false };

  const SENDING = 'It is being sent at this moment.';
  const DISABLED = 'The webhook is disabled. Enable it first.';
  const DELETED = 'The webhook it was for has been deleted.';

  it.each([
    ['of an enabled webhook', OF_WEBHOOK, null],
    ['of a callback', OF_CALLBACK, null],
    ['of a disabled webhook', { ...OF_WEBHOOK, enabled: false }, DISABLED],
    ['of a deleted webhook', { ...OF_CALLBACK, callbackUrl: null }, DELETED],
    ['that is being sent', { ...OF_WEBHOOK, sending: true }, SENDING],
    [
      'that is being sent to a webhook deleted meanwhile',
      { ...OF_CALLBACK, callbackUrl: null, sending: true },
      SENDING,
    ],
  ])('judges a delivery %s', (_, situation, detail) => {
    expect(decideRedelivery(situation)?.refused).toEqual(
      detail === null ? undefined : expect.objectContaining({ code: 'conflict', detail }),
    );
  });

  it('sends new deliveries to enabled webhooks only', () => {
    expect(decideDeliveries({ enabled: true })).toBeNull();
    expect(decideDeliveries({ enabled: false })?.refused).toMatchObject({ code: 'conflict', detail: DISABLED });
  });
});

/** Guarantee: delays, results of answers, and the end of failing endpoints are as docs/reference/webhooks.md#attempts says. */

const AT = new Date('2026-04-01T00:00:00Z');
const delay = (
  attempt: number,
  { random = 0, retryAfter = null }: { random?: number; retryAfter?: string | null } = {},
) => retryDelaySeconds({ attempt, random, retryAfter, attemptedAt: AT });

describe('the next attempt', () => {
  it('comes 30 s, 2 min, 10 min, 30 min and 2 h after a failure, and none after the sixth', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => delay(attempt))).toEqual([30, 120, 600, 1_800, 7_200, null, null]);
  });

  it('is at most a tenth later, and never earlier', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, random) => {
          const exact = delay(attempt) ?? 0;
          const jittered = delay(attempt, { random }) ?? 0;
          expect(jittered).toBeGreaterThanOrEqual(exact);
          expect(jittered).toBeLessThanOrEqual(exact * 1.1 + 1e-9);
        },
      ),
      { seed: 7, numRuns: propertyRuns(100) },
    );
  });

  it.each([
    // A requested time above 30 s is used.
    ['45', 45],
    [' 3600 ', 3_600],
    ['Wed, 01 Apr 2026 00:10:00 GMT', 600],
    ['Wednesday, 01-Apr-26 00:10:00 GMT', 600],
    // The delay is never shortened.
    ['0', 30],
    ['29', 30],
    ['Wed, 01 Apr 2026 00:00:10 GMT', 30],
    ['Tue, 31 Mar 2026 23:00:00 GMT', 30],
    // The delay is at most two hours.
    ['7201', 7_200],
    ['99999999999999999999999999', 7_200],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 7_200],
    // An invalid value is ignored.
    ['-1', 30],
    ['1e9', 30],
    ['3600.5', 30],
    ['soon', 30],
    ['', 30],
    ['2026-04-02', 30],
    ['Thu, 99 Foo 2026 00:00:00 GMT', 30],
    ['NaN', 30],
    ['Infinity', 30],
  ])('after Retry-After %j comes in %i s', (retryAfter, seconds) => {
    expect(delay(1, { retryAfter })).toBe(seconds);
  });
});

describe('an answer', () => {
  const end = (status: number, attempt = 1) =>
    attemptEnd({ status, retryAfter: null }, { attempt, random: 0, attemptedAt: AT });

  it('is a success with every 2xx and with nothing else', () => {
    for (let status = 100; status <= 599; status++) {
      const expected = status >= 200 && status <= 299 ? 'delivered' : status === 410 ? 'gone' : 'retry';
      expect({ status, kind: end(status).kind }).toEqual({ status, kind: expected });
      expect(errorClass({ status, retryAfter: null })).toBe(expected === 'delivered' ? null : `http_${status}`);
    }
  });

  it('that never came causes another attempt, and is named by its class', () => {
    for (const failure of SEND_FAILURES) {
      expect(attemptEnd({ failure }, { attempt: 2, random: 0, attemptedAt: AT })).toEqual({
        kind: 'retry',
        delaySeconds: 120,
      });
      expect(errorClass({ failure })).toBe(failure);
    }
  });

  it('to the sixth attempt is the last', () => {
    expect(end(500, 6)).toEqual({ kind: 'failed' });
    expect(end(200, 6)).toEqual({ kind: 'delivered' });
    expect(end(410, 6)).toEqual({ kind: 'gone' });
  });

  it('with Retry-After gives the delay of the next attempt', () => {
    const asked = attemptEnd({ status: 429, retryAfter: '300' }, { attempt: 1, random: 0, attemptedAt: AT });
    expect(asked).toEqual({ kind: 'retry', delaySeconds: 300 });
  });
});

describe('an endpoint', () => {
  const retry = { kind: 'retry', delaySeconds: 30 } as const;
  it.each([
    [retry, 99, 4.99, null],
    [retry, 100, 0, '100 attempts in a row failed.'],
    [{ kind: 'failed' } as const, 101, 9, '101 attempts in a row failed.'],
    [{ kind: 'failed' } as const, 7, 5, 'Every attempt of the last 5 days failed.'],
    [{ kind: 'gone' } as const, 1, 0, 'The receiver answered 410 Gone.'],
    [{ kind: 'delivered' } as const, 100, 9, null],
  ])('after %o, %i failures and %d days: %s', (end, failuresInRow, failingDays, reason) => {
    expect(disableReason(end, { failuresInRow, failingDays })).toBe(reason);
  });
});

describe('the record of an attempt at this machine', () => {
  const attempts = SEND_FAILURES.filter((failure) => failure !== 'refused_address');

  it('is the same whatever was found there, and however long it took', () => {
    for (const url of ['http://localhost:3001/', 'http://127.0.0.1:3001', 'http://[::1]:3001/x']) {
      for (const failure of attempts) {
        expect(redactAttempt({ url, answer: { failure }, durationMs: 12.5 })).toEqual({
          answer: { failure: 'connect_failed' },
          durationMs: 0,
        });
      }
    }
  });

  it('is the actual result if it was answered or never sent, and for every other machine', () => {
    const answer = { status: 500, retryAfter: null };
    expect(redactAttempt({ url: 'http://localhost:3001/', answer, durationMs: 3 })).toEqual({
      answer,
      durationMs: 3,
    });
    const refused = { failure: 'refused_address' } as const;
    expect(redactAttempt({ url: 'http://localhost:3001/', answer: refused, durationMs: 3 }).answer).toEqual(refused);
    for (const failure of attempts) {
      const attempt = { answer: { failure }, durationMs: 12.5 };
      expect(redactAttempt({ url: 'https://hook.example/', ...attempt })).toEqual(attempt);
    }
  });
});
