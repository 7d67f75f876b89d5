import { and, asc, desc, eq, sql as expression, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import type {
  DisputeDraft,
  DisputeKey,
  DisputeRules,
  DisputeStore,
  DisputeSums,
  StoredDisputeRow,
  WholeDispute,
} from '../../../app/disputes/manage-disputes.ts';
import type { DisputeRow } from '../../../core/dispute/dispute.ts';
import type { WritingAgent } from '../../../core/dispute/dispute-letter.ts';
import { REQUEST_LOCK_WAIT_SECONDS } from '../../../core/limits/job-limits.ts';
import { exactToDecimal } from '../../../core/money.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { refuseUnknown } from '../../../core/refusals.ts';
import type { Claim, ClaimEvidence } from '../../../core/report/claim.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { agents } from '../../../schema/agents.ts';
import { books } from '../../../schema/book.ts';
import { disputeRows, disputes } from '../../../schema/disputes.ts';
import { files } from '../../../schema/files.ts';
import { scoredRows } from '../../../schema/scores.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { lockWait } from '../connection/connection.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { recordOnStatement, scoredColumns } from '../queries/agent-rows.ts';
import { refuseUnknownBook } from '../queries/book-scope.ts';
import { readFindings } from '../queries/claim-reads.ts';
import { exactFrom } from '../records/column-types.ts';

export function createDisputeStore(database: Database): DisputeStore {
  return {
    open: (order, rules, origin) =>
      database.tenant(order.accountId, (sql) => openDispute(sql, { ...order, rules, origin })),
    list: (accountId, { state, carrierId, sort }, page) =>
      database.read(accountId, async (sql) => {
        const listed = and(
          eq(disputes.accountId, accountId),
          state === undefined ? undefined : eq(disputes.state, state),
          carrierId === undefined ? undefined : eq(disputes.carrierId, carrierId),
        );
        const [refused, records, states] = await Promise.all([
          refuseUnknownBook(sql, accountId, { carrierId }),
          orm(sql)
            .select(SHOWN_DISPUTE)
            .from(disputes)
            .where(listed)
            .orderBy(sort === 'oldest' ? asc(disputes.position) : desc(disputes.position))
            .limit(page.limit + 1)
            .offset(page.offset),
          sumStates(sql, accountId, carrierId),
        ]);
        if (refused !== null) return refuseUnknown('carrierId');
        const found = await countedPage(records.map(disputeFrom), page, () => countOfTable(sql, disputes, listed));
        return { ...found, states };
      }),
    find: (key) => database.read(key.accountId, (sql) => findDispute(sql, key)),
    change: (key, order, origin) =>
      database.tenant(key.accountId, (sql) => changeDispute(sql, { key, ...order, origin })),
    noteSent: ({ accountId, disputeId }, to, origin) =>
      database.tenant(accountId, async (sql) => {
        await orm(sql)
          .update(disputes)
          .set({ sentAt: clockTime, sentTo: to, changedAt: clockTime })
          .where(ofKey({ accountId, disputeId }));
        await recordAudit(sql, { accountId, origin, action: 'dispute.send', target: disputeId, meta: { to } });
      }),
    noteAnswer: ({ accountId, disputeId }, { fileName, mediaType, byteSize }, origin) =>
      database.tenant(accountId, async (sql) => {
        const noted = await orm(sql)
          .update(disputes)
          .set({ answerName: fileName, answerType: mediaType, answerSize: byteSize, changedAt: clockTime })
          .where(ofKey({ accountId, disputeId }))
          .returning({ disputeId: disputes.disputeId });
        if (noted.length === 0) return false;
        await recordAudit(sql, { accountId, origin, action: 'dispute.answer', target: disputeId, meta: { byteSize } });
        return true;
      }),
  };
}

/** Adds up the disputes of each state. */
const sumStates = (sql: Sql, accountId: string, carrierId: string | undefined) => sql<DisputeSums[]>`
  select state, count(*)::int as disputes, round(sum(asked_amount), 2)::float8 as "askedAmount",
    round(sum(least(asked_amount, recovered_amount + other_paid)), 2)::float8 as "paidAmount"
  from ${disputes}
  where account_id = ${accountId} ${carrierId === undefined ? sql`` : sql`and carrier_id = ${carrierId}`}
  group by state`;

interface Opening {
  readonly accountId: string;
  readonly memberRefIds: readonly string[];
  readonly rules: DisputeRules<DisputeDraft | Refused>;
  readonly origin: RequestOrigin;
}

/** Opens a dispute. The locks on the books wait for jobs under way; the unique index of held claims decides between concurrent requests. */
async function openDispute(
  sql: Sql,
  { accountId, memberRefIds, rules, origin }: Opening,
): Promise<WholeDispute | Refused> {
  await sql`select ${lockWait(sql, REQUEST_LOCK_WAIT_SECONDS)}`;
  await sql`
    select 1 from ${books} b
    where b.account_id = ${accountId} and (b.workspace_id, b.carrier_id) in (
      select workspace_id, carrier_id from ${scoredRows}
      where account_id = ${accountId} and member_ref_id = any(${[...memberRefIds]}::uuid[]) and period = first_seen_period)
    order by b.workspace_id, b.carrier_id for share`;
  const claims: Claim[] = [];
  for await (const members of readFindings(sql, { accountId, memberRefIds })) {
    claims.push(...members.flatMap(rules.claimsOf));
  }
  const draft = rules.decide({ claims, held: await heldClaims(sql, accountId, claims) });
  return isRefused(draft) ? draft : saveDispute(sql, { accountId, draft, origin, refuseHeld: rules.refuseHeld });
}

/** Returns the open dispute of each claim that has one. */
export async function heldClaims(
  sql: Sql,
  accountId: string,
  claims: readonly Claim[],
): Promise<ReadonlyMap<string, string>> {
  const held = await sql<{ claimId: string; disputeId: string }[]>`
    select claim_id as "claimId", dispute_id as "disputeId" from ${disputeRows}
    where account_id = ${accountId} and is_held and claim_id = any(${claims.map(({ claimId }) => claimId)}::text[])`;
  return new Map(held.map(({ claimId, disputeId }) => [claimId, disputeId]));
}

interface DraftToSave extends Pick<DisputeRules<unknown>, 'refuseHeld'> {
  readonly accountId: string;
  readonly draft: DisputeDraft;
  readonly origin: RequestOrigin;
}

/** Stores a dispute. Refuses a dispute whose claim another dispute took at the same moment. */
export async function saveDispute(
  sql: Sql,
  { accountId, draft, origin, refuseHeld }: DraftToSave,
): Promise<WholeDispute | Refused> {
  const { disputeId, carrierId, carrierName, letter, note, rows } = draft;
  const asked = exactToDecimal(rows.reduce((sum, { askedAmount }) => sum + askedAmount, 0n));
  await orm(sql)
    .insert(disputes)
    .values({ disputeId, accountId, carrierId, carrierName, note, letter, askedAmount: asked });
  const inserted = await sql`
    insert into ${disputeRows} (account_id, dispute_id, number, claim_id, workspace_id, carrier_id, member_ref_id, member_external_id,
      member_name, policy_number, plan_name, period, kind, level, certainty, ask, evidence, asked_amount, open_amount, recovered_before)
    select ${accountId}::uuid, ${disputeId}::uuid, number, "claimId", "workspaceId", ${carrierId}::uuid, "memberRefId",
      "memberExternalId", "memberName", "policyNumber", "planName", period, kind, certainty, basis, ask, evidence, "askedAmount",
      "openAmount", "recoveredBefore"
    from jsonb_to_recordset(${rowsAsJson(rows)}::text::jsonb) as rows (number integer, "claimId" text, "workspaceId" uuid,
      "memberRefId" uuid, "memberExternalId" text, "memberName" text, "policyNumber" text, "planName" text, period text, kind text,
      certainty text, basis text, ask text, evidence jsonb, "askedAmount" numeric, "openAmount" numeric, "recoveredBefore" numeric)
    on conflict (account_id, claim_id) where is_held do nothing`;
  if (inserted.count < rows.length) return refuseHeld(await withdraw(sql, { accountId, disputeId, rows }));
  const meta = { carrierId, claims: rows.length, askedAmount: asked };
  await recordAudit(sql, { accountId, origin, action: 'dispute.create', target: disputeId, meta });
  const dispute = await findDispute(sql, { accountId, disputeId });
  if (dispute === null) throw new Error('The dispute that was just stored is not there.');
  return dispute;
}

const ofKey = ({ accountId, disputeId }: DisputeKey) =>
  and(eq(disputes.accountId, accountId), eq(disputes.disputeId, disputeId));

/** Deletes a dispute that lost a claim to a concurrent one, which is committed by now. Returns the ids of such disputes. */
async function withdraw(
  sql: Sql,
  { accountId, disputeId, rows }: { readonly accountId: string } & Pick<DisputeDraft, 'disputeId' | 'rows'>,
): Promise<readonly string[]> {
  await orm(sql)
    .delete(disputeRows)
    .where(and(eq(disputeRows.accountId, accountId), eq(disputeRows.disputeId, disputeId)));
  await orm(sql).delete(disputes).where(ofKey({ accountId, disputeId }));
  const others = await sql<{ disputeId: string }[]>`
    select distinct dispute_id as "disputeId" from ${disputeRows}
    where account_id = ${accountId} and is_held and claim_id = any(${rows.map(({ claimId }) => claimId)}::text[])`;
  return others.map((other) => other.disputeId);
}

type Change = Parameters<DisputeStore['change']>[1] & {
  readonly key: Parameters<DisputeStore['change']>[0];
  readonly origin: RequestOrigin;
};

/** Changes a dispute. Closing one releases its claims, which can then be disputed again. */
async function changeDispute(
  sql: Sql,
  { key, change, decide, origin }: Change,
): Promise<WholeDispute | Refused | null> {
  const { accountId, disputeId } = key;
  const [found] = await orm(sql)
    .select({ state: disputes.state, note: disputes.note, sentAt: disputes.sentAt, asked: disputes.askedAmount })
    .from(disputes)
    .where(ofKey(key))
    .for('update');
  if (found === undefined) return null;
  const { asked, sentAt } = found;
  const state = decide({ state: found.state, isSent: sentAt !== null, askedAmount: exactFrom(asked) });
  if (isRefused(state)) return state;
  const { note, letter, withdrawn, askAgainOn, otherPaid } = change;
  const isClosed = state !== found.state && (state === 'paid' || state === 'refused');
  const isNoted = note !== undefined && note !== found.note;
  const isOther = letter !== undefined || askAgainOn !== undefined || otherPaid !== undefined;
  if (state !== found.state || isNoted || isOther) {
    await orm(sql)
      .update(disputes)
      .set({
        ...{ state, note, letter, askAgainOn, changedAt: clockTime },
        ...(otherPaid === undefined ? {} : { otherPaid: exactToDecimal(otherPaid) }),
        ...(isClosed ? { closedAt: clockTime } : {}),
        ...(isClosed && withdrawn === true ? { withdrawnAt: clockTime } : {}),
      })
      .where(ofKey(key));
    if (isClosed) {
      await orm(sql)
        .update(disputeRows)
        .set({ isHeld: false })
        .where(and(eq(disputeRows.accountId, accountId), eq(disputeRows.disputeId, disputeId)));
    }
    const meta = { from: found.state, to: state, note: isNoted };
    await recordAudit(sql, { accountId, origin, action: 'dispute.change', target: disputeId, meta });
  }
  return findDispute(sql, key);
}

/** Reads and writes disputes: amounts with ten decimal places, evidence as JSON. */

const ofDispute = and(eq(disputeRows.accountId, disputes.accountId), eq(disputeRows.disputeId, disputes.disputeId));

const SHOWN_DISPUTE = {
  id: disputes.disputeId,
  carrierId: disputes.carrierId,
  carrierName: disputes.carrierName,
  state: disputes.state,
  closedBySystem: expression<boolean>`${isNotNull(disputes.stateBefore)}`,
  note: disputes.note,
  claims: expression<number>`(select count(*)::int from ${disputeRows} where ${ofDispute})`,
  askedAmount: disputes.askedAmount,
  recoveredAmount: disputes.recoveredAmount,
  createdAt: disputes.createdAt,
  changedAt: disputes.changedAt,
  closedAt: disputes.closedAt,
  otherPaid: disputes.otherPaid,
  sentAt: disputes.sentAt,
  sentTo: disputes.sentTo,
  withdrawnAt: disputes.withdrawnAt,
  askAgainOn: disputes.askAgainOn,
  answerName: disputes.answerName,
  answerType: disputes.answerType,
  answerSize: disputes.answerSize,
};

type Amounts = Pick<typeof disputes.$inferSelect, 'askedAmount' | 'recoveredAmount' | 'otherPaid'>;

function disputeFrom<Row extends Amounts>({ askedAmount, recoveredAmount, otherPaid, ...dispute }: Row) {
  return {
    ...dispute,
    askedAmount: exactFrom(askedAmount),
    recoveredAmount: exactFrom(recoveredAmount),
    otherPaid: exactFrom(otherPaid),
  };
}

const storedEvidence = z.array(
  z.object({
    period: z.string(),
    fileId: z.string(),
    sheet: z.int(),
    rowNumber: z.int(),
    amount: z.string(),
    what: z.enum(['paid', 'charged_back', 'recovered']),
  }),
);

const SHOWN_ROW = {
  claimId: disputeRows.claimId,
  kind: disputeRows.kind,
  certainty: disputeRows.certainty,
  basis: disputeRows.basis,
  period: disputeRows.period,
  workspaceId: disputeRows.workspaceId,
  memberRefId: disputeRows.memberRefId,
  memberExternalId: disputeRows.memberExternalId,
  memberName: disputeRows.memberName,
  policyNumber: disputeRows.policyNumber,
  planName: disputeRows.planName,
  ask: disputeRows.ask,
  evidence: disputeRows.evidence,
  askedAmount: disputeRows.askedAmount,
  openAmount: disputeRows.openAmount,
  recoveredAmount: disputeRows.recoveredAmount,
  recoveredBefore: disputeRows.recoveredBefore,
};

type StoredRow = Pick<typeof disputeRows.$inferSelect, keyof typeof SHOWN_ROW>;

/** Finds a dispute with its rows in the order of the letter. */
async function findDispute(sql: Sql, { accountId, disputeId }: DisputeKey): Promise<WholeDispute | null> {
  const [[dispute], records] = await Promise.all([
    orm(sql)
      .select({ ...SHOWN_DISPUTE, letter: disputes.letter })
      .from(disputes)
      .where(and(eq(disputes.accountId, accountId), eq(disputes.disputeId, disputeId))),
    orm(sql)
      .select(SHOWN_ROW)
      .from(disputeRows)
      .where(and(eq(disputeRows.accountId, accountId), eq(disputeRows.disputeId, disputeId)))
      .orderBy(asc(disputeRows.number)),
  ]);
  if (dispute === undefined) return null;
  const rows = records.map((record) => ({ ...record, evidence: storedEvidence.parse(record.evidence) }));
  const fileIds = [...new Set(rows.flatMap(({ evidence }) => evidence.map(({ fileId }) => fileId)))];
  const names = await sql<{ fileId: string; name: string }[]>`
    select file_id as "fileId", original_filename as name from ${files}
    where account_id = ${accountId} and file_id = any(${fileIds}::uuid[])`;
  const nameOf = new Map(names.map(({ fileId, name }) => [fileId, name]));
  const agentOf = await writingAgents(sql, { accountId, disputeId });
  return {
    ...disputeFrom(dispute),
    rows: rows.map((row) => ({ ...rowFrom(row, nameOf), ...(agentOf.get(row.claimId) ?? NO_AGENT) })),
  };
}

const NO_AGENT: WritingAgent = { agentName: null, agentNpn: null, agentNumber: null };

/**
 * Finds the writing agent of each claim, as the carrier's statement of the month names them. Moves of books inside the agency do not count,
 * because the carrier does not know them.
 */
async function writingAgents(
  sql: Sql,
  { accountId, disputeId }: DisputeKey,
): Promise<ReadonlyMap<string, WritingAgent>> {
  const found = await sql<(WritingAgent & { readonly claimId: string })[]>`
    select d.claim_id as "claimId", coalesce(a.name, s.agent_name) as "agentName", a.npn as "agentNpn", s.agent_id as "agentNumber"
    from ${disputeRows} d
    join ${scoredRows} s on s.account_id = d.account_id and s.workspace_id = d.workspace_id and s.carrier_id = d.carrier_id
      and s.period = d.period and s.member_ref_id = d.member_ref_id
    left join ${agents} a on a.account_id = d.account_id
      and a.agent_id = ${recordOnStatement(sql, accountId, scoredColumns(sql))}
    where d.account_id = ${accountId} and d.dispute_id = ${disputeId}`;
  return new Map(found.map(({ claimId, ...agent }) => [claimId, agent]));
}

function rowFrom(
  {
    evidence,
    askedAmount,
    openAmount,
    recoveredAmount,
    recoveredBefore,
    ...row
  }: Omit<StoredRow, 'evidence'> & { readonly evidence: z.output<typeof storedEvidence> },
  nameOf: ReadonlyMap<string, string>,
): Omit<StoredDisputeRow, keyof WritingAgent> {
  const shown = evidence.map(
    ({ amount, ...one }): ClaimEvidence => ({
      ...one,
      fileName: nameOf.get(one.fileId) ?? '',
      amount: exactFrom(amount),
    }),
  );
  return {
    ...row,
    askedAmount: exactFrom(askedAmount),
    openAmount: exactFrom(openAmount),
    recoveredAmount: exactFrom(recoveredAmount),
    recoveredBefore: exactFrom(recoveredBefore),
    evidence: shown,
  };
}

/** Writes rows as JSON for one insert. */
function rowsAsJson(rows: readonly DisputeRow[]): string {
  return JSON.stringify(
    rows.map(({ askedAmount, openAmount, recoveredBefore, evidence, ...row }, index) => ({
      ...row,
      number: index + 1,
      askedAmount: exactToDecimal(askedAmount),
      openAmount: exactToDecimal(openAmount),
      recoveredAmount: '0',
      recoveredBefore: exactToDecimal(recoveredBefore),
      evidence: evidence.map((one) => ({ ...one, amount: exactToDecimal(one.amount) })),
    })),
  );
}
