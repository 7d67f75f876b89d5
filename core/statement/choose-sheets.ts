import type { StatementConfig } from './config.ts';
import type { SourceSheet, StatementSource } from './source.ts';

/** Which sheets of a file are read, or in words why none can be. */
export type SheetChoice =
  | {
      readonly kind: 'chosen';
      readonly sheets: readonly SourceSheet[];
      /** Visible ones behind the first, where only that is asked for: nobody has said that the others are not to be read. */
      readonly unread: readonly SourceSheet[];
    }
  | { readonly kind: 'missing'; readonly detail: string };

/**
 * The sheets a configuration asks for (contract 3), in workbook order: the first visible one, all visible ones, or those
 * named, hidden or not. A named sheet that is missing stops the file, because the money on it would be lost in silence.
 */
export function chooseSheets(source: StatementSource, config: StatementConfig): SheetChoice {
  if (source.fileType === 'csv') return { kind: 'chosen', sheets: source.sheets, unread: [] };
  const found = source.sheets.map(({ name, hidden }) => `"${name}"${hidden ? ' (hidden)' : ''}`).join(', ') || 'none';
  if (typeof config.sheets !== 'string') {
    const nameKey = (name: string) => name.trim().toLowerCase();
    const wanted = new Set(config.sheets.map(nameKey));
    const sheets = source.sheets.filter(({ name }) => wanted.has(nameKey(name)));
    const present = new Set(sheets.map(({ name }) => nameKey(name)));
    const missing = config.sheets.filter((name) => !present.has(nameKey(name)));
    if (missing.length === 0) return { kind: 'chosen', sheets, unread: [] };
    const names = missing.map((name) => `"${name}"`).join(', ');
    return { kind: 'missing', detail: `The workbook has no sheet named ${names}. Sheets found: ${found}.` };
  }
  const visible = source.sheets.filter(({ hidden }) => !hidden);
  if (visible.length === 0)
    return { kind: 'missing', detail: `The workbook has no visible sheet. Sheets found: ${found}.` };
  const asked = config.sheets === 'first' ? 1 : visible.length;
  return { kind: 'chosen', sheets: visible.slice(0, asked), unread: visible.slice(asked) };
}
