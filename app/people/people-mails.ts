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

/**
 * Makes the mail that invites a person to a team. It holds no secret: the person asks for a link on the sign-in page. Strangers choose the
 * names, so the mail quotes them and says so.
 */
export function inviteMail({
  to,
  accountName,
  inviterName,
  publicUrl,
}: {
  readonly to: string;
  readonly accountName: string;
  /** Null when the operator invites. */
  readonly inviterName: string | null;
  readonly publicUrl: string;
}): MailMessage {
  const agency = quoteName(accountName);
  const inviter = inviterName === null ? 'The operator of this service' : `Somebody called ${quoteName(inviterName)}`;
  return {
    to,
    subject: `You are invited to the commission statements of ${agency}`,
    text: [
      `${inviter} invites you to the commission statements of an agency called ${agency}.`,
      'They chose these names themselves, and nobody has checked them. Do not follow an address in a name.',
      '',
      `Open ${publicUrl}/sign-in and enter this address (${to}). You get a link by mail, and need no password.`,
      'You join the agency only when you accept there. If you do not know it, ignore this mail.',
      '',
    ].join('\n'),
  };
}

/** Quotes a name that somebody chose. Spaces keep mail programs from turning an address in it into a link. */
function quoteName(name: string): string {
  const shown = name
    .replaceAll('"', "'")
    .replaceAll(/:\/\//g, ' : / / ')
    .replaceAll(/(?<=[\w-])([.@])(?=\w)/g, ' $1 ');
  return `"${shown}"`;
}
