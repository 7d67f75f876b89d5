import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  getDocument,
  type PageViewport,
  PasswordException,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { headerMeanings } from '../../../core/infer/header-meanings.ts';
import { PDF_LIMITS } from '../../../core/limits/statement-limits.ts';
import { type StatementSource, UnreadableFile } from '../../../core/statement/source.ts';
import { matrixOf } from './pdf-arguments.ts';
import { type DrawnText, PdfDrawing } from './pdf-drawing.ts';
import { type PdfLine, pageLines } from './pdf-lines.ts';
import { type PdfText, pdfSource } from './pdf-rows.ts';
import { isAmount, tablesOf, withTablesBelow } from './pdf-tables.ts';
import { type PdfWord, pageWords } from './pdf-words.ts';

/**
 * Opens a PDF statement: its text with positions becomes lines, tables and rows (docs/adr/0054-pdf-statements.md). pdf.js holds the whole
 * document in memory and may be made to work without end, so this runs only in an isolated process. Scripts in a PDF are never run. Throws
 * UnreadableFile.
 */
export async function openPdf(bytes: Uint8Array): Promise<StatementSource> {
  // pdf.js searches a file without an end mark for pages, and would find the first pages of a file that was cut off.
  if (!Buffer.from(bytes.subarray(-END_BYTES)).includes('%%EOF')) throw damagedPdf();
  // The bytes are copied, because pdf.js takes the buffer away from its owner.
  const data = Uint8Array.from(bytes);
  const task = getDocument({
    data,
    cMapUrl: CHARACTER_MAPS,
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
  });
  try {
    const text = await textOf(await task.promise);
    return pdfSource(tablesOf(text.lines), text);
  } catch (error) {
    throw unreadable(error);
  } finally {
    await task.destroy();
  }
}

/**
 * The folder with the maps of Chinese, Japanese and Korean fonts that a PDF only names. Without them pdf.js leaves such text out. A bundle
 * has the folder beside this module (scripts/bundle-lambdas.ts).
 */
const CHARACTER_MAPS = import.meta.url.endsWith('.ts')
  ? join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps/')
  : fileURLToPath(new URL('cmaps/', import.meta.url));

/**
 * Converts an error of pdf.js. Any error means that the document can't be read, because the library has no other input than the document's
 * bytes.
 */
function unreadable(error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  if (error instanceof PasswordException)
    return new UnreadableFile(
      'The PDF is protected by a password. Open it, print it to a PDF without one and send that, or ask the carrier for CSV.',
    );
  return damagedPdf(error);
}

/** The number of bytes at the end of a PDF that must contain %%EOF. Some programs add a few bytes after it. */
const END_BYTES = 2_048;

const damagedPdf = (cause?: unknown) =>
  new UnreadableFile(
    'The PDF is damaged or was cut off on its way. Download it again, or ask the carrier for the statement as CSV or XLSX.',
    { cause },
  );

async function textOf(pdf: PDFDocumentProxy): Promise<PdfText> {
  if (pdf.numPages > PDF_LIMITS.pages)
    throw new UnreadableFile(`The PDF has more than ${PDF_LIMITS.pages.toLocaleString('en-US')} pages.`);
  const pages: PdfPage[] = [];
  const pictures: number[] = [];
  const hidden: number[] = [];
  const filled: number[] = [];
  const mixed: number[] = [];
  const layers = await pdf.getOptionalContentConfig();
  let wordCount = 0;
  for (let number = 1; number <= pdf.numPages && pictures.length <= PAGES_NAMED; number += 1) {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: 1 });
    const content = await page.getTextContent();
    const ink = inkOf(await page.getOperatorList(), viewport, (layer) => layers.isVisible(layer));
    const { words, isDoubtful } = pageWords(content, viewport, ink.texts);
    wordCount += words.length;
    if (wordCount > PDF_LIMITS.words)
      throw new UnreadableFile(`The PDF has more than ${PDF_LIMITS.words.toLocaleString('en-US')} words.`);
    refuseIllegible(words.map(({ text }) => text).join(''), number);
    if (ink.isPicture) pictures.push(number);
    else if (isDoubtful) hidden.push(number);
    if (words.some(({ text }) => mixesScripts(text))) mixed.push(number);
    if (hasFilledFields(await page.getAnnotations())) filled.push(number);
    pages.push({ number, width: viewport.width, words });
    page.cleanup();
  }
  refuseScanned(pictures, wordCount === 0);
  const lines = documentLines(pages);
  return {
    pages: pdf.numPages,
    lines,
    doubts: [...doubtOf(hidden, HIDDEN), ...doubtOf(filled, FILLED), ...doubtOf(mixed, MIXED)],
  };
}

