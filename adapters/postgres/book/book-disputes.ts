import { randomUUID } from 'node:crypto';
import type { BookDisputes } from '../../../app/book/book-store.ts';
import type { DisputeChange, FollowedDispute, FollowedRow } from '../../../core/dispute/dispute.ts';
import { exactToDecimal } from '../../../core/money.ts';
import { auditEntries } from '../../../schema/accounts.ts';
import { disputeRows, disputes } from '../../../schema/disputes.ts';
import type { BookScope } from '../queries/book-scope.ts';
import { readFindings } from '../queries/claim-reads.ts';
import { exactFrom } from '../records/column-types.ts';

/** The disputes that a job's new scores may change. */
export function bookDisputes(scope: BookScope): BookDisputes {
  const { sql, key } = scope;
  return {
    listDisputes: () => listDisputes(scope),
    findingsOf: (memberRefIds) => readFindings(sql, { ...key, memberRefIds }),
    saveDisputes: (changes) => saveDisputes(scope, changes),
  };
}

interface FollowedRecord extends Pick<FollowedDispute, 'disputeId' | 'state' | 'stateBefore'> {
  readonly claimId: string;
  readonly memberRefId: string;
  readonly workspaceId: string;
  readonly askedAmount: string;
  readonly openAmount: string;
  readonly recoveredAmount: string;
  readonly recoveredBefore: string;
}

/** Lists and locks the disputes that hold claims of this book. A fixed lock order keeps two jobs from deadlocking. */
async function listDisputes({ sql, key }: BookScope): Promise<readonly FollowedDispute[]> {
  const followed = await sql<Pick<FollowedDispute, 'disputeId' | 'state' | 'stateBefore'>[]>`
    select dispute_id as "disputeId", state, state_before as "stateBefore" from ${disputes} d
    where account_id = ${key.accountId} and dispute_id in (
      select dispute_id from ${disputeRows}
      where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and is_held)
    order by dispute_id for update`;
  if (followed.length === 0) return [];
  const records = await sql<FollowedRecord[]>`
    select dispute_id as "disputeId", claim_id as "claimId", member_ref_id as "memberRefId", workspace_id as "workspaceId",
      asked_amount::text as "askedAmount", open_amount::text as "openAmount", recovered_amount::text as "recoveredAmount",
      recovered_before::text as "recoveredBefore"
    from ${disputeRows}
    where account_id = ${key.accountId} and dispute_id = any(${followed.map(({ disputeId }) => disputeId)}::uuid[]) and is_held
    order by dispute_id, number`;
  const rowsOf = Map.groupBy(records, ({ disputeId }) => disputeId);
  return followed.map((dispute) => ({ ...dispute, rows: (rowsOf.get(dispute.disputeId) ?? []).map(rowFrom) }));
}

function rowFrom(record: FollowedRecord): FollowedRow {
  return {
    claimId: record.claimId,
    memberRefId: record.memberRefId,
    workspaceId: record.workspaceId,
    askedAmount: exactFrom(record.askedAmount),
    openAmount: exactFrom(record.openAmount),
    recoveredAmount: exactFrom(record.recoveredAmount),
    recoveredBefore: exactFrom(record.recoveredBefore),
  };
}

async function saveDisputes({ sql, key, jobId }: BookScope, changes: readonly DisputeChange[]): Promise<void> {
  const { accountId } = key;
  const heads = changes.map(({ disputeId, state, stateBefore, recoveredAmount }) => {
    return { disputeId, state, stateBefore, recovered: exactToDecimal(recoveredAmount) };
  });
  await sql`
    update ${disputes} d set state = c.state, state_before = c."stateBefore", recovered_amount = c.recovered,
      changed_at = clock_timestamp(),
      closed_at = case when c.state <> 'paid' then null else coalesce(d.closed_at, clock_timestamp()) end
    from jsonb_to_recordset(${JSON.stringify(heads)}::text::jsonb)
      as c ("disputeId" uuid, state text, "stateBefore" text, recovered numeric)
    where d.account_id = ${accountId} and d.dispute_id = c."disputeId"`;
  const rows = changes.flatMap((change) =>
    change.rows.map(({ claimId, openAmount, recoveredAmount }) => ({
      disputeId: change.disputeId,
      claimId,
      open: exactToDecimal(openAmount),
      recovered: exactToDecimal(recoveredAmount),
    })),
  );
  await sql`
    update ${disputeRows} r set open_amount = c.open, recovered_amount = c.recovered
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as c ("disputeId" uuid, "claimId" text, open numeric, recovered numeric)
    where r.account_id = ${accountId} and r.dispute_id = c."disputeId" and r.claim_id = c."claimId"`;
  const entries = heads.map(({ disputeId, state, recovered }) => {
    return { auditId: randomUUID(), disputeId, meta: { state, recoveredAmount: recovered, jobId } };
  });
  await sql`
    insert into ${auditEntries} (audit_id, account_id, actor, action, target, meta)
    select "auditId", ${accountId}::uuid, 'statement', 'dispute.follow', "disputeId", meta
    from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as e ("auditId" uuid, "disputeId" text, meta jsonb)`;
}
