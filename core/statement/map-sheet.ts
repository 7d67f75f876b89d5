import { bindColumns } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { readHeaderRows } from './header.ts';
import type { UnreadSheet } from './line.ts';
import { type HeaderSearch, lastHeaderRow, locateHeader } from './locate-header.ts';
import { isBlankRow, type MappingTools, mapRow, placeOf, sheetColumns } from './map-row.ts';
import { type AmountAbove, type AmountsAbove, rowsAboveJudge } from './rows-above-header.ts';
import { type SourceRow, type SourceSheet, UnreadableFile } from './source.ts';
import type { StatementTally } from './statement-tally.ts';
import {
  hasLines,
  isLineOf,
  isUnpaid,
  type PassedOverSheet,
  passedOverWatch,
  rowsAndSum,
  WATCHED_ROWS,
} from './unread-sheet.ts';

type Found = Extract<HeaderSearch, { kind: 'found' }>;

/** The header of a sheet that was read, and the amounts above it that were not. */
export type FoundHeader = Found & { readonly above: AmountsAbove };

/** Result of one sheet: its header when it was read, or else the facts that decide whether it may be passed over. */
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
  const top = topRows(iterator, lastHeaderRow(config));
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
  const before = tools.footers.sums();
  const judgeAbove = rowsAboveJudge(top, columns, { headerRow, config });
  const amountsAbove: AmountAbove[] = [];
  for (const row of top) {
    progress();
    if (row.row === headerRow) continue;
    const above = row.row > headerRow ? LINE : judgeAbove(row);
    if (above.kind === 'line') {
      mapRow(row, columns, tools);
      continue;
    }
    columns.values.enterGroup(row.cells);
    columns.headings.seeTitle(row.cells);
    tally.skip(above.kind);
    amountsAbove.push(...above.amounts.map((amount) => ({ ...amount, row: row.row })));
  }
  for (const row of rest) {
    progress();
    mapRow(row, columns, tools);
    if (tally.isOverLimit()) break;
  }
  tally.takenBack.addMarks(columns.marks.doubts());
  const ofSheet = tools.footers.sums().map((sum, at) => sum - (before[at] ?? 0));
  return { ...search, above: { amounts: amountsAbove, sums: ofSheet } };
}

const LINE = { kind: 'line' } as const;

/**
 * Throws UnreadableFile if lines of an earlier header are above the found header, because they would be skipped as titles. The caller
 * checks only a header that was searched for, not a configured one.
 */
function refuseSectionAbove(
  top: readonly SourceRow[],
  { headerRow }: Found,
  { config, sheetName }: { readonly config: StatementConfig; readonly sheetName: string },
): void {
  let above: Pick<Found, 'header' | 'bound'> | null = null;
  for (const [at, row] of top.entries()) {
    if (headerRow === null || row.row >= headerRow) return;
    const header = readHeaderRows(top, at, config.headerRows);
    const bound = bindColumns(config, header);
    if (bound.missing.length === 0 && bound.matches > 0) above = { header, bound };
    else if (above !== null && isLineOf(row.cells, above, config))
      throw new UnreadableFile(
        `${placeOf(row, sheetName)} is a line below another header than that of row ${headerRow}. Send the two parts as files of their own.`,
      );
  }
}

/**
 * Returns a sentence for each unread sheet that has the columns of lines, resembles the lines of the read sheets, or has other pay. `money`
 * has the rows and sums of the sheets.
 */
export function unreadSheets(
  sheets: readonly SourceSheet[],
  {
    found,
    money,
    config,
  }: {
    readonly found: readonly FoundHeader[];
    readonly money: readonly UnreadSheet[];
    readonly config: StatementConfig;
  },
): readonly string[] {
  return sheets.flatMap((sheet) => {
    if (isUnpaid(sheet.name)) return [];
    try {
      const pay = money.find(({ name }) => name === sheet.name);
      // A hidden sheet is often a copy of the lines, so its pay has to be other pay.
      if (sheet.hidden && pay?.isDoubtful !== true) return [];
      const why = resemblanceToLines(sheet, found, config) ?? (pay?.isDoubtful === true ? 'has amounts' : null);
      const sum = pay === undefined ? '' : `: ${rowsAndSum(pay)}`;
      return why === null
        ? []
        : [
            `${sheet.hidden ? 'Hidden sheet' : 'Sheet'} "${sheet.name}" ${why}, and is not read ("sheets" in the configuration)${sum}.`,
          ];
    } catch (error) {
      // Excluded sheets may have any content.
      if (error instanceof UnreadableFile) return [];
      throw error;
    }
  });
}

/** Returns the words for an unread sheet that may have lines; null for another sheet. */
function resemblanceToLines(
  { name, rows }: SourceSheet,
  found: readonly FoundHeader[],
  config: StatementConfig,
): string | null {
  const iterator = rows()[Symbol.iterator]();
  const top = topRows(iterator, Math.max(WATCHED_ROWS, lastHeaderRow(config)));
  iterator.return?.();
  const search = locateHeader(
    top.filter(({ row }) => row <= lastHeaderRow(config)),
    config,
  );
  if (search.kind === 'found')
    return search.headerRow !== null && search.bound.matches > 1 ? 'has the columns of lines' : null;
  const watch = passedOverWatch(config, search.nearest);
  for (const row of top) watch.see(row);
  return hasLines({ ...search, name, ...watch.seen() }, { found, config }) ? 'looks like lines' : null;
}

/** Takes the rows up to a row number. The reader may omit blank rows. */
function topRows(rows: Iterator<SourceRow>, lastRow: number): readonly SourceRow[] {
  const top: SourceRow[] = [];
  for (let next = rows.next(); next.done !== true; next = rows.next()) {
    top.push(next.value);
    if (next.value.row >= lastRow) break;
  }
  return top;
}

/** Counts the rows of a sheet that is not read, and watches its first rows. */
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
