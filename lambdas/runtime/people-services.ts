import { hkdfSync } from 'node:crypto';
import { createAccountStore } from '../../adapters/postgres/accounts/account-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createInvitationStore, enterFirstAccount } from '../../adapters/postgres/people/invitation-store.ts';
import { createTeamStore } from '../../adapters/postgres/people/team-store.ts';
import type { SignInSettings } from '../../adapters/sign-in/better-auth.ts';
import type { ExampleAgency } from '../../app/people/example-agency.ts';
import { type MailPerson, mailPerson } from '../../app/people/mail-person.ts';
import type { InvitationStore } from '../../app/people/manage-team.ts';
import { linkFirstOwner } from '../../app/people/own-session.ts';
import type { SignIn } from '../../app/people/people.ts';
import type { Mailer } from '../../app/platform/mail.ts';
import type { Log } from './log.ts';

/** Signing in and the mails about it. */
export interface PeopleParts {
  readonly signIn: SignIn;
  readonly invitations: InvitationStore;
  readonly mailPerson: MailPerson;
  /** False where mails stay on the machine. */
  readonly hasMail: boolean;
  /** Absent on a host without an example agency. */
  readonly example?: ExampleAgency | undefined;
}

export interface PeoplePlatform {
  readonly database: Database;
  readonly mailer: Pick<Mailer, 'send'>;
  /** False where mails stay on the machine; true by default. */
  readonly hasMail?: boolean | undefined;
  readonly publicUrl: () => string;
  readonly log: Log;
  /**
   * Makes the way of a mail: a queue, from which `send` is called after the answer. A host that calls `send` itself makes the time of an
   * answer tell whether an address is known.
   */
  readonly queueMails: (send: MailPerson) => MailPerson;
  /** The key of the installation, from which the key of the cookies is derived. */
  readonly secretKey: Uint8Array;
  readonly providers: SignInSettings['providers'];
}

/** Creates signing in. The library is loaded with the first request that needs it, so that a process without such requests starts fast. */
export function createPeople(platform: PeoplePlatform): PeopleParts {
  const { database, secretKey, providers, mailer, publicUrl, log, queueMails, hasMail = true } = platform;
  const team = createTeamStore(database);
  let opened: Promise<SignIn> | null = null;
  const open = () => {
    opened ??= import('../../adapters/sign-in/better-auth.ts').then(({ createSignIn }) =>
      createSignIn(
        { secret: cookieSecret(secretKey), publicUrl: publicUrl(), providers },
        {
          database,
          firstAccountOf: enterFirstAccount(database),
          onLinkAsked: (email) => mailQueued({ kind: 'link', email }),
          onTrouble: ({ status, cause, error }) => {
            if (error === null) log('warn', 'sign_in_refused', { status, cause });
            else log('error', 'sign_in_failed', { status, cause, error });
          },
        },
      ),
    );
    return opened;
  };
  const signIn: SignIn = {
    providers: providers.map(({ id }) => id),
    findSession: async (cookie) => (await open()).findSession(cookie),
    answer: async (request) => (await open()).answer(request),
    makeLink: async (...asked) => (await open()).makeLink(...asked),
  };
  const mailQueued = queueMails((mail) => mailPerson({ team, signIn, mailer, publicUrl }, mail));
  return { signIn, invitations: createInvitationStore(database), mailPerson: mailQueued, hasMail };
}

/** Makes the link for the first owner of an installation; null when somebody has signed in before. */
export function createFirstOwnerLink(database: Database, { signIn }: PeopleParts): Promise<string | null> {
  return linkFirstOwner({ accounts: createAccountStore(database), team: createTeamStore(database), signIn });
}

/** Derives a separate key for the cookies, so that neither key reveals the other. */
function cookieSecret(secretKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'session cookies', 32)).toString('base64url');
}
