/** Email that the service sends. On AWS it goes out through SES; on one machine it is kept as files. */

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

export interface MailMessage {
  /** One bare address. What else it may be, such as two of them, is refused with a RangeError. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** The message that it answers; null where that one has no id. */
  readonly answers?: { readonly messageId: string | null; readonly references: readonly string[] };
}

/** Whose message it is, for whoever keeps what was sent. */
export interface MailFiling {
  readonly accountId: string;
  /** Key of the received message that it answers. */
  readonly about?: string;
}

export interface Mailer {
  /** Resolves once somebody else is responsible for the message; throws when nobody is. Never tries for long. */
  send(message: MailMessage, filing?: MailFiling): Promise<void>;
}

/** Copies of sent messages, where the service itself keeps them. */
export interface SentMail {
  /** Deletes an account's messages, or only those that answer one received message. Says how many there were. */
  deleteSent(filing: MailFiling): Promise<number>;
}
