import { type Money, moneyToDollars } from '../money.ts';
import { readAmount } from './amount.ts';
import { amountIndexesOf, cellOf, isBlank } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText, readId } from './displayed-text.ts';
import { ONE_CENT } from './footer-totals.ts';
import type { StatementWarning } from './line.ts';
import type { SheetColumns } from './map-row.ts';
import type { Cell, SourceRow } from './source.ts';
import { totalsLabel } from './totals-label.ts';
import { isMoneyText } from './unassigned-line.ts';
import { looksLikeMoney } from './unread-sheet.ts';

/**
 * Judges the rows above a header (docs/reference/carriers-and-formats.md#rows-above-the-header). Most are titles. A sheet that was sorted
 * together with its header has lines there too.
 */
export type RowAbove =
  /** The row is mapped like the rows below the header. */
  | { readonly kind: 'line' }
  /** The row is skipped. Its amounts must be explained by the lines. */
  | { readonly kind: 'title' | 'blank'; readonly amounts: readonly TitleAmount[] };

/** An amount of a title. */
interface TitleAmount {
  readonly amount: Money;
  /** True for an amount that may be pay. Another amount, such as a total, can only explain those beside it. */
  readonly isInDoubt: boolean;
}

/** An amount above the header that is not read. */
export interface AmountAbove extends TitleAmount {
  /** 1-based row of the sheet. */
  readonly row: number;
}

/** The amounts above the header of a sheet, and the sums of its lines. */
export interface AmountsAbove {
  readonly amounts: readonly AmountAbove[];
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
    const found = amountCells(cells);
    const isMoney = found.some((cell) => looksLikeMoney(cell, config));
    // An unreadable amount beside an id like those below is a line that fails.
    const isUnreadable = !amount.ok && found.length > 0;
    const isLikeBelow = isMoney || isUnreadable || found.some((cell) => written.amounts.has(shapeOf(cell)));
    hasLines = isWide && isLikeBelow && !isUnderCaptions && hasIdLikeBelow(cells);
    if (hasLines) return { kind: 'line' };
    const others = labelledAmounts(cells, new Set(amountIndexes), config);
    if (!amount.ok || amount.amount === 0) return { kind: 'title', amounts: others };
    const isLabelled = cells.some((cell) => typeof cell === 'string' && describesSum(legibleText(cell)));
    const own = isMoney || isLabelled ? [{ amount: amount.amount, isInDoubt: true }] : [];
    return { kind: 'title', amounts: [...own, ...others] };
  };
  return ({ row, cells }) => {
    const filled = filledCells(cells);
    if (filled === 0) {
      captions = 0;
      return { kind: 'blank', amounts: [] };
    }
    // The upper row of a header in two rows.
    if (row > headerRow - (config.headerRows ?? 1)) return TITLE;
    const isUnderCaptions = captions > 1 && filled <= captions + 1 && filled * 2 > captions;
    const judged = judge(cells, isUnderCaptions);
    if (cells.every((cell) => typeof cell === 'string' && !/\d/.test(cell))) captions = filled;
    return judged;
  };
}

const TITLE = { kind: 'title', amounts: [] } as const;

/** Matches the amount at the end of "Marketing bonus: $25.00". */
const LAST_FIGURE = /[-(]?\s?\$?\s?[-(]?\d[\d.,]*\)?$/;
/** Longer cells are prose. */
const LABEL_CHARACTERS_MAX = 120;
/** Matches labels of sums, which are no pay of their own. */
const OF_SUM = /\btotals?\b|\bytd\b|year[\s-]to[\s-]date/i;

/** Returns the amounts outside the amount's own cells that stand behind a label, in the same cell or the next. */
function labelledAmounts(
  cells: readonly Cell[],
  amountIndexes: ReadonlySet<number>,
  config: StatementConfig,
): readonly TitleAmount[] {
  const filled = [...cells.entries()].filter(([, cell]) => !isBlank(cell));
  return filled.flatMap(([index, cell], at) => {
    const [, before = ''] = filled[at - 1] ?? [];
    const text = typeof cell === 'string' ? legibleText(cell) : '';
    const [ofText = ''] = text.length > LABEL_CHARACTERS_MAX ? [] : (LAST_FIGURE.exec(text) ?? []);
    const ownLabel = text.slice(0, text.length - ofText.length);
    const isBoth = ofText !== '' && /\p{L}/u.test(ownLabel);
    const label = isBoth || typeof before !== 'string' ? ownLabel : legibleText(before);
    const figure = isBoth ? ofText : cell;
    if (!/\p{L}/u.test(label) || (!isBoth && amountIndexes.has(index))) return [];
    const reading = readAmount(figure, config.amounts);
    if (!reading.ok || reading.amount === 0 || !looksLikeMoney(figure, config)) return [];
    return [{ amount: reading.amount, isInDoubt: isMoneyText(label) && !OF_SUM.test(label) }];
  });
}

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
  const rows = sheets.flatMap(({ amounts, sums: ofSheet }) => {
    const inDoubt = amounts.filter(({ isInDoubt }) => isInDoubt);
    const all = inDoubt.reduce((sum, { amount }) => sum + amount, 0);
    const isSum = (amount: Money) =>
      [...sums, ...ofSheet].some((sum) => Math.abs(Math.abs(sum) - Math.abs(amount)) <= ONE_CENT);
    return isSum(all) || amounts.some(({ amount }) => isSum(amount)) ? [] : inDoubt;
  });
  if (rows.length === 0) return [];
  const named = rows
    .slice(0, ROWS_NAMED)
    .map(({ row, amount }) => `row ${row} (${moneyToDollars(amount).toFixed(2)})`)
    .join(', ');
  const more = rows.length > ROWS_NAMED ? ` and ${rows.length - ROWS_NAMED} more` : '';
  const detail = `Rows above the header have amounts that are not the sum of the rows read: ${named}${more}. They are not read. Move them below the header if they are lines.`;
  return [{ code: 'money_above_header', detail }];
}
