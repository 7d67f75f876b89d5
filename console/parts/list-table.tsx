import type { ReactNode } from 'react';
import { Rows } from './rows.tsx';

interface ListColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly className?: string | undefined;
}

interface ListTableProps<Row> {
  /** The name of the list for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The columns. The first column names the row. A column that the person must not see is null. */
  readonly columns: readonly (ListColumn<Row> | null)[];
}

/** The most columns beside the name for which a phone has room. */
const SHORT = 2;

/** A list of settings: rows whose cells hold sentences and buttons. */
export function ListTable<Row>({ columns, ...list }: ListTableProps<Row>) {
  const [name, ...others] = columns.filter((column) => column !== null);
  if (name === undefined) return null;
  return (
    <Rows
      {...list}
      nameLabel={name.label}
      nameOf={name.cell}
      nameClass={name.className}
      columns={others}
      wraps
      isShort={others.length <= SHORT}
    />
  );
}
