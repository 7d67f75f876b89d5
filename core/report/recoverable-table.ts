import { exactToDollars } from '../money.ts';
import type { Claim, ClaimEvidence } from './claim.ts';
import type { RecoverableTotals } from './recoverable.ts';
import type { SheetCell, WorkbookSheet } from './worksheet-table.ts';

/** Claims as tables for people: the rows of a CSV file, and the sheets of a workbook. */

const COLUMNS = [
  { title: 'carrierName', label: 'Carrier', width: 24, format: 'text' },
  { title: 'period', label: 'Statement', width: 10, format: 'text' },
  { title: 'memberExternalId', label: 'Member ID', width: 18, format: 'text' },
  { title: 'memberName', label: 'Member', width: 24, format: 'text' },
  { title: 'policyNumber', label: 'Policy', width: 18, format: 'text' },
  { title: 'planName', label: 'Plan', width: 20, format: 'text' },
  { title: 'kind', label: 'Kind', width: 20, format: 'text' },
  { title: 'certainty', label: 'Certainty', width: 14, format: 'text' },
  { title: 'amount', label: 'Amount', width: 13, format: 'money' },
  { title: 'recoveredAmount', label: 'Recovered', width: 13, format: 'money' },
  { title: 'ask', label: 'What to write', width: 70, format: 'text' },
  { title: 'evidence', label: 'Evidence', width: 60, format: 'text' },
  { title: 'claimId', label: 'Claim', width: 54, format: 'text' },
  { title: 'memberRefId', label: 'Reference', width: 38, format: 'text' },
  { title: 'carrierId', label: 'Carrier reference', width: 38, format: 'text' },
  { title: 'workspaceId', label: 'Workspace reference', width: 38, format: 'text' },
] as const;

export const CLAIM_COLUMNS: readonly string[] = COLUMNS.map(({ title }) => title);

type FlatClaim = Readonly<Record<(typeof COLUMNS)[number]['title'], SheetCell>>;

/** A claim as it is shown; amounts in dollars. */
export interface ShownClaim extends Omit<Claim, 'amount' | 'recovered' | 'evidence'> {
  readonly amount: number;
  readonly recoveredAmount: number;
  readonly evidence: readonly (Omit<ClaimEvidence, 'amount'> & { readonly amount: number })[];
}

export function shownClaim({ amount, recovered, evidence, ...claim }: Claim): ShownClaim {
  return {
    ...claim,
    amount: exactToDollars(amount),
    recoveredAmount: exactToDollars(recovered),
    evidence: evidence.map((row) => ({ ...row, amount: exactToDollars(row.amount) })),
  };
}

/** The same with its evidence as text. */
export function claimLine({ evidence, ...claim }: ShownClaim): FlatClaim {
  return { ...claim, evidence: evidence.map(evidenceText).join('; ') };
}

const WHAT: Readonly<Record<ClaimEvidence['what'], string>> = {
  paid: 'paid',
  charged_back: 'charged back',
  recovered: 'recovered by',
};

/** `2026-02 summit.csv row 3 paid 40`. */
function evidenceText({ period, fileName, sheet, rowNumber, amount, what }: ShownClaim['evidence'][number]): string {
  const place = sheet > 1 ? `${fileName} sheet ${sheet}` : fileName;
  return `${period} ${place} row ${rowNumber} ${WHAT[what]} ${amount}`;
}

/** A summary, which is read after the claims, so that it knows their sums; and the claims. */
export function claimSheets(
  totals: () => RecoverableTotals,
  batches: AsyncIterable<readonly ShownClaim[]>,
): readonly WorkbookSheet[] {
  return [
    {
      name: 'Summary',
      columns: [
        { title: 'Carrier or kind', width: 32, format: 'text' },
        { title: 'Certainty', width: 16, format: 'text' },
        { title: 'Claims', width: 10, format: 'whole' },
        { title: 'Amount', width: 15, format: 'money' },
        { title: 'Estimated, not in the amount', width: 26, format: 'money' },
      ],
      async *batches() {
        const { recoverable, estimated, claims, byKind, byCarrier } = totals();
        yield byCarrier.map((one) => [one.carrierName, null, one.claims, one.recoverable, one.estimated]);
        yield byKind.map(({ kind, certainty, ...sum }) =>
          certainty === 'estimated'
            ? [kind, certainty, sum.claims, null, sum.amount]
            : [kind, certainty, sum.claims, sum.amount],
        );
        yield [['Total', null, claims, recoverable, estimated]];
      },
    },
    {
      name: 'Claims',
      columns: COLUMNS.map(({ label, width, format }) => ({ title: label, width, format })),
      async *batches() {
        for await (const batch of batches) {
          yield batch.map((claim) => {
            const line = claimLine(claim);
            return COLUMNS.map(({ title }) => line[title]);
          });
        }
      },
    },
  ];
}
