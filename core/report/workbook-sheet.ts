/** Describes tables for people: the sheets of a workbook, and the rows of the equivalent CSV file. */

export type SheetCell = string | number | null;

interface SheetColumn {
  readonly title: string;
  readonly width: number;
  readonly format: 'text' | 'whole' | 'money' | 'month';
}

/** A sheet of a workbook. Formatting and formula escaping happen when it is written. */
export interface WorkbookSheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** The owner's name, which is in the head of each printed page. */
  readonly owner?: string;
  /** Batches of rows, read once when the sheet is written. The last sheet is written first. */
  readonly batches: () => AsyncIterable<readonly (readonly SheetCell[])[]>;
}

/** Returns a column of texts; `width` is in characters. */
export const textColumn = (title: string, width: number): SheetColumn => ({ title, width, format: 'text' });

/** Returns a column of integers; `width` is in characters. */
export const wholeColumn = (title: string, width: number): SheetColumn => ({ title, width, format: 'whole' });

/** Returns a column of months as YYYY-MM, which a workbook holds as dates. Other text stays text. */
export const monthColumn = (title: string, width: number): SheetColumn => ({ title, width, format: 'month' });

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
