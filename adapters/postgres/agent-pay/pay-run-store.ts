import type { PendingQuery, Row } from 'postgres';
import type { StoredAdjustment, StoredRun } from '../../../app/agent-pay/pay-run-record.ts';
import type {
  ApprovedRun,
  KnownHoldback,
  PayRunStore,
  RunChange,
  RunKey,
  RunMaterial,
} from '../../../app/agent-pay/pay-runs.ts';
import type { RunEntry } from '../../../core/agent-pay/pay-run.ts';
import type { RunSumsOf } from '../../../core/agent-pay/share-out.ts';
import type { Letterhead } from '../../../core/dispute/dispute-letter.ts';
import { REQUEST_LOCK_WAIT_SECONDS } from '../../../core/limits/job-limits.ts';
import { type Money, moneyToDecimal, moneyToDollars } from '../../../core/money.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import {
  payNotSetUp,
  payRunIsFixed,
  payRunIsOpen,
  unknownPaidAgent,
  unknownPayAdjustment,
  unknownPayRun,
} from '../../../core/refusals.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import type { PayRunEvent } from '../../../core/webhook/event-body.ts';
import { payAdjustments, payEntries, payRuns, paySettlements } from '../../../schema/agent-pay.ts';
import { agents } from '../../../schema/agents.ts';
import { letterheads } from '../../../schema/disputes.ts';
import { outbox } from '../../../schema/files.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { lockWait } from '../connection/connection.ts';
import { countedPage, countOfQuery } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { currentSetup, lockPay } from './pay-setup-store.ts';
import { asMoney, knownMonths, loadBalances, loadRunMaterial, lockBooks, readCarrierNames } from './run-material.ts';
import { findingsOf, ofParty, settledAgents, settledRuns, storedEntries } from './settled-runs.ts';

export function createPayRunStore(database: Database): PayRunStore {
  return {
    ...readsOf(database),
    open: ({ accountId, run }, refuse, origin) =>
      database.tenant(accountId, async (sql) => {
        await lockPay(sql, accountId);
        const known = await knownMonths(sql, accountId);
        if (known === null) return payNotSetUp();
        const refused = refuse(known);
        if (refused !== null) return refused;
        const { runId, payDate, months, reapplyFrom, note } = run;
        const made = await sql`
          insert into ${payRuns} (account_id, run_id, pay_date, months, reapply_from, note, created_by)
          values (${accountId}, ${runId}, ${payDate}, ${[...months]}::text[]::period[], ${reapplyFrom}, ${note}, ${origin.actor})
          on conflict (account_id) where state in ('draft', 'reviewed') do nothing`;
        if (made.count === 0) return payRunIsOpen();
        await recordAudit(sql, {
          accountId,
          origin,
          action: 'pay_run.create',
          target: runId,
          meta: { payDate, months },
        });
        return requireRun(sql, { accountId, runId });
      }),
    list: (accountId, page) =>
      database.read(accountId, async (sql) => {
        const rows = await runsOf(
          sql,
          accountId,
          sql`order by r.position desc limit ${page.limit + 1} offset ${page.offset}`,
        );
        const all = sql`select 1 from ${payRuns} where account_id = ${accountId}`;
        return countedPage(rows, page, () => countOfQuery(sql, all));
      }),
    material: (key) =>
      database.read(key.accountId, async (sql) => {
        const run = await findRun(sql, key);
        return run === null ? null : material(sql, key, run);
      }),
    change: (key, decide, origin) =>
      database.tenant(key.accountId, async (sql) => {
        const run = await lockRun(sql, key);
        if (run === null) return unknownPayRun();
        await sql`select ${lockWait(sql, REQUEST_LOCK_WAIT_SECONDS)}`;
        await lockBooks(sql, key.accountId);
        const found = await material(sql, key, run);
        if (isRefused(found)) return found;
        const change = decide(found);
        return isRefused(change) ? change : saveChange(sql, { key, change, origin });
      }),
    pay: (key, decide, origin) =>
      database.tenant(key.accountId, async (sql) => {
        const run = await lockRun(sql, key);
        if (run === null) return unknownPayRun();
        const change = decide(run);
        return isRefused(change) ? change : saveChange(sql, { key, change, origin });
      }),
    adjust: ({ key, adjustment }, refuse, origin) =>
      inOpenRun(database, { key, origin, action: 'pay_run.adjust' }, async (sql) => {
        const [known] = await sql`
          select 1 from ${agents} where account_id = ${key.accountId} and agent_id = ${adjustment.agentId}`;
        if (known === undefined) return unknownPaidAgent();
        const refused = refuse(await knownHoldback(sql, key, adjustment.agentId));
        if (refused !== null) return refused;
        await insertAdjustments(sql, key, [adjustment], origin);
        return adjustmentMeta(adjustment);
      }),
    removeAdjustment: (key, adjustmentId, origin) =>
      inOpenRun(database, { key, origin, action: 'pay_run.remove_adjustment' }, async (sql) => {
        const [gone] = await sql<StoredAdjustment[]>`
          delete from ${payAdjustments}
          where account_id = ${key.accountId} and run_id = ${key.runId} and adjustment_id = ${adjustmentId}
          returning adjustment_id as id, agent_id as "agentId", kind, ${asMoney(sql)('amount')} as amount, reason`;
        return gone === undefined ? unknownPayAdjustment() : adjustmentMeta(gone);
      }),
    remove: (key, origin) =>
      inOpenRun(database, { key, origin, action: 'pay_run.delete' }, async (sql) => {
        await sql`delete from ${payRuns} where account_id = ${key.accountId} and run_id = ${key.runId}`;
        return {};
      }),
  };
}

