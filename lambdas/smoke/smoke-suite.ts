// Uses a running service as an agency does: a statement up, its month and its sums back, a webhook, the sign-in page. It runs against any
// address: after a deployment (`npm run smoke`), and every few minutes on AWS. It leaves no statement and no webhook behind.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '../runtime/log.ts';
import type { CountMetric } from '../runtime/metrics.ts';

export interface SmokeOptions {
  /** The address of the service without `/v1`. */
  readonly baseUrl: string;
  /** A token with the scopes `read` and `write`, of an account that is kept for this. */
  readonly token: string;
  /** False where the stage has no pages for people. */
  readonly hasPages: boolean;
  /**
   * The https address of any server that answers, to which a webhook is sent. `here`: a server of this process, which checks the signature;
   * for a service on this machine that was started with WEBHOOK_LOCALHOST=allow. Null: webhooks are not tried.
   */
  readonly webhook: string | null;
  /** The seconds that a step may wait for its job or its webhook. */
  readonly seconds?: number;
}

export interface SmokeStep {
  readonly name: string;
  /** Null when the step passed; else a sentence that says what came instead. */
  readonly fault: string | null;
  readonly elapsedMs: number;
}

const MEMBERS = [
  ['SMOKE-1', 41.17],
  ['SMOKE-2', 23.06],
  ['SMOKE-3', -5.02],
] as const;
const CARRIER = 'Smoke test carrier';
const FORMAT = { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } };
/** The month of the statement. It is long ago, so that the figures of the account's present months are not touched. */
const PERIOD = '2020-01';

class Fault extends Error {}

const withId = z.object({ id: z.string() });

/** Runs every step and returns them in order. A step after a failed one may fail for its sake. Never throws. */
export async function runSmokeSuite(options: SmokeOptions): Promise<readonly SmokeStep[]> {
  const { baseUrl, hasPages, webhook, seconds = 120 } = options;
  const call = caller(options);
  const receiver = webhook === 'here' ? await openReceiver() : null;
  // Each run sends another amount: the same bytes again would be the same upload, and nothing would be scored.
  const rows = [...MEMBERS, ['SMOKE-4', randomInt(1, 99_999) / 100] as const];
  let carrierId = '';
  let fileId = '';
  let webhookId = '';
  const steps: SmokeStep[] = [];
  async function step(name: string, work: () => Promise<void>): Promise<void> {
    const started = performance.now();
    const fault = await work().then(() => null, sentenceOf);
    steps.push({ name, fault, elapsedMs: Math.round(performance.now() - started) });
  }

  await step('the service answers', async () => {
    await call('GET', '/v1/health', { expected: 200 });
  });
  if (hasPages) await step('the sign-in page is there', () => expectPage(baseUrl));
  if (webhook !== null) {
    await step('a webhook is set up', async () => {
      const url = receiver?.url ?? webhook;
      await removeWebhooks(call, url);
      const body = { url, events: ['job.completed'] };
      const created = await call('POST', '/v1/webhooks', { body, expected: 201 });
      const { id, secret } = withId.extend({ secret: z.string() }).parse(created);
      webhookId = id;
      receiver?.expectSecret(secret);
    });
  }
  await step('a statement is scored', async () => {
    carrierId = await carrierOf(call);
    const upload = await sendStatement(call, carrierId, rows);
    fileId = upload.fileId;
    await expectCompleted(call, upload.jobId, seconds);
  });
  await step('its members come back to the cent', () => expectMembers(call, carrierId, rows));
  await step('a report adds them up', () => expectTotal(call, carrierId, rows));
  if (webhook !== null) {
    await step('the webhook is sent', async () => {
      await expectAnswer(call, webhookId, seconds);
      if (receiver === null) return;
      const received = await until(seconds, 'The webhook did not arrive', async () => receiver.received());
      if (received !== 'signed') throw new Fault('The webhook arrived with a signature that is not right.');
    });
  }
  await step('what was made is removed again', async () => {
    if (webhookId !== '') await call('DELETE', `/v1/webhooks/${webhookId}`, { expected: 204 });
    if (fileId !== '') await call('DELETE', `/v1/files/${fileId}`, { expected: 202 });
  });
  receiver?.close();
  return steps;
}

