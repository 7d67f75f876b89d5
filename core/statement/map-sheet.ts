import { HEADER_SEARCH_ROWS } from '../limits.ts';
import { bindColumns } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { readHeader } from './header.ts';
import { type HeaderSearch, locateHeader } from './locate-header.ts';
import { isBlankRow, type MappingTools, mapRow, placeOf, sheetColumns } from './map-row.ts';
import { isLineOf, type PassedOverSheet, passedOverWatch } from './passed-over-sheet.ts';
import { type SourceRow, type SourceSheet, UnreadableFile } from './source.ts';
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
  const top = searchedRows(iterator, config);
  const search = locateHeader(top, config);
  if (search.kind === 'missing') {
    const watch = passedOverWatch(config, search.nearest);
    if (config.sheets === 'all') passOver([top, rest], watch, tally);
    else iterator.return?.();
    return { ...search, name: place.sheet.name, ...watch.seen() };
  }
  if (config.headerRow === 'auto') refuseSectionAbove(top, search, { config, sheetName: place.sheet.name });
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

/** Lines below an earlier header would be titles of this one. Who names the header's row has seen what stands above it. */
function refuseSectionAbove(
  top: readonly SourceRow[],
  { headerRow }: FoundHeader,
  { config, sheetName }: { readonly config: StatementConfig; readonly sheetName: string },
): void {
  let above: Pick<FoundHeader, 'header' | 'bound'> | null = null;
  for (const { row, cells } of top) {
    if (headerRow === null || row >= headerRow) return;
    const header = readHeader(cells);
    const bound = bindColumns(config, header);
    if (bound.missing.length === 0 && bound.matches > 0) above = { header, bound };
    else if (above !== null && isLineOf(cells, above, config))
      throw new UnreadableFile(
        `${placeOf(row, sheetName)} is a line below another header than that of row ${headerRow}. Send the two parts as files of their own.`,
      );
  }
}

/** In words, which of the sheets that are not read have the columns of lines. */
export function unreadSheets(sheets: readonly SourceSheet[], config: StatementConfig): readonly string[] {
  const hasColumns = ({ rows }: SourceSheet) => {
    try {
      const iterator = rows()[Symbol.iterator]();
      const search = locateHeader(searchedRows(iterator, config), config);
      iterator.return?.();
      return search.kind === 'found' && search.headerRow !== null && search.bound.matches > 1;
    } catch (error) {
      // What nobody asked for may be as it likes.
      if (error instanceof UnreadableFile) return false;
      throw error;
    }
  };
  return sheets
    .filter(hasColumns)
    .map(({ name }) => `Sheet "${name}" has the columns of lines, and is not read ("sheets" in the configuration).`);
}

function searchedRows(rows: Iterator<SourceRow>, { headerRow }: StatementConfig): readonly SourceRow[] {
  return topRows(rows, headerRow === 'auto' ? HEADER_SEARCH_ROWS : headerRow);
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
