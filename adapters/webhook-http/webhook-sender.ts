import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import type { WebhookRequest, WebhookSender } from '../../app/webhooks/webhook-delivery-ports.ts';
import { WEBHOOK_SEND_LIMITS } from '../../core/limits/webhook-limits.ts';
import type { SendAnswer, SendFailure } from '../../core/webhook/classify-response.ts';
import { webhookUrlProblem } from '../../core/webhook-url.ts';
import { type AddressRules, PUBLIC_ADDRESSES, vetAddress } from './public-address.ts';

export interface WebhookSenderOptions {
  /** Of this software: its name and version. */
  readonly userAgent: string;
  readonly rules?: AddressRules;
  readonly limits?: SendLimits;
}

export interface SendLimits {
  /** For the name and the connection. */
  readonly connectMs: number;
  readonly totalMs: number;
  readonly responseHeaderBytes: number;
  readonly responseBodyBytes: number;
}

/** More addresses of one name than this are not tried. */
const ADDRESSES_MAX = 4;

/**
 * Sends webhooks (docs/reference/webhooks.md#attempts). The name is resolved once, every address of it is vetted, and
 * the connection goes to one of those and nowhere else: redirects are not followed, proxies not asked, certificates
 * always verified. What the receiver does after that can cost no more than the limits.
 */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  return {
    async send(request) {
      const startedMs = performance.now();
      const answer = await attempt(options, request);
      return { answer, durationMs: performance.now() - startedMs };
    },
  };
}

async function attempt(options: WebhookSenderOptions, request: WebhookRequest): Promise<SendAnswer> {
  const { rules = PUBLIC_ADDRESSES, limits = WEBHOOK_SEND_LIMITS } = options;
  if (webhookUrlProblem(request.url, { localMode: rules.thisMachine !== null }) !== null)
    return { failure: 'refused_address' };
  const deadline = new Deadline(limits);
  try {
    const vetted = await deadline.race(vetAddress(request.url, rules));
    if (vetted === 'timeout') return { failure: 'timeout' };
    if (vetted.kind === 'refused') return { failure: 'refused_address' };
    if (vetted.kind === 'unresolved') return { failure: 'connect_failed' };
    return await new Exchange({ ...options, rules, limits }, deadline).run(request, vetted.addresses);
  } catch {
    // What Node itself refuses to send, such as a URL no request can be made of.
    return { failure: 'protocol_error' };
  } finally {
    deadline.clear();
  }
}

/** Two limits that begin together: one for the connection, one for everything. */
class Deadline {
  readonly #passed = Promise.withResolvers<'timeout'>();
  readonly #connect: NodeJS.Timeout;
  readonly #total: NodeJS.Timeout;

  constructor({ connectMs, totalMs }: SendLimits) {
    this.#connect = setTimeout(() => this.#passed.resolve('timeout'), connectMs);
    this.#total = setTimeout(() => this.#passed.resolve('timeout'), totalMs);
  }

