import { HEADER_SEARCH_ROWS } from '../limits/statement-limits.ts';
import { chooseSheets } from './choose-sheets.ts';
import type { StatementConfig } from './config.ts';
import { displayedText } from './displayed-text.ts';
import { locateHeader } from './locate-header.ts';
import type { SourceRow, StatementSource } from './source.ts';

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

/** The place of a row: the sheet among those that the configuration reads, from 0, and the row of a spreadsheet, from 1. */
export interface RowPlace {
  readonly sheet: number;
  readonly row: number;
}

/** Finds a row with the header above it. Returns null when the file has no such row. Throws UnreadableFile when the source does. */
export function showRow(source: StatementSource, config: StatementConfig, place: RowPlace): ShownRow | null {
  const choice = chooseSheets(source, config, null);
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

function headerAt(names: readonly string[], index: number): string | null {
  const name = names[index]?.trim() ?? '';
  return name === '' ? null : name;
}
