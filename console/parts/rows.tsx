import type { ReactNode } from 'react';
import classes from './rows.module.css';

interface RowColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** The cell of the line of totals. */
  readonly total?: ReactNode;
}

interface RowsProps<Row> {
  /** The name of the list for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The name of the first column, which names the row. */
  readonly nameLabel: string;
  readonly nameOf: (row: Row) => ReactNode;
  /** A column that the list does not have is null. */
  readonly columns: readonly (RowColumn<Row> | null)[];
  /** The first cell of the line of totals; without it there is none. */
  readonly totalLabel?: string;
}

/** A list of rows of one line, with a line of totals. Narrow screens show cards, in which nothing is cut. */
export function Rows<Row>({ label, rows, keyOf, nameLabel, nameOf, totalLabel, ...rest }: RowsProps<Row>) {
  const columns = rest.columns.filter((column) => column !== null);
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{nameLabel}</th>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={column.isNumber === true ? classes.number : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-key={keyOf(row)}>
              <th scope="row">{nameOf(row)}</th>
              {columns.map((column) => (
                <td
                  key={column.label}
                  data-label={column.label}
                  className={column.isNumber === true ? classes.number : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totalLabel !== undefined && (
          <tfoot>
            <tr>
              <th scope="row">{totalLabel}</th>
              {columns.map((column) => (
                <td
                  key={column.label}
                  data-label={column.label}
                  className={column.isNumber === true ? classes.number : undefined}
                  {...(column.total === undefined && { 'data-empty': true })}
                >
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface RowOpenerProps {
  readonly children: ReactNode;
  readonly onOpen: () => void;
}

/** The name of a row that opens its panel. The keys j and k move over it. */
export function RowOpener({ children, onOpen }: RowOpenerProps) {
  return (
    <button type="button" data-row className={classes.opener} onClick={onOpen}>
      {children}
    </button>
  );
}

/** Rows without content in the shape of the list. */
export function RowsSkeleton({ count = 8 }: { readonly count?: number }) {
  return (
    <div role="status" className={classes.skeleton}>
      <span className="visually-hidden">Loading …</span>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The rows are alike.
        <div key={row} className={classes.bone} aria-hidden />
      ))}
    </div>
  );
}
