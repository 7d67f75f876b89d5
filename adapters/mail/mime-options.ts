import type { SendMailOptions } from 'nodemailer';
import type { MailMessage } from '../../app/mail-ports.ts';

/** One address without a name: a second one, or a header of its own, would need a character that is left out here. */
const BARE_ADDRESS = /^[^\s\p{Cc},;:<>()[\]\\"@]+@[^\s\p{Cc},;:<>()[\]\\"@]+$/u;

/** A message for nodemailer, which writes the MIME. It is told to open no file and no address for it. */
export function mimeOptions(from: string, { to, subject, text, html, attachments = [] }: MailMessage): SendMailOptions {
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
    // So that absence notices don't answer it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
