import type { PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { matrixOf } from './pdf-arguments.ts';
import { type DrawnText, PdfDrawing } from './pdf-drawing.ts';

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
export function inkOf(
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
export function hasFilledFields(annotations: readonly unknown[]): boolean {
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
