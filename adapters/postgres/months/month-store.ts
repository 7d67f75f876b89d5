import { eq } from 'drizzle-orm';
import type {
  DepositStore,
  MailedAccount,
  MonthChangeCommand,
  MonthDecisions,
  MonthStore,
  OwnerMailSettings,
  OwnerMails,
  OwnerNewsStore,
} from '../../../app/months/manage-months.ts';
import type { StatementDeposit } from '../../../app/reads/show-statements.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { NEWS_ACCOUNTS_BATCH, NEWS_CHECK_SECONDS } from '../../../core/limits/account-limits.ts';
import { REQUEST_LOCK_WAIT_SECONDS } from '../../../core/limits/job-limits.ts';
import type { Period } from '../../../core/period.ts';
import type { Refused } from '../../../core/problem.ts';
import type { NewsKey } from '../../../core/report/owner-news.ts';
import { accounts, workspaces } from '../../../schema/accounts.ts';
import { files, jobs } from '../../../schema/files.ts';
import { closedMonths, monthAdjustments, ownerNews, statementDeposits } from '../../../schema/months.ts';
import { people, teamMembers } from '../../../schema/people.ts';
import { rollups } from '../../../schema/scores.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { loadMonth, saveMonth } from '../book/book-months.ts';
import { lockBook } from '../book/book-store.ts';
import { countedPage } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { unassignedOfMonth } from '../queries/book-pay.ts';
import { type BookScope, ofPeriod, refuseUnknownBook, whenSet } from '../queries/book-scope.ts';
import { estimatedOwed } from '../queries/month-columns.ts';
import { countMonths, listDetailedMonths, listMonthRows } from '../reads/rollup-reads.ts';

export function createMonthStore(database: Database): MonthStore {
  return {
    list: (accountId, filter, page) =>
      database.read(accountId, async (sql) => {
        const [refused, rows] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          listMonthRows(sql, { accountId, filter, page }),
        ]);
        return refused ?? countedPage(rows, page, () => countMonths(sql, { accountId, filter }));
      }),
    find: (accountId, period, filter) =>
      database.read(accountId, async (sql) => {
        const [refused, months] = await Promise.all([
          refuseUnknownBook(sql, accountId, filter),
          listDetailedMonths(sql, { accountId, filter: { ...filter, period } }),
        ]);
        return refused ?? months;
      }),
    set: (command, decisions) => database.tenant(command.accountId, (sql) => setMonth(sql, command, decisions)),
  };
}

type SetCommand = Parameters<MonthStore['set']>[0];

/** Closes or reopens months under the locks of their books, so that no job changes the figures while they are recorded. */
async function setMonth(sql: Sql, command: SetCommand, decisions: MonthDecisions) {
  const { accountId, period, carrierId, state } = command;
  const workspaceId = await namedWorkspace(sql, command, decisions);
  if (typeof workspaceId !== 'string') return workspaceId;
  const month = { accountId, workspaceId, period, carrierId };
  // Jobs are counted first: a job that ends later adds its book to the books that are found next.
  const openJobs = await countOpenJobs(sql, month);
  const books = await booksWith(sql, month);
  for (const key of books) await lockBook(sql, key, REQUEST_LOCK_WAIT_SECONDS);
  const refused = decisions.decideMonth({ wanted: state, books: books.length, openJobs });
  if (refused !== null) return refused;
  for (const key of books)
    await (state === 'closed' ? closeMonth : reopenMonth)({ sql, key, jobId: null }, { ...command, ...decisions });
  return listDetailedMonths(sql, { accountId, filter: { period, carrierId, workspaceId } });
}

async function namedWorkspace(
  sql: Sql,
  { accountId, ...filter }: MonthChangeCommand,
  { decideWorkspace }: Pick<MonthDecisions, 'decideWorkspace'>,
): Promise<string | Refused> {
  const unknown = await refuseUnknownBook(sql, accountId, filter);
  if (unknown !== null) return unknown;
  if (filter.workspaceId !== undefined) return filter.workspaceId;
  const [only, ...others] = await orm(sql)
    .select({ workspaceId: workspaces.workspaceId })
    .from(workspaces)
    .where(eq(workspaces.accountId, accountId));
  if (only === undefined) throw new Error('Every account has a workspace.');
  return decideWorkspace(1 + others.length) ?? only.workspaceId;
}

type MonthKey = Pick<MonthChangeCommand, 'accountId' | 'carrierId' | 'period'> & { readonly workspaceId: string };

const ofMonth = (sql: Sql, { accountId, workspaceId, carrierId, period }: MonthKey) => [
  sql`account_id = ${accountId} and workspace_id = ${workspaceId} and period = ${period}`,
  ...whenSet(carrierId, (id) => sql`and carrier_id = ${id}`),
];

