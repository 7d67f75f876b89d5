import {
  degrees,
  PDFDocument,
  type PDFFont,
  type PDFOperator,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  StandardFonts,
  setCharacterSpacing,
  setTextRenderingMode,
  TextRenderingMode,
} from 'pdf-lib';
import { dollars, type PrintedMember, sumOf } from './printed-members.ts';

/** A text at its place on a page, in points from the left and from the top. */
export interface DrawnText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  /** The alignment. Right-aligned texts end at x. */
  readonly align?: 'left' | 'right';
  /** The space after each character, in points. */
  readonly spacing?: number;
  /** The way in which the text is invisible: without ink, or in the colour of the paper. */
  readonly hidden?: 'no ink' | 'white';
  /** The distance to the right at which the text is drawn again, as some programs print bold. */
  readonly again?: number;
}

/** A column of a table: its name and its position. */
export interface DrawnColumn {
  readonly header: string;
  readonly x: number;
  readonly align?: 'left' | 'right';
}

export interface DrawnPage {
  readonly texts: readonly DrawnText[];
  readonly size?: readonly [width: number, height: number];
  readonly rotate?: 0 | 90 | 180 | 270;
  /** Form fields that a person filled in. */
  readonly fields?: readonly DrawnText[];
}

const LETTER = [612, 792] as const;

/** Draws pages text by text, so that a statement can have any construct that a program of a carrier writes. */
export async function drawPages(pages: readonly DrawnPage[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const [number, { texts, size = LETTER, rotate = 0, fields = [] }] of pages.entries()) {
    const page = document.addPage([...size]);
    page.setRotation(degrees(rotate));
    for (const text of texts) draw(page, font, text);
    for (const [at, { text, x, y }] of fields.entries()) {
      const field = document.getForm().createTextField(`field ${number} ${at}`);
      field.setText(text);
      field.addToPage(page, { x, y: size[1] - y - 3, width: 90, height: 12, font });
    }
  }
  return Uint8Array.from(await document.save());
}

function draw(page: PDFPage, font: PDFFont, drawn: DrawnText): void {
  const { text, x, y, size = 8, align = 'left', spacing = 0, hidden, again } = drawn;
  const width = font.widthOfTextAtSize(text, size) + spacing * text.length;
  const left = align === 'right' ? x - width : x;
  const state: PDFOperator[] = [pushGraphicsState(), setCharacterSpacing(spacing)];
  if (hidden === 'no ink') state.push(setTextRenderingMode(TextRenderingMode.Invisible));
  page.pushOperators(...state);
  const options = { y: page.getHeight() - y, size, font, color: hidden === 'white' ? rgb(1, 1, 1) : rgb(0, 0, 0) };
  page.drawText(text, { ...options, x: left });
  if (again !== undefined) page.drawText(text, { ...options, x: left + again });
  page.pushOperators(popGraphicsState());
}

/** The columns of the usual table of members, which is drawn text by text. */

export const COLUMNS: readonly DrawnColumn[] = [
  { header: 'Member ID', x: 40 },
  { header: 'Member Name', x: 105 },
  { header: 'Plan', x: 260 },
  { header: 'Effective Date', x: 345 },
  { header: 'Commission', x: 560, align: 'right' },
];
export const AMOUNT = COLUMNS.length - 1;
export const TOP = 90;
export const PITCH = 14;

export const cellsOf = ({ id, name, plan, effective, amount }: PrintedMember) => [
  id,
  name,
  plan,
  effective,
  dollars(amount),
];

export interface GridPlace {
  readonly top?: number;
  readonly pitch?: number;
  readonly columns?: readonly DrawnColumn[];
  readonly style?: Partial<DrawnText>;
}

/** Places rows of cells below each other. */
export function grid(rows: readonly (readonly string[])[], place: GridPlace = {}): readonly DrawnText[] {
  const { top = TOP, pitch = PITCH, columns = COLUMNS, style = {} } = place;
  return rows.flatMap((cells, row) =>
    cells.flatMap((text, at): DrawnText[] => {
      const column = columns[at];
      if (text === '' || column === undefined) return [];
      return [{ text, x: column.x, y: top + row * pitch, ...(column.align ? { align: column.align } : {}), ...style }];
    }),
  );
}

export const namesOf = (columns: readonly DrawnColumn[]) => columns.map(({ header }) => header);
export const HEAD = namesOf(COLUMNS);
export const totalOf = (members: readonly PrintedMember[], label = 'Total') => [
  label,
  '',
  '',
  '',
  dollars(sumOf(members)),
];
export const TITLES: readonly DrawnText[] = [
  { text: 'Northwind Health Plan', x: 40, y: 40 },
  { text: 'Commission Statement for January 2026', x: 40, y: 54 },
];
export const onePage = (...texts: readonly (readonly DrawnText[])[]): readonly DrawnPage[] => [
  { texts: [TITLES, ...texts].flat() },
];

/** A statement as a PDF, with the lines that it prints. */
export interface PrintedStatement {
  readonly name: string;
  /** The programs that made the statement. */
  readonly generator: string;
  readonly members: readonly PrintedMember[];
  print(): Promise<Uint8Array>;
}