const HIDDEN = 'has text that nobody sees. It was read like the rest, so compare the rows with the statement.';
const FILLED =
  'has form fields or notes with text, which is not read. Open the PDF, print it to a PDF and send that one.';
const MIXED =
  'has words with letters of several alphabets. Its font may name wrong letters, so compare the names with the statement.';

function doubtOf([page]: readonly number[], what: string): readonly string[] {
  return page === undefined ? [] : [`Page ${page} of the PDF ${what}`];
}

const ASK_FOR_TEXT =
  'Ask the carrier for the statement as CSV, XLSX or a PDF with text, or type the rows into a spreadsheet.';
const PAGES_NAMED = 5;

/** Refuses a file with scanned pages as a whole, because such a page may have money that no reader sees. */
function refuseScanned(pictures: readonly number[], isEmpty: boolean): void {
  if (isEmpty && pictures.length === 0) throw new UnreadableFile(`The PDF has no text. ${ASK_FOR_TEXT}`);
  if (pictures.length === 0) return;
  const named = pictures.slice(0, PAGES_NAMED).join(', ') + (pictures.length > PAGES_NAMED ? ' and others' : '');
  const which = isEmpty ? 'The pages of the PDF are pictures' : `Pages of the PDF are pictures (page ${named})`;
  throw new UnreadableFile(
    `${which}, as a scanner or a fax makes them, and have no text of their own. ${ASK_FOR_TEXT}`,
  );
}

/**
 * Matches illegible characters: control characters, unassigned characters, and the private range, which fonts without a Unicode map give.
 */
const ILLEGIBLE = /[\p{Cc}\p{Co}\p{Cn}\uFFFD]/gu;
const ILLEGIBLE_SHARE_MAX = 0.02;

/** Refuses a document whose font does not define which letters its glyphs are: the text has wrong letters, and wrong digits among them. */
function refuseIllegible(text: string, page: number): void {
  const count = text.match(ILLEGIBLE)?.length ?? 0;
  if (count <= text.length * ILLEGIBLE_SHARE_MAX) return;
  throw new UnreadableFile(
    `The text of page ${page} of the PDF has a font that does not say which letters it draws. ${ASK_FOR_TEXT}`,
  );
}

/** The scripts that one word does not mix with others. Words in Chinese, Japanese and Korean mix their scripts. */
const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Canadian_Aboriginal}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
];
/** Matches letters beyond Latin. Most words have none and need no further look. */
const BEYOND_LATIN = /[\u0250-\uffff]/;
const LETTERS = /\p{L}+/gu;

/** Returns whether a word has letters of several scripts, as a font with a wrong list of letters produces. */
function mixesScripts(text: string): boolean {
  if (!BEYOND_LATIN.test(text)) return false;
  return (text.match(LETTERS) ?? []).some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
}

/** The content of a page as it is seen. */
export interface PageInk {
  /** True for a scanned page: a picture whose own text, if any, is unseen. */
  readonly isPicture: boolean;
  readonly texts: readonly DrawnText[];
}

interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** Follows the drawing of a page. */
function inkOf(
  { fnArray, argsArray }: OperatorList,
  { transform }: Pick<PageViewport, 'transform'>,
  isLayerSeen: (layer: unknown) => boolean,
): PageInk {
  const drawing = new PdfDrawing(matrixOf(transform), isLayerSeen);
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at];
    drawing.add(operator, Array.isArray(args) ? args : []);
  }
  const texts = drawing.drawnTexts();
  const [seen, unseen] = [texts.filter(({ isSeen }) => isSeen), texts.filter(({ isSeen }) => !isSeen)];
  // A scanner that recognises letters puts them over its picture, invisible and with mistakes, and may print a page number.
  return { isPicture: drawing.hasPictures && lengthOf(seen) <= lengthOf(unseen), texts };
}

