import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { Context, SESEvent } from 'aws-lambda';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { DiskDraft, DiskDropStore } from '../adapters/object-store/disk-drop-store.ts';
import type { IsDiskFull } from '../app/operations/check-readiness.ts';
import { MAIL_LIMITS, MAIL_TIMEOUT_SECONDS } from '../core/limits/request-limits.ts';
import { createSlots } from '../lambdas/http/request-places.ts';
import { listenFailure } from '../lambdas/http/server.ts';
import type { Log } from '../lambdas/runtime/log.ts';
import { UnauthenticatedConnections } from './connection-limits.ts';
import { invokeLambda } from './event-source.ts';
import { receiptEvent, SpooledMail, type SpooledMessage } from './spooled-mail.ts';

export interface SmtpServerOptions {
  readonly host: string;
  /** The port. 0 takes any free port. */
  readonly port: number;
  /** The domain of the inbound addresses. Mail to any other domain is refused, because this server is not a relay. */
  readonly domain: string;
  readonly dropStore: Pick<DiskDropStore, 'draft' | 'delete'>;
  /** Processes a message. SES calls the same function. */
  readonly handler: (event: SESEvent, context: Context) => Promise<void>;
  readonly isDiskFull: IsDiskFull;
  readonly log: Log;
}

export interface SmtpServer {
  readonly port: number;
  /** Ends the connections after a moment. The sender keeps an unfinished message and sends it again. */
  close(): Promise<void>;
}

/** Limits of messages on disk before they are processed. One address leaves half of the room to the others. */
const SPOOL_LIMITS = {
  messages: 64,
  messagesOfAddress: 32,
  bytes: 10 * MAIL_LIMITS.bytes,
  bytesOfAddress: 5 * MAIL_LIMITS.bytes,
};
/** Limits of messages processed at once; each is read whole, with its attachments. One inbound address leaves room for another. */
const WORK_LIMITS = { count: 2, ofOwner: 1, waitMs: MAIL_TIMEOUT_SECONDS * 1_000 };
const IDLE_MS = 60_000;
/** The most recipients of a message: the number that every mail server has to accept (RFC 5321). */
const RECIPIENTS_MAX = 100;
/** The number of failed deliveries that are remembered, so that they are recognized when their senders repeat them. */
const RETURNED_IDS_MAX = 100;
const CLOSE_MS = 2_000;

/**
 * Receives mail as SES does: stores the message in the bucket of drop-offs and calls the same function with the same event. It accepts a
 * message only after it was processed, so that the sender repeats a message that a crash left unfinished.
 */
