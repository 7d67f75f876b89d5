import { escapeFormula } from '../../core/csv-text.ts';
import { CELL_CHARACTERS_MAX } from '../../core/limits/statement-limits.ts';
import type { SheetCell, WorkbookSheet } from '../../core/report/workbook-sheet.ts';

/** Writes the XML of a sheet's rows. Texts are text cells, which spreadsheets do not evaluate. */

type Columns = WorkbookSheet['columns'];

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The indexes of the cell formats in styles.xml. Index 0 is the format of the header. */
const STYLES = { text: 1, whole: 2, money: 3 } as const;

export const STYLES_XML = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${[0, 49, 3, 164].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Returns everything before the data rows, including the header row, which stays visible when scrolling. */
export function sheetBeginning(columns: Columns): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }, at) => textCell(`${letters(at)}1`, 0, title));
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`;
}

export function sheetEnd(columns: Columns, rows: number): string {
  return `</sheetData><autoFilter ref="A1:${letters(columns.length - 1)}${rows}"/></worksheet>`;
}

export function rowXml(columns: Columns, row: number, cells: readonly SheetCell[]): string {
  const xml = cells.map((cell, at) => cellXml(`${letters(at)}${row}`, columns[at]?.format ?? 'text', cell));
  return `<row r="${row}">${xml.join('')}</row>`;
}

function cellXml(reference: string, format: keyof typeof STYLES, cell: SheetCell): string {
  if (cell === null) return '';
  return typeof cell === 'number'
    ? `<c r="${reference}" s="${STYLES[format]}"><v>${cell}</v></c>`
    : textCell(reference, STYLES.text, shortened(escapeFormula(cell)));
}

function textCell(reference: string, style: number, text: string): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Shortens a text to Excel's limit for a cell; an ellipsis marks the cut. */
function shortened(text: string): string {
  return text.length <= CELL_CHARACTERS_MAX ? text : `${text.slice(0, CELL_CHARACTERS_MAX - 1)}…`;
}

const MARKUP: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/** Escapes characters that XML can't hold as Excel does, `_x000B_`, and texts that already look like such an escape. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (one) => (one === '\n' || one === '\t' ? one : coded(one)))
    .replace(/[&<>]/g, (one) => MARKUP.get(one) ?? one);
}

const coded = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Returns the letters of a column: "A" for 0, "AA" for 26. */
function letters(column: number): string {
  const rest = column >= 26 ? letters(Math.floor(column / 26) - 1) : '';
  return rest + String.fromCharCode(65 + (column % 26));
}
