import { clientNetworkOf } from '../core/client-network.ts';

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
