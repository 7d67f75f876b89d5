import {
  beginText,
  endText,
  moveText,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  StandardFonts,
  setFontAndSize,
  showText,
} from 'pdf-lib';

/** Letter size and its margins, in points. */
const [WIDTH, HEIGHT, MARGIN] = [612, 792, 64];
const [TEXT_SIZE, TABLE_SIZE_MAX, LEADING] = [10.5, 9, 1.4];

/** Writes a letter as PDF: running text is wrapped, and the table keeps its columns. Pages are numbered. */
export async function writeLetterPdf(letter: string): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [text, fixed] = await Promise.all([
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.Courier),
  ]);
  const writable = writableIn(text);
  const rows = letter.split('\n').map((line) => ({ line: writable(line), isTable: isTableRow(line) }));
  const longest = Math.max(1, ...rows.map(({ line, isTable }) => (isTable ? line.length : 0)));
  const tableSize = Math.min(TABLE_SIZE_MAX, (WIDTH - 2 * MARGIN) / fixed.widthOfTextAtSize('0', 1) / longest);
  const fonts = { text, fixed };
  let page = addPage(document, fonts);
  let y = HEIGHT - MARGIN;
  const write = (line: string, font: keyof typeof fonts, size: number) => {
    y -= size * LEADING;
    if (y < MARGIN) {
      page = addPage(document, fonts);
      y = HEIGHT - MARGIN - size * LEADING;
    }
    page.write(line, { font, size, y });
  };
  for (const { line, isTable } of rows) {
    if (isTable) write(line, 'fixed', tableSize);
    else for (const part of wrapped(line, text)) write(part, 'text', TEXT_SIZE);
  }
  const pages = document.getPages();
  pages.forEach((one, at) => {
    one.drawText(`Page ${at + 1} of ${pages.length}`, { x: MARGIN, y: MARGIN / 2, font: text, size: 8 });
  });
  return document.save();
}

/**
 * Adds a page that names each font once. `drawText` of the library names the font again for each line, which is most of its time in a
 * statement of thousands of lines.
 */
function addPage<Name extends string>(document: PDFDocument, fonts: Readonly<Record<Name, PDFFont>>) {
  const page: PDFPage = document.addPage([WIDTH, HEIGHT]);
  const keys = new Map<Name, ReturnType<typeof page.node.newFontDictionary>>();
  const keyOf = (name: Name) => {
    const key = keys.get(name) ?? page.node.newFontDictionary(fonts[name].name, fonts[name].ref);
    keys.set(name, key);
    return key;
  };
  const write = (line: string, { font, size, y }: { readonly font: Name; readonly size: number; readonly y: number }) =>
    page.pushOperators(
      beginText(),
      setFontAndSize(keyOf(font), size),
      moveText(MARGIN, y),
      showText(fonts[font].encodeText(line)),
      endText(),
    );
  return { write };
}

/** Rows of the table have columns, two spaces apart. An address is indented, and no row. */
const isTableRow = (line: string) => /\S {2,}\S/.test(line) || /^ +Total/.test(line);

function wrapped(line: string, font: PDFFont): readonly string[] {
  // Most lines fit as they are, and measuring costs more than writing.
  if (font.widthOfTextAtSize(line, TEXT_SIZE) <= WIDTH - 2 * MARGIN) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S) /)) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && font.widthOfTextAtSize(longer, TEXT_SIZE) > WIDTH - 2 * MARGIN) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

/** Characters that no decomposition makes plain. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ...[
    ['→', 'to'],
    ['−', '-'],
    ['≤', '<='],
    ['≥', '>='],
  ],
  ...[
    ['Ł', 'L'],
    ['ł', 'l'],
    ['Đ', 'D'],
    ['đ', 'd'],
    ['Ħ', 'H'],
    ['ħ', 'h'],
    ['ı', 'i'],
    ['Ŧ', 'T'],
    ['ŧ', 't'],
  ],
  ...[
    ['ĸ', 'k'],
    ['Ŋ', 'N'],
    ['ŋ', 'n'],
    ['ə', 'e'],
    ['Ə', 'E'],
    ['ẞ', 'SS'],
    ['Ɖ', 'D'],
    ['Œ', 'OE'],
    ['œ', 'oe'],
  ],
] as const);

/**
 * Makes a text of characters that the font has. Accents that it lacks are left out, an arrow is "to", and other scripts become question
 * marks.
 */
function writableIn(font: PDFFont): (line: string) => string {
  const known = new Set(font.getCharacterSet());
  const isKnown = (character: string) => known.has(character.codePointAt(0) ?? 0);
  const writable = (character: string) => {
    if (isKnown(character)) return character;
    const plain = PLAIN.get(character) ?? [...character.normalize('NFKD')].filter(isKnown).join('');
    return plain === '' ? '?' : plain;
  };
  return (line) => line.replace(/[^ -~]/gu, writable);
}
