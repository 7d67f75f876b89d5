import { and, asc, eq, sql as expression, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import type { DisputeKey, StoredDisputeRow, WholeDispute } from '../../../app/disputes/dispute-ports.ts';
import type { DisputeRow } from '../../../core/dispute/dispute.ts';
import { exactToDecimal } from '../../../core/money.ts';
import type { ClaimEvidence } from '../../../core/report/claim.ts';
import { disputeRows, disputes } from '../../../schema/disputes.ts';
import { files } from '../../../schema/files.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { exactFrom } from '../records/exact-from.ts';

/** Reads and writes disputes: amounts with ten decimal places, evidence as JSON. */

const ofDispute = and(eq(disputeRows.accountId, disputes.accountId), eq(disputeRows.disputeId, disputes.disputeId));

export const SHOWN_DISPUTE = {
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
};

type Amounts = Pick<typeof disputes.$inferSelect, 'askedAmount' | 'recoveredAmount'>;

export function disputeFrom<Row extends Amounts>({ askedAmount, recoveredAmount, ...dispute }: Row) {
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
export async function findDispute(sql: Sql, { accountId, disputeId }: DisputeKey): Promise<WholeDispute | null> {
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
  }: Omit<StoredRow, 'evidence'> & { readonly evidence: z.output<typeof storedEvidence> },
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

/** Writes rows as JSON for one insert. */
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