/** Returns the books in one order, so that concurrent requests can't deadlock. */
async function booksWith(sql: Sql, month: MonthKey): Promise<readonly BookKey[]> {
  const { accountId, workspaceId } = month;
  const rows = await sql<{ carrier_id: string }[]>`
    select carrier_id from ${rollups} where ${ofMonth(sql, month)} union select carrier_id from ${closedMonths} where ${ofMonth(sql, month)}
    order by carrier_id`;
  return rows.map((row) => ({ accountId, workspaceId, carrierId: row.carrier_id }));
}

/** Counts queued and running jobs of the month, also those of carriers without data in it so far. */
async function countOpenJobs(sql: Sql, month: MonthKey): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from ${jobs} where ${ofMonth(sql, month)} and status in ('queued', 'processing')`;
  return row?.count ?? 0;
}

interface ClosedRow {
  readonly member_count: number;
  readonly red: number;
  readonly gross_amount: string;
  readonly chargeback_amount: string;
  readonly commission_owed: string;
}

const FIGURES = 'member_count, red, gross_amount, chargeback_amount, commission_owed';

type Change = SetCommand & Pick<MonthDecisions, 'monthAfterClosing'>;

/** Closes a month. A month that is closed already keeps its figures. */
async function closeMonth(scope: BookScope, change: Change): Promise<void> {
  const { period, origin, monthAfterClosing, signedBy, leftOpen } = change;
  const { sql, key } = scope;
  const figures = sql.unsafe(FIGURES);
  const [closed] = await sql<ClosedRow[]>`
    insert into ${closedMonths} (account_id, workspace_id, carrier_id, period, closed_by, signed_by, left_open,
      commission_owed_estimated, ${figures})
    select r.account_id, r.workspace_id, r.carrier_id, r.period, ${origin.actor}, ${signedBy}::text, ${[...leftOpen]}::text[],
      ${estimatedOwed(sql)}, r.member_count, r.red,
      r.gross_amount + u.gross, r.chargeback_amount + u.chargebacks, r.commission_owed
    from ${rollups} r cross join ${unassignedOfMonth(sql, sql`r`)} u
    where r.account_id = ${key.accountId} and r.workspace_id = ${key.workspaceId} and r.carrier_id = ${key.carrierId}
      and r.period = ${period}
    on conflict (workspace_id, carrier_id, period) do nothing
    returning ${figures}`;
  if (closed === undefined) return;
  await settle(scope, period, monthAfterClosing);
  const said = { ...(signedBy === null ? {} : { signedBy }), ...(leftOpen.length === 0 ? {} : { leftOpen }) };
  await audit(scope, { period, origin, action: 'month.close', figures: closed, said });
}

/** Reopens a month and deletes the record of its closing; the audit trail keeps the figures. */
async function reopenMonth(scope: BookScope, { period, origin, monthAfterClosing, reason }: Change): Promise<void> {
  const { sql } = scope;
  const [closed] = await sql<ClosedRow[]>`
    delete from ${closedMonths} ${ofPeriod(scope, period)} returning ${sql.unsafe(FIGURES)}`;
  if (closed === undefined) return;
  await sql`delete from ${monthAdjustments} ${ofPeriod(scope, period)}`;
  await settle(scope, period, monthAfterClosing);
  const said = reason === null ? {} : { reason };
  await audit(scope, { period, origin, action: 'month.reopen', figures: closed, said });
}

/** Stores the month's state again: whether it waits for files depends on whether it is closed. */
async function settle(
  scope: BookScope,
  period: Period,
  monthAfterClosing: MonthDecisions['monthAfterClosing'],
): Promise<void> {
  const { stored, isClosed } = await loadMonth(scope, period);
  if (stored !== null) await saveMonth(scope, period, monthAfterClosing(stored, isClosed));
}

async function audit(
  { sql, key: { accountId, workspaceId, carrierId } }: BookScope,
  {
    period,
    origin,
    action,
    figures,
    said,
  }: Pick<MonthChangeCommand, 'period' | 'origin'> & {
    readonly action: string;
    readonly figures: ClosedRow;
    /** The signature or the reason of the person. */
    readonly said: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await recordAudit(sql, {
    accountId,
    origin,
    action,
    target: carrierId,
    meta: {
      period,
      workspaceId,
      members: figures.member_count,
      red: figures.red,
      gross: figures.gross_amount,
      chargebacks: figures.chargeback_amount,
      commissionOwed: figures.commission_owed,
      ...said,
    },
  });
}

/** Stores what the bank shows for a month of a book. */
export function createDepositStore(database: Database): DepositStore {
  return {
    set: (key, { amount, depositedOn, note, author }, origin) =>
      database.tenant(key.accountId, async (sql) => {
        const { accountId, workspaceId, carrierId, period } = key;
        const [stored] = await sql<StatementDeposit[]>`
          insert into ${statementDeposits} (account_id, workspace_id, carrier_id, period, amount, deposited_on, note, author)
          select ${accountId}, ${workspaceId}::uuid, ${carrierId}::uuid, ${period}, ${amount}, ${depositedOn}::date, ${note}::text,
            ${author}::text
          where exists (select 1 from ${files}
            where account_id = ${accountId} and workspace_id = ${workspaceId} and carrier_id = ${carrierId})
          on conflict (workspace_id, carrier_id, period) do update set amount = excluded.amount,
            deposited_on = excluded.deposited_on, note = excluded.note, author = excluded.author, entered_at = clock_timestamp()
          returning amount::float8 as amount, to_char(deposited_on, 'YYYY-MM-DD') as "depositedOn", note, author,
            entered_at as "enteredAt"`;
        if (stored === undefined) return null;
        const meta = { period, workspaceId, amount, depositedOn };
        await recordAudit(sql, { accountId, origin, action: 'deposit.set', target: carrierId, meta });
        return stored;
      }),
    remove: ({ accountId, workspaceId, carrierId, period }, origin) =>
      database.tenant(accountId, async (sql) => {
        const removed = await sql`
          delete from ${statementDeposits}
          where account_id = ${accountId} and workspace_id = ${workspaceId} and carrier_id = ${carrierId} and period = ${period}`;
        if (removed.count === 0) return false;
        const meta = { period, workspaceId };
        await recordAudit(sql, { accountId, origin, action: 'deposit.delete', target: carrierId, meta });
        return true;
      }),
  };
}

/** Stores which accounts mail their owners, and the facts that were mailed. */
export function createOwnerNewsStore(database: Database): OwnerNewsStore {
  return {
    takeDue: () =>
      database.system(
        (sql) => sql<MailedAccount[]>`
          with due as (
            select a.account_id from ${accounts} a
            where a.status = 'active' and a.owner_mails is distinct from false
              and (a.owner_mails_checked_at is null
                or a.owner_mails_checked_at < clock_timestamp() - make_interval(secs => ${NEWS_CHECK_SECONDS}))
              and exists (select from ${teamMembers} m where m.account_id = a.account_id and ${isOwner(sql)})
            order by a.owner_mails_checked_at nulls first, a.account_id
            limit ${NEWS_ACCOUNTS_BATCH} for no key update of a skip locked
          ), taken as (
            update ${accounts} a set owner_mails_checked_at = clock_timestamp() from due
            where a.account_id = due.account_id returning a.account_id, a.name
          )
          select t.account_id as "accountId", t.name as "accountName", array_agg(p.email order by p.email) as emails
          from taken t
          join ${teamMembers} m on m.account_id = t.account_id and ${isOwner(sql)}
          join ${people} p on p.person_id = m.person_id
          group by t.account_id, t.name order by t.account_id`,
      ),
    claim: (accountId, news) =>
      database.tenant(
        accountId,
        (sql) => sql<NewsKey[]>`
          insert into ${ownerNews} (account_id, kind, workspace_id, carrier_id, period)
          select ${accountId}, n.kind, n.workspace_id, n.carrier_id, n.period
          from unnest(${news.map(({ kind }) => kind)}::text[], ${news.map(({ workspaceId }) => workspaceId)}::uuid[],
            ${news.map(({ carrierId }) => carrierId)}::uuid[], ${news.map(({ period }) => period)}::text[])
            as n (kind, workspace_id, carrier_id, period)
          where exists (select from ${accounts} where account_id = ${accountId} and owner_mails is distinct from false)
          on conflict do nothing
          returning kind, workspace_id as "workspaceId", carrier_id as "carrierId", period`,
      ),
  };
}

/** Reads and changes whether an account mails its owners. People are shared by accounts, so the system role reads the team. */
export function createOwnerMailSettings(database: Database): OwnerMailSettings {
  return {
    find: (accountId) => database.system((sql) => findSetting(sql, accountId)),
    set: (accountId, isOn, origin) =>
      database.system(async (sql) => {
        await sql`update ${accounts} set owner_mails = ${isOn} where account_id = ${accountId}`;
        await recordAudit(sql, { accountId, origin, action: 'account.mails', target: accountId, meta: { isOn } });
        return findSetting(sql, accountId);
      }),
  };
}

/** True for the membership `m` of an owner who has signed in. */
const isOwner = (sql: Sql) => sql`m.role = 'owner' and m.joined_at is not null`;

async function findSetting(sql: Sql, accountId: string): Promise<OwnerMails> {
  const [row] = await sql<OwnerMails[]>`
    select coalesce(a.owner_mails, o.owners > 0) as "isOn", o.owners
    from ${accounts} a, lateral (
      select count(*)::int as owners from ${teamMembers} m where m.account_id = ${accountId} and ${isOwner(sql)}) o
    where a.account_id = ${accountId}`;
  if (row === undefined) throw new Error('There is no such account.');
  return row;
}
