import { degrees, PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';

/** Commission statements are printed as PDFs in the layouts of usual programs. */

export interface PrintedColumn {
  /** The lines of the header, from the top. */
  readonly header: readonly string[];
  readonly left: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

export type PrintedRow =
  | { readonly kind: 'data'; readonly cells: readonly string[] }
  /** A heading of a group, in the first column. */
  | { readonly kind: 'heading'; readonly text: string }
  /** A total, with its label at the left and its amount in the column of that number. */
  | { readonly kind: 'total'; readonly label: string; readonly amount: string; readonly column: number };

export interface PrintedTable {
  readonly title?: string;
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly PrintedRow[];
}

export interface PrintOptions {
  readonly titles?: readonly string[];
  /** The footer of each page; "#" is replaced by the number of the page. */
  readonly footer?: string;
  readonly rowHeight?: number;
  readonly size?: number;
  readonly font?: StandardFonts;
  /** The rotation that the page asks for, in degrees. */
  readonly rotate?: 0 | 90 | 180 | 270;
  /** True when all text is drawn turned by a quarter on an upright page. */
  readonly sideways?: boolean;
  /** The position of a wrapped cell's text relative to the other cells of its row. */
  readonly wrap?: 'top' | 'middle';
  readonly repeatHeader?: boolean;
  readonly watermark?: string;
}

const [WIDTH, HEIGHT, MARGIN] = [612, 792, 40];

/** Prints tables one below the other. Cells that are wider than their column are wrapped at spaces. */
export async function printStatement(
  tables: readonly PrintedTable[],
  options: PrintOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(options.font ?? StandardFonts.Helvetica);
  const printer = new Printer(document, font, options);
  for (const title of options.titles ?? []) printer.line(title);
  for (const table of tables) printer.table(table);
  printer.end();
  return Uint8Array.from(await document.save());
}

class Printer {
  private readonly document: PDFDocument;
  private readonly font: PDFFont;
  private readonly options: PrintOptions;
  private readonly size: number;
  private readonly rowHeight: number;
  private page: PDFPage | null = null;
  private y = 0;
  private pages = 0;

  constructor(document: PDFDocument, font: PDFFont, options: PrintOptions) {
    this.document = document;
    this.font = font;
    this.options = options;
    this.size = options.size ?? 8;
    this.rowHeight = options.rowHeight ?? 14;
  }

  line(text: string): void {
    this.room(this.rowHeight);
    this.draw(text, MARGIN, this.y);
    this.y -= this.rowHeight;
  }

  table({ title, columns, rows }: PrintedTable): void {
    this.room(6 * this.rowHeight);
    this.y -= this.rowHeight;
    if (title !== undefined) this.line(title);
    this.header(columns);
    for (const row of rows) {
      const height = this.heightOf(row, columns);
      if (this.room(height) && this.options.repeatHeader !== false) this.header(columns);
      this.row(row, columns);
      this.y -= height;
    }
  }

  end(): void {
    this.closePage();
  }

  private header(columns: readonly PrintedColumn[]): void {
    const count = Math.max(...columns.map(({ header }) => header.length));
    for (let at = 0; at < count; at += 1) {
      for (const column of columns) {
        // Headers with fewer lines are at the bottom.
        const text = column.header[at - (count - column.header.length)];
        if (text !== undefined) this.cell(text, column, this.y);
      }
      this.y -= 1.2 * this.size;
    }
    this.y -= this.rowHeight - this.size;
  }

  private row(row: PrintedRow, columns: readonly PrintedColumn[]): void {
    if (row.kind === 'heading') this.draw(row.text, MARGIN, this.y);
    else if (row.kind === 'total') {
      this.draw(row.label, MARGIN, this.y);
      const column = columns[row.column];
      if (column !== undefined) this.cell(row.amount, column, this.y);
    } else {
      const lines = row.cells.map((text, at) => this.wrapped(text, columns[at]));
      const most = Math.max(...lines.map(({ length }) => length));
      for (const [at, column] of columns.entries()) {
        const own = lines[at] ?? [];
        const above = this.options.wrap === 'middle' ? ((most - own.length) / 2) * 1.2 * this.size : 0;
        for (const [index, text] of own.entries()) this.cell(text, column, this.y - above - index * 1.2 * this.size);
      }
    }
  }

  private heightOf(row: PrintedRow, columns: readonly PrintedColumn[]): number {
    if (row.kind !== 'data') return this.rowHeight;
    const most = Math.max(...row.cells.map((text, at) => this.wrapped(text, columns[at]).length));
    return this.rowHeight + (most - 1) * 1.2 * this.size;
  }

  private wrapped(text: string, column: PrintedColumn | undefined): readonly string[] {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const last = lines.at(-1);
      const longer = last === undefined ? word : `${last} ${word}`;
      if (last === undefined || this.font.widthOfTextAtSize(longer, this.size) > (column?.width ?? 0)) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  }

  private cell(text: string, { left, width, align }: PrintedColumn, y: number): void {
    const x = align === 'right' ? left + width - this.font.widthOfTextAtSize(text, this.size) : left;
    this.draw(text, x, y);
  }

  private draw(text: string, x: number, y: number): void {
    if (text === '') return;
    const { size, font } = this;
    if (this.options.sideways === true)
      this.page?.drawText(text, { x: HEIGHT - y, y: x, size, font, rotate: degrees(90) });
    else this.page?.drawText(text, { x, y, size, font });
  }

  /** Begins a page when the space is too small. Returns whether it began one. */
  private room(height: number): boolean {
    if (this.page !== null && this.y - height > MARGIN + 2 * this.rowHeight) return false;
    const isFirst = this.page === null;
    this.closePage();
    this.page = this.document.addPage(this.options.sideways === true ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT]);
    this.page.setRotation(degrees(this.options.rotate ?? 0));
    this.pages += 1;
    this.y = HEIGHT - MARGIN;
    if (this.options.watermark !== undefined)
      this.page.drawText(this.options.watermark, { x: 150, y: 300, size: 60, font: this.font, rotate: degrees(45) });
    return !isFirst;
  }

  private closePage(): void {
    const { footer } = this.options;
    if (this.page !== null && footer !== undefined)
      this.draw(footer.replace('#', String(this.pages)), 250, MARGIN - 10);
  }
}

const REPORT_LINES = 60;

/** Prints lines of a report in a font of fixed width, each drawn at once, as host programs do. */
export async function printReport(lines: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Courier);
  for (let start = 0; start < lines.length; start += REPORT_LINES) {
    const page = document.addPage([HEIGHT, WIDTH]);
    for (const [at, text] of lines.slice(start, start + REPORT_LINES).entries()) {
      if (text !== '') page.drawText(text, { x: MARGIN, y: WIDTH - MARGIN - at * 8.5, size: 7, font });
    }
  }
  return Uint8Array.from(await document.save());
}