export async function startSmtpServer(options: SmtpServerOptions): Promise<SmtpServer> {
  const { host, port, domain, log } = options;
  const places = new SmtpPlaces();
  const inbox = new Inbox(options);
  const server = new SMTPServer({
    name: domain,
    banner: 'Commission statements',
    size: MAIL_LIMITS.bytes,
    // Senders do not sign in to deliver mail, and one machine has no certificate.
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
  // These are errors of single connections. A sender that hangs up is not a failure of the service.
  server.on('error', (error: unknown) => log('info', 'smtp_connection_failed', { error }));
  const listener = server.listen(port, host);
  listener.on('connection', (socket) => places.enter(socket));
  try {
    await once(listener, 'listening');
  } catch (error) {
    throw listenFailure(error, { host, port, portSetting: 'SMTP_PORT' });
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

/** Receives messages, and calls the function for each. */
class Inbox {
  readonly #options: SmtpServerOptions;
  readonly #spooled = new SpooledMail(SPOOL_LIMITS);
  readonly #work = createSlots(WORK_LIMITS);
  /** The ids of deliveries whose processing failed, so that their senders repeat them, by content, the oldest first. */
  readonly #returnedIds = new Map<string, string>();

  constructor(options: SmtpServerOptions) {
    this.#options = options;
  }

  async receive(stream: SMTPServerDataStream, session: SMTPServerSession, places: SmtpPlaces): Promise<void> {
    const draft = await this.#options.dropStore.draft();
    const isFull = await this.#options.isDiskFull();
    const message = isFull ? null : this.#spooled.begin(session.remoteAddress);
    try {
      const content = await places.whileSending(session, () => this.#read(stream, { session, message, draft, isFull }));
      const recipient = session.envelope.rcptTo[0]?.address.toLowerCase() ?? '';
      const isDone = await this.#work.run(recipient, async () => {
        await this.#deliver(content, draft, session);
        return true;
      });
      if (isDone === null) throw smtpError(451, 'Too many messages at once. Try again later');
    } finally {
      if (message !== null) this.#spooled.end(message);
      await draft.discard();
      places.wait(session);
    }
  }

  /**
   * Reads a message into its draft. The protocol requires reading the stream to its end even when the message is refused; a refused message
   * is not kept.
   */
  async #read(stream: SMTPServerDataStream, { session, message, draft, isFull }: Reception): Promise<Content> {
    let refusal: SmtpError | null = isFull ? noStorage() : message === null ? tooMany() : null;
    const hash = createHash('sha256').update(JSON.stringify([sourceOf(session), recipientsOf(session)]));
    let byteSize = 0;
    let failure: unknown = null;
    try {
      for await (const chunk of stream) {
        if (!(chunk instanceof Uint8Array)) throw new TypeError('A message is bytes');
        if (byteSize + chunk.length > MAIL_LIMITS.bytes) refusal ??= tooLarge();
        else if (refusal === null && (await this.#options.isDiskFull())) refusal = noStorage();
        else if (message !== null && refusal === null && !this.#spooled.grow(message, chunk.length))
          refusal = tooMany();
        if (refusal !== null) {
          // The draft is discarded at once, because its bytes are no longer counted.
          await draft.discard();
          continue;
        }
        hash.update(chunk);
        await draft.write(byteSize, chunk).catch((error: unknown) => {
          failure ??= error;
          refusal = tooMany();
        });
        byteSize += chunk.length;
      }
    } catch (error) {
      if (error instanceof TypeError) throw error;
      // The sender hung up, which is not a failure of the service, and nobody reads the answer.
      throw smtpError(451, 'The message was cut off');
    }
    if (failure !== null) throw failure;
    if (stream.sizeExceeded) throw tooLarge();
    if (refusal !== null) throw refusal;
    return { digest: hash.digest('hex'), byteSize };
  }

  async #deliver({ digest, byteSize }: Content, draft: DiskDraft, session: SMTPServerSession): Promise<void> {
    const { dropStore, handler } = this.#options;
    const [source, recipients] = [sourceOf(session), recipientsOf(session)];
    // Each delivery has an id of its own, as with SES. A failed delivery that is repeated keeps its id.
    const messageId = this.#returnedIds.get(digest) ?? randomUUID();
    this.#returnedIds.delete(digest);
    try {
      await draft.keepAs(`mail/${messageId}`, byteSize);
      const event = receiptEvent({ messageId, source, recipients, clientAddress: session.remoteAddress });
      await invokeLambda(handler, event, { functionName: 'receive-mail', timeoutSeconds: MAIL_TIMEOUT_SECONDS });
    } catch (error) {
      this.#rememberReturned(digest, messageId);
      // The sender still has the message, and no task would ever delete bytes without a record.
      await dropStore.delete(`mail/${messageId}`);
      throw error;
    }
  }

  #rememberReturned(content: string, messageId: string): void {
    this.#returnedIds.set(content, messageId);
    const [oldest] = this.#returnedIds.keys();
    if (this.#returnedIds.size > RETURNED_IDS_MAX && oldest !== undefined) this.#returnedIds.delete(oldest);
  }
}

interface Reception {
  readonly session: SMTPServerSession;
  /** Null when there are too many messages to accept this one, or the disk is full. */
  readonly message: SpooledMessage | null;
  readonly draft: DiskDraft;
  readonly isFull: boolean;
}

interface Content {
  /** The hash of sender, recipients and bytes. */
  readonly digest: string;
  readonly byteSize: number;
}

const sourceOf = ({ envelope }: SMTPServerSession): string =>
  envelope.mailFrom === false ? '' : envelope.mailFrom.address;
const recipientsOf = ({ envelope }: SMTPServerSession): string[] => envelope.rcptTo.map(({ address }) => address);

/** The code of RFC 5321 for insufficient system storage: the sender keeps the message and sends it again. */
const noStorage = () => smtpError(452, 'The disk of the service is full. Try again later');
const tooMany = () => smtpError(452, 'Too many messages at once');
const tooLarge = () => smtpError(552, `Messages have at most ${MAIL_LIMITS.bytes} bytes`);

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  return address;
}

/** Limits of connections that wait between two messages, and of those that are sending one. */
const WAITING_LIMITS = { connectionsMax: 128, ofAddressMax: 64, seconds: 30 };
const SENDING_LIMITS = { connectionsMax: 64, ofAddressMax: 32, seconds: 180 };

interface End {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** The open connections: waiting to send, sending, or neither while the server works on their message. */
class SmtpPlaces {
  readonly #waiting = new UnauthenticatedConnections(WAITING_LIMITS);
  readonly #sending = new UnauthenticatedConnections(SENDING_LIMITS);
  readonly #sockets = new Map<string, Socket>();

  enter(socket: Socket): void {
    const name = endName(socket);
    this.#sockets.set(name, socket);
    this.#waiting.enter(socket);
    socket.on('close', () => {
      this.#sockets.delete(name);
      this.#waiting.leave(socket);
      this.#sending.leave(socket);
    });
  }

  /** Counts the connection as sending while its message is read. */
  async whileSending<T>(session: End, read: () => Promise<T>): Promise<T> {
    const socket = this.#sockets.get(endName(session));
    if (socket === undefined) return read();
    this.#waiting.leave(socket);
    this.#sending.enter(socket);
    try {
      return await read();
    } finally {
      this.#sending.leave(socket);
    }
  }

  /** Counts the connection as waiting; it may send another message. */
  wait(session: End): void {
    const socket = this.#sockets.get(endName(session));
    if (socket !== undefined) this.#waiting.enter(socket);
  }
}

/** The name of the other end, which the socket and the session of a connection share. */
function endName({ remoteAddress = '', remotePort = 0 }: End): string {
  return `${remoteAddress.replace(/^::ffff:/i, '')} ${remotePort}`;
}
