import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { BlockList, isIP } from 'node:net';
import type { Context, SESEvent, SESReceiptStatus } from 'aws-lambda';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { DropStore } from '../app/intake-ports.ts';
import { MAIL_LIMITS, WORKER_TIMEOUT_SECONDS } from '../core/limits.ts';
import type { Log } from '../lambdas/runtime/log.ts';
import { invokeLambda } from './invoke-lambda.ts';

export interface SmtpServerOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Mail to any other one is refused: this is no relay. */
  readonly domain: string;
  readonly dropStore: Pick<DropStore, 'put'>;
  /** The function that SES calls. */
  readonly handler: (event: SESEvent, context: Context) => Promise<void>;
  readonly log: Log;
}

export interface SmtpServer {
  readonly port: number;
  /** Ends connections after a moment; a message that is under way is given back to its sender. */
  close(): Promise<void>;
}

/** Messages of 40 MB that are held in memory at once. */
const CLIENTS_MAX = 4;
const IDLE_MS = 60_000;
const CLOSE_MS = 2_000;

/**
 * Receives mail as SES does: keeps the message in the bucket of drops and calls the same function with the same event. It says that
 * it has a message when that is done with, so a sender tries again what a crash left unfinished.
 */
export async function startSmtpServer(options: SmtpServerOptions): Promise<SmtpServer> {
  const { host, port, domain, log } = options;
  const server = new SMTPServer({
    name: domain,
    banner: 'Commission statements',
    size: MAIL_LIMITS.bytes,
    // Nobody signs in to deliver mail, and there is no certificate for a machine of its own.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxClients: CLIENTS_MAX,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    onRcptTo: ({ address }, _session, callback) =>
      callback(isOurs(address, domain) ? null : smtpError(550, 'No such mailbox here')),
    onData: (stream, session, callback) => {
      receive(stream, session, options).then(
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

async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  options: SmtpServerOptions,
): Promise<void> {
  const bytes = await readMessage(stream);
  const { mailFrom, rcptTo } = session.envelope;
  const source = mailFrom === false ? '' : mailFrom.address;
  const recipients = rcptTo.map(({ address }) => address);
  // The same when a sender tries again after an answer that got lost: one delivery, not two.
  const messageId = createHash('sha256')
    .update(JSON.stringify([source, recipients]))
    .update(bytes)
    .digest('hex');
  await options.dropStore.put(`mail/${messageId}`, bytes);
  const event = receiptEvent({ messageId, source, recipients, isTrusted: isLoopback(session.remoteAddress) });
  await invokeLambda(options.handler, event, { functionName: 'receive-mail', timeoutSeconds: WORKER_TIMEOUT_SECONDS });
}

/** The stream is read to its end even when it is too long, as the protocol wants it; what is too long is not kept. */
async function readMessage(stream: SMTPServerDataStream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A message is bytes');
    length += chunk.length;
    if (length <= MAIL_LIMITS.bytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (stream.sizeExceeded || length > MAIL_LIMITS.bytes) {
    throw smtpError(552, `Messages have at most ${MAIL_LIMITS.bytes} bytes`);
  }
  return Buffer.concat(chunks);
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Also as an IPv6 socket shows an IPv4 client. */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  const family = isIP(plain);
  return family !== 0 && LOOPBACK.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * What SES would say of the message. Here nobody looks for spam, viruses or a sender's proof. A program on this machine is taken at
 * its word, so that the whole way can be walked; from anywhere else nothing is proven, and the message is held.
 */
function receiptEvent({
  messageId,
  source,
  recipients,
  isTrusted,
}: {
  readonly messageId: string;
  readonly source: string;
  readonly recipients: string[];
  readonly isTrusted: boolean;
}): SESEvent {
  const timestamp = new Date().toISOString();
  const verdict: SESReceiptStatus = { status: isTrusted ? 'PASS' : 'PROCESSING_FAILED' };
  return {
    Records: [
      {
        eventSource: 'aws:ses',
        eventVersion: '1.0',
        ses: {
          mail: {
            timestamp,
            source,
            messageId,
            destination: recipients,
            // The function reads the headers of the message itself.
            headersTruncated: true,
            headers: [],
            commonHeaders: { returnPath: source, date: '', messageId: '' },
          },
          receipt: {
            timestamp,
            processingTimeMillis: 0,
            recipients,
            spamVerdict: verdict,
            virusVerdict: verdict,
            spfVerdict: verdict,
            dkimVerdict: verdict,
            dmarcVerdict: verdict,
            action: {
              type: 'Lambda',
              functionArn: 'arn:aws:lambda:local:000000000000:function:receive-mail',
              invocationType: 'Event',
            },
          },
        },
      },
    ],
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  return address;
}
