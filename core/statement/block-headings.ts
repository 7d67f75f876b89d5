import { isBlank } from './column-binding.ts';
import { legibleText } from './displayed-text.ts';
import { headerWords } from './header-words.ts';
import { directionOf } from './line-kind.ts';
import { rowText } from './row-kind.ts';
import type { Cell } from './source.ts';
import { totalsLabel } from './totals-label.ts';

/** Largest numbers of cells and words of a heading. Longer rows are data or prose. */
const HEADING_CELLS_MAX = 2;
const HEADING_WORDS_MAX = 4;
/** Matches headings of blocks with payments and chargebacks, such as "Renewals & Chargebacks". */
const MIXED = /[&/,+]|\b(?:and|or|incl)/i;
/** Matches headings that end a block of chargebacks. The name of an agent does not end it. */
const OTHER_BLOCK =
  /renew|initial|\bnew\b|first|adjust|overrid|bonus|commission|advance|residual|trail|earned|summary/i;

/** Follows the headings of chargebacks on one sheet: its name, captions above the header, and captions between the lines. */
export interface BlockHeadings {
  /** Takes a row above the header. */
  seeTitle(cells: readonly Cell[]): void;
  /** Takes a row below the header that is no line: a caption begins or ends a block, and a total ends it. */
  seeRow(cells: readonly Cell[]): void;
  /** Returns the heading of chargebacks that the next line stands under; null outside such a block. */
  current(): string | null;
}

/** Starts at the top of a sheet. The name is empty for CSV. */
export function blockHeadings(sheetName: string): BlockHeadings {
  const sheetHeading = namesTakenBack(sheetName) ? sheetName : null;
  let heading = sheetHeading;
  return {
    seeTitle(cells) {
      if (isCaption(cells)) heading = rowText(cells);
    },
    seeRow(cells) {
      if (isCaption(cells)) heading = rowText(cells);
      else if (endsBlock(cells)) heading = sheetHeading;
    },
    current: () => heading,
  };
}

/** Returns whether a row is the caption of chargebacks. A caption beside an amount belongs to a summary. */
function isCaption(cells: readonly Cell[]): boolean {
  return isShort(cells) && !cells.some(isNumber) && namesTakenBack(rowText(cells));
}

function endsBlock(cells: readonly Cell[]): boolean {
  if (!isShort(cells)) return false;
  const text = rowText(cells);
  return OTHER_BLOCK.test(text) || totalsLabel(text) === 'sure';
}

function isShort(cells: readonly Cell[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell)).length;
  return filled > 0 && filled <= HEADING_CELLS_MAX;
}

/** Returns whether a cell is a number, a date or an amount: digits without letters before them. */
function isNumber(cell: Cell): boolean {
  return typeof cell !== 'string' || /^[^\p{L}]*\d/u.test(legibleText(cell));
}

function namesTakenBack(text: string): boolean {
  if (MIXED.test(text) || totalsLabel(text) !== null) return false;
  return headerWords(text).length <= HEADING_WORDS_MAX && directionOf(text, 'type') === 'back';
}