const lengthOf = (texts: readonly DrawnText[]) => texts.reduce((sum, { text }) => sum + text.trim().length, 0);

/** Returns whether a field was filled in, or a note was written on the page. Their text is not part of the page's own text. */
function hasFilledFields(annotations: readonly unknown[]): boolean {
  return annotations.some((one) => {
    if (typeof one !== 'object' || one === null || !('subtype' in one)) return false;
    if (one.subtype === 'Widget') return 'fieldType' in one && one.fieldType !== 'Btn' && isFilled(one, 'fieldValue');
    return one.subtype === 'FreeText' && 'contentsObj' in one && isFilled(one.contentsObj, 'str');
  });
}

function isFilled(holder: unknown, key: string): boolean {
  if (typeof holder !== 'object' || holder === null) return false;
  const value: unknown = Reflect.get(holder, key);
  return typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) && value.length > 0;
}

/** The words of a page. */
export interface PdfPage {
  readonly number: number;
  readonly width: number;
  readonly words: readonly PdfWord[];
}

/** The points by which the lines of two halves of a row may differ. */
const HEIGHT_TOLERANCE = 1;
/** The share of the right page's lines that need a left half. Titles are on the left page only. */
const MATCHED_SHARE = 0.95;
/** The most lines of the left page for each line of the right page. */
const LINES_MAX = 2;
const MEANING_MIN = 0.5;

/**
 * Returns the lines of all pages. A sheet that is wider than its paper is printed on left and right pages, either all left pages first or
 * alternating. When every pair has lines at the same heights, with the ids on its left page and the amounts on its right page, the pair is
 * read as one page with the number of the left page.
 */
function documentLines(pages: readonly PdfPage[]): readonly PdfLine[] {
  const seen = pages.map((found) => {
    const page = { ...found, words: withTablesBelow(found.words, found.number) };
    return { page, lines: pageLines(page.words, page.number) };
  });
  const half = pages.length / 2;
  const pairings = Number.isInteger(half)
    ? [
        seen.slice(0, half).map((left, at) => [left, seen[half + at]] as const),
        seen.slice(0, half).map((_, at) => [seen[2 * at], seen[2 * at + 1]] as const),
      ]
    : [];
  // The header may be on the first pair alone.
  const pairing = pairings.find((pairs) => pairs.every(isPair) && pairs[0]?.[0]?.lines.some(namesIds) === true);
  if (pairing === undefined) return seen.flatMap(({ lines }) => lines);
  return pairing.flatMap(([left, right]) =>
    left === undefined || right === undefined ? [] : joinedLines(left.page, right.page),
  );
}

interface SeenPage {
  readonly page: PdfPage;
  readonly lines: readonly PdfLine[];
}

function isPair([left, right]: readonly [SeenPage | undefined, SeenPage | undefined]): boolean {
  if (left === undefined || right === undefined || right.lines.length < 2) return false;
  if (left.lines.length > LINES_MAX * right.lines.length || left.lines.some(hasAmount)) return false;
  if (!right.lines.some(hasAmount) || right.lines.some(namesIds)) return false;
  const heights = new Set(left.lines.map(({ y }) => Math.round(y)));
  const matched = right.lines.filter(({ y }) =>
    [-HEIGHT_TOLERANCE, 0, HEIGHT_TOLERANCE].some((by) => heights.has(Math.round(y) + by)),
  );
  return matched.length >= MATCHED_SHARE * right.lines.length;
}

const hasAmount = ({ runs }: PdfLine) => runs.some(({ text }) => isAmount(text));

/** Returns whether a line names columns, including the column of the ids. */
function namesIds({ runs }: PdfLine): boolean {
  if (runs.length < 2) return false;
  return runs.some(({ text }) => (headerMeanings(text).get('member_external_id') ?? 0) >= MEANING_MIN);
}

function joinedLines(left: PdfPage, right: PdfPage): readonly PdfLine[] {
  const drawings = 1 + left.words.reduce((most, { drawing }) => Math.max(most, drawing), 0);
  const moved = right.words.map((word) => ({
    ...word,
    left: word.left + left.width,
    right: word.right + left.width,
    drawing: word.drawing + drawings,
  }));
  return pageLines([...left.words, ...moved], left.number);
}
