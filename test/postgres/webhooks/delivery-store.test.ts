import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import { DatabaseUnavailable } from '../../../adapters/postgres/connection/database-error.ts';
import { createDeliveryStore } from '../../../adapters/postgres/webhooks/delivery-store.ts';
import { createWebhookStore } from '../../../adapters/postgres/webhooks/webhook-store.ts';
import { createPostgresQueue } from '../../../adapters/queue/postgres-queue.ts';
import { PUBLIC_ADDRESSES } from '../../../adapters/webhook-http/public-address.ts';
import { createWebhookSender } from '../../../adapters/webhook-http/webhook-sender.ts';
import { attemptDelivery, type DeliveryLease } from '../../../app/webhooks/attempt-delivery.ts';
import { SENDER_POOL_SIZE } from '../../../core/limits/job-limits.ts';
import { decideAttempt, disableReason } from '../../../core/webhook/decide-attempt.ts';
import { type Receiver, startReceiver } from '../../adapters/webhook-http/receivers.ts';
import { createDeliveryBench, FAILED, OK, webhookPlatform } from '../../support/webhook-deliveries.ts';

/**
 * Guarantee: one attempt has one sender, its result is stored once, and the next attempt comes according to
 * docs/reference/webhooks.md#attempts. Times are by the database's clock. The tests change stored times instead of waiting.
 */
