import { HEADER_SEARCH_ROWS } from '../limits/statement-limits.ts';
import { chooseSheets, pageName } from './choose-sheets.ts';
import type { StatementConfig } from './config.ts';
import { displayedText } from './displayed-text.ts';
import { locateHeader } from './locate-header.ts';
import type { SourceRow, SourceSheet, StatementSource } from './source.ts';

/** A row of a statement as a spreadsheet shows it. */
export interface ShownRow {
  /** Null for CSV. */
  readonly sheetName: string | null;
  /** 1-based; null when the sheet has no header. */
  readonly headerRow: number | null;
  readonly cells: readonly ShownCell[];
}

interface ShownCell {
  /** The column's header; null without one. */
  readonly header: string | null;
  readonly text: string;
}

/**
 * The place of a row: the sheet among those that the configuration reads, from 0, and the row of a spreadsheet, from 1. For a PDF the page
 * takes the place of the sheet, and the line of that page the place of the row.
 */
export interface RowPlace {
  readonly sheet: number;
  readonly row: number;
}

/** Finds a row with the header above it. Returns null when the file has no such row. Throws UnreadableFile when the source does. */
export function showRow(source: StatementSource, config: StatementConfig, place: RowPlace): ShownRow | null {
  const choice = chooseSheets(source, config, null);
  if (source.fileType === 'pdf') return choice.kind === 'chosen' ? showLine(choice.sheets, config, place) : null;
  const sheet = choice.kind === 'chosen' ? choice.sheets[place.sheet] : undefined;
  if (sheet === undefined) return null;
  const lastSearched = config.headerRow === 'auto' ? HEADER_SEARCH_ROWS : config.headerRow;
  const top: SourceRow[] = [];
  let found: SourceRow | null = null;
  for (const row of sheet.rows()) {
    if (row.row <= lastSearched) top.push(row);
    if (row.row === place.row) found = row;
    if (row.row >= Math.max(lastSearched, place.row)) break;
  }
  if (found === null) return null;
  const search = locateHeader(top, config);
  const names = search.kind === 'found' && search.headerRow !== null ? search.header.names : [];
  return {
    sheetName: source.fileType === 'csv' ? null : sheet.name,
    headerRow: search.kind === 'found' ? search.headerRow : null,
    cells: found.cells.map((cell, index) => ({ header: headerAt(names, index), text: displayedText(cell) })),
  };
}

/** Finds a line of a PDF among its tables. The header is that of its table, and may stand on an earlier page. */
function showLine(tables: readonly SourceSheet[], config: StatementConfig, { sheet, row }: RowPlace): ShownRow | null {
  const page = sheet + 1;
  for (const table of tables) {
    const rows = [...table.rows()];
    const found = rows.find(({ printed }) => printed?.page === page && printed.line === row);
    if (found === undefined) continue;
    const lastSearched = config.headerRow === 'auto' ? HEADER_SEARCH_ROWS : config.headerRow;
    const search = locateHeader(
      rows.filter((one) => one.row <= lastSearched),
      config,
    );
    const header = search.kind === 'found' && search.headerRow !== null ? search : null;
    const printed = rows.find((one) => one.row === header?.headerRow)?.printed;
    return {
      sheetName: pageName(page),
      headerRow: printed?.page === page ? printed.line : null,
      cells: found.cells.map((cell, index) => ({
        header: headerAt(header?.header.names ?? [], index),
        text: displayedText(cell),
      })),
    };
  }
  return null;
}

function headerAt(names: readonly string[], index: number): string | null {
  const name = names[index]?.trim() ?? '';
  return name === '' ? null : name;
}
