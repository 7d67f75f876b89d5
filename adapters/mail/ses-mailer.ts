import { SESv2Client, type SESv2ClientConfig, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../app/intake/mail-ports.ts';
import { mimeOptions } from './mime-options.ts';

const ATTEMPTS_MAX = 3;
const CONNECT_MS = 2_000;
/** SES answers in tenths of a second; a message of ten megabytes has to get there first. */
const REQUEST_MS = 20_000;

/** A client that gives up: three tries end well before the claim of a report does. */
export function createSesClient(config: SESv2ClientConfig = {}, requestMs = REQUEST_MS): SESv2Client {
  return new SESv2Client({
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_MS, requestMs),
      requestTimeout: requestMs,
      // Without it the SDK only logs a warning and waits on.
      throwOnRequestTimeout: true,
    },
    ...config,
  });
}

export interface SesMailerOptions {
  readonly client: SESv2Client;
  /**
   * An address of a domain that is verified in SES, which then signs with the domain's DKIM keys, and asks for TLS as
   * lib/mail-sender.ts says of it.
   */
  readonly from: string;
}

export function createSesMailer({ client, from }: SesMailerOptions): Mailer {
  const transport = createTransport({ SES: { sesClient: client, SendEmailCommand } });
  return {
    async send(message) {
      await transport.sendMail(mimeOptions(from, message));
    },
  };
}
