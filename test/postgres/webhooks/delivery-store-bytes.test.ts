import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createWebhookStore } from '../../../adapters/postgres/webhooks/webhook-store.ts';
import { PUBLIC_ADDRESSES } from '../../../adapters/webhook-http/public-address.ts';
import { createWebhookSender } from '../../../adapters/webhook-http/webhook-sender.ts';
import { attemptDelivery } from '../../../app/webhooks/attempt-delivery.ts';
import { type Receiver, startReceiver } from '../../adapters/webhook-http/receivers.ts';
import { createDeliveryBench, webhookPlatform } from '../../support/webhook-deliveries.ts';

/**
 * Guarantee: the signature of the sent bytes verifies at every attempt, before, during and after a rotation, with the official library and
 * with a program in another language that sees only the bytes.
 */

const ORIGIN = { actor: 'token:test', ip: null, requestId: 'request-1' };
let receiver: Receiver | null = null;
const bench = await createDeliveryBench();
afterEach(async () => {
  await receiver?.close();
  receiver = null;
});
afterAll(() => bench.close());

/** Reads a request from the socket itself, and reports which of the secrets signed it. */
const PYTHON = `
import base64, hashlib, hmac, json, sys
case = json.load(sys.stdin)
head, body = base64.b64decode(case["bytes"]).split(b"\\r\\n\\r\\n", 1)
headers = {}
for line in head.split(b"\\r\\n")[1:]:
    name, value = line.split(b": ", 1)
    headers[name.decode().lower()] = value.decode()
assert int(headers["content-length"]) == len(body)
def signed(secret):
    own = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    content = (headers["webhook-id"] + "." + headers["webhook-timestamp"] + ".").encode() + body
    mac = hmac.new(base64.b64decode(secret.split("_", 1)[1]), content, hashlib.sha256).digest()
    standard = "v1," + base64.b64encode(mac).decode()
    return [own == headers["x-service-signature"], standard in headers["webhook-signature"].split(" ")]
print(json.dumps([signed(secret) for secret in case["secrets"]]))
`;

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function verifiedByPython(bytes: Buffer, secrets: readonly string[]): unknown {
  const input = JSON.stringify({ bytes: bytes.toString('base64'), secrets });
  return JSON.parse(execFileSync('python3', ['-c', PYTHON], { input, encoding: 'utf8' }));
}

interface Captured {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function captured(bytes: Buffer): Captured {
  const [head = '', body = ''] = bytes.toString('utf8').split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const pair = (line: string): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ];
  return { headers: Object.fromEntries(lines.map(pair)), body };
}

function verified({ headers, body }: Captured, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}

it.runIf(hasPython())('signs every attempt with the valid secrets, and with no other', async () => {
  const statuses = ['500 Oh no', '503 Busy', '200 OK'];
  receiver = await startReceiver((socket, soFar) => {
    if (soFar.includes('\r\n\r\n{')) socket.end(`HTTP/1.1 ${statuses.shift()}\r\nContent-Length: 0\r\n\r\n`);
  });
  const parts = {
    ...bench.parts,
    sender: createWebhookSender({
      userAgent: 'test/1',
      rules: { ...PUBLIC_ADDRESSES, thisMachine: { isOwnPort: () => false } },
    }),
  };
  const store = createWebhookStore(bench.database, webhookPlatform.secretBox);
  const accountId = await bench.addAccount();
  const webhookId = await bench.addWebhook(accountId, receiver.url);
  const key = { accountId, webhookId };
  const rotate = async () => (await store.rotateSecret(key, ORIGIN))?.secret ?? '';
  const old = await rotate();
  await bench.database.system((sql) => sql`update webhooks set previous_secret_until = now()`);
  const deliveryId = await bench.addDelivery(accountId, { webhookId });

  await attemptDelivery(parts, deliveryId);
  await bench.makeDue(deliveryId);
  const fresh = await rotate();
  await attemptDelivery(parts, deliveryId);
  await bench.makeDue(deliveryId);
  await bench.database.system((sql) => sql`update webhooks set previous_secret_until = now()`);
  await attemptDelivery(parts, deliveryId);

  expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'delivered', attempts: 3 });
  const attempts = receiver.received.map(captured);
  expect(attempts.map((attempt) => [old, fresh].map((secret) => verified(attempt, secret)))).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ]);
  // Each secret has the service's own signature and a signature of the Standard Webhooks form.
  expect(receiver.received.map((bytes) => verifiedByPython(bytes, [old, fresh]))).toEqual([
    [
      [true, true],
      [false, false],
    ],
    [
      [false, true],
      [true, true],
    ],
    [
      [false, false],
      [true, true],
    ],
  ]);
  expect(new Set(attempts.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
  expect(attempts[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'test/1',
    'x-service-event': 'job.completed',
    'webhook-id': deliveryId,
  });
});
