import type { Money } from '../money.ts';
import { isBlank } from '../statement/column-binding.ts';
import { headerWords } from '../statement/header-words.ts';
import { rowText } from '../statement/row-kind.ts';
import type { SourceRow } from '../statement/source.ts';
import { directionOf } from '../statement/taken-back-words.ts';
import { totalsLabel } from '../statement/totals-label.ts';
import type { SheetTable } from './find-table.ts';

/** Largest numbers of cells and words of a heading. Longer rows are data or prose. */
const HEADING_CELLS_MAX = 2;
const HEADING_WORDS_MAX = 4;
/** Matches headings of blocks with payments and chargebacks, such as "Renewals & Chargebacks". */
const MIXED = /[&/,+]|\b(?:and|or|incl)/i;
/** Matches headings that end a block of chargebacks. The name of an agent does not end it. */
const OTHER_BLOCK =
  /renew|initial|\bnew\b|first|adjust|overrid|bonus|commission|advance|residual|trail|earned|summary/i;

/** Returns headings and sheet names of chargebacks whose amounts have no minus sign. Such amounts would count as pay. */
export function unsignedChargebackBlocks(table: SheetTable, amounts: readonly Money[]): readonly string[] {
  const sheetHeading = isChargebackHeading(table.sheet.name) ? table.sheet.name : null;
  let heading = [...table.titles].reverse().map(headingOf).find(isChargebackHeading) ?? sheetHeading;
  const signs = new Map<string, { positive: number; negative: number }>();
  const amountOf = new Map(table.dataRows.map((row, at) => [row, amounts[at] ?? 0]));
  const rows = [...table.dataRows, ...table.oddRows].sort((a, b) => a.row - b.row);
  for (const row of rows) {
    const amount = amountOf.get(row);
    if (amount === undefined) {
      const text = headingOf(row);
      if (isChargebackHeading(text)) heading = text;
      else if (OTHER_BLOCK.test(text) || totalsLabel(text) === 'sure') heading = sheetHeading;
    } else if (heading !== null) {
      const counts = signs.get(heading) ?? { positive: 0, negative: 0 };
      signs.set(heading, {
        positive: counts.positive + Number(amount > 0),
        negative: counts.negative + Number(amount < 0),
      });
    }
  }
  return [...signs].flatMap(([name, { positive, negative }]) => (positive > 0 && negative === 0 ? [name] : []));
}

/** Returns the text of a row with few cells; '' for a longer row. */
function headingOf(row: SourceRow): string {
  const filled = row.cells.filter((cell) => !isBlank(cell)).length;
  return filled <= HEADING_CELLS_MAX ? rowText(row.cells) : '';
}

function isChargebackHeading(text: string): boolean {
  if (MIXED.test(text) || totalsLabel(text) !== null) return false;
  return headerWords(text).length <= HEADING_WORDS_MAX && directionOf(text, 'type') === 'back';
}
