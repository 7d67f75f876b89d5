import type { StatementConfig } from './config.ts';
import { displayedText } from './displayed-text.ts';
import type { SourceSheet, StatementSource } from './source.ts';

/** Which sheets of a file are read, or in words why none can be. */
export type SheetChoice =
  | {
      readonly kind: 'chosen';
      readonly sheets: readonly SourceSheet[];
      /** Visible ones that nobody has said are not to be read: behind the first, or new where some are named. */
      readonly unread: readonly SourceSheet[];
    }
  | { readonly kind: 'missing'; readonly detail: string };

/**
 * The sheets a configuration asks for (docs/reference/carriers-and-formats.md#sheets), in workbook order: the first
 * visible one, all visible ones, or those named, hidden or not. A named sheet that is missing stops the file, because
 * the money on it would be lost in silence. `knownSheets`: of the carrier's statement before this one, where that is
 * known.
 */
export function chooseSheets(
  source: StatementSource,
  config: StatementConfig,
  knownSheets: readonly string[] | null,
): SheetChoice {
  if (source.fileType === 'csv') return { kind: 'chosen', sheets: source.sheets, unread: [] };
  const found = source.sheets.map(({ name, hidden }) => `"${name}"${hidden ? ' (hidden)' : ''}`).join(', ') || 'none';
  if (typeof config.sheets !== 'string') {
    const wanted = new Set(config.sheets.map(nameKey));
    const sheets = source.sheets.filter(({ name }) => wanted.has(nameKey(name)));
    const present = new Set(sheets.map(({ name }) => nameKey(name)));
    const missing = config.sheets.filter((name) => !present.has(nameKey(name)));
    if (missing.length === 0) {
      const known = new Set([...config.sheets, ...(knownSheets ?? [])].map(nameKey));
      const isNew = ({ name }: SourceSheet) => knownSheets !== null && !known.has(nameKey(remembered(name)));
      return { kind: 'chosen', sheets, unread: firstVisible(source).filter(isNew) };
    }
    const names = missing.map((name) => `"${name}"`).join(', ');
    return { kind: 'missing', detail: `The workbook has no sheet named ${names}. Sheets found: ${found}.` };
  }
  const visible = source.sheets.filter(({ hidden }) => !hidden);
  if (visible.length === 0)
    return { kind: 'missing', detail: `The workbook has no visible sheet. Sheets found: ${found}.` };
  const asked = config.sheets === 'first' ? 1 : visible.length;
  return { kind: 'chosen', sheets: visible.slice(0, asked), unread: visible.slice(asked) };
}

/**
 * The name of a sheet by its number among those that were read, which is how lines name it. `visible`: what was remembered of the
 * workbook. Null where that does not tell it: of a CSV file, and where a hidden sheet was read too.
 */
export function readSheetName(
  { sheets, visible }: { readonly sheets: StatementConfig['sheets']; readonly visible: readonly string[] },
  index: number,
): string | null {
  if (typeof sheets === 'string') return visible[index] ?? null;
  const wanted = new Set(sheets.map(nameKey));
  const read = visible.filter((name) => wanted.has(nameKey(name)));
  return read.length === wanted.size ? (read[index] ?? null) : null;
}

/** What is remembered of a workbook's sheets; a file made of sheets must not fill the database. */
export function sheetNames(source: StatementSource): readonly string[] {
  return source.fileType === 'csv' ? [] : firstVisible(source).map(({ name }) => remembered(name));
}

const SHEETS_REMEMBERED = 100;
const NAME_CHARACTERS_MAX = 100;

function firstVisible({ sheets }: StatementSource): readonly SourceSheet[] {
  return sheets.filter(({ hidden }) => !hidden).slice(0, SHEETS_REMEMBERED);
}

/** As it can be stored. */
function remembered(name: string): string {
  return displayedText(name.slice(0, NAME_CHARACTERS_MAX));
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}
