import type { StatementConfig } from './config.ts';
import { displayedText } from './displayed-text.ts';
import type { SourceSheet, StatementSource } from './source.ts';

/** Sheets of a file to read, or the reason in words why none can be read. */
export type SheetChoice =
  | {
      readonly kind: 'chosen';
      readonly sheets: readonly SourceSheet[];
      /**
       * Sheets that are not read, although nobody has left them out yet: sheets behind the first, sheets beside named
       * sheets that earlier files did not have, and hidden sheets.
       */
      readonly unread: readonly SourceSheet[];
      /** Visible sheets of earlier files that a person left out of the list of names. */
      readonly excluded: readonly SourceSheet[];
    }
  | { readonly kind: 'missing'; readonly detail: string };

/**
 * Chooses the configured sheets in workbook order (docs/reference/carriers-and-formats.md#sheets). A missing named sheet
 * rejects the file, because its money would be lost silently. `knownSheets` names the sheets of the carrier's previous
 * statement; null without one.
 */
export function chooseSheets(
  source: StatementSource,
  config: StatementConfig,
  knownSheets: readonly string[] | null,
): SheetChoice {
  if (source.fileType === 'csv') return { kind: 'chosen', sheets: source.sheets, unread: [], excluded: [] };
  const found = source.sheets.map(({ name, hidden }) => `"${name}"${hidden ? ' (hidden)' : ''}`).join(', ') || 'none';
  if (typeof config.sheets !== 'string') {
    const wanted = new Set(config.sheets.map(nameKey));
    const sheets = source.sheets.filter(({ name }) => wanted.has(nameKey(name)));
    const present = new Set(sheets.map(({ name }) => nameKey(name)));
    const missing = config.sheets.filter((name) => !present.has(nameKey(name)));
    if (missing.length === 0) {
      const known = new Set((knownSheets ?? []).map(nameKey));
      const isOther = ({ name }: SourceSheet) => !wanted.has(nameKey(name));
      const others = firstVisible(source).filter(isOther);
      const isKnown = ({ name }: SourceSheet) => known.has(nameKey(truncated(name)));
      return {
        kind: 'chosen',
        sheets,
        unread: [...others.filter((sheet) => !isKnown(sheet)), ...hiddenSheets(source).filter(isOther)],
        excluded: others.filter(isKnown),
      };
    }
    const names = missing.map((name) => `"${name}"`).join(', ');
    return { kind: 'missing', detail: `The workbook has no sheet named ${names}. Sheets found: ${found}.` };
  }
  const visible = source.sheets.filter(({ hidden }) => !hidden);
  if (visible.length === 0)
    return { kind: 'missing', detail: `The workbook has no visible sheet. Sheets found: ${found}.` };
  const count = config.sheets === 'first' ? 1 : visible.length;
  const unread = [...visible.slice(count), ...hiddenSheets(source)];
  return { kind: 'chosen', sheets: visible.slice(0, count), unread, excluded: [] };
}

function hiddenSheets({ sheets }: StatementSource): readonly SourceSheet[] {
  return sheets.filter(({ hidden }) => hidden).slice(0, STORED_SHEETS_MAX);
}

/**
 * Returns the name of a read sheet by its 0-based number and the stored names of the visible sheets. Null for CSV, and when a hidden sheet
 * was read too.
 */
export function readSheetName(
  { sheets, visible }: { readonly sheets: StatementConfig['sheets']; readonly visible: readonly string[] },
  index: number,
): string | null {
  // A PDF stores the names of its pages, and its lines have the numbers of pages.
  if (typeof sheets === 'string' || visible[0] === pageName(1)) return visible[index] ?? null;
  const wanted = new Set(sheets.map(nameKey));
  const read = visible.filter((name) => wanted.has(nameKey(name)));
  return read.length === wanted.size ? (read[index] ?? null) : null;
}

/** Returns the names to store, limited in number and length: of the visible sheets, or of a PDF's pages; empty for CSV. */
export function sheetNames(source: StatementSource): readonly string[] {
  if (source.document !== undefined) return Array.from({ length: source.document.pages }, (_, at) => pageName(at + 1));
  return source.fileType === 'csv' ? [] : firstVisible(source).map(({ name }) => truncated(name));
}

/** Returns the name of a PDF's page, counted from 1, which takes the place of a sheet's name. */
export const pageName = (page: number) => `Page ${page}`;

const STORED_SHEETS_MAX = 100;
const NAME_CHARACTERS_MAX = 100;

function firstVisible({ sheets }: StatementSource): readonly SourceSheet[] {
  return sheets.filter(({ hidden }) => !hidden).slice(0, STORED_SHEETS_MAX);
}

/** Truncates and cleans a name for storage. */
function truncated(name: string): string {
  return displayedText(name.slice(0, NAME_CHARACTERS_MAX));
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}
