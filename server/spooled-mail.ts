import { BlockList, isIP } from 'node:net';
import type { SESEvent, SESReceiptStatus } from 'aws-lambda';
import { clientNetworkOf } from '../core/client-network.ts';

/**
 * Makes the event that SES would send for the message. This machine checks neither spam nor viruses nor senders: mail from this machine
 * counts as verified, so that the whole path can be tried out. Other mail is unverified and is held.
 */
export function receiptEvent({
  messageId,
  source,
  recipients,
  clientAddress,
}: {
  readonly messageId: string;
  readonly source: string;
  readonly recipients: string[];
  readonly clientAddress: string;
}): SESEvent {
  const timestamp = new Date().toISOString();
  const verdict: SESReceiptStatus = { status: isLoopback(clientAddress) ? 'PASS' : 'PROCESSING_FAILED' };
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

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Recognises addresses of this machine, also in the form in which an IPv6 socket shows an IPv4 client. */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  const family = isIP(plain);
  return family !== 0 && LOOPBACK.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** Limits of the messages that the server holds at once. */
export interface SpoolLimits {
  readonly messages: number;
  readonly messagesOfAddress: number;
  readonly bytes: number;
  readonly bytesOfAddress: number;
}

/** A message that is on disk, or is being written to it. */
export interface SpooledMessage {
  readonly address: string;
  byteSize: number;
  /** True when there is no room for the message. */
  isRefused: boolean;
}

/** Limits the messages that are on disk before they are processed, in total and per address. */
export class SpooledMail {
  readonly #limits: SpoolLimits;
  readonly #messages = new Set<SpooledMessage>();

  constructor(limits: SpoolLimits) {
    this.#limits = limits;
  }

  /** Begins a message; null when too many messages are on disk already. */
  begin(clientAddress: string): SpooledMessage | null {
    const address = clientNetworkOf(clientAddress);
    const { messages, messagesOfAddress } = this.#limits;
    if (this.#messages.size >= messages || this.#of(address).length >= messagesOfAddress) return null;
    const message = { address, byteSize: 0, isRefused: false };
    this.#messages.add(message);
    return message;
  }

  /**
   * Adds received bytes to the message. If the total is too large, the newest messages are refused until it fits, so that the first of
   * many is completed. Returns false when this message is refused.
   */
  grow(message: SpooledMessage, bytes: number): boolean {
    if (message.isRefused) return false;
    const { bytes: all, bytesOfAddress } = this.#limits;
    this.#makeRoom(this.#of(message.address), bytesOfAddress - bytes);
    this.#makeRoom([...this.#messages], all - bytes);
    if (!message.isRefused) message.byteSize += bytes;
    return !message.isRefused;
  }

  end(message: SpooledMessage): void {
    this.#messages.delete(message);
  }

  #makeRoom(messages: readonly SpooledMessage[], bytesMax: number): void {
    const taken = messages.filter(({ isRefused }) => !isRefused);
    let held = taken.reduce((sum, { byteSize }) => sum + byteSize, 0);
    for (const last of taken.toReversed()) {
      if (held <= bytesMax) return;
      held -= last.byteSize;
      last.byteSize = 0;
      last.isRefused = true;
    }
  }

  #of(address: string): readonly SpooledMessage[] {
    return [...this.#messages].filter((message) => message.address === address);
  }
}
