import { expect, it } from 'vitest';
import { type DeliverySituation, decideClaim } from '../../../core/webhook/decide-claim.ts';

/** Guarantee (WH-6, WH-10): a delivery is sent when it is due, in nobody's hands, and its endpoint can take it. */

const READY: DeliverySituation = {
  isPending: true,
  isDue: true,
  heldSeconds: null,
  attempts: 0,
  hasReceiver: true,
  sendingNow: 0,
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
  ['for an endpoint that failed nine times', { failuresInRow: 9, probeSeconds: 60 }, 'send'],
  ['for one that failed ten times', { failuresInRow: 10, probeSeconds: 60 }, 'postpone'],
  ['the probe of one that failed ten times', { failuresInRow: 10, probeSeconds: 0 }, 'send'],
  ['in the hands of another, for one that is gone', { heldSeconds: 1, hasReceiver: false }, 'held'],
  ['begun six times, for one whose circuit is open', { attempts: 6, failuresInRow: 10, probeSeconds: 60 }, 'fail'],
])('%s', (_what, changed, decision) => {
  expect(decideClaim({ ...READY, ...changed }, 0).kind).toBe(decision);
});

it('what has to wait comes back spread out: from the next probe on over four minutes, or over half a minute', () => {
  const open = { ...READY, failuresInRow: 10, probeSeconds: 42 };
  expect([0, 0.5].map((random) => decideClaim(open, random))).toEqual([
    { kind: 'postpone', delaySeconds: 42 },
    // 42 + half of 240
    { kind: 'postpone', delaySeconds: 162 },
  ]);
  const busy = { ...READY, sendingNow: 5 };
  expect([0, 0.5].map((random) => decideClaim(busy, random))).toEqual([
    { kind: 'postpone', delaySeconds: 30 },
    { kind: 'postpone', delaySeconds: 45 },
  ]);
});
