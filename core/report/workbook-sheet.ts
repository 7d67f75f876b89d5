/** Tables for people: the sheets of a workbook, and the rows of the CSV file that tells the same. */

export type SheetCell = string | number | null;

interface SheetColumn {
  readonly title: string;
  readonly width: number;
  readonly format: 'text' | 'whole' | 'money';
}

/** A sheet of a workbook. Texts are harmless and amounts formatted once it is written, not before. */
export interface WorkbookSheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Asked for once, when the sheet is written: the last sheet first. */
  readonly batches: () => AsyncIterable<readonly (readonly SheetCell[])[]>;
}

export const textColumn = (title: string, width: number): SheetColumn => ({ title, width, format: 'text' });
export const wholeColumn = (title: string, width: number): SheetColumn => ({ title, width, format: 'whole' });
export const moneyColumn = (title: string, width: number): SheetColumn => ({ title, width, format: 'money' });

/** `name` heads the column of a CSV file, and is the property that a row has its cell in; the rest is of the sheet. */
interface NamedColumn<Name extends string> extends SheetColumn {
  readonly name: Name;
}

export function named<const Name extends string>(name: Name, column: SheetColumn): NamedColumn<Name> {
  return { ...column, name };
}

/** Whom a row is about. */
export const MEMBER_COLUMNS = [
  named('memberExternalId', textColumn('Member ID', 18)),
  named('memberName', textColumn('Member', 24)),
  named('policyNumber', textColumn('Policy', 18)),
  named('planName', textColumn('Plan', 20)),
] as const;

export const REFERENCE_COLUMNS = [
  named('memberRefId', textColumn('Reference', 38)),
  named('carrierId', textColumn('Carrier reference', 38)),
  named('workspaceId', textColumn('Workspace reference', 38)),
] as const;

/** A sheet with a row for each of the rows; `cells` are taken by the names of the columns. */
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

/** Rows that are there already, as the batches of a sheet. */
export async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
