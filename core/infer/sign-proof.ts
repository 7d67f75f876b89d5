import type { Money } from '../money.ts';
import { readAmount } from '../statement/amount.ts';
import { ONE_CENT } from '../statement/footer-totals.ts';
import type { SheetTable, TableColumn } from './find-table.ts';

/** Proof of the sign of amounts that are printed positive beside words for money that goes back. */
export type SignProof = 'taken-back' | 'paid' | null;

/** The amounts of a table, and the rows whose words say that the money goes back. */
interface Case {
  readonly table: SheetTable;
  /** Columns whose sum is the amount. */
  readonly columns: readonly TableColumn[];
  /** By row. */
  readonly values: readonly Money[];
  readonly takenBack: readonly boolean[];
  /** Columns that identify a member or a policy. */
  readonly ids: readonly TableColumn[];
}

/** Minimum number of rows of a running sum. Fewer may fit by chance. */
const RUNNING_ROWS_MIN = 3;

/**
 * Finds what the statement proves about unsigned amounts: by a printed total, by a column with their running sum, or
 * because each equals the pay that the statement prints for the same member. Null without a proof.
 */
export function signProof(known: Case): SignProof {
  return proofByTotal(known) ?? proofByRunningSum(known) ?? proofByPay(known);
}

/** Compares the totals below the rows with the sum of the amounts, once as printed and once with money taken back. */
function proofByTotal({ table, columns, values, takenBack }: Case): SignProof {
  const sum = (factor: 1 | -1) =>
    values.reduce((before, value, row) => before + (takenBack[row] === true ? factor * value : value), 0);
  const totals = table.oddRows.map(({ cells }) =>
    columns.reduce((before, { index }) => before + (amountOf(cells[index] ?? '') ?? 0), 0),
  );
  const isPrinted = (amount: Money) => totals.some((total) => total !== 0 && Math.abs(total - amount) <= ONE_CENT);
  const [net, gross] = [isPrinted(sum(-1)), isPrinted(sum(1))];
  if (net === gross) return null;
  return net ? 'taken-back' : 'paid';
}

/** Finds a column that every row's amount raises, or lowers in rows of money that goes back. */
function proofByRunningSum({ table, columns, values, takenBack }: Case): SignProof {
  if (values.length < RUNNING_ROWS_MIN) return null;
  for (const column of table.columns) {
    if (columns.includes(column)) continue;
    const sums = column.profile.texts.map(amountOf);
    for (const proof of ['taken-back', 'paid'] as const) {
      const factor = proof === 'paid' ? 1 : -1;
      const isRunning = values.every((value, row) => {
        const [before, after] = [row === 0 ? null : sums[row - 1], sums[row]];
        if (after === null || after === undefined) return false;
        if (row === 0) return true;
        const change = takenBack[row] === true ? factor * value : value;
        return before !== null && before !== undefined && Math.abs(after - before - change) <= ONE_CENT;
      });
      if (isRunning && takenBack.lastIndexOf(true) > 0) return proof;
    }
  }
  return null;
}

/** Returns `taken-back` when each such amount equals a payment to the same member or policy. */
function proofByPay({ values, takenBack, ids }: Case): SignProof {
  const paid = new Set<string>();
  const keys = (row: number) =>
    ids.flatMap(({ index, profile }) => {
      const id = profile.texts[row] ?? '';
      return id === '' ? [] : [`${index} ${Math.abs(values[row] ?? 0)} ${id}`];
    });
  for (const row of values.keys()) if (takenBack[row] !== true) for (const key of keys(row)) paid.add(key);
  const rows = [...values.keys()].filter((row) => takenBack[row] === true && values[row] !== 0);
  return rows.length > 0 && rows.every((row) => keys(row).some((key) => paid.has(key))) ? 'taken-back' : null;
}

function amountOf(cell: Parameters<typeof readAmount>[0]): Money | null {
  const reading = readAmount(cell, { decimal: '.', creditDebitMark: 'negative' });
  return reading.ok ? reading.amount : null;
}