async function expectPage(baseUrl: string): Promise<void> {
  const read = (path: string) => fetch(new URL(path, baseUrl), { signal: AbortSignal.timeout(30_000) });
  const page = await read('/');
  const script = /<script[^>]+src="([^"]+)"/.exec(await page.text())?.[1];
  if (page.status !== 200) throw new Fault(`GET / answered ${page.status}.`);
  if (script === undefined) throw new Fault('GET / answered a page without a program.');
  const program = await read(script);
  if (program.status !== 200) throw new Fault(`GET ${script} answered ${program.status}.`);
}

type Row = readonly [memberId: string, amount: number];

async function sendStatement(call: Call, carrierId: string, rows: readonly Row[]) {
  const form = new FormData();
  const [periodYear = '', periodMonth = ''] = PERIOD.split('-');
  const fields = { carrierId, periodYear, periodMonth, replace: 'true' };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const lines = rows.map(([id, amount]) => `${id},${amount.toFixed(2)}`);
  form.set('file', new Blob([`Member ID,Commission\n${lines.join('\n')}\n`]), 'smoke.csv');
  const answer = z.object({ jobId: z.string(), fileId: z.string() });
  return answer.parse(await call('POST', '/v1/files', { form, expected: 202 }));
}

async function expectCompleted(call: Call, jobId: string, seconds: number): Promise<void> {
  const ended = z.object({ status: z.string(), error: z.unknown() });
  const job = await until(seconds, 'The job did not end', async () => {
    const now = ended.parse(await call('GET', `/v1/jobs/${jobId}`, { expected: 200 }));
    return ['completed', 'failed', 'canceled'].includes(now.status) ? now : null;
  });
  if (job.status !== 'completed') throw new Fault(`The job ended as ${job.status}: ${JSON.stringify(job.error)}.`);
}

async function expectMembers(call: Call, carrierId: string, rows: readonly Row[]): Promise<void> {
  const list = z.object({ data: z.array(z.object({ memberExternalId: z.string(), commissionAmount: z.number() })) });
  const path = `/v1/members?carrierId=${carrierId}&period=${PERIOD}&limit=50`;
  const { data } = list.parse(await call('GET', path, { expected: 200 }));
  for (const [id, amount] of rows) {
    const found = data.find(({ memberExternalId }) => memberExternalId === id)?.commissionAmount;
    if (found !== amount) throw new Fault(`${id} came back with ${found ?? 'nothing'}, and ${amount} was sent.`);
  }
}

async function expectTotal(call: Call, carrierId: string, rows: readonly Row[]): Promise<void> {
  const report = z.object({ byCarrier: z.array(z.object({ carrierId: z.string(), paidNet: z.number() })) });
  const path = `/v1/reports/rollup?period=${PERIOD}&carrierId=${carrierId}`;
  const { byCarrier } = report.parse(await call('GET', path, { expected: 200 }));
  const total = rows.reduce((cents, [, amount]) => cents + Math.round(amount * 100), 0) / 100;
  const found = byCarrier.find((row) => row.carrierId === carrierId)?.paidNet;
  if (found !== total) throw new Fault(`The sum of the month is ${found ?? 'not there'}, and ${total} was sent.`);
}

/** Removes the webhooks to an address that a run left behind which broke off. An account may have only some. */
async function removeWebhooks(call: Call, url: string): Promise<void> {
  const list = z.object({ data: z.array(withId.extend({ url: z.string() })) });
  const { data } = list.parse(await call('GET', '/v1/webhooks?limit=100', { expected: 200 }));
  for (const left of data) if (left.url === url) await call('DELETE', `/v1/webhooks/${left.id}`, { expected: 204 });
}