type RunReads = Pick<
  PayRunStore,
  | 'find'
  | 'settled'
  | 'entries'
  | 'entriesPage'
  | 'settledWith'
  | 'adjustments'
  | 'names'
  | 'paidInYear'
  | 'sentInYear'
  | 'findings'
>;

function readsOf(database: Database): RunReads {
  return {
    find: (key) => database.read(key.accountId, (sql) => findRun(sql, key)),
    settled: (key, party) => database.read(key.accountId, (sql) => settledAgents(sql, key, party)),
    entries: (key, party) => database.read(key.accountId, (sql) => storedEntries(sql, key, party, sql``)),
    entriesPage: (key, party, page) =>
      database.read(key.accountId, async (sql) => {
        const rows = await storedEntries(sql, key, party, sql`limit ${page.limit + 1} offset ${page.offset}`);
        const all = sql`
          select 1 from ${payEntries}
          where account_id = ${key.accountId} and run_id = ${key.runId} ${ofParty(sql, party)}`;
        return countedPage(rows, page, () => countOfQuery(sql, all));
      }),
    settledWith: (key) => database.read(key.accountId, (sql) => settledRuns(sql, key)),
    adjustments: (key) => database.read(key.accountId, (sql) => adjustmentsOf(sql, key)),
    names: (accountId) =>
      database.read(accountId, async (sql) => {
        const [people, known, [letterhead]] = await Promise.all([
          sql<
            { id: string; name: string }[]
          >`select agent_id as id, name from ${agents} where account_id = ${accountId}`,
          readCarrierNames(sql, accountId),
          sql<Letterhead[]>`
            select name, address, contact, email, npn from ${letterheads} where account_id = ${accountId}`,
        ]);
        const names = new Map(people.map(({ id, name }) => [id, name]));
        return { agents: names, carriers: known, letterhead: letterhead ?? null };
      }),
    paidInYear: ({ accountId, runId }, day) =>
      database.read(accountId, async (sql) => {
        const year = day.slice(0, 4);
        const rows = await sql<{ agentId: string; paid: Money }[]>`
          select s.agent_id as "agentId", ${asMoney(sql)('sum(s.paid)')} as paid
          from ${paySettlements} s join ${payRuns} r on r.account_id = s.account_id and r.run_id = s.run_id
          where s.account_id = ${accountId}
            and coalesce(r.paid_on, r.pay_date) between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
            and (r.approved_at, r.position) <= (
              select coalesce(own.approved_at, 'infinity'), own.position from ${payRuns} own
              where own.account_id = ${accountId} and own.run_id = ${runId})
          group by s.agent_id`;
        return new Map(rows.map(({ agentId, paid }) => [agentId, paid]));
      }),
    sentInYear: (accountId, year) =>
      database.read(accountId, async (sql) => {
        const rows = await sql<{ agentId: string; paid: Money }[]>`
          select s.agent_id as "agentId", ${asMoney(sql)('sum(s.paid)')} as paid
          from ${paySettlements} s join ${payRuns} r on r.account_id = s.account_id and r.run_id = s.run_id
          where s.account_id = ${accountId} and r.state = 'paid'
            and r.paid_on between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
          group by s.agent_id having sum(s.paid) <> 0`;
        return new Map(rows.map(({ agentId, paid }) => [agentId, paid]));
      }),
    findings: (accountId, lines) => database.read(accountId, (sql) => findingsOf(sql, accountId, lines)),
  };
}

