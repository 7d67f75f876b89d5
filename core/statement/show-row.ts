import { chooseSheets, pageName } from './choose-sheets.ts';
import type { StatementConfig } from './config.ts';
import { displayedText } from './displayed-text.ts';
import { lastHeaderRow, locateHeader } from './locate-header.ts';
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
 * Place of a row: the 0-based number of the sheet among the read sheets, and the 1-based row. For a PDF, `sheet` is the 0-based page and
 * `row` the 1-based line of the page.
 */
export interface RowPlace {
  readonly sheet: number;
  readonly row: number;
}

/** Finds a row with its header; null when the file has no such row. Throws UnreadableFile when the source does. */
export function showRow(source: StatementSource, config: StatementConfig, place: RowPlace): ShownRow | null {
  const choice = chooseSheets(source, config, null);
  if (source.fileType === 'pdf') return choice.kind === 'chosen' ? showLine(choice.sheets, config, place) : null;
  const sheet = choice.kind === 'chosen' ? choice.sheets[place.sheet] : undefined;
  if (sheet === undefined) return null;
  const lastHeader = lastHeaderRow(config);
  const top: SourceRow[] = [];
  let found: SourceRow | null = null;
  for (const row of sheet.rows()) {
    if (row.row <= lastHeader) top.push(row);
    if (row.row === place.row) found = row;
    if (row.row >= Math.max(lastHeader, place.row)) break;
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

/** Finds a line of a PDF among its tables. The header of its table may be on an earlier page. */
function showLine(tables: readonly SourceSheet[], config: StatementConfig, { sheet, row }: RowPlace): ShownRow | null {
  const page = sheet + 1;
  for (const table of tables) {
    const rows = [...table.rows()];
    const found = rows.find(({ printed }) => printed?.page === page && printed.line === row);
    if (found === undefined) continue;
    const lastHeader = lastHeaderRow(config);
    const search = locateHeader(
      rows.filter((one) => one.row <= lastHeader),
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
