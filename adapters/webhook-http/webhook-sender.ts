import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import type { WebhookRequest, WebhookSender } from '../../app/webhooks/attempt-delivery.ts';
import { WEBHOOK_SEND_LIMITS } from '../../core/limits/job-limits.ts';
import type { SendAnswer, SendFailure } from '../../core/webhook/decide-attempt.ts';
import { webhookUrlProblem } from '../../core/webhook-url.ts';
import { type AddressRules, PUBLIC_ADDRESSES, vetAddress } from './public-address.ts';

export interface WebhookSenderOptions {
  /** Name and version of this software. */
  readonly userAgent: string;
  readonly rules?: AddressRules;
  readonly limits?: SendLimits;
}

export interface SendLimits {
  /** Milliseconds for resolving the name and connecting. */
  readonly connectMs: number;
  readonly totalMs: number;
  readonly responseHeaderBytes: number;
  readonly responseBodyBytes: number;
}

/** The most addresses of one name that are tried. */
const ADDRESSES_MAX = 4;

/**
 * Sends webhooks (docs/reference/webhooks.md#attempts). The name is resolved once, all its addresses are checked, and the connection goes
 * to one of them. Redirects and proxies are not used, and certificates are always verified. Limits bound the time and bytes of a receiver.
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
    // The request is one that Node refuses to send, for example because of an invalid URL.
    return { failure: 'protocol_error' };
  } finally {
    deadline.clear();
  }
}

/** Two timeouts that start together: one for the connection, one for the whole exchange. */
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

/** The stage of the exchange, on which the meaning of a failure depends. */
type Stage = 'connecting' | 'securing' | 'exchanging';

const STAGE_FAILURES: Readonly<Record<Stage, SendFailure>> = {
  connecting: 'connect_failed',
  securing: 'tls_failed',
  exchanging: 'protocol_error',
};

type FullOptions = WebhookSenderOptions & { readonly rules: AddressRules; readonly limits: SendLimits };

type RequestSettings = RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>;

/** One request over one connection, which is not reused. */
class Exchange {
  readonly #options: FullOptions;
  readonly #deadline: Deadline;
  /** Resolves with the first result: the status of an answer, or a failure. */
  readonly #answer = Promise.withResolvers<SendAnswer>();
  /** Resolves when the body of the answer has been read as far as it is needed. */
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
      // The request gets a new connection without an agent, because an agent would keep the connection or use a proxy.
      agent: false,
      lookup: pinnedLookup(addresses),
      // All addresses are tried, each for a short time, so the lookup has to return all.
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: Math.ceil(this.#options.limits.connectMs / ADDRESSES_MAX),
      maxHeaderSize: this.#options.limits.responseHeaderBytes,
      insecureHTTPParser: false,
      rejectUnauthorized: true,
      // The server name is sent without a trailing dot; an address is not sent as a name.
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
    // The receiver gets time to finish writing. The body of its answer is not used.
    if ('status' in answer) await this.#deadline.race(this.#read.promise);
    return answer;
  }

  #listen(request: ClientRequest, isSecure: boolean): void {
    // This event also follows ends that no other event reports, such as a switch to another protocol.
    request.once('close', () => this.#fail());
    request.once('error', (error) => this.#fail(error));
    request.once('response', (response) => this.#receive(response));
    request.once('socket', (socket) => {
      // The listener is added before all other listeners, so that it runs before anything is written.
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
    const { remoteAddress } = socket;
    // A receiver that resets at once is already gone. Its address is unknown then, which is not a refusal.
    if (remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    // The pinned lookup already excludes other addresses; this check is a second barrier.
    if (!this.#isAllowed(remoteAddress, isSecure)) {
      this.#answer.resolve({ failure: 'refused_address' });
      socket.destroy();
      return;
    }
    this.#deadline.connected();
    this.#stage = isSecure ? 'securing' : 'exchanging';
  }

  /** Returns whether the connection may be used. Plain http is allowed to this machine only, for URLs that core/webhook-url.ts accepts. */
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
    // An answer counts even if the connection breaks in the middle of its body.
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

/** Classifies an error by itself; null when only the stage of the exchange classifies it. */
function failureOf(error: Error): SendFailure | null {
  const code = 'code' in error ? error.code : null;
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_large';
  if (code === 'ETIMEDOUT') return 'timeout';
  return null;
}

/** Makes a lookup that always returns the checked addresses, so that the name is not resolved again. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.slice(0, ADDRESSES_MAX).map((address) => ({ address, family: isIP(address) }));
  return (_hostname, _options, callback) => callback(null, pinned);
}
