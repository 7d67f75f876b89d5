import { execFile } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AddressRules,
  isPublicAddress,
  PUBLIC_ADDRESSES,
  webhookAddressProblem,
} from '../../../adapters/webhook-http/public-address.ts';
import { createWebhookSender } from '../../../adapters/webhook-http/webhook-sender.ts';
import { WEBHOOK_SEND_LIMITS } from '../../../core/limits/job-limits.ts';
import type { SendAnswer } from '../../../core/webhook/decide-attempt.ts';
import { AUTHORITY, type Behaviour, bytesRead, type Receiver, startReceiver, startTlsReceiver } from './receivers.ts';

/**
 * Guarantee: over real sockets, any receiver costs bounded time and bytes and ends in one class of failure, and only the checked address
 * is ever connected to. The test controls the time, so nothing waits for a clock.
 */

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const REQUEST = {
  headers: { 'Content-Type': 'application/json', 'X-Service-Event': 'job.completed' },
  body: '{"a":"ü"}',
};
const LOOPBACK: AddressRules = {
  resolve: async () => ['127.0.0.1'],
  isAllowed: (address) => address === '127.0.0.1',
  ownHosts: [],
  thisMachine: { isOwnPort: () => false },
};
const closing: Receiver[] = [];

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const receiver of closing.splice(0)) await receiver.close();
});

const started = async (starting: Promise<Receiver>): Promise<Receiver> => {
  const receiver = await starting;
  closing.push(receiver);
  return receiver;
};
const receiving = (behave: Behaviour) => started(startReceiver(behave));
const answering = (text: string) => receiving((socket, soFar) => isWhole(soFar) && socket.end(text));
const isWhole = (soFar: string) => soFar.endsWith(REQUEST.body);

const sender = (rules: AddressRules = LOOPBACK) => createWebhookSender({ userAgent: 'test/1', rules });
const send = async (url: string, rules?: AddressRules): Promise<SendAnswer> =>
  (await sender(rules).send({ ...REQUEST, url })).answer;

/** Resolves when Node publishes on one of its diagnostic channels. */
function nextMessage(name: string): Promise<void> {
  const told = Promise.withResolvers<void>();
  const listener = () => {
    channel(name).unsubscribe(listener);
    told.resolve();
  };
  channel(name).subscribe(listener);
  return told.promise;
}

