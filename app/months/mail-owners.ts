import { z } from 'zod';
import { NEWS_LISTED_MAX, NEWS_MONTHS } from '../../core/limits/account-limits.ts';
import { isReservedAddress } from '../../core/people/team-rules.ts';
import { periodOfDate } from '../../core/period.ts';
import { isRefused } from '../../core/problem.ts';
import { type NewsKey, newsPath, ownerNews } from '../../core/report/owner-news.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { MailPerson } from '../people/mail-person.ts';
import { gridRange, type StatementReads } from '../reads/show-statements.ts';

/** Mails owners when a statement is late, a large sum was taken back, or a month is complete (docs/reference/people.md#mails-to-owners). */

const isOn = z.boolean().describe('Whether owners are mailed.');

export const ownerMails = z
  .object({
    isOn,
    owners: z.int().describe('Owners who have signed in, and so get the mails.'),
  })
  .meta({ id: 'OwnerMails' });
export type OwnerMails = Readonly<z.output<typeof ownerMails>>;

export const ownerMailsChange = z.strictObject({ isOn }).meta({ id: 'OwnerMailsChange' });

export interface OwnerMailSettings {
  /** Returns the setting; on by default where an owner has signed in. */
  find(accountId: string): Promise<OwnerMails>;
  set(accountId: string, isOn: boolean, origin: RequestOrigin): Promise<OwnerMails>;
}

export interface MailedAccount {
  readonly accountId: string;
  readonly accountName: string;
  /** The addresses of the owners who have signed in. */
  readonly emails: readonly string[];
}

export interface OwnerNewsStore {
  /** Takes active accounts with mails on that were not looked at for a while, longest ago first. No other run takes them meanwhile. */
  takeDue(): Promise<readonly MailedAccount[]>;
  /** Records facts as mailed, and returns those that this call recorded. None are recorded where mails were turned off. */
  claim(accountId: string, news: readonly NewsKey[]): Promise<readonly NewsKey[]>;
}

export interface OwnerMailing {
  readonly news: OwnerNewsStore;
  readonly statements: Pick<StatementReads, 'grid'>;
  readonly mailPerson: MailPerson;
  readonly clock: () => Date;
}

/**
 * Mails the owners of the accounts that are due. Returns the number of mails. Facts are claimed before their mail is queued: a process that
 * dies in between sends none, and never two.
 */
export async function mailOwners(mailing: OwnerMailing): Promise<number> {
  let mailed = 0;
  for (const account of await mailing.news.takeDue()) mailed += await mailAccount(mailing, account);
  return mailed;
}

async function mailAccount(
  { news, statements, mailPerson, clock }: OwnerMailing,
  { accountId, accountName, emails }: MailedAccount,
): Promise<number> {
  const owners = emails.filter((email) => !isReservedAddress(email));
  if (owners.length === 0) return 0;
  const today = clock().toISOString().slice(0, 10);
  const facts = await statements.grid(accountId, {}, gridRange(periodOfDate(today), { months: NEWS_MONTHS, today }));
  const found = isRefused(facts) ? [] : ownerNews(facts, today);
  const claimed = new Set((found.length === 0 ? [] : await news.claim(accountId, found)).map(newsKey));
  const told = found.filter((one) => claimed.has(newsKey(one)));
  if (told.length === 0) return 0;
  const listed = told.slice(0, NEWS_LISTED_MAX).map(({ text }) => text);
  const mail = { accountId, accountName, facts: listed, more: told.length - listed.length, path: newsPath(told) };
  for (const email of owners) await mailPerson({ kind: 'news', email, ...mail });
  return owners.length;
}

const newsKey = ({ kind, workspaceId, carrierId, period }: NewsKey) => [kind, workspaceId, carrierId, period].join(' ');
