import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Scrolling } from './scrolling.tsx';

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

/** A list as a table that scrolls sideways on a narrow screen. */
export function ListTable<Row>({ label, rows, keyOf, columns }: ListTableProps<Row>) {
  const [name, ...others] = columns.filter((column) => column !== null);
  if (name === undefined) return null;
  return (
    <Scrolling label={label}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {[name, ...others].map((column) => (
              <Table.Th key={column.label} scope="col" className={column.className}>
                {column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              <Table.Th scope="row" fw={500} className={name.className}>
                {name.cell(row)}
              </Table.Th>
              {others.map((column) => (
                <Table.Td key={column.label} className={column.className}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  );
}
