import type { SendMailOptions } from 'nodemailer';
import type { MailMessage } from '../../app/platform/mail.ts';

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
