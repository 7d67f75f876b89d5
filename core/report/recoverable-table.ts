import { exactToDollars } from '../money.ts';
import { CERTAINTIES } from '../scoring/signal.ts';
import type { AskedClaim, ClaimEvidence } from './claim.ts';
import type { RecoverableTotals } from './recoverable.ts';

/** Describes tables for people: the sheets of a workbook, and the rows of the equivalent CSV file. */

export type SheetCell = string | number | null;

interface SheetColumn {
  readonly title: string;
  readonly width: number;
  readonly format: 'text' | 'whole' | 'money';
}

/** A sheet of a workbook. Formatting and formula escaping happen when it is written. */
export interface WorkbookSheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Batches of rows, read once when the sheet is written. The last sheet is written first. */
  readonly batches: () => AsyncIterable<readonly (readonly SheetCell[])[]>;
}

/** Returns a column of texts; `width` is in characters. */
export const textColumn = (title: string, width: number): SheetColumn => ({ title, width, format: 'text' });
/** Returns a column of integers; `width` is in characters. */
export const wholeColumn = (title: string, width: number): SheetColumn => ({ title, width, format: 'whole' });
/** Returns a column of dollars with cents; `width` is in characters. */
export const moneyColumn = (title: string, width: number): SheetColumn => ({ title, width, format: 'money' });

/**
 * `name` is the header of the CSV column and the property of a row that holds the cell. The other fields concern the
 * sheet.
 */
interface NamedColumn<Name extends string> extends SheetColumn {
  readonly name: Name;
}

/** Names a column. */
export function named<const Name extends string>(name: Name, column: SheetColumn): NamedColumn<Name> {
  return { ...column, name };
}

/** Columns that identify the member of a row. */
export const MEMBER_COLUMNS = [
  named('memberExternalId', textColumn('Member ID', 18)),
  named('memberName', textColumn('Member', 24)),
  named('policyNumber', textColumn('Policy', 18)),
  named('planName', textColumn('Plan', 20)),
] as const;

/** Columns with the ids of the API. */
export const REFERENCE_COLUMNS = [
  named('memberRefId', textColumn('Reference', 38)),
  named('carrierId', textColumn('Carrier reference', 38)),
  named('workspaceId', textColumn('Workspace reference', 38)),
] as const;

/** Builds a sheet with a line per row. `cells` returns the cells of a row by column name. */
export function sheetOf<Name extends string, Row>(
  name: string,
  columns: readonly NamedColumn<Name>[],
  {
    batches,
    cells,
  }: {
    readonly batches: AsyncIterable<readonly Row[]>;
    readonly cells: (row: Row) => Readonly<Record<NoInfer<Name>, SheetCell>>;
  },
): WorkbookSheet {
  const cellsInOrder = (row: Row) => {
    const found = cells(row);
    return columns.map((column) => found[column.name]);
  };
  return {
    name,
    columns,
    async *batches() {
      for await (const batch of batches) yield batch.map(cellsInOrder);
    },
  };
}

/** Yields rows in memory as one batch of a sheet. */
export async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

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
