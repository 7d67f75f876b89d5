import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { verifyWebhook } from '../../client/verify-webhook.ts';

/** Guarantee: the client accepts webhooks that the service signed, and no others. */

const page = await readFile(new URL('../../docs/howto/receive-webhooks.md', import.meta.url), 'utf8');
const shownValue = (name: string) => new RegExp(`^${name} +(.+)$`, 'm').exec(page)?.[1] ?? '';

const secret = shownValue('secret');
const body = shownValue('body');
const headers = {
  'webhook-id': shownValue('webhook-id'),
  'webhook-timestamp': shownValue('webhook-timestamp'),
  'webhook-signature': shownValue('webhook-signature'),
};
const now = new Date(Number(headers['webhook-timestamp']) * 1000);
const received = { secret, headers, body, now };

it('accepts the signature of the how-to page, as text and as bytes, in any kind of headers', async () => {
  const expected = { event: 'job.failed', jobId: '0b9f6d2a-5c1e-4f7a-9d3b-8e2a1c4f6b70' };
  expect(await verifyWebhook(received)).toMatchObject(expected);
  expect(await verifyWebhook({ ...received, body: Buffer.from(body) })).toMatchObject(expected);
  expect(await verifyWebhook({ ...received, headers: new Headers(headers) })).toMatchObject(expected);
  const upperCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
  expect(await verifyWebhook({ ...received, headers: upperCase })).toMatchObject(expected);
});

it('accepts either signature of a rotation', async () => {
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const added = new Webhook(other).sign(headers['webhook-id'], now, body);
  const both = { ...headers, 'webhook-signature': `${added} ${headers['webhook-signature']}` };
  expect(await verifyWebhook({ ...received, headers: both })).toMatchObject({ event: 'job.failed' });
  expect(await verifyWebhook({ ...received, headers: both, secret: other })).toMatchObject({ event: 'job.failed' });
});

it.each([
  ['another body', { body: body.replace('failed', 'passed') }],
  ['another secret', { secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }],
  ['a secret of something else', { secret: 'cas_abc' }],
  ['another id', { headers: { ...headers, 'webhook-id': 'other' } }],
  ['no headers', { headers: {} }],
  ['no signature', { headers: { ...headers, 'webhook-signature': '' } }],
  ['a broken signature', { headers: { ...headers, 'webhook-signature': 'v1,??? v2,abc' } }],
  ['a time six minutes later', { now: new Date(now.getTime() + 360_000) }],
  ['a time six minutes earlier', { now: new Date(now.getTime() - 360_000) }],
])('refuses %s', async (_, change) => {
  await expect(verifyWebhook({ ...received, ...change })).rejects.toMatchObject({ name: 'WebhookVerificationError' });
});
