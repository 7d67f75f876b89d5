/** What the messages that the server has at once may come to. */
export interface SpoolLimits {
  readonly messages: number;
  readonly messagesOfAddress: number;
  readonly bytes: number;
  readonly bytesOfAddress: number;
}

/** A message that is on the disk, or on its way there. */
export interface SpooledMessage {
  readonly address: string;
  byteSize: number;
}

/** Limits the messages that lie on the disk before they are worked on, in all and of one address. */
export class SpooledMail {
  readonly #limits: SpoolLimits;
  readonly #messages = new Set<SpooledMessage>();

  constructor(limits: SpoolLimits) {
    this.#limits = limits;
  }

  /** Null when there are too many already. */
  begin(address: string): SpooledMessage | null {
    const { messages, messagesOfAddress } = this.#limits;
    if (this.#messages.size >= messages || this.#of(address).length >= messagesOfAddress) return null;
    const message = { address, byteSize: 0 };
    this.#messages.add(message);
    return message;
  }

  /** False, and nothing is counted, when so many more bytes are too many. */
  grow(message: SpooledMessage, bytes: number): boolean {
    const { bytes: all, bytesOfAddress } = this.#limits;
    const sum = (messages: Iterable<SpooledMessage>) =>
      [...messages].reduce((held, { byteSize }) => held + byteSize, 0);
    if (sum(this.#messages) + bytes > all || sum(this.#of(message.address)) + bytes > bytesOfAddress) return false;
    message.byteSize += bytes;
    return true;
  }

  end(message: SpooledMessage): void {
    this.#messages.delete(message);
  }

  #of(address: string): readonly SpooledMessage[] {
    return [...this.#messages].filter((message) => message.address === address);
  }
}