interface OpenRunChange {
  readonly key: RunKey;
  readonly origin: RequestOrigin;
  readonly action: string;
}

type AuditMeta = Readonly<Record<string, unknown>>;

function adjustmentMeta({ agentId, kind, amount, reason }: StoredAdjustment): AuditMeta {
  return { agentId, kind, amount: moneyToDollars(amount), reason };
}

/**
 * Changes a run that is not approved, and keeps in the audit trail what `change` returns. A reviewed run stays reviewed; its digest shows
 * whether it changed.
 */
function inOpenRun(
  database: Database,
  { key, origin, action }: OpenRunChange,
  change: (sql: Sql) => Promise<AuditMeta | Refused>,
): Promise<Refused | null> {
  return database.tenant(key.accountId, async (sql) => {
    const run = await lockRun(sql, key);
    if (run === null) return unknownPayRun();
    if (run.state === 'approved' || run.state === 'paid') return payRunIsFixed(run.state);
    const meta = await change(sql);
    if (isRefused(meta)) return meta;
    await recordAudit(sql, { accountId: key.accountId, origin, action, target: key.runId, meta });
    return null;
  });
}

async function lockRun(sql: Sql, key: RunKey): Promise<StoredRun | null> {
  await lockPay(sql, key.accountId);
  return findRun(sql, key);
}

async function material(sql: Sql, key: RunKey, run: StoredRun): Promise<RunMaterial | Refused> {
  return loadRunMaterial(sql, { key, run, adjustments: await adjustmentsOf(sql, key) });
}

interface SavedChange {
  readonly key: RunKey;
  readonly change: RunChange;
  readonly origin: RequestOrigin;
}

