import { expect, it } from 'vitest';
import { decideDeliveries, decideRedelivery } from '../../../core/webhook/decide-attempt.ts';

/** Guarantee: a delivery is sent again only to an enabled receiver, and never while it is being sent. */

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
  ['that is being sent to a webhook deleted meanwhile', { ...OF_CALLBACK, callbackUrl: null, sending: true }, SENDING],
])('judges a delivery %s', (_, situation, detail) => {
  expect(decideRedelivery(situation)?.refused).toEqual(
    detail === null ? undefined : expect.objectContaining({ code: 'conflict', detail }),
  );
});

it('sends new deliveries to enabled webhooks only', () => {
  expect(decideDeliveries({ enabled: true })).toBeNull();
  expect(decideDeliveries({ enabled: false })?.refused).toMatchObject({ code: 'conflict', detail: DISABLED });
});
