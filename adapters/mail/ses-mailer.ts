import { SESv2Client, type SESv2ClientConfig, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../app/platform/mail.ts';
import { mimeOptions } from './mime-options.ts';

const ATTEMPTS_MAX = 3;
const CONNECT_MS = 2_000;
/** The time-out of a request in milliseconds. SES answers in tenths of a second, but a message of ten megabytes needs time to upload. */
const REQUEST_MS = 20_000;

/** Makes a client with timeouts: three attempts end well before the claim of a report. */
export function createSesClient(config: SESv2ClientConfig = {}, requestMs = REQUEST_MS): SESv2Client {
  return new SESv2Client({
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_MS, requestMs),
      requestTimeout: requestMs,
      // Without this setting the SDK only logs a warning and keeps waiting.
      throwOnRequestTimeout: true,
    },
    ...config,
  });
}

export interface SesMailerOptions {
  readonly client: SESv2Client;
  /** An address of a domain that is verified in SES. SES signs with the domain's DKIM keys and uses TLS as set in lib/mail-intake.ts. */
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
