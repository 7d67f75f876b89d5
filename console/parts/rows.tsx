import { Checkbox } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import classes from './rows.module.css';

interface RowColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** The cell of the line of totals. */
  readonly total?: ReactNode;
  /** True for a column of sentences, which takes the room that the others leave. */
  readonly fills?: boolean;
  /** True for a column that a list beside a panel leaves out. Cards have it again. */
  readonly isOptional?: boolean;
  readonly className?: string | undefined;
}

interface Ticks<Row> {
  readonly isTicked: (row: Row) => boolean;
  /** The name of the row's box for screen readers. */
  readonly labelOf: (row: Row) => string;
  readonly onTick: (row: Row) => void;
}

interface RowsProps<Row> {
  /** The name of the list for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The name of the first column, which names the row. */
  readonly nameLabel: string;
  readonly nameOf: (row: Row) => ReactNode;
  readonly nameClass?: string | undefined;
  /** A column that the list does not have is null. */
  readonly columns: readonly (RowColumn<Row> | null)[];
  /** The first cell of the line of totals; without it there is none. */
  readonly totalLabel?: string;
  /** True for a list of sentences and buttons, whose rows may be higher than one line. */
  readonly wraps?: boolean;
  /** True for a list that is narrow enough for a phone, and so makes no cards. */
  readonly isShort?: boolean;
  /** A box before each row; null or absent where nothing can be ticked. */
  readonly ticks?: Ticks<Row> | null;
  /** The key of the row whose panel is open. */
  readonly active?: string | undefined;
}

/** A list of rows of one line, with a line of totals. Narrow screens show cards, in which nothing is cut. */
export function Rows<Row>({
  label,
  rows,
  keyOf,
  nameLabel,
  nameOf,
  totalLabel,
  ticks = null,
  ...rest
}: RowsProps<Row>) {
  const columns = rest.columns.filter((column) => column !== null);
  return (
    <div className={rest.isShort === true ? classes.short : classes.frame}>
      <table className={classes.table} aria-label={label} {...(rest.wraps === true && { 'data-wraps': true })}>
        <thead>
          <tr>
            {ticks !== null && (
              <td className={`${classes.tick} no-print`}>
                <span className="visually-hidden">Select</span>
              </td>
            )}
            <th scope="col">{nameLabel}</th>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-key={keyOf(row)} {...(keyOf(row) === rest.active && { 'data-active': true })}>
              {ticks !== null && (
                <td className={`${classes.tick} no-print`}>
                  <Checkbox
                    size="xs"
                    aria-label={ticks.labelOf(row)}
                    checked={ticks.isTicked(row)}
                    onChange={() => ticks.onTick(row)}
                  />
                </td>
              )}
              <th scope="row" className={rest.nameClass}>
                {nameOf(row)}
              </th>
              {columns.map((column) => (
                <td key={column.label} data-label={column.label} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totalLabel !== undefined && (
          <tfoot>
            <tr>
              {ticks !== null && <td className={`${classes.tick} no-print`} />}
              <th scope="row">{totalLabel}</th>
              {columns.map((column) => (
                <td
                  key={column.label}
                  data-label={column.label}
                  className={classOf(column)}
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

function classOf<Row>({ isNumber, fills, isOptional, className }: RowColumn<Row>): string | undefined {
  const all = [
    isNumber === true && classes.number,
    fills === true && classes.fills,
    isOptional === true && classes.optional,
    className,
  ].filter((name) => typeof name === 'string');
  return all.length === 0 ? undefined : all.join(' ');
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

/** The name of a row that leads to a page of its own. The keys j and k move over it. */
export const RowLink = createLink((props: ComponentProps<'a'>) => <a data-row className={classes.opener} {...props} />);

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
