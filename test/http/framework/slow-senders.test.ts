import { z } from '@hono/zod-openapi';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  FORM_WAIT_SECONDS,
  FORMS_OF_ACCOUNT_AT_ONCE,
  JSON_BYTES_MAX,
  UNAVAILABLE_RETRY_SECONDS,
} from '../../../core/limits.ts';
import { createApp } from '../../../lambdas/http/app.ts';
import { accountRoute } from '../../../lambdas/http/route.ts';
import { createSampleApp, sampleDeps, TOKENS } from './sample-service.ts';

/** Guarantee: a token whose senders never come to an end holds up its own uploads, for a while that is bounded, and nobody else's. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const forms = createSampleApp();
const about = { tag: 'Things', summary: 'A sample', description: 'A sample of its kind.' } as const;
const rosters = createApp(sampleDeps, [
  accountRoute({
    ...about,
    access: 'account:read',
    method: 'post',
    path: '/v1/rosters',
    operationId: 'compareRoster',
    request: { json: z.strictObject({ name: z.string() }) },
    jsonBytesMax: JSON_BYTES_MAX + 1,
    responses: { 200: { description: 'Compared.', schema: z.object({}), example: {} } },
  }).handle(() => ({ status: 200, body: {} })),
]);

const roster = async (token: string) =>
  rosters.fetch(
    new Request('http://localhost/v1/rosters', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"name":"A"}',
    }),
  );

const thing = async (token: string) =>
  forms.fetch(
    new Request('http://localhost/v1/things', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"name":"A","amount":1}',
    }),
  );

async function upload(token: string) {
  const body = new FormData();
  body.set('periodYear', '2026');
  body.set('file', new File(['a,b'], 'a.csv'));
  return forms.fetch(
    new Request('http://localhost/v1/uploads', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body,
    }),
  );
}

/** A form of which nothing comes until it is broken off. */
function slowUpload(token: string) {
  const begun = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream(
    {
      pull: async (controller) => {
        begun.resolve();
        await rest.promise;
        controller.error(new Error('The client went away'));
      },
    },
    // Nothing is asked for before somebody reads.
    { highWaterMark: 0 },
  );
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'multipart/form-data; boundary=b' };
  const request = { method: 'POST', headers, body, duplex: 'half' } as const;
  const answer = Promise.resolve(forms.fetch(new Request('http://localhost/v1/uploads', request)));
  return { begun: begun.promise, breakOff: () => rest.resolve(), answer };
}

test('slow senders of one account leave room for others, and its further bodies are answered with 503 after a while', async () => {
  const slow = Array.from({ length: FORMS_OF_ACCOUNT_AT_ONCE }, () => slowUpload(TOKENS.good));
  await Promise.all(slow.map(({ begun }) => begun));

  // Of another account they come in at once, and so does what is small.
  expect((await upload(TOKENS.other)).status).toBe(202);
  expect((await roster(TOKENS.other)).status).toBe(200);
  expect((await thing(TOKENS.good)).status).toBe(201);
  // A token that is unknown, or has asked too often, is not even let into the line.
  expect((await upload(TOKENS.unknown)).status).toBe(401);
  expect((await upload(TOKENS.limited)).status).toBe(429);

  const waiting = [upload(TOKENS.good), roster(TOKENS.good)];
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(waiting.length));
  vi.advanceTimersByTime(FORM_WAIT_SECONDS * 1_000);
  for (const response of await Promise.all(waiting)) {
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe(String(UNAVAILABLE_RETRY_SECONDS));
    expect(await response.json()).toMatchObject({
      code: 'service_unavailable',
      detail: 'Too many large requests are under way. Nothing of this one was taken in.',
    });
  }

  for (const { breakOff } of slow) breakOff();
  await Promise.all(slow.map(({ answer }) => answer));
  expect((await upload(TOKENS.good)).status).toBe(202);
});
