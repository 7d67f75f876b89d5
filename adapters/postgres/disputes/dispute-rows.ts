import { z } from 'zod';
import type { Dispute, DisputeKey, StoredDisputeRow, WholeDispute } from '../../../app/disputes/dispute-ports.ts';
import type { DisputeRow } from '../../../core/dispute/dispute.ts';
import { type Exact, exactToDecimal, scaleDecimal } from '../../../core/money.ts';
import type { ClaimEvidence } from '../../../core/report/claim.ts';
import type { Sql } from '../connection/sql.ts';

/** How disputes are stored: amounts with ten places, evidence as JSON. */

export function exactFrom(text: string): Exact {
  const exact = scaleDecimal(text, 10);
  if (exact === null) throw new RangeError(`Not an amount: ${text}`);
  return exact;
}

interface DisputeRecord extends Omit<Dispute, 'askedAmount' | 'recoveredAmount'> {
  readonly askedAmount: string;
  readonly recoveredAmount: string;
}

export const disputeColumns = (sql: Sql) => sql`
  d.dispute_id as id, d.carrier_id as "carrierId", d.carrier_name as "carrierName", d.state,
  d.state_before is not null as "closedBySystem", d.note,
  (select count(*)::int from dispute_rows r where r.account_id = d.account_id and r.dispute_id = d.dispute_id) as claims,
  d.asked_amount::text as "askedAmount", d.recovered_amount::text as "recoveredAmount",
  d.created_at as "createdAt", d.changed_at as "changedAt", d.closed_at as "closedAt"`;

export function disputeFrom<Record extends DisputeRecord>({ askedAmount, recoveredAmount, ...dispute }: Record) {
  return { ...dispute, askedAmount: exactFrom(askedAmount), recoveredAmount: exactFrom(recoveredAmount) };
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

interface RowRecord
  extends Omit<DisputeRow, 'evidence' | 'askedAmount' | 'openAmount' | 'recoveredAmount' | 'recoveredBefore'> {
  readonly evidence: unknown;
  readonly askedAmount: string;
  readonly openAmount: string;
  readonly recoveredAmount: string;
  readonly recoveredBefore: string;
}

/** The dispute with its rows in the order of the letter. */
export async function findDispute(sql: Sql, { accountId, disputeId }: DisputeKey): Promise<WholeDispute | null> {
  const [dispute] = await sql<(DisputeRecord & { readonly letter: string })[]>`
    select ${disputeColumns(sql)}, d.letter from disputes d
    where d.account_id = ${accountId} and d.dispute_id = ${disputeId}`;
  if (dispute === undefined) return null;
  const records = await sql<RowRecord[]>`
    select claim_id as "claimId", kind, certainty, period, workspace_id as "workspaceId", member_ref_id as "memberRefId",
      member_external_id as "memberExternalId", member_name as "memberName", policy_number as "policyNumber",
      plan_name as "planName", ask, evidence, asked_amount::text as "askedAmount", open_amount::text as "openAmount",
      recovered_amount::text as "recoveredAmount", recovered_before::text as "recoveredBefore"
    from dispute_rows where account_id = ${accountId} and dispute_id = ${disputeId} order by number`;
  const rows = records.map((record) => ({ ...record, evidence: storedEvidence.parse(record.evidence) }));
  const fileIds = [...new Set(rows.flatMap(({ evidence }) => evidence.map(({ fileId }) => fileId)))];
  const files = await sql<{ fileId: string; name: string }[]>`
    select file_id as "fileId", original_filename as name from files
    where account_id = ${accountId} and file_id = any(${fileIds}::uuid[])`;
  const nameOf = new Map(files.map(({ fileId, name }) => [fileId, name]));
  return { ...disputeFrom(dispute), rows: rows.map((row) => rowFrom(row, nameOf)) };
}

function rowFrom(
  {
    evidence,
    askedAmount,
    openAmount,
    recoveredAmount,
    recoveredBefore,
    ...row
  }: RowRecord & { readonly evidence: z.output<typeof storedEvidence> },
  nameOf: ReadonlyMap<string, string>,
): StoredDisputeRow {
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

/** Rows as JSON for one insert. */
export function rowsAsJson(rows: readonly DisputeRow[]): string {
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
