/** The port for email that the service sends. AWS sends through SES, one machine through a relay or into files. */

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

export interface MailMessage {
  /** One bare address. Anything else, such as two addresses, throws a RangeError. */
  readonly to: string;
  readonly subject: string;
  /** A bare address for answers to a message that a person sends. */
  readonly replyTo?: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** The received message that this message answers. `messageId` is null when the received message has no id. */
  readonly answers?: { readonly messageId: string | null; readonly references: readonly string[] };
}

/** The account that a sent message is filed under. */
export interface MailFiling {
  readonly accountId: string;
  /** Key of the received message that the sent message answers. */
  readonly about?: string;
}

export interface Mailer {
  /** Sends a message. Resolves once another system is responsible for the message, and throws otherwise. Retries only briefly. */
  send(message: MailMessage, filing?: MailFiling): Promise<void>;
}

/** Copies of sent messages, where the service itself keeps them. */
export interface SentMail {
  /** Deletes an account's sent messages, or only those that answer one received message. Returns their number. */
  deleteSent(filing: MailFiling): Promise<number>;
}
