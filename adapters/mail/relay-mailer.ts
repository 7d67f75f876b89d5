import { createTransport } from 'nodemailer';
import type { Mailer } from '../../app/platform/mail.ts';
import { mimeOptions } from './ses-mailer.ts';
import type { SmtpRelay } from './smtp-relay.ts';

/**
 * Sends each message to the relay at once, and throws when the relay does not take it. It keeps nothing, so it is for messages whose
 * caller tries again.
 */
export function createRelayMailer(relay: SmtpRelay, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(mimeOptions(from, message));
      if (!Buffer.isBuffer(bytes)) throw new Error('The message was not composed in memory.');
      await relay.send(bytes);
    },
  };
}
