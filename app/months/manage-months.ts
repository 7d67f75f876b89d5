import { z } from 'zod';
import { NEWS_LISTED_MAX, NEWS_MONTHS } from '../../core/limits/account-limits.ts';
import { MONTH_ADJUSTMENTS_MAX } from '../../core/limits/saved-report-limits.ts';
import {
  type ClosingSituation,
  decideMonth,
  type MonthState,
  monthAfterClosing,
  type NotedMonth,
  refuseUnnamedWorkspace,
  type StoredMonth,
  withNote,
} from '../../core/month/month-state.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isReservedAddress } from '../../core/people/team-rules.ts';
import { type Period, periodOfDate } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { type NewsKey, newsPath, ownerNews } from '../../core/report/owner-news.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { MailPerson } from '../people/mail-person.ts';
import { displayName, recordId } from '../platform/shared-fields.ts';
import { describeMonth, figures, type MonthFacts, type MonthRecord, monthFields } from '../reads/describe-month.ts';
import type { BookFilter } from '../reads/read-models.ts';
import {
  type BookStatementKey,
  gridRange,
  placeStatement,
  type StatementDeposit,
  type StatementDetailReads,
  type StatementKey,
  type StatementReads,
  showStatements,
} from '../reads/show-statements.ts';

export const monthChange = z.strictObject({
  state: z.enum(['open', 'closed']),
  carrierId: recordId('Only this carrier.').optional(),
  workspaceId: recordId('Required when the account has several.').optional(),
  signedBy: displayName('The name of the person who signs a closing.').optional(),
  reason: displayName('Why the month is opened again.').optional(),
});

export const adjustment = z
  .object({
    ...figures,
    commissionAtRisk: z
      .number()
      .nullable()
      .describe('Of dropped and reduced members. Null where the adjustment was recorded before it was kept.'),
    recordedAt: z.iso.datetime(),
    cause: z
      .string()
      .describe('ingest, append, replace, retract or rescore: the mode of the job. rates: a change of rates.'),
    jobId: z.string().nullable(),
    fileId: z.string().nullable(),
    jobPeriod: z
      .string()
      .nullable()
      .describe("The job's month: a correction of an earlier month can change who is missing in this one."),
  })
  .meta({ id: 'MonthAdjustment' });
export type MonthAdjustment = Readonly<z.output<typeof adjustment>>;

export const monthDetails = z
  .object({
    period: z.string(),
    data: z
      .array(
        z
          .object({
            ...monthFields,
            adjustments: z
              .array(adjustment)
              .readonly()
              .describe(`What changed a closed month, newest first; the latest ${MONTH_ADJUSTMENTS_MAX}.`),
          })
          .meta({ id: 'DetailedMonth' }),
      )
      .readonly()
      .describe('The month of each carrier and workspace with data in it.'),
  })
  .meta({ id: 'MonthDetails' });

export const ADJUSTMENT_COLUMNS = [
  ...['period', 'carrierId', 'carrierName', 'workspaceId', 'memberCount', 'red', 'paidNet', 'paidGross'],
  ...['chargebacks', 'commissionOwed', 'commissionOwedEstimated', 'commissionAtRisk', 'recordedAt', 'cause'],
  ...['jobId', 'fileId', 'jobPeriod'],
];

export interface MonthFilter extends BookFilter {
  readonly period?: Period | undefined;
  readonly state?: MonthState | undefined;
}

export interface DetailedMonth extends MonthRecord {
  /** Newest first, at most MONTH_ADJUSTMENTS_MAX. */
  readonly adjustments: readonly MonthAdjustment[];
}

export interface DetailedMonthFacts extends MonthFacts {
  /** Newest first, at most MONTH_ADJUSTMENTS_MAX. */
  readonly adjustments: readonly MonthAdjustment[];
}

export interface MonthChangeCommand extends BookFilter {
  readonly accountId: string;
  readonly period: Period;
  readonly state: 'open' | 'closed';
  /** The name that a person signs with. Null when nobody signs. */
  readonly signedBy: string | null;
  /** Why the month is opened again. */
  readonly reason: string | null;
  readonly origin: RequestOrigin;
}

/** Decisions about a change of months, made under the locks of their books. A refusal ends the change; null allows it. */
export interface MonthDecisions {
  readonly decideMonth: (situation: ClosingSituation) => Refused | null;
  /** Called when the command names no workspace. */
  readonly decideWorkspace: (workspaces: number) => Refused | null;
  readonly monthAfterClosing: (stored: StoredMonth, isClosed: boolean) => NotedMonth | null;
}

