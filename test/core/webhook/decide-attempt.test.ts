import { describe, expect, it } from 'vitest';
import {
  type DeliverySituation,
  decideAttempt,
  decideDeliveries,
  decideRedelivery,
} from '../../../core/webhook/decide-attempt.ts';

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
  ['the fifth at its endpoint', { sendingNow: 4 }, 'send'],
  ['the sixth at its endpoint', { sendingNow: 5 }, 'postpone'],
  ['the sixth of its account', { accountSendingNow: 5 }, 'send'],
  ['the seventh of its account', { accountSendingNow: 6 }, 'postpone'],
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