describe('delivery store', async () => {
  let accountId: string;
  let webhookId: string;
  let deliveryId: string;
  const bench = await createDeliveryBench();
  afterAll(() => bench.close());
  beforeEach(async () => {
    await bench.database.system((sql) => sql`delete from webhook_deliveries`);
    for (const kept of [bench.requests, bench.messages, bench.mails, bench.failing]) kept.length = 0;
    bench.answerWith(() => OK);
    accountId = await bench.addAccount();
    webhookId = await bench.addWebhook(accountId);
    deliveryId = await bench.addDelivery(accountId, { webhookId });
  });

  const claim = (of = deliveryId, random = 0): Promise<DeliveryLease> =>
    bench.parts.deliveries.lease(of, (situation) => decideAttempt(situation, random));
  async function claimed(of = deliveryId) {
    const got = await claim(of);
    if (got.kind !== 'send') throw new Error(`Not to be sent: ${got.kind}`);
    return got.delivery;
  }
  const failedRecord = {
    end: { kind: 'retry', delaySeconds: 30 },
    durationMs: 5,
    responseStatus: 500,
    error: 'http_500',
  } as const;

  it('tells how long an attempt was due', async () => {
    await bench.database.system(
      (sql) => sql`update webhook_deliveries set next_attempt_at = clock_timestamp() - interval '90 seconds'`,
    );
    const { attempt, dueSecondsAgo } = await claimed();
    expect([attempt, Math.floor(dueSecondsAgo / 10)]).toEqual([1, 9]);
  });

  describe('a delivery that fails every time', () => {
    it('is tried six times, after the promised delays, and has then failed', async () => {
      bench.answerWith(() => FAILED);
      const delays: number[] = [];
      for (let attempt = 1; attempt <= 6; attempt++) {
        await bench.makeDue(deliveryId);
        await bench.deliver(deliveryId);
        const { delaySeconds, attempts } = await bench.delivery(deliveryId);
        expect(attempts).toBe(attempt);
        // The delay from sending to the next attempt. The result is recorded a moment after sending.
        if (delaySeconds !== null) delays.push(Math.floor(delaySeconds));
      }
      expect(delays).toEqual([30, 120, 600, 1_800, 7_200]);
      expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'failed', delaySeconds: null, hasEnded: true });
      expect(await bench.attempts(deliveryId)).toEqual(
        [1, 2, 3, 4, 5, 6].map((number) => ({ number, responseStatus: 500, error: 'http_500' })),
      );
      // A delay that fits the queue has a message; a longer one gets its message when it is due.
      expect(bench.messages.map((message) => message.delaySeconds)).toEqual([30, 120, 600]);
      // Every attempt has the same bytes and the same id, with a new signature.
      expect(new Set(bench.requests.map(({ body, headers }) => `${headers['webhook-id']} ${body}`))).toEqual(
        new Set([`${deliveryId} ${JSON.stringify({ deliveryId })}`]),
      );
      await bench.deliver(deliveryId);
      expect(bench.requests).toHaveLength(6);
    });

    it('has a message in transit exactly while its delay fits the queue', async () => {
      bench.answerWith(() => FAILED);
      const queued: boolean[] = [];
      for (let attempt = 1; attempt <= 5; attempt++) {
        await bench.makeDue(deliveryId);
        await bench.deliver(deliveryId);
        queued.push((await bench.delivery(deliveryId)).isQueued);
      }
      expect(queued).toEqual([true, true, true, false, false]);
    });

    it('is not sent before its time by an early message', async () => {
      bench.answerWith(() => FAILED);
      await bench.deliver(deliveryId);
      await bench.deliver(deliveryId);
      expect(bench.requests).toHaveLength(1);
    });
  });

  describe('a delivery that succeeded', () => {
    it('is never sent again by a repeated message or the redelivery task', async () => {
      await bench.deliver(deliveryId);
      expect(await bench.delivery(deliveryId)).toMatchObject({
        status: 'delivered',
        attempts: 1,
        hasEnded: true,
        isClaimed: false,
      });
      await bench.deliver(deliveryId);
      expect(await bench.parts.deliveries.takeDue(100)).toEqual([]);
      expect(bench.requests).toHaveLength(1);
      expect(await bench.attempts(deliveryId)).toEqual([{ number: 1, responseStatus: 200, error: null }]);
    });

    it('is sent once by many concurrent senders', async () => {
      await Promise.all(Array.from({ length: 8 }, () => bench.deliver(deliveryId)));
      expect(bench.requests).toHaveLength(1);
      expect((await bench.delivery(deliveryId)).status).toBe('delivered');
    });
  });

  describe('a claim', () => {
    it('counts its attempt at once, and hides the delivery from other senders until it expires', async () => {
      const delivery = await claimed();
      expect(delivery).toMatchObject({
        attempt: 1,
        url: 'https://agency.example/hook?key=secret',
        event: 'job.completed',
        requestId: null,
      });
      expect(await claim()).toMatchObject({ kind: 'later', message: { deliveryId, accountId } });
      expect(await bench.delivery(deliveryId)).toMatchObject({ attempts: 1, isClaimed: true });
    });

    it('that expired is an attempt without an end, and the same delivery is sent again', async () => {
      const first = await claimed();
      await bench.expireClaim(deliveryId);
      const second = await claimed();
      expect(second).toMatchObject({ deliveryId: first.deliveryId, body: first.body, attempt: 2 });
      expect(await bench.attempts(deliveryId)).toEqual([{ number: 1, responseStatus: null, error: 'interrupted' }]);
      // The earlier sender returns late, and its record is ignored.
      expect(await bench.parts.deliveries.record(first, failedRecord, disableReason)).toBeNull();
      expect(await bench.parts.deliveries.record(second, failedRecord, disableReason)).not.toBeNull();
      expect(await bench.attempts(deliveryId)).toMatchObject([{ number: 1 }, { number: 2, error: 'http_500' }]);
      expect(await bench.webhook(webhookId)).toMatchObject({ failuresInRow: 1 });
    });

    it('is recorded once, however often its record is repeated', async () => {
      const delivery = await claimed();
      const answers = await Promise.all(
        [1, 2, 3].map(() => bench.parts.deliveries.record(delivery, failedRecord, disableReason)),
      );
      expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
      expect(await bench.attempts(deliveryId)).toHaveLength(1);
      expect(await bench.webhook(webhookId)).toMatchObject({ failuresInRow: 1 });
    });

    it('uses no attempt if it is given back', async () => {
      const delivery = await claimed();
      await bench.parts.deliveries.release(delivery);
      expect(await bench.delivery(deliveryId)).toMatchObject({ attempts: 0, isClaimed: false, status: 'pending' });
      expect(await claimed()).toMatchObject({ attempt: 1 });
    });

    it('is refused for a delivery whose senders died six times', async () => {
      for (let attempt = 1; attempt <= 6; attempt++) {
        await claimed();
        await bench.expireClaim(deliveryId);
      }
      expect(await claim()).toEqual({ kind: 'none' });
      expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'failed', attempts: 6, hasEnded: true });
      expect(await bench.attempts(deliveryId)).toHaveLength(6);
    });

    it('is refused for an unknown delivery', async () => {
      expect(await claim('00000000-0000-4000-8000-000000000000')).toEqual({ kind: 'none' });
    });
  });

  describe('an error of the service itself', () => {
    it('uses no attempt if a secret cannot be decrypted, and is logged', async () => {
      const open = () => {
        throw new Error('sealed with another key');
      };
      const broken = { ...bench.parts, secretBox: { ...bench.parts.secretBox, open } };
      await expect(attemptDelivery(broken, deliveryId)).rejects.toThrow('another key');
      expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'pending', attempts: 0, isClaimed: false });
      await bench.deliver(deliveryId);
      expect((await bench.delivery(deliveryId)).status).toBe('delivered');
    });

    it('makes a refused record repeat, so that a delivered event is not sent twice', async () => {
      let refusals = 2;
      const pauses: number[] = [];
      const { deliveries } = bench.parts;
      const shaky = {
        ...bench.parts,
        // The pauses between attempts to record grow, because a restart of the database outlasts three immediate attempts.
        pause: async (seconds: number) => void pauses.push(seconds),
        deliveries: {
          ...deliveries,
          record: (...args: Parameters<typeof deliveries.record>) =>
            refusals-- > 0 ? Promise.reject(new DatabaseUnavailable('Away')) : deliveries.record(...args),
        },
      };
      await attemptDelivery(shaky, deliveryId);
      expect(pauses).toEqual([1, 2]);
      expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'delivered' });
      expect(await bench.attempts(deliveryId)).toHaveLength(1);
    });
  });

  it('is made with the connections of a sender on AWS: one of each role', async () => {
    const database = connectDatabase(bench.address, { poolSize: SENDER_POOL_SIZE });
    const sender = { ...bench.parts, deliveries: createDeliveryStore(database), queue: createPostgresQueue(database) };
    bench.answerWith(() => FAILED);
    await attemptDelivery(sender, deliveryId);
    bench.answerWith(() => OK);
    await bench.makeDue(deliveryId);
    await attemptDelivery(sender, deliveryId);
    await database.close();
    expect(await bench.delivery(deliveryId)).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  describe('one endpoint', () => {
    const deliveriesOf = (receiver: { webhookId: string } | { callbackUrl: string }) =>
      Promise.all(Array.from({ length: 30 }, () => bench.addDelivery(accountId, receiver)));
    const kindsOf = async (deliveryIds: readonly string[]) => {
      const claims = await Promise.all(deliveryIds.map((one) => claim(one)));
      return claims.map(({ kind }) => kind).sort();
    };
    const twoOfThirty = [...Array<string>(28).fill('later'), ...Array<string>(2).fill('send')];

    it('has at most two concurrent attempts; further requests use none', async () => {
      const deliveryIds = await deliveriesOf({ webhookId });
      expect(await kindsOf(deliveryIds)).toEqual(twoOfThirty);
      const states = await Promise.all(deliveryIds.map((one) => bench.delivery(one)));
      expect(states.filter(({ attempts }) => attempts === 1)).toHaveLength(2);
      // Another endpoint of the same account is not affected.
      const other = await bench.addDelivery(accountId, { webhookId: await bench.addWebhook(accountId) });
      expect(await claim(other)).toMatchObject({ kind: 'send' });
    });

    it('shares three concurrent attempts with all endpoints of its account; another account has its own three', async () => {
      const idsOf = async (account: string) => {
        const ids: string[] = [];
        for (let endpoint = 0; endpoint < 5; endpoint++) {
          const to = await bench.addWebhook(account);
          ids.push(
            await bench.addDelivery(account, { webhookId: to }),
            await bench.addDelivery(account, { webhookId: to }),
          );
        }
        return ids;
      };
      const own = await idsOf(accountId);
      const others = await idsOf(await bench.addAccount());
      const kinds = async (ids: readonly string[]) =>
        (await Promise.all(ids.map((id) => claim(id)))).filter(({ kind }) => kind === 'send').length;
      expect(await Promise.all([kinds(own), kinds(others)])).toEqual([3, 3]);
    });

    it('is formed by all callbacks of an account together', async () => {
      expect(await kindsOf(await deliveriesOf({ callbackUrl: 'https://agency.example/a' }))).toEqual(twoOfThirty);
      const elsewhere = await bench.addDelivery(await bench.addAccount(), { callbackUrl: 'https://agency.example/a' });
      expect(await claim(elsewhere)).toMatchObject({ kind: 'send' });
    });

    it('queues a message for later when its places are taken, and sends the delivery when a place is free', async () => {
      const deliveryIds = await deliveriesOf({ webhookId });
      await bench.database.system((sql) => sql`update webhook_deliveries set created_at = now() - interval '1 hour'`);
      const [first] = await Promise.all(deliveryIds.slice(0, 2).map((one) => claimed(one)));
      const [waiting = ''] = deliveryIds.slice(2);
      await bench.deliver(waiting);
      // The delivery has no request id, because the test made its event.
      const body = JSON.stringify({ deliveryId: waiting });
      expect(bench.messages).toEqual([{ body, groupId: accountId, delaySeconds: 30, requestId: null }]);
      if (first !== undefined) await bench.parts.deliveries.record(first, failedRecord, disableReason);
      await bench.makeDue(waiting);
      await bench.deliver(waiting);
      expect(await bench.delivery(waiting)).toMatchObject({ status: 'delivered', attempts: 1 });
    });
  });

  it('causes neither deadlocks nor duplicates when senders run while the account changes its webhook all the time', async () => {
    const deliveryIds = await Promise.all(
      Array.from({ length: 40 }, () => bench.addDelivery(accountId, { webhookId })),
    );
    let turn = 0;
    bench.answerWith(() => (turn++ % 3 === 0 ? FAILED : OK));
    const changing = (async () => {
      for (let change = 0; change < 20; change++) {
        await bench.database.tenant(accountId, async (sql) => {
          await sql`select 1 from webhooks where webhook_id = ${webhookId} for update`;
          await sql`update webhook_deliveries set redelivered = true where webhook_id = ${webhookId} and status = 'pending'`;
        });
      }
    })();
    for (let from = 0; from < 40; from += 8)
      await Promise.all(deliveryIds.slice(from, from + 8).map((one) => bench.deliver(one)));
    await changing;
    const sentOnce = new Set(bench.requests.map(({ body }) => body));
    expect(bench.requests).toHaveLength(sentOnce.size);
  });
});

/**
 * Guarantee: the signature of the sent bytes verifies at every attempt, before, during and after a rotation, with the official library and
 * with a program in another language that sees only the bytes.
 */
describe('delivery store bytes', async () => {
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
});
