import { type Money, moneyToDollars } from '../money.ts';
import { amountIndexesOf, cellOf, isBlank } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText, readId } from './displayed-text.ts';
import { ONE_CENT } from './footer-totals.ts';
import type { StatementWarning } from './line.ts';
import type { SheetColumns } from './map-row.ts';
import { looksLikeMoney } from './passed-over-sheet.ts';
import type { Cell, SourceRow } from './source.ts';
import { totalsLabel } from './totals-label.ts';
import { isMoneyText } from './unassigned-line.ts';

/**
 * Judges the rows above a header (docs/reference/carriers-and-formats.md#rows-above-the-header). Most are titles. A sheet that was sorted
 * together with its header has lines there too.
 */
export type RowAbove =
  /** The row is mapped like the rows below the header. */
  | { readonly kind: 'line' }
  /** The row is skipped. Its amount, if it has one, must be explained by the lines. */
  | { readonly kind: 'title' | 'blank'; readonly amount: Money | null };

/** A row above the header with an amount that is not read. */
export interface AmountAbove {
  /** 1-based row of the sheet. */
  readonly row: number;
  readonly amount: Money;
}

/** The amounts above the header of a sheet, and the sums of its lines. */
export interface AmountsAbove {
  readonly inDoubt: readonly AmountAbove[];
  readonly sums: readonly Money[];
}

/**
 * Returns the judge of the rows above a header, which takes them from top to bottom. A row is a line when its id and its amount are written
 * like those below the header, and so is a filled row behind such a line.
 */
export function rowsAboveJudge(
  top: readonly SourceRow[],
  columns: SheetColumns,
  { headerRow, config }: { readonly headerRow: number; readonly config: StatementConfig },
): (row: SourceRow) => RowAbove {
  const { bound, header, values } = columns;
  const amountIndexes = amountIndexesOf(bound);
  const written = writtenBelow(top, columns, { headerRow, amountIndexes });
  const width = header.names.filter((name) => name !== '').length;
  const hasOwnId = ['cell', 'concat', 'first-filled'].includes(bound.columns.member_external_id?.kind ?? '');
  /** Cells of the row above that has only words, since a blank row. Such a row may be the header of another table. */
  let captions = 0;
  let hasLines = false;

  const amountCells = (cells: readonly Cell[]) =>
    amountIndexes.map((at) => cells[at] ?? '').filter((cell) => !isBlank(cell));
  const hasIdLikeBelow = (cells: readonly Cell[]) => {
    const reading = readId(cellOf(bound.columns.member_external_id, cells));
    if (!hasOwnId || !reading.ok || reading.id === '') return false;
    if (totalsLabel(reading.id) !== null || isMoneyText(reading.id)) return false;
    return written.ids.size === 0 ? /\d/.test(reading.id) : written.ids.has(shapeOf(reading.id));
  };
  const judge = (cells: readonly Cell[], isUnderCaptions: boolean): RowAbove => {
    const filled = filledCells(cells);
    values.enter(cells);
    const amount = values.amount();
    const isWide = filled * 2 > width;
    if (hasLines && (isWide || amount.ok)) return { kind: 'line' };
    if (!amount.ok) return TITLE;
    const found = amountCells(cells);
    const isMoney = found.some((cell) => looksLikeMoney(cell, config));
    const isLikeBelow = isMoney || found.some((cell) => written.amounts.has(shapeOf(cell)));
    hasLines = isWide && isLikeBelow && !isUnderCaptions && hasIdLikeBelow(cells);
    if (hasLines) return { kind: 'line' };
    const isLabelled = cells.some((cell) => typeof cell === 'string' && describesSum(legibleText(cell)));
    return amount.amount !== 0 && (isMoney || isLabelled) ? { kind: 'title', amount: amount.amount } : TITLE;
  };
  return ({ row, cells }) => {
    const filled = filledCells(cells);
    if (filled === 0) {
      captions = 0;
      return { kind: 'blank', amount: null };
    }
    // The upper row of a header in two rows.
    if (row > headerRow - (config.headerRows ?? 1)) return TITLE;
    const isUnderCaptions = captions > 1 && filled <= captions + 1 && filled * 2 > captions;
    const judged = judge(cells, isUnderCaptions);
    if (cells.every((cell) => typeof cell === 'string' && !/\d/.test(cell))) captions = filled;
    return judged;
  };
}

const TITLE = { kind: 'title', amount: null } as const;

/** Returns the forms of the ids and amounts in the first rows below the header. */
function writtenBelow(
  top: readonly SourceRow[],
  { bound, values }: SheetColumns,
  { headerRow, amountIndexes }: { readonly headerRow: number; readonly amountIndexes: readonly number[] },
): { readonly ids: ReadonlySet<string>; readonly amounts: ReadonlySet<string> } {
  const ids = new Set<string>();
  const amounts = new Set<string>();
  for (const { row, cells } of top) {
    if (row <= headerRow) continue;
    const reading = readId(cellOf(bound.columns.member_external_id, cells));
    values.enter(cells);
    if (!reading.ok || reading.id === '' || totalsLabel(reading.id) !== null || !values.amount().ok) continue;
    ids.add(shapeOf(reading.id));
    for (const at of amountIndexes) amounts.add(shapeOf(cells[at] ?? ''));
  }
  return { ids, amounts };
}

/** Returns the form of a text: "A1001" and "B7" are alike, "Agent 12" is not. */
function shapeOf(cell: Cell): string {
  return legibleText(cell)
    .replace(/\p{L}+/gu, 'A')
    .replace(/\d+/g, '9');
}

/** Tells whether a text names a sum of a statement or money without a member. */
function describesSum(text: string): boolean {
  return totalsLabel(text) !== null || (/\p{L}/u.test(text) && isMoneyText(text));
}

function filledCells(cells: readonly Cell[]): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}

const ROWS_NAMED = 5;

/**
 * Warns about amounts above a header that neither the lines nor their sum explains. One amount that is the sum of the lines shows a summary
 * of this statement, and explains the amounts beside it. `sums` are those of the whole file.
 */
export function warnOfAmountsAbove(
  sheets: readonly AmountsAbove[],
  sums: readonly Money[],
): readonly StatementWarning[] {
  const unexplained = sheets.filter(({ inDoubt, sums: ofSheet }) => {
    const all = inDoubt.reduce((sum, { amount }) => sum + amount, 0);
    const isSum = (amount: Money) =>
      [...sums, ...ofSheet].some((sum) => Math.abs(Math.abs(sum) - Math.abs(amount)) <= ONE_CENT);
    return inDoubt.length > 0 && !isSum(all) && !inDoubt.some(({ amount }) => isSum(amount));
  });
  const rows = unexplained.flatMap(({ inDoubt }) => inDoubt);
  if (rows.length === 0) return [];
  const named = rows
    .slice(0, ROWS_NAMED)
    .map(({ row, amount }) => `row ${row} (${moneyToDollars(amount).toFixed(2)})`)
    .join(', ');
  const more = rows.length > ROWS_NAMED ? ` and ${rows.length - ROWS_NAMED} more` : '';
  const detail = `Rows above the header have amounts that are not the sum of the rows read: ${named}${more}. They are not read. Move them below the header if they are lines.`;
  return [{ code: 'money_above_header', detail }];
}
