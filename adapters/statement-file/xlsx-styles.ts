import type { NumberFormat } from '../../core/statement/source.ts';
import type { XmlScanner } from './xml-scanner.ts';

/** Format codes that workbooks leave out because every program knows them (ECMA-376 part 1, 18.8.30). */
const BUILT_IN_CODES: ReadonlyMap<number, string> = new Map([
  [0, 'General'],
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '"$"#,##0_);\\("$"#,##0\\)'],
  [6, '"$"#,##0_);[Red]\\("$"#,##0\\)'],
  [7, '"$"#,##0.00_);\\("$"#,##0.00\\)'],
  [8, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'm/d/yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yyyy h:mm'],
  [37, '#,##0_);(#,##0)'],
  [38, '#,##0_);[Red](#,##0)'],
  [39, '#,##0.00_);(#,##0.00)'],
  [40, '#,##0.00_);[Red](#,##0.00)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
]);
/** Date formats of East Asian Excel. Their codes depend on the language, so they are shown as a plain date. */
const EAST_ASIAN_DATES: readonly (readonly [from: number, to: number])[] = [
  [27, 36],
  [50, 58],
];

/** Returns the format of cells without a style or with an unknown one. */
export function generalFormat(date1904: boolean): NumberFormat {
  return { code: 'General', isDate: false, date1904 };
}

/** Returns the format with a code that the workbook states for a cell. */
export function formatWithCode(code: string, date1904: boolean): NumberFormat {
  return { code, isDate: isDateCode(code), date1904 };
}

/** Returns the number format of each cell style, by the style's index. Styles with the same code share one object. */
export function readNumberFormats(scanner: XmlScanner, date1904: boolean): NumberFormat[] {
  const codes = new Map<number, string>();
  const byId = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCellStyles = false;
  while (scanner.next()) {
    if (scanner.name === 'cellXfs') inCellStyles = scanner.kind === 'open';
    else if (scanner.kind === 'close') continue;
    else if (scanner.name === 'numFmt') codes.set(idOf(scanner), scanner.attribute('formatCode') ?? '');
    else if (scanner.name === 'xf' && inCellStyles) {
      const id = idOf(scanner);
      const format = byId.get(id) ?? formatOf(id, codes, date1904);
      byId.set(id, format);
      formats.push(format);
    }
  }
  return formats;
}

/** Returns true for a code that shows a date or a time: it has y, m, d, h or s outside quotes, brackets and escapes. */
function isDateCode(code: string): boolean {
  const bare = code
    .replace(/"[^"]*"?/g, '')
    .replace(/[\\_*]./gs, '')
    .replace(/\[(?:h+|m+|s+)\]/gi, 'h')
    .replace(/\[[^\]]*\]?/g, '')
    .replace(/s\.0+/gi, 's');
  // With a digit placeholder the letter belongs to an unquoted currency (USD 0.00) and not to a date.
  return /[ymdhs]/i.test(bare) && !/[0#?]/.test(bare) && !/^general$/i.test(bare);
}

function idOf(scanner: XmlScanner): number {
  return Number(scanner.attribute('numFmtId') ?? '0');
}

function formatOf(id: number, custom: ReadonlyMap<number, string>, date1904: boolean): NumberFormat {
  const code = custom.get(id) ?? BUILT_IN_CODES.get(id);
  if (code !== undefined) return formatWithCode(code, date1904);
  if (EAST_ASIAN_DATES.some(([from, to]) => id >= from && id <= to))
    return { code: 'yyyy/m/d', isDate: true, date1904 };
  return generalFormat(date1904);
}