async function saveChange(sql: Sql, { key, change, origin }: SavedChange): Promise<null> {
  const { accountId, runId } = key;
  const { state } = change;
  const ofRun = sql`account_id = ${accountId} and run_id = ${runId}`;
  if (state === 'reviewed') {
    await sql`
      update ${payRuns} set state = 'reviewed', digest = ${change.digest}, reviewed_by = ${origin.actor},
        reviewed_at = clock_timestamp() where ${ofRun}`;
  } else if (state === 'paid') {
    await sql`
      update ${payRuns} set state = 'paid', paid_on = ${change.paidOn}, method = ${change.method}, reference = ${change.reference}
      where ${ofRun}`;
  } else {
    const { received, people, house, held, paid } = change.approved.sums;
    await sql`
      update ${payRuns} set state = 'approved', approved_by = ${origin.actor}, approved_at = clock_timestamp(),
        revision = ${change.approved.revision}, records = ${JSON.stringify(change.approved.records)}::text::jsonb,
        received = ${moneyToDecimal(received)}, people = ${moneyToDecimal(people)},
        house = ${moneyToDecimal(house)}, held = ${moneyToDecimal(held)}, paid = ${moneyToDecimal(paid)}
      where ${ofRun}`;
    await insertEntries(sql, key, change.approved.entries);
    await insertSettlements(sql, key, change.approved);
    await insertAdjustments(sql, key, change.approved.recurring, origin);
  }
  if (state !== 'reviewed') await writePayRunEvent(sql, key, `pay_run.${state}`);
  const meta =
    state === 'paid' ? { paidOn: change.paidOn, method: change.method, reference: change.reference } : undefined;
  await recordAudit(sql, { accountId, origin, action: `pay_run.${state}`, target: runId, ...(meta && { meta }) });
  return null;
}

/** Writes the event of a run into the outbox, in the transaction that changes the run. */
async function writePayRunEvent(sql: Sql, key: RunKey, event: PayRunEvent['event']): Promise<void> {
  const { id, payDate, months, sums, approvedAt, paidOn, method, reference } = await requireRun(sql, key);
  const [counted] = await sql<{ agents: number }[]>`
    select count(*)::int as agents from ${paySettlements} where account_id = ${key.accountId} and run_id = ${key.runId}`;
  if (sums === null || approvedAt === null) throw new Error('An approved run has sums.');
  const body: PayRunEvent = {
    ...{ event, runId: id, payDate, months, sums, agents: counted?.agents ?? 0 },
    ...{ approvedAt, paidOn, method, reference },
  };
  await sql`
    insert into ${outbox} (account_id, topic, body)
    values (${key.accountId}, ${event}, ${JSON.stringify(body)}::text::jsonb)`;
}

const ENTRIES_AT_ONCE = 5_000;

/** Stores the entries of a run. Each line goes to the database once, however many parties have a part of it. */
async function insertEntries(sql: Sql, { accountId, runId }: RunKey, entries: readonly RunEntry[]): Promise<void> {
  for (let start = 0; start < entries.length; start += ENTRIES_AT_ONCE) {
    const these = entries.slice(start, start + ENTRIES_AT_ONCE);
    const lines = [...new Map(these.map(({ key, line }) => [key, { key, line }])).values()];
    const rows = these.map(({ key, party, amount, why }, at) => ({
      ...{ number: start + at + 1, key, why, amount: moneyToDecimal(amount) },
      party: typeof party === 'string' ? party : 'agent',
      agent: typeof party === 'string' ? null : party.agentId,
    }));
    await sql`
      insert into ${payEntries} (account_id, run_id, number, line_key, party, agent_id, amount, why, line)
      select ${accountId}::uuid, ${runId}::uuid, number, key, party, agent, amount, why, line
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
          as rows (number bigint, key text, party text, agent uuid, amount numeric, why text)
        join jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as lines (key text, line jsonb) using (key)`;
  }
}

async function insertSettlements(
  sql: Sql,
  { accountId, runId }: RunKey,
  { agents: settled }: ApprovedRun,
): Promise<void> {
  const rows = settled.map(({ agentId, agentName, before, after, ...amounts }) => {
    const { earned, takenBack, adjustments, advance, heldBack, released, recovered, paid } = amounts;
    const figures = [earned, takenBack, adjustments, advance, heldBack, released, recovered, paid];
    const balances = [before.waiting, before.holdback, before.debt, after.waiting, after.holdback, after.debt];
    return { agent: agentId, name: agentName, amounts: [...figures, ...balances].map(moneyToDecimal) };
  });
  await sql`
    insert into ${paySettlements} (account_id, run_id, agent_id, agent_name, earned, taken_back, adjustments, advance, held_back,
      released, recovered, paid, waiting_before, holdback_before, debt_before, waiting, holdback, debt)
    select ${accountId}::uuid, ${runId}::uuid, agent, name, amounts[1], amounts[2], amounts[3], amounts[4], amounts[5], amounts[6],
      amounts[7], amounts[8], amounts[9], amounts[10], amounts[11], amounts[12], amounts[13], amounts[14]
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as rows (agent uuid, name text, amounts numeric[])`;
}

