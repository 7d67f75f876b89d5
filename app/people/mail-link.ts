import type { Mailer } from '../intake/mail-ports.ts';
import { linkMail } from './people-mails.ts';
import type { TeamStore } from './people-ports.ts';

/**
 * Mails a link to sign in, if the address belongs to a person. Otherwise it does nothing, so that the answer does not tell who is known and
 * strangers get no mail.
 */
export async function mailLink(
  deps: {
    readonly team: Pick<TeamStore, 'findPerson'>;
    readonly mailer: Pick<Mailer, 'send'>;
    readonly minutes: number;
  },
  { email, link }: { readonly email: string; readonly link: string },
): Promise<void> {
  const person = await deps.team.findPerson(email);
  if (person === null || !canGetMail(email)) return;
  await deps.mailer.send(linkMail({ to: email.toLowerCase(), link, minutes: deps.minutes }));
}

/** Returns whether an address can get mail. The people that the service itself made have addresses at a domain without mail (RFC 2606). */
const canGetMail = (email: string) => !email.toLowerCase().endsWith('.invalid');
