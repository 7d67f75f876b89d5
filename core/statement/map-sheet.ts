import { HEADER_SEARCH_ROWS } from '../limits.ts';
import { type HeaderSearch, locateHeader } from './locate-header.ts';
import { isBlankRow, type MappingTools, mapRow, sheetColumns } from './map-row.ts';
import { type PassedOverSheet, passedOverWatch } from './passed-over-sheet.ts';
import type { SourceRow, SourceSheet } from './source.ts';
import type { StatementTally } from './statement-tally.ts';

export type FoundHeader = Extract<HeaderSearch, { kind: 'found' }>;

/** A sheet that was read has its header; one without the columns has been passed over, or ends the file. */
export type MappedSheet = FoundHeader | ({ readonly kind: 'missing' } & PassedOverSheet);

/** Reads one sheet to its end, or to the first data row over the limit. */
export function mapSheet(
  place: { readonly sheet: SourceSheet; readonly index: number },
  tools: MappingTools,
  progress: () => void,
): MappedSheet {
  const { config, tally } = tools;
  const iterator = place.sheet.rows()[Symbol.iterator]();
  const rest = { [Symbol.iterator]: () => iterator };
  const top = topRows(iterator, config.headerRow === 'auto' ? HEADER_SEARCH_ROWS : config.headerRow);
  const search = locateHeader(top, config);
  if (search.kind === 'missing') {
    const watch = passedOverWatch(config);
    if (config.sheets === 'all') passOver([top, rest], watch, tally);
    else iterator.return?.();
    return { ...search, name: place.sheet.name, ...watch.seen() };
  }
  const columns = sheetColumns(place, search, tools);
  const headerRow = search.headerRow ?? 0;
  for (const row of top) {
    progress();
    if (row.row > headerRow) {
      mapRow(row, columns, tools);
    } else if (row.row < headerRow) {
      columns.values.enterGroup(row.cells);
      tally.skip(isBlankRow(row.cells) ? 'blank' : 'title');
    }
  }
  for (const row of rest) {
    progress();
    mapRow(row, columns, tools);
    if (tally.isOverLimit()) break;
  }
  return search;
}

/** Rows up to a row number; the reader may leave blank ones out. */
function topRows(rows: Iterator<SourceRow>, lastRow: number): readonly SourceRow[] {
  const top: SourceRow[] = [];
  for (let next = rows.next(); next.done !== true; next = rows.next()) {
    top.push(next.value);
    if (next.value.row >= lastRow) break;
  }
  return top;
}

function passOver(
  parts: readonly Iterable<SourceRow>[],
  watch: ReturnType<typeof passedOverWatch>,
  tally: StatementTally,
): void {
  for (const rows of parts) {
    for (const row of rows) {
      watch.see(row);
      tally.skip(isBlankRow(row.cells) ? 'blank' : 'otherSheet');
    }
  }
}