describe('a receiver that answers', () => {
  it('gets one POST with exactly the given headers and bytes, on a connection that is not kept', async () => {
    const receiver = await answering(OK);
    expect(await send(receiver.url)).toEqual({ status: 200, retryAfter: null });
    expect(receiver.received.map(String)).toEqual([
      [
        'POST /hook?key=1 HTTP/1.1',
        `Host: 127.0.0.1:${receiver.port}`,
        'User-Agent: test/1',
        'Content-Type: application/json',
        'X-Service-Event: job.completed',
        // The body has nine characters, of which one takes two bytes.
        'Content-Length: 10',
        'Connection: close',
        '',
        '{"a":"ü"}',
      ].join('\r\n'),
    ]);
  });

  it.each([
    ['204 No Content', null],
    ['410 Gone', null],
    ['404 Not Found', null],
    ['500 Oh no', null],
    ['429 Too Many Requests\r\nRetry-After: 120', '120'],
    ['503 Busy\r\nRetry-After: Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    // Node keeps the first of several Retry-After headers.
    ['503 Busy\r\nRetry-After: 5\r\nRetry-After: 600', '5'],
  ])('with %s is understood', async (line, retryAfter) => {
    const receiver = await answering(`HTTP/1.1 ${line}\r\nContent-Length: 0\r\n\r\n`);
    expect(await send(receiver.url)).toEqual({ status: Number(line.slice(0, 3)), retryAfter });
  });

  it.each([301, 302, 303, 307, 308])('with a %i to this machine causes no further request', async (status) => {
    const target = await answering(OK);
    const receiver = await answering(
      `HTTP/1.1 ${status} Moved\r\nLocation: ${target.url}\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(await send(receiver.url)).toEqual({ status, retryAfter: null });
    expect(target.received).toEqual([]);
  });

  it('and closes in the middle of its body counts as answered', async () => {
    const receiver = await answering('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhalf');
    expect(await send(receiver.url)).toEqual({ status: 200, retryAfter: null });
  });

  it('before it has read the whole request counts as answered', async () => {
    const receiver = await receiving((socket) => socket.end('HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n'));
    expect(await send(receiver.url)).toEqual({ status: 413, retryAfter: null });
  });
});

describe('a receiver that never ends', () => {
  it('its thinking is given up after ten seconds, and not before', async () => {
    const receiver = await receiving(() => undefined);
    const ended = vi.fn();
    const sending = send(receiver.url).finally(ended);
    await receiver.reached;
    await vi.advanceTimersByTimeAsync(WEBHOOK_SEND_LIMITS.totalMs - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await sending).toEqual({ failure: 'timeout' });
  });

  it('its headers are given up after ten seconds, however often a byte comes', async () => {
    const receiver = await receiving((socket) => socket.write('H'));
    const sending = send(receiver.url);
    const socket = await receiver.reached;
    for (const byte of 'TTP/1.1 2') {
      await vi.advanceTimersByTimeAsync(WEBHOOK_SEND_LIMITS.totalMs / 10);
      socket.write(byte);
    }
    await vi.advanceTimersByTimeAsync(WEBHOOK_SEND_LIMITS.totalMs / 10);
    expect(await sending).toEqual({ failure: 'timeout' });
  });

  it('its body counts as answered with its headers, and is left after ten seconds', async () => {
    const receiver = await receiving((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nslow'));
    const head = nextMessage('http.client.response.finish');
    const sending = send(receiver.url);
    const socket = await receiver.reached;
    const closed = once(socket, 'close');
    await head;
    await vi.advanceTimersByTimeAsync(WEBHOOK_SEND_LIMITS.totalMs);
    expect(await sending).toEqual({ status: 200, retryAfter: null });
    await closed;
  });

  it('its connecting is given up after three seconds', async () => {
    // A silent resolver uses up the time of the connection.
    const asked = Promise.withResolvers<void>();
    const never: AddressRules = {
      ...LOOPBACK,
      resolve: () => {
        asked.resolve();
        return new Promise(() => undefined);
      },
    };
    const sending = send('https://hook.receiver.example/', never);
    await asked.promise;
    await vi.advanceTimersByTimeAsync(WEBHOOK_SEND_LIMITS.connectMs);
    expect(await sending).toEqual({ failure: 'timeout' });
  });
});

/** Writes the same bytes again and again as fast as they are accepted, until the connection ends. */
function flood(socket: Socket, bytes: Buffer): void {
  while (!socket.destroyed && socket.write(bytes));
  socket.once('drain', () => flood(socket, bytes));
}

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'x');
const HEADERS = Array.from({ length: 10_000 }, (_, index) => `X-Header-${index}: ${index}\r\n`).join('');

describe('a receiver that', () => {
  it.each<[does: string, behave: Behaviour, answer: SendAnswer]>([
    [
      'sends a gigabyte',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n');
        flood(socket, MEBIBYTE);
      },
      { status: 200, retryAfter: null },
    ],
    [
      'sends chunks without end',
      (socket) => {
        socket.write('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n');
        flood(socket, Buffer.from(`100000\r\n${'x'.repeat(0x100000)}\r\n`));
      },
      { status: 500, retryAfter: null },
    ],
    [
      'sends ten thousand headers',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\n${HEADERS}\r\n`),
      { failure: 'too_large' },
    ],
    [
      'sends one header without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Header: ');
        flood(socket, MEBIBYTE);
      },
      { failure: 'too_large' },
    ],
    [
      'sends a status line without end',
      (socket) => {
        socket.write('HTTP/1.1 200 ');
        flood(socket, MEBIBYTE);
      },
      { failure: 'too_large' },
    ],
    [
      'sends trailers without end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n0\r\n');
        flood(socket, Buffer.from(HEADERS));
      },
      { status: 200, retryAfter: null },
    ],
    [
      'sends interim answers without end',
      (socket) => flood(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1000))),
      { failure: 'too_large' },
    ],
    ['speaks HTTP/0.9', (socket) => socket.end('<html>ok</html>'), { failure: 'protocol_error' }],
    ['speaks another protocol', (socket) => socket.end('220 mail.example ESMTP\r\n'), { failure: 'protocol_error' }],
    [
      'switches to another protocol',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n'),
      { failure: 'protocol_error' },
    ],
    [
      'sends a body of two lengths',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'),
      { failure: 'protocol_error' },
    ],
    ['resets the connection', (socket) => socket.resetAndDestroy(), { failure: 'protocol_error' }],
    ['closes without a word', (socket) => socket.end(), { failure: 'protocol_error' }],
    [
      'closes in the middle of its head',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
      { failure: 'protocol_error' },
    ],
  ])('%s costs bounded bytes, and its attempt ends with one result', async (_does, behave, answer) => {
    let hasBegun = false;
    const receiver = await receiving((socket) => {
      if (!hasBegun) behave(socket, '');
      hasBegun = true;
    });
    const read = await bytesRead(async () => expect(await send(receiver.url)).toEqual(answer));
    // The sum of the allowed bytes and of the most that a single read from the socket can add.
    expect(read).toBeLessThanOrEqual(2 * 16 * 1024 + 64 * 1024);
  });
});

