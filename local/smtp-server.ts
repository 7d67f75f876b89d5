import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Context, SESEvent } from 'aws-lambda';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { DropStore } from '../app/intake-ports.ts';
import { MAIL_LIMITS, MAIL_TIMEOUT_SECONDS } from '../core/limits.ts';
import type { Log } from '../lambdas/runtime/log.ts';
import { invokeLambda } from './invoke-lambda.ts';
import { receiptEvent } from './receipt-event.ts';
import { SmtpPlaces } from './smtp-places.ts';

export interface SmtpServerOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Mail to any other one is refused: this is no relay. */
  readonly domain: string;
  readonly dropStore: Pick<DropStore, 'put' | 'delete'>;
  /** The function that SES calls. */
  readonly handler: (event: SESEvent, context: Context) => Promise<void>;
  readonly log: Log;
}

export interface SmtpServer {
  readonly port: number;
  /** Ends connections after a moment; a message that is under way is given back to its sender. */
  close(): Promise<void>;
}

/** Bytes of messages that are held in memory at once. */
const BYTES_MAX = 4 * MAIL_LIMITS.bytes;
const IDLE_MS = 60_000;
/** As many as every mail server has to take (RFC 5321). */
const RECIPIENTS_MAX = 100;
/** Of as many messages that were given back it is known when they come again. */
const GIVEN_BACK_MAX = 100;
const CLOSE_MS = 2_000;

/**
 * Receives mail as SES does: keeps the message in the bucket of drops and calls the same function with the same event. It says that
 * it has a message when that is done with, so a sender tries again what a crash left unfinished.
 */
export async function startSmtpServer(options: SmtpServerOptions): Promise<SmtpServer> {
  const { host, port, domain, log } = options;
  const places = new SmtpPlaces();
  const inbox = new Inbox(options);
  const server = new SMTPServer({
    name: domain,
    banner: 'Commission statements',
    size: MAIL_LIMITS.bytes,
    // Nobody signs in to deliver mail, and there is no certificate for a machine of its own.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    onRcptTo: ({ address }, { envelope }, callback) => {
      if (!isOurs(address, domain)) callback(smtpError(550, 'No such mailbox here'));
      else if (envelope.rcptTo.length >= RECIPIENTS_MAX) callback(smtpError(452, 'Too many recipients'));
      else callback(null);
    },
    onData: (stream, session, callback) => {
      inbox.receive(stream, session, places).then(
        () => callback(),
        (error: unknown) => {
          if (!(error instanceof SmtpError)) log('error', 'mail_not_received', { error });
          callback(error instanceof SmtpError ? error : smtpError(451, 'Try again later'));
        },
      );
    },
  });
  // Of single connections: a sender that hangs up is no trouble of ours.
  server.on('error', (error: unknown) => log('info', 'smtp_connection_failed', { error }));
  const listener = server.listen(port, host);
  listener.on('connection', (socket) => places.enter(socket));
  try {
    await once(listener, 'listening');
  } catch (error) {
    throw new Error(`Port ${port} of ${host} can not be used for mail. Set SMTP_PORT to a free one.`, { cause: error });
  }
  return {
    port: addressOf(listener.address()).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

class SmtpError extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

const smtpError = (code: number, message: string) => new SmtpError(code, message);

function isOurs(address: string, domain: string): boolean {
  return address.toLowerCase().endsWith(`@${domain.toLowerCase()}`);
}

/** Takes messages, and calls the function for each. */
class Inbox {
  readonly #options: SmtpServerOptions;
  #bytesHeld = 0;
  /** Deliveries that went back to their senders, by their content, the oldest first. */
  readonly #givenBack = new Map<string, string>();

  constructor(options: SmtpServerOptions) {
    this.#options = options;
  }

  async receive(stream: SMTPServerDataStream, session: SMTPServerSession, places: SmtpPlaces): Promise<void> {
    const message: HeldMessage = { chunks: [], byteSize: 0 };
    try {
      await places.whileSending(session, () => this.#read(stream, message));
      await this.#deliver(Buffer.concat(message.chunks), session);
    } finally {
      this.#release(message);
      places.wait(session);
    }
  }

  /** The stream is read to its end even when it is too long, as the protocol wants it; what is too long is not kept. */
  async #read(stream: SMTPServerDataStream, message: HeldMessage): Promise<void> {
    let refusal: SmtpError | null = null;
    try {
      for await (const chunk of stream) {
        if (!(chunk instanceof Uint8Array)) throw new TypeError('A message is bytes');
        if (message.byteSize + chunk.length > MAIL_LIMITS.bytes) refusal ??= tooLarge();
        else if (this.#bytesHeld + chunk.length > BYTES_MAX) refusal ??= smtpError(452, 'Too many messages at once');
        if (refusal !== null) this.#release(message);
        else {
          message.chunks.push(chunk);
          message.byteSize += chunk.length;
          this.#bytesHeld += chunk.length;
        }
      }
    } catch (error) {
      if (error instanceof TypeError) throw error;
      // Its sender hung up: no trouble of ours, and nobody hears the answer.
      throw smtpError(451, 'The message was cut off');
    }
    if (stream.sizeExceeded) throw tooLarge();
    if (refusal !== null) throw refusal;
  }

  #release(message: HeldMessage): void {
    this.#bytesHeld -= message.byteSize;
    message.byteSize = 0;
    message.chunks.length = 0;
  }

  async #deliver(bytes: Uint8Array, { envelope, remoteAddress }: SMTPServerSession): Promise<void> {
    const { dropStore, handler } = this.#options;
    const source = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const recipients = envelope.rcptTo.map(({ address }) => address);
    const content = createHash('sha256')
      .update(JSON.stringify([source, recipients]))
      .update(bytes)
      .digest('hex');
    // Each delivery has its own, as at SES; one that was given back and comes again is still the same.
    const messageId = this.#givenBack.get(content) ?? randomUUID();
    this.#givenBack.delete(content);
    try {
      await dropStore.put(`mail/${messageId}`, bytes);
      const event = receiptEvent({ messageId, source, recipients, clientAddress: remoteAddress });
      await invokeLambda(handler, event, { functionName: 'receive-mail', timeoutSeconds: MAIL_TIMEOUT_SECONDS });
    } catch (error) {
      this.#giveBack(content, messageId);
      // Its sender still has it. Of what nothing was written down nobody would ever delete the bytes.
      await dropStore.delete(`mail/${messageId}`);
      throw error;
    }
  }

  #giveBack(content: string, messageId: string): void {
    this.#givenBack.set(content, messageId);
    const [oldest] = this.#givenBack.keys();
    if (this.#givenBack.size > GIVEN_BACK_MAX && oldest !== undefined) this.#givenBack.delete(oldest);
  }
}

interface HeldMessage {
  readonly chunks: Uint8Array[];
  byteSize: number;
}

const tooLarge = () => smtpError(552, `Messages have at most ${MAIL_LIMITS.bytes} bytes`);

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  return address;
}