async function expectAnswer(call: Call, webhookId: string, seconds: number): Promise<void> {
  const attempt = z.object({ responseStatus: z.number().nullable(), error: z.string().nullable() });
  const list = z.object({ data: z.array(z.object({ attempts: z.array(attempt) })) });
  const first = await until(seconds, 'No delivery was attempted', async () => {
    const { data } = list.parse(await call('GET', `/v1/webhooks/${webhookId}/deliveries`, { expected: 200 }));
    return data.flatMap(({ attempts }) => attempts)[0] ?? null;
  });
  // Any answer shows that the way out is open. The address need not be a receiver.
  if (first.responseStatus === null) throw new Fault(`The first attempt had no answer: ${first.error ?? 'unknown'}.`);
}

type Call = (
  method: string,
  path: string,
  how: { readonly expected: number; readonly body?: object; readonly form?: FormData },
) => Promise<unknown>;

function caller({ baseUrl, token }: SmokeOptions): Call {
  return async (method, path, { expected, body, form }) => {
    const headers = new Headers({ Authorization: `Bearer ${token}`, Accept: 'application/json' });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers,
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    if (response.status !== expected) {
      throw new Fault(`${method} ${path} answered ${response.status} in place of ${expected}: ${text.slice(0, 300)}`);
    }
    return text === '' ? null : JSON.parse(text);
  };
}

/** Returns the carrier of earlier runs, or makes it with its format. */
async function carrierOf(call: Call): Promise<string> {
  const named = z.array(withId.extend({ name: z.string() }));
  for (let offset = 0; ; offset += 100) {
    const page = await call('GET', `/v1/carriers?limit=100&offset=${offset}`, { expected: 200 });
    const { data } = z.object({ data: named }).parse(page);
    const known = data.find(({ name }) => name === CARRIER);
    if (known !== undefined) return known.id;
    if (data.length < 100) break;
  }
  const { id } = withId.parse(await call('POST', '/v1/carriers', { body: { name: CARRIER }, expected: 201 }));
  await call('POST', `/v1/carriers/${id}/configs`, { body: FORMAT, expected: 201 });
  return id;
}

async function until<T>(seconds: number, fault: string, ask: () => Promise<T | null>): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (let pauseMs = 200; ; pauseMs = Math.min(2000, pauseMs * 1.3)) {
    const found = await ask();
    if (found !== null) return found;
    if (performance.now() > end) throw new Fault(`${fault} within ${seconds} seconds.`);
    await delay(pauseMs);
  }
}

interface Receiver {
  readonly url: string;
  expectSecret(secret: string): void;
  /** Whether a webhook arrived, and with the right signature; null for nothing yet. */
  received(): 'signed' | 'unsigned' | null;
  close(): void;
}

/** Receives webhooks on this machine and checks their Standard Webhooks signature. */
async function openReceiver(): Promise<Receiver> {
  let secret = '';
  let received: 'signed' | 'unsigned' | null = null;
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = request.headers;
    const signed = Buffer.concat([Buffer.from(`${String(id)}.${String(time)}.`), ...chunks]);
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const right = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    const isRight = String(signatures)
      .split(' ')
      .some((one) => isSame(one, right));
    received = isRight && received !== 'unsigned' ? 'signed' : 'unsigned';
    response.writeHead(204).end();
  }
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    expectSecret: (shown) => {
      secret = shown;
    },
    received: () => received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function sentenceOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  if (error instanceof z.ZodError) return `An answer has another shape: ${z.prettifyError(error)}`;
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

interface CanaryParts {
  readonly run: () => Promise<readonly SmokeStep[]>;
  readonly count: CountMetric;
  readonly log: Log;
}

/** Makes the scheduled use of the service by an account of its own. A failed step is counted and logged; the function itself succeeds. */
export function createCanary({ run, count, log }: CanaryParts): () => Promise<{ readonly failed: readonly string[] }> {
  return async () => {
    const steps = await run();
    const failed = steps.filter(({ fault }) => fault !== null);
    for (const { name, fault, elapsedMs } of failed)
      log('error', 'canary_step_failed', { step: name, fault, elapsedMs });
    count('CanaryFailed', failed.length > 0 ? 1 : 0);
    return { failed: failed.map(({ name }) => name) };
  };
}
