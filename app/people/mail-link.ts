import { LINK_MINUTES } from '../../core/limits/people-limits.ts';
import { isReservedAddress } from '../../core/people/reserved-address.ts';
import type { Mailer } from '../intake/mail-ports.ts';
import { linkMail } from './people-mails.ts';
import type { SignIn, TeamStore } from './people-ports.ts';

/**
 * Mails a link to sign in, if the address belongs to a person who has not got LINKS_MAILED_MAX links already. For any other address it
 * stores and sends nothing.
 */
export async function mailLink(
  deps: {
    readonly team: Pick<TeamStore, 'countLink'>;
    readonly signIn: Pick<SignIn, 'makeLink'>;
    readonly mailer: Pick<Mailer, 'send'>;
  },
  address: string,
): Promise<void> {
  const to = address.toLowerCase();
  if (isReservedAddress(to) || !(await deps.team.countLink(to))) return;
  const link = await deps.signIn.makeLink(to);
  await deps.mailer.send(linkMail({ to, link, minutes: LINK_MINUTES }));
}
