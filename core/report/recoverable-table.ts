import { exactToDollars } from '../money.ts';
import { CERTAINTIES } from '../scoring/signal.ts';
import type { AskedClaim, ClaimEvidence } from './claim.ts';
import type { RecoverableTotals } from './recoverable.ts';
import {
  MEMBER_COLUMNS,
  moneyColumn,
  named,
  REFERENCE_COLUMNS,
  type SheetCell,
  sheetOf,
  textColumn,
  type WorkbookSheet,
  wholeColumn,
} from './workbook-sheet.ts';

/** Writes claims as tables: the rows of a CSV file and the sheets of a workbook. */

const COLUMNS = [
  named('carrierName', textColumn('Carrier', 24)),
  named('period', textColumn('Statement', 10)),
  ...MEMBER_COLUMNS,
  named('kind', textColumn('Kind', 20)),
  named('certainty', textColumn('Certainty', 14)),
  named('basis', textColumn('Rests on', 16)),
  named('amount', moneyColumn('Amount', 13)),
  named('recoveredAmount', moneyColumn('Recovered', 13)),
  named('ask', textColumn('What to write', 70)),
  named('evidence', textColumn('Evidence', 60)),
  named('claimId', textColumn('Claim', 54)),
  ...REFERENCE_COLUMNS,
  named('disputeId', textColumn('Dispute', 38)),
];

/** Headers of the CSV file. */
export const CLAIM_COLUMNS: readonly string[] = COLUMNS.map(({ name }) => name);

type FlatClaim = Readonly<Record<(typeof COLUMNS)[number]['name'], SheetCell>>;

/** A claim as shown, with amounts in dollars. */
export interface ShownClaim extends Omit<AskedClaim, 'amount' | 'recovered' | 'evidence'> {
  readonly amount: number;
  readonly recoveredAmount: number;
  readonly evidence: readonly (Omit<ClaimEvidence, 'amount'> & { readonly amount: number })[];
}

/** Converts a claim's exact amounts to dollars. */
export function shownClaim({ amount, recovered, evidence, ...claim }: AskedClaim): ShownClaim {
  return {
    ...claim,
    amount: exactToDollars(amount),
    recoveredAmount: exactToDollars(recovered),
    evidence: evidence.map((row) => ({ ...row, amount: exactToDollars(row.amount) })),
  };
}

/** Returns a shown claim with its evidence as text. */
export function claimLine({ evidence, ...claim }: ShownClaim): FlatClaim {
  return { ...claim, evidence: evidence.map(evidenceText).join('; ') };
}

const EVIDENCE_WORDS: Readonly<Record<ClaimEvidence['what'], string>> = {
  paid: 'paid',
  charged_back: 'charged back',
  recovered: 'recovered by',
};

/** Formats `2026-02 summit.csv row 3 paid 40`. */
function evidenceText({ period, fileName, sheet, rowNumber, amount, what }: ShownClaim['evidence'][number]): string {
  const place = sheet > 1 ? `${fileName} sheet ${sheet}` : fileName;
  return `${period} ${place} row ${rowNumber} ${EVIDENCE_WORDS[what]} ${amount}`;
}

/** Returns a sheet of claims and a summary sheet. The summary is read after the claims, because it needs their sums. */
export function claimSheets(
  totals: () => RecoverableTotals,
  batches: AsyncIterable<readonly ShownClaim[]>,
): readonly WorkbookSheet[] {
  return [
    {
      name: 'Summary',
      columns: [
        textColumn('Carrier or kind', 32),
        textColumn('Certainty', 16),
        wholeColumn('Claims', 10),
        moneyColumn('Certain', 15),
        moneyColumn('Likely', 15),
        moneyColumn('To check', 15),
      ],
      async *batches() {
        const { claims, byKind, byCarrier, ...all } = totals();
        yield byCarrier.map((sum) => [sum.carrierName, null, sum.claims, sum.recoverable, sum.likely, sum.toCheck]);
        yield byKind.map(({ kind, certainty, ...sum }) => [
          kind,
          certainty,
          sum.claims,
          ...CERTAINTIES.map((level) => (level === certainty ? sum.amount : null)),
        ]);
        yield [['Total', null, claims, all.recoverable, all.likely, all.toCheck]];
      },
    },
    sheetOf('Claims', COLUMNS, { batches, cells: claimLine }),
  ];
}
