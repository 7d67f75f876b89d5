import { SESv2Client, type SESv2ClientConfig, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Mailer, MailMessage } from '../../app/platform/mail.ts';

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

/** One address without a name. The pattern excludes the characters that a second address or another header would need. */
const BARE_ADDRESS = /^[^\s\p{Cc},;:<>()[\]\\"@]+@[^\s\p{Cc},;:<>()[\]\\"@]+$/u;

/** Makes the options for nodemailer, which writes the MIME text. Access to files and URLs is disabled. */
export function mimeOptions(
  from: string,
  { to, subject, replyTo, text, html, attachments = [], answers }: MailMessage,
): SendMailOptions {
  if (!BARE_ADDRESS.test(to)) throw new RangeError('A message goes to one bare email address');
  if (replyTo !== undefined && !BARE_ADDRESS.test(replyTo))
    throw new RangeError('Answers go to one bare email address');
  return {
    from,
    to: { name: '', address: to },
    subject: subject.replace(/\p{Cc}+/gu, ' '),
    text,
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    ...(html === undefined ? {} : { html }),
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content: typeof content === 'string' ? content : Buffer.from(content),
    })),
    ...(answers === undefined ? {} : threadOf(answers)),
    // The header keeps absence notices from answering (RFC 3834).
    headers: { 'Auto-Submitted': answers === undefined ? 'auto-generated' : 'auto-replied' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Returns the headers by which mail programs show an answer below the message it answers. */
function threadOf({ messageId, references }: NonNullable<MailMessage['answers']>): SendMailOptions {
  if (messageId === null) return {};
  return { inReplyTo: messageId, references: [...references, messageId] };
}
