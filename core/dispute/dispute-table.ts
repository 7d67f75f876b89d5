import { type Exact, exactToDollars } from '../money.ts';
import type { ClaimEvidence } from '../report/claim.ts';
import {
  MEMBER_COLUMNS,
  moneyColumn,
  named,
  once,
  sheetOf,
  textColumn,
  type WorkbookSheet,
  wholeColumn,
} from '../report/recoverable-table.ts';
import type { DisputeRow } from './dispute.ts';

const CLAIM_COLUMNS = [
  named('number', wholeColumn('No.', 6)),
  named('period', textColumn('Statement', 10)),
  ...MEMBER_COLUMNS,
  named('asked', moneyColumn('Amount', 13)),
  named('recovered', moneyColumn('Paid since', 13)),
  named('ask', textColumn('What we ask', 80)),
];

const EVIDENCE_COLUMNS = [
  named('number', wholeColumn('No.', 6)),
  named('period', textColumn('Statement', 10)),
  named('fileName', textColumn('File', 36)),
  named('sheet', wholeColumn('Sheet', 8)),
  named('rowNumber', wholeColumn('Row', 8)),
  named('paid', moneyColumn('Amount', 13)),
  named('shows', textColumn('What it shows', 16)),
];

const SHOWS: Readonly<Record<ClaimEvidence['what'], string>> = {
  paid: 'paid',
  charged_back: 'charged back',
  recovered: 'paid later',
};

/** The member's cells of the row of totals. */
const NO_MEMBER = { memberExternalId: null, memberName: null, policyNumber: null, planName: null };

/**
 * Returns the workbook that goes with a dispute's letter. One sheet has the claims, the other the statement rows that
 * prove them.
 */
export function disputeSheets(
  rows: readonly (Omit<DisputeRow, 'evidence'> & { readonly evidence: readonly ClaimEvidence[] })[],
): readonly WorkbookSheet[] {
  const sum = (amount: (row: (typeof rows)[number]) => Exact) =>
    exactToDollars(rows.reduce((total, row) => total + amount(row), 0n));
  const claims = rows.map((row, index) => ({
    ...row,
    number: index + 1,
    asked: exactToDollars(row.askedAmount),
    recovered: exactToDollars(row.recoveredAmount),
  }));
  const total = { asked: sum((row) => row.askedAmount), recovered: sum((row) => row.recoveredAmount), ask: null };
  const evidence = rows.flatMap((row, index) =>
    row.evidence.map((line) => ({
      ...line,
      number: index + 1,
      paid: exactToDollars(line.amount),
      shows: SHOWS[line.what],
    })),
  );
  return [
    sheetOf('Claims', CLAIM_COLUMNS, {
      batches: once([...claims, { ...NO_MEMBER, ...total, number: null, period: 'Total' }]),
      cells: (row) => row,
    }),
    sheetOf('Evidence', EVIDENCE_COLUMNS, { batches: once(evidence), cells: (row) => row }),
  ];
}