async function insertAdjustments(
  sql: Sql,
  { accountId, runId }: RunKey,
  made: readonly StoredAdjustment[],
  origin: RequestOrigin,
): Promise<void> {
  const rows = made.map(({ agentId, amount, ...one }) => ({ ...one, agent: agentId, amount: moneyToDecimal(amount) }));
  await sql`
    insert into ${payAdjustments} (adjustment_id, account_id, run_id, agent_id, kind, amount, reason, made_by)
    select id, ${accountId}::uuid, ${runId}::uuid, agent, kind, amount, reason, ${origin.actor}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as rows (id uuid, agent uuid, kind text, amount numeric, reason text)`;
}

async function requireRun(sql: Sql, key: RunKey): Promise<StoredRun> {
  const run = await findRun(sql, key);
  if (run === null) throw new Error('The pay run that was just stored is not there.');
  return run;
}

async function findRun(sql: Sql, { accountId, runId }: RunKey): Promise<StoredRun | null> {
  const [run] = await runsOf(sql, accountId, sql`and r.run_id = ${runId}`);
  return run ?? null;
}

type RunRow = Omit<StoredRun, 'sums'> & { readonly [Sum in keyof RunSumsOf<Money>]: Money | null };

async function runsOf(sql: Sql, accountId: string, rest: PendingQuery<Row[]>): Promise<readonly StoredRun[]> {
  const inMoney = asMoney(sql);
  const rows = await sql<RunRow[]>`
    select r.run_id as id, r.pay_date::text as "payDate", to_jsonb(r.months) as months, r.reapply_from as "reapplyFrom", r.state, r.note,
      r.created_by as "createdBy", r.created_at as "createdAt", r.reviewed_by as "reviewedBy", r.reviewed_at as "reviewedAt",
      r.approved_by as "approvedBy", r.approved_at as "approvedAt", r.paid_on::text as "paidOn", r.method, r.reference, r.digest,
      ${inMoney('r.received')} as received, ${inMoney('r.people')} as people, ${inMoney('r.house')} as house, ${inMoney('r.held')} as held,
      ${inMoney('r.paid')} as paid
    from ${payRuns} r where r.account_id = ${accountId} ${rest}`;
  return rows.map(({ received, people, house, held, paid, ...run }) => ({
    ...run,
    sums:
      received === null || people === null || house === null || held === null || paid === null
        ? null
        : { received, people, house, held, paid },
  }));
}

async function knownHoldback(sql: Sql, key: RunKey, agentId: string): Promise<KnownHoldback> {
  const [setup, balances, made] = [
    await currentSetup(sql, key.accountId),
    await loadBalances(sql, key.accountId),
    await adjustmentsOf(sql, key),
  ];
  const releases = made.filter((one) => one.agentId === agentId && one.kind === 'release');
  return {
    setup: setup?.setup ?? null,
    holdback: balances.get(agentId)?.holdback ?? null,
    released: releases.reduce((sum, { amount }) => sum + amount, 0),
  };
}

async function adjustmentsOf(sql: Sql, { accountId, runId }: RunKey): Promise<readonly StoredAdjustment[]> {
  return sql<StoredAdjustment[]>`
    select adjustment_id as id, agent_id as "agentId", kind, ${asMoney(sql)('amount')} as amount, reason
    from ${payAdjustments} where account_id = ${accountId} and run_id = ${runId} order by made_at, adjustment_id`;
}