  connected(): void {
    clearTimeout(this.#connect);
  }

  race<T>(work: Promise<T>): Promise<T | 'timeout'> {
    return Promise.race([work, this.#passed.promise]);
  }

  clear(): void {
    clearTimeout(this.#connect);
    clearTimeout(this.#total);
  }
}

/** What a failure means depends on how far the exchange had come. */
type Stage = 'connecting' | 'securing' | 'exchanging';

const STAGE_FAILURES: Readonly<Record<Stage, SendFailure>> = {
  connecting: 'connect_failed',
  securing: 'tls_failed',
  exchanging: 'protocol_error',
};

type FullOptions = WebhookSenderOptions & { readonly rules: AddressRules; readonly limits: SendLimits };

type RequestSettings = RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>;

/** One request over one connection, of which nothing is kept. */
class Exchange {
  readonly #options: FullOptions;
  readonly #deadline: Deadline;
  /** Of the first thing that decides: the head of an answer, or a failure. */
  readonly #answer = Promise.withResolvers<SendAnswer>();
  /** The answer's body has been read as far as it is. */
  readonly #read = Promise.withResolvers<void>();
  #stage: Stage = 'connecting';

  constructor(options: FullOptions, deadline: Deadline) {
    this.#options = options;
    this.#deadline = deadline;
  }

  async run({ url, headers, body }: WebhookRequest, addresses: readonly string[]): Promise<SendAnswer> {
    const target = new URL(url);
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const bytes = Buffer.from(body, 'utf8');
    const settings: RequestSettings = {
      method: 'POST',
      host,
      port: target.port === '' ? undefined : Number(target.port),
      path: `${target.pathname}${target.search}`,
      headers: {
        Host: target.host,
        'User-Agent': this.#options.userAgent,
        ...headers,
        'Content-Length': bytes.byteLength,
        Connection: 'close',
      },
      // A connection of its own, by no agent that would keep it or ask for a proxy.
      agent: false,
      lookup: pinnedLookup(addresses),
      // All of them are tried, each for a while; so the lookup is asked for all.
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: Math.ceil(this.#options.limits.connectMs / ADDRESSES_MAX),
      maxHeaderSize: this.#options.limits.responseHeaderBytes,
      insecureHTTPParser: false,
      rejectUnauthorized: true,
      // A name is said without its last dot; an address is no name.
      ...(isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {}),
    };
    const isSecure = target.protocol === 'https:';
    const request = isSecure ? httpsRequest(settings) : httpRequest(settings);
    this.#listen(request, isSecure);
    request.end(bytes);
    try {
      return await this.#outcome();
    } finally {
      request.destroy();
    }
  }

  async #outcome(): Promise<SendAnswer> {
    const answer = await this.#deadline.race(this.#answer.promise);
    if (answer === 'timeout') return { failure: 'timeout' };
    // Politeness only, towards a receiver that is still writing: what it says is not looked at.
    if ('status' in answer) await this.#deadline.race(this.#read.promise);
    return answer;
  }

  #listen(request: ClientRequest, isSecure: boolean): void {
    // It also comes after an end that nothing else tells of, such as a switch to another protocol.
    request.once('close', () => this.#fail());
    request.once('error', (error) => this.#fail(error));
    request.once('response', (response) => this.#receive(response));
    request.once('socket', (socket) => {
      // First of all listeners: before anything is written.
      socket.prependOnceListener('connect', () => this.#connected(socket, isSecure));
      socket.once('secureConnect', () => {
        this.#stage = 'exchanging';
      });
      request.on('information', () => {
        if (socket.bytesRead > this.#options.limits.responseHeaderBytes) this.#refuse(request, 'too_large');
      });
    });
  }

  #connected(socket: Socket, isSecure: boolean): void {
    const { remoteAddress = '' } = socket;
    // The pinned lookup leaves no way for it to be another; this is the second wall.
    if (!this.#isAllowed(remoteAddress, isSecure)) {
      this.#answer.resolve({ failure: 'refused_address' });
      socket.destroy();
      return;
    }
    this.#deadline.connected();
    this.#stage = isSecure ? 'securing' : 'exchanging';
  }

  /** Plain http leads to this machine only, by what core/webhook-url.ts lets pass. */
  #isAllowed(address: string, isSecure: boolean): boolean {
    return isSecure ? this.#options.rules.isAllowed(address) : address === '127.0.0.1' || address === '::1';
  }

  #receive(response: IncomingMessage): void {
    const { statusCode = 0, headers } = response;
    this.#answer.resolve({ status: statusCode, retryAfter: headers['retry-after'] ?? null });
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes >= this.#options.limits.responseBodyBytes) response.destroy();
    });
    // Cut off in the middle of its body it has answered all the same.
    response.on('error', () => this.#read.resolve());
    response.once('close', () => this.#read.resolve());
  }

  #refuse(request: ClientRequest, failure: SendFailure): void {
    this.#answer.resolve({ failure });
    request.destroy();
  }

  #fail(error?: Error): void {
    const failure = error === undefined ? null : failureOf(error);
    this.#answer.resolve({ failure: failure ?? STAGE_FAILURES[this.#stage] });
  }
}

/** What the error itself tells; null: only how far the exchange had come does. */
function failureOf(error: Error): SendFailure | null {
  const code = 'code' in error ? error.code : null;
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_large';
  if (code === 'ETIMEDOUT') return 'timeout';
  return null;
}

/** Answers with the vetted addresses, whatever is asked, so that the name is never resolved a second time. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.slice(0, ADDRESSES_MAX).map((address) => ({ address, family: isIP(address) }));
  return (_hostname, _options, callback) => callback(null, pinned);
}
