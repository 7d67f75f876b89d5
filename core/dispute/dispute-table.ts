import { type Exact, exactToDollars } from '../money.ts';
import type { ClaimEvidence } from '../report/claim.ts';
import type { WorkbookSheet } from '../report/worksheet-table.ts';
import type { DisputeRow } from './dispute.ts';

/** A dispute as a workbook that goes with its letter: what is asked for, and the statement rows that prove it. */
export function disputeSheets(
  rows: readonly (Omit<DisputeRow, 'evidence'> & { readonly evidence: readonly ClaimEvidence[] })[],
): readonly WorkbookSheet[] {
  const total = (amount: (row: (typeof rows)[number]) => Exact) =>
    exactToDollars(rows.reduce((sum, row) => sum + amount(row), 0n));
  return [
    {
      name: 'Claims',
      columns: [
        { title: 'No.', width: 6, format: 'whole' },
        { title: 'Statement', width: 10, format: 'text' },
        { title: 'Member ID', width: 18, format: 'text' },
        { title: 'Member', width: 24, format: 'text' },
        { title: 'Policy', width: 18, format: 'text' },
        { title: 'Plan', width: 20, format: 'text' },
        { title: 'Amount', width: 13, format: 'money' },
        { title: 'Paid since', width: 13, format: 'money' },
        { title: 'What we ask', width: 80, format: 'text' },
      ],
      async *batches() {
        yield rows.map((row, index) => [
          index + 1,
          row.period,
          row.memberExternalId,
          row.memberName,
          row.policyNumber,
          row.planName,
          exactToDollars(row.askedAmount),
          exactToDollars(row.recoveredAmount),
          row.ask,
        ]);
        const [asked, recovered] = [total(({ askedAmount }) => askedAmount), total((row) => row.recoveredAmount)];
        yield [[null, 'Total', null, null, null, null, asked, recovered, null]];
      },
    },
    {
      name: 'Evidence',
      columns: [
        { title: 'No.', width: 6, format: 'whole' },
        { title: 'Statement', width: 10, format: 'text' },
        { title: 'File', width: 36, format: 'text' },
        { title: 'Sheet', width: 8, format: 'whole' },
        { title: 'Row', width: 8, format: 'whole' },
        { title: 'Amount', width: 13, format: 'money' },
        { title: 'What it shows', width: 16, format: 'text' },
      ],
      async *batches() {
        yield rows.flatMap(({ evidence }, index) =>
          evidence.map((one) => [
            index + 1,
            one.period,
            one.fileName,
            one.sheet,
            one.rowNumber,
            exactToDollars(one.amount),
            SHOWS[one.what],
          ]),
        );
      },
    },
  ];
}

const SHOWS: Readonly<Record<ClaimEvidence['what'], string>> = {
  paid: 'paid',
  charged_back: 'charged back',
  recovered: 'paid later',
};
