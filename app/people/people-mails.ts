import type { MailMessage } from '../intake/mail-ports.ts';

/** The mails that people get about signing in (docs/reference/people.md#mails). */

/** Makes the mail with a link that signs a person in once. `minutes`: how long the link is valid. */
export function linkMail({
  to,
  link,
  minutes,
}: {
  readonly to: string;
  readonly link: string;
  readonly minutes: number;
}): MailMessage {
  return {
    to,
    subject: 'Your link to sign in',
    text: [
      'Open this link to sign in:',
      '',
      link,
      '',
      `It works once, for ${minutes} minutes. If you did not ask for it, ignore this mail: nobody can sign in without the link.`,
      '',
    ].join('\n'),
  };
}

/** Makes the mail that invites a person to a team. It holds no secret: the person asks for a link on the sign-in page. */
export function inviteMail({
  to,
  accountName,
  publicUrl,
}: {
  readonly to: string;
  readonly accountName: string;
  readonly publicUrl: string;
}): MailMessage {
  return {
    to,
    subject: `You are invited to the commission statements of ${accountName}`,
    text: [
      `${accountName} has invited you to look at its commission statements.`,
      '',
      `Open ${publicUrl}/sign-in and enter this address (${to}). You get a link by mail, and need no password.`,
      '',
    ].join('\n'),
  };
}
