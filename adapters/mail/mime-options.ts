import type { SendMailOptions } from 'nodemailer';
import type { MailMessage } from '../../app/intake/mail-ports.ts';

/** One address without a name: a second one, or a header of its own, would need a character that is left out here. */
const BARE_ADDRESS = /^[^\s\p{Cc},;:<>()[\]\\"@]+@[^\s\p{Cc},;:<>()[\]\\"@]+$/u;

/** A message for nodemailer, which writes the MIME. It is told to open no file and no address for it. */
export function mimeOptions(
  from: string,
  { to, subject, text, html, attachments = [], answers }: MailMessage,
): SendMailOptions {
  if (!BARE_ADDRESS.test(to)) throw new RangeError('A message goes to one bare email address');
  return {
    from,
    to: { name: '', address: to },
    subject: subject.replace(/\p{Cc}+/gu, ' '),
    text,
    ...(html === undefined ? {} : { html }),
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename,
      contentType,
      content: typeof content === 'string' ? content : Buffer.from(content),
    })),
    ...(answers === undefined ? {} : threadOf(answers)),
    // So that absence notices don't answer it (RFC 3834).
    headers: { 'Auto-Submitted': answers === undefined ? 'auto-generated' : 'auto-replied' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Mail programs show an answer beneath what it answers. */
function threadOf({ messageId, references }: NonNullable<MailMessage['answers']>): SendMailOptions {
  if (messageId === null) return {};
  return { inReplyTo: messageId, references: [...references, messageId] };
}