it('reports a failed connection if nobody listens', async () => {
  const receiver = await startReceiver(() => undefined);
  await receiver.close();
  expect(await send(receiver.url)).toEqual({ failure: 'connect_failed' });
});

describe('over TLS', () => {
  const authorities = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...authorities, AUTHORITY]));
  afterAll(() => setDefaultCACertificates(authorities));

  const tls = (behave: Behaviour) => started(startTlsReceiver(behave));

  it('a receiver with its own certificate gets the request at the checked address of its name', async () => {
    const receiver = await tls((socket, soFar) => isWhole(soFar) && socket.end(OK));
    expect(await send(receiver.url)).toEqual({ status: 200, retryAfter: null });
    expect(String(receiver.received[0])).toContain(`Host: hook.receiver.example:${receiver.port}\r\n`);
    // The trailing dot of a name is not part of its certificate.
    const dotted = receiver.url.replace('example:', 'example.:');
    expect(await send(dotted)).toEqual({ status: 200, retryAfter: null });
  });

  it('a receiver with the certificate of another name gets nothing', async () => {
    const receiver = await tls(() => undefined);
    expect(await send(receiver.url.replace('hook.', 'other.'))).toEqual({ failure: 'tls_failed' });
    expect(Buffer.concat([...receiver.received]).byteLength).toBe(0);
  });

  it('a receiver with an untrusted authority gets nothing', async () => {
    setDefaultCACertificates(authorities);
    const receiver = await tls(() => undefined);
    expect(await send(receiver.url)).toEqual({ failure: 'tls_failed' });
    expect(Buffer.concat([...receiver.received]).byteLength).toBe(0);
    setDefaultCACertificates([...authorities, AUTHORITY]);
  });

  it('a receiver without TLS gets nothing of the request', async () => {
    const receiver = await receiving((socket) => socket.end(OK));
    expect(await send(`https://hook.receiver.example:${receiver.port}/`)).toEqual({ failure: 'tls_failed' });
    expect(String(receiver.received[0])).not.toContain('POST');
  });

  it('a receiver that never completes the handshake is given up after ten seconds', async () => {
    const receiver = await receiving(() => undefined);
    const sending = send(`https://hook.receiver.example:${receiver.port}/`);
    await receiver.reached;
    await vi.advanceTimersByTimeAsync(WEBHOOK_SEND_LIMITS.totalMs);
    expect(await sending).toEqual({ failure: 'timeout' });
  });
});

