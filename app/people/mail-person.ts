import { z } from 'zod';
import { singleSpaced } from '../../core/folded-text.ts';
import { LINK_MINUTES } from '../../core/limits/account-limits.ts';
import { isReservedAddress, mayMailInvitation } from '../../core/people/team-rules.ts';
import { counted } from '../../core/wording.ts';
import type { Mailer, MailMessage } from '../platform/mail.ts';
import type { SignIn, TeamStore } from './people.ts';

/** A mail that a person is to get. It holds no link, which is made when the mail is sent, so that no queue holds a link either. */
const personMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('link'), email: z.string() }),
  z.object({
    kind: z.literal('invitation'),
    email: z.string(),
    accountId: z.string(),
    accountName: z.string(),
    /** Null when the operator invites. */
    inviterName: z.string().nullable(),
    /** The invitations of the last day to the address, by all accounts, without this one. */
    recentToAddress: z.number(),
  }),
  z.object({
    kind: z.literal('news'),
    email: z.string(),
    accountId: z.string(),
    accountName: z.string(),
    /** Sentences. */
    facts: z.array(z.string()).readonly(),
    /** Facts that the mail only counts. */
    more: z.number(),
    /** The screen that shows them. */
    path: z.string(),
  }),
]);
export type PersonMail = z.output<typeof personMail>;

/** Mails a person. A use case gets one that only queues the mail, so that the time of an answer does not tell whether a mail is sent. */
export type MailPerson = (mail: PersonMail) => Promise<void>;

export interface PersonMailDeps {
  readonly team: Pick<TeamStore, 'countLink'>;
  readonly signIn: Pick<SignIn, 'makeLink'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly publicUrl: () => string;
}

/**
 * Mails a link, an invitation or news (docs/reference/people.md#mails). A link goes to a person who has not got LINKS_MAILED_MAX already;
 * for any other address nothing is stored or sent. An invitation is not mailed to an address that got too many in a day.
 */
export async function mailPerson(deps: PersonMailDeps, mail: PersonMail): Promise<void> {
  if (mail.kind === 'link') return mailLink(deps, mail.email.toLowerCase());
  if (mail.kind === 'news') return deps.mailer.send(newsMail(mail, deps.publicUrl()), { accountId: mail.accountId });
  const { accountId, accountName, inviterName, email: to, recentToAddress } = mail;
  if (!mayMailInvitation(recentToAddress)) return;
  await deps.mailer.send(inviteMail({ to, accountName, inviterName, publicUrl: deps.publicUrl() }), { accountId });
}

async function mailLink({ team, signIn, mailer }: PersonMailDeps, to: string): Promise<void> {
  if (isReservedAddress(to) || !(await team.countLink(to))) return;
  const link = await signIn.makeLink(to);
  await mailer.send(linkMail({ to, link, minutes: LINK_MINUTES }));
}

/** Writes the JSON body of a message. */
export function personMailBody(mail: PersonMail): string {
  return JSON.stringify(mail);
}

/** Reads the body of a message. Returns null for a malformed body, whose message is never retried. */
export function readPersonMail(body: string): PersonMail | null {
  try {
    return personMail.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

/** The mails that people get (docs/reference/people.md#mails). */

/** Makes the mail with a link that signs a person in once. `minutes`: how long the link is valid. */
function linkMail({
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
 * names, so the mail quotes them and says so. Whom the operator adds need not accept.
 */
function inviteMail({
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
  const isByOperator = inviterName === null;
  const inviter = isByOperator ? 'The operator of this service' : `Somebody called ${quoteName(inviterName)}`;
  return {
    to,
    subject: `You are invited to the commission statements of ${agency}`,
    text: [
      `${inviter} invites you to the commission statements of an agency called ${agency}.`,
      isByOperator
        ? 'Nobody has checked the name. Do not follow an address in it.'
        : 'They chose these names themselves, and nobody has checked them. Do not follow an address in a name.',
      '',
      `Open ${publicUrl}/sign-in and enter this address (${to}). You get a link by mail, and need no password.`,
      `${isByOperator ? 'You are in the agency as soon as you sign in.' : 'You join the agency only when you accept there.'} If you do not know it, ignore this mail.`,
      '',
    ].join('\n'),
  };
}

/** Makes the mail that tells an owner facts about the agency's statements. */
function newsMail(
  { email, accountName, facts, more, path }: Extract<PersonMail, { readonly kind: 'news' }>,
  publicUrl: string,
): MailMessage {
  const [first = ''] = facts;
  const others = facts.length + more - 1;
  return {
    to: email,
    subject: singleSpaced(
      `${accountName}: ${others === 0 ? first : `${counted(others + 1, 'fact')} about your statements`}`,
    ),
    text: [
      ...facts,
      ...(more === 0 ? [] : [`And ${more} more.`]),
      '',
      `See it here: ${publicUrl}${path}`,
      '',
      'An owner can turn these mails off under Settings, Team.',
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