/** Months of books. All methods refuse an unknown carrier or workspace. */
export interface MonthStore {
  /** Returns months, newest first, and by carrier within a month. */
  list(accountId: string, filter: MonthFilter, page: OffsetPosition): Promise<OffsetPage<MonthFacts> | Refused>;
  /** Returns the month of every carrier with data in it, by name. */
  find(accountId: string, period: Period, filter: BookFilter): Promise<readonly DetailedMonthFacts[] | Refused>;
  /**
   * Closes or reopens the month of one carrier, or of every carrier of the workspace with data in it. A closing keeps `leftOpen`.
   */
  set(
    command: MonthChangeCommand & { readonly leftOpen: readonly string[] },
    decisions: MonthDecisions,
  ): Promise<readonly DetailedMonthFacts[] | Refused>;
}

export interface MonthManagement {
  readonly months: MonthStore;
  readonly statements: Pick<StatementReads, 'grid'>;
  readonly clock: () => Date;
}

const DECISIONS: MonthDecisions = {
  decideMonth,
  decideWorkspace: refuseUnnamedWorkspace,
  monthAfterClosing: (stored, isClosed) => withNote(monthAfterClosing(stored, isClosed)),
};

/** Lists months, newest first. Refuses a filter that names an unknown carrier or workspace. */
export async function listMonths(
  months: MonthStore,
  accountId: string,
  { limit, offset, ...filter }: MonthFilter & OffsetPosition,
): Promise<OffsetPage<MonthRecord> | Refused> {
  const page = await months.list(accountId, filter, { limit, offset });
  return isRefused(page) ? page : { ...page, data: page.data.map(describeMonth) };
}

/** Finds the month of every carrier of the filter. Refuses a month without data, and an unknown carrier or workspace. */
export async function findMonth(
  months: MonthStore,
  accountId: string,
  { period, ...filter }: BookFilter & { readonly period: Period },
): Promise<readonly DetailedMonth[] | Refused> {
  const found = await months.find(accountId, period, filter);
  if (isRefused(found)) return found;
  return decideMonth({ wanted: 'open', books: found.length, openJobs: 0 }) ?? found.map(describeInDetail);
}

/**
 * Closes or reopens the month of one carrier, or of every carrier of the workspace with data in it. Refuses a month without data, an
 * unnamed workspace where there are several, and closing while a job of the month is open.
 */
export async function setMonth(
  { months, statements, clock }: MonthManagement,
  command: MonthChangeCommand,
): Promise<readonly DetailedMonth[] | Refused> {
  const leftOpen = command.state === 'closed' ? await openBefore(statements, command, clock) : [];
  if (isRefused(leftOpen)) return leftOpen;
  const changed = await months.set({ ...command, leftOpen }, DECISIONS);
  return isRefused(changed) ? changed : changed.map(describeInDetail);
}

/** Says what is open in the month before it is closed, in sentences. */
async function openBefore(
  statements: Pick<StatementReads, 'grid'>,
  { accountId, period, carrierId, workspaceId }: MonthChangeCommand,
  clock: () => Date,
): Promise<readonly string[] | Refused> {
  const today = clock().toISOString().slice(0, 10);
  const shown = await showStatements({ statements }, accountId, {
    to: period,
    months: 1,
    carrierId,
    workspaceId,
    today,
  });
  if (isRefused(shown)) return shown;
  return shown.months.flatMap(({ open }) => open.map(({ carrierName, detail }) => `${carrierName}: ${detail}`));
}

function describeInDetail({ adjustments, ...facts }: DetailedMonthFacts): DetailedMonth {
  return { ...describeMonth(facts), adjustments };
}

/** Keeps the deposit of a month, as a person reads it from the bank (docs/reference/uploads-and-jobs.md#deposits). */

type TypedDeposit = Omit<StatementDeposit, 'enteredAt'>;

export interface DepositStore {
  /** Stores the deposit, in place of an earlier one. Null when no file of the carrier was ever sent. */
  set(key: BookStatementKey, deposit: TypedDeposit, origin: RequestOrigin): Promise<StatementDeposit | null>;
  /** Returns false when there is none. */
  remove(key: BookStatementKey, origin: RequestOrigin): Promise<boolean>;
}

export interface DepositParts {
  readonly statements: Pick<StatementDetailReads, 'workspacesOf'>;
  readonly deposits: DepositStore;
}

/** Writes the deposit down. Refuses an unknown carrier or workspace, and a carrier without any file. */
export async function setDeposit(
  { statements, deposits }: DepositParts,
  { deposit, ...named }: StatementKey & { readonly deposit: TypedDeposit },
  origin: RequestOrigin,
): Promise<StatementDeposit | Refused> {
  const key = await placeStatement(statements, named);
  if (isRefused(key)) return key;
  return (await deposits.set(key, deposit, origin)) ?? refuse('not_found', 'No file of this carrier was ever sent.');
}

/** Removes the deposit. Returns null when done; refuses an unknown carrier or workspace, and a month without a deposit. */
export async function removeDeposit(
  { statements, deposits }: DepositParts,
  named: StatementKey,
  origin: RequestOrigin,
): Promise<Refused | null> {
  const key = await placeStatement(statements, named);
  if (isRefused(key)) return key;
  return (await deposits.remove(key, origin)) ? null : refuse('not_found', 'The month has no deposit.');
}

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