describe('the target of a request', () => {
  /** Resolves a name to another answer each time, like a name whose owner changes it between the check and the connection. */
  const rebinding = (...answers: readonly string[][]): AddressRules & { readonly asked: () => number } => {
    let asked = 0;
    return {
      ...LOOPBACK,
      isAllowed: isPublicAddress,
      asked: () => asked,
      resolve: async () => answers[Math.min(asked++, answers.length - 1)] ?? [],
    };
  };

  it('is not contacted if its name was public at registration and no longer is', async () => {
    const receiver = await started(startTlsReceiver(() => undefined));
    const rules = rebinding(['8.8.8.8'], ['127.0.0.1']);
    expect(await webhookAddressProblem(receiver.url, rules)).toBeNull();
    expect(await send(receiver.url, rules)).toEqual({ failure: 'refused_address' });
    expect(receiver.received).toEqual([]);
  });

  it('is never a changed address between check and connection: the name is resolved once per attempt', async () => {
    const receiver = await started(startTlsReceiver(() => undefined));
    // No program listens at the checked address, so the connection to it fails.
    const rules = {
      ...rebinding(['127.0.0.2'], ['127.0.0.1']),
      isAllowed: (address: string) => address === '127.0.0.2',
    };
    expect(await send(receiver.url, rules)).toEqual({ failure: 'connect_failed' });
    expect(rules.asked()).toBe(1);
    expect(receiver.received).toEqual([]);
  });

  it('is checked again by the actual address of the connection', async () => {
    const receiver = await started(startTlsReceiver(() => undefined));
    let looked = 0;
    const rules = { ...LOOPBACK, isAllowed: () => ++looked === 1 };
    expect(await send(receiver.url, rules)).toEqual({ failure: 'refused_address' });
    expect(looked).toBe(2);
    expect(receiver.received).toEqual([]);
  });

  it('is refused without revealing anything about it', async () => {
    const receiver = await started(startTlsReceiver(() => undefined));
    const closed = await startReceiver(() => undefined);
    await closed.close();
    const hosts = ['127.0.0.1', '169.254.169.254', '10.0.0.1', '[::1]', 'metadata.google.internal'];
    const urls = [receiver, closed].flatMap(({ port }) => hosts.map((host) => `https://${host}:${port}/`));
    const results = await Promise.all(urls.map((url) => send(url, PUBLIC_ADDRESSES)));
    expect(results).toEqual(urls.map(() => ({ failure: 'refused_address' })));
    expect(receiver.received).toEqual([]);
  });

  it('is reached without a proxy of the environment, even if Node is told to use one', async () => {
    const proxy = await answering(OK);
    const receiver = await answering(OK);
    const address = `http://127.0.0.1:${proxy.port}`;
    const sender = new URL('../../../adapters/webhook-http/webhook-sender.ts', import.meta.url).href;
    const addresses = new URL('../../../adapters/webhook-http/public-address.ts', import.meta.url).href;
    const program = `
      const { createWebhookSender } = await import('${sender}');
      const { PUBLIC_ADDRESSES } = await import('${addresses}');
      const request = { url: '${receiver.url}', headers: {}, body: ${JSON.stringify(REQUEST.body)} };
      const rules = { ...PUBLIC_ADDRESSES, thisMachine: { isOwnPort: () => false } };
      const { answer } = await createWebhookSender({ userAgent: 'test', rules }).send(request);
      console.log(JSON.stringify(answer));`;
    const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: '' };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
    expect(JSON.parse(stdout)).toEqual({ status: 200, retryAfter: null });
    expect(proxy.received).toEqual([]);
    expect(receiver.received).toHaveLength(1);
  });

  it.each([
    ['unless the setting allows it', () => null],
    ['to a port of the service itself', (own: number) => ({ isOwnPort: (port: number) => port === own })],
  ])('is not plain http %s', async (_when, thisMachine) => {
    const receiver = await answering(OK);
    const rules = { ...LOOPBACK, thisMachine: thisMachine(receiver.port) };
    expect(await send(receiver.url, rules)).toEqual({ failure: 'refused_address' });
    expect(receiver.received).toEqual([]);
  });

  it('is refused too if its port became one of the service after registration', async () => {
    const receiver = await answering(OK);
    const own = new Set<number>();
    const rules = { ...LOOPBACK, thisMachine: { isOwnPort: (port: number) => own.has(port) } };
    expect(await webhookAddressProblem(receiver.url, rules)).toBeNull();
    own.add(receiver.port);
    expect(await send(receiver.url, rules)).toEqual({ failure: 'refused_address' });
    expect(receiver.received).toEqual([]);
  });
});
