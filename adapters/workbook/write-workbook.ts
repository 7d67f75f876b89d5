import type { WorkbookSheet } from '../../core/report/workbook-sheet.ts';
import { DECLARATION, escaped, MAIN, rowXml, STYLES_XML, sheetBeginning, sheetEnd } from './sheet-xml.ts';
import { type ZipPart, zipStream } from './zip-stream.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The number of Excel's last row. */
const SHEET_ROWS_MAX = 1_048_576;

interface WrittenSheet {
  readonly name: string;
  /** The number in the names of the sheet's part and relation. */
  readonly number: number;
}

/**
 * Yields a workbook in pieces, of which memory holds a few; the same sheets give the same bytes. Sheets are written from the last to the
 * first, so that the first can report on the others. Rows above a sheet's limit go to a further sheet with a numbered name.
 */
export function writeWorkbook(
  sheets: readonly WorkbookSheet[],
  { rowsMax = SHEET_ROWS_MAX }: { readonly rowsMax?: number } = {},
): AsyncIterable<Uint8Array> {
  return zipStream(partsOf(sheets, rowsMax));
}

async function* partsOf(sheets: readonly WorkbookSheet[], rowsMax: number): AsyncGenerator<ZipPart> {
  const written: WrittenSheet[] = [];
  let number = 0;
  for (const sheet of sheets.toReversed()) {
    const rows = rowsOf(sheet.batches());
    const ofSheet: WrittenSheet[] = [];
    try {
      do {
        number += 1;
        const name = ofSheet.length === 0 ? sheet.name : `${sheet.name} ${ofSheet.length + 1}`;
        ofSheet.push({ name, number });
        yield { name: `xl/worksheets/sheet${number}.xml`, texts: sheetTexts(sheet.columns, rows, rowsMax) };
      } while (rows.hasMore());
    } finally {
      await rows.close();
    }
    written.unshift(...ofSheet);
  }
  yield { name: 'xl/styles.xml', texts: once(STYLES_XML) };
  yield { name: 'xl/workbook.xml', texts: once(workbookXml(written)) };
  yield { name: 'xl/_rels/workbook.xml.rels', texts: once(workbookLinks(written)) };
  yield { name: '_rels/.rels', texts: once(packageLinks) };
  yield { name: '[Content_Types].xml', texts: once(contentTypes(written)) };
}

type Row = Parameters<typeof rowXml>[2];

/** Reads rows from batches, for one sheet after another. */
interface RowReader {
  /** Returns up to `rows` rows; none at the end. */
  take(rows: number): Promise<readonly Row[]>;
  /** Returns whether rows are left. Call it after taking as many rows as a sheet may have. */
  hasMore(): boolean;
  close(): Promise<void>;
}

function rowsOf(batches: AsyncIterable<readonly Row[]>): RowReader {
  const iterator = batches[Symbol.asyncIterator]();
  let rest: readonly Row[] = [];
  const fill = async () => {
    while (rest.length === 0) {
      const next = await iterator.next();
      if (next.done === true) return;
      rest = next.value;
    }
  };
  return {
    async take(count) {
      await fill();
      const taken = rest.slice(0, count);
      rest = rest.slice(count);
      if (count > 0) await fill();
      return taken;
    },
    hasMore: () => rest.length > 0,
    async close() {
      await iterator.return?.();
    },
  };
}

async function* sheetTexts(
  columns: WorkbookSheet['columns'],
  reader: RowReader,
  rowsMax: number,
): AsyncGenerator<string> {
  yield sheetBeginning(columns);
  let last = 1;
  for (;;) {
    const rows = await reader.take(rowsMax - last);
    if (rows.length === 0) break;
    const first = last + 1;
    yield rows.map((row, at) => rowXml(columns, first + at, row)).join('');
    last += rows.length;
  }
  yield sheetEnd(columns, last);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

function workbookXml(sheets: readonly WrittenSheet[]): string {
  const entries = sheets.map(
    ({ name, number }) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets></workbook>`;
}

function workbookLinks(sheets: readonly WrittenSheet[]): string {
  const links = sheets.map(({ number }) => link(number, 'worksheet', `worksheets/sheet${number}.xml`));
  return linksXml([...links, link(sheets.length + 1, 'styles', 'styles.xml')]);
}

const link = (number: number, kind: string, target: string) =>
  `<Relationship Id="rId${number}" Type="${OFFICE}/${kind}" Target="${target}"/>`;

const linksXml = (links: readonly string[]) =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`;

const packageLinks = linksXml([link(1, 'officeDocument', 'xl/workbook.xml')]);

function contentTypes(sheets: readonly WrittenSheet[]): string {
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${SHEET_TYPE}.${kind}+xml"/>`;
  const parts = [
    type('workbook', 'sheet.main'),
    type('styles', 'styles'),
    ...sheets.map(({ number }) => type(`worksheets/sheet${number}`, 'worksheet')),
  ];
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`;
}
