import type { Money } from '../money.ts';
import { blockHeadings } from '../statement/block-headings.ts';
import type { SheetTable } from './find-table.ts';

/** Returns headings and sheet names of chargebacks whose amounts have no minus sign. Such amounts would count as pay. */
export function unsignedChargebackBlocks(table: SheetTable, amounts: readonly Money[]): readonly string[] {
  const headings = blockHeadings(table.sheet.name);
  for (const { cells } of table.titles) headings.seeTitle(cells);
  const signs = new Map<string, { positive: number; negative: number }>();
  const amountOf = new Map(table.dataRows.map((row, at) => [row, amounts[at] ?? 0]));
  const rows = [...table.dataRows, ...table.oddRows].sort((a, b) => a.row - b.row);
  for (const row of rows) {
    const amount = amountOf.get(row);
    if (amount === undefined) headings.seeRow(row.cells);
    const heading = headings.current();
    if (amount === undefined || heading === null) continue;
    const counts = signs.get(heading) ?? { positive: 0, negative: 0 };
    signs.set(heading, {
      positive: counts.positive + Number(amount > 0),
      negative: counts.negative + Number(amount < 0),
    });
  }
  return [...signs].flatMap(([name, { positive, negative }]) => (positive > 0 && negative === 0 ? [name] : []));
}
