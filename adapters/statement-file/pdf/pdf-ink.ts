import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Kinds of content that a page shows to the eye. */
export interface PageInk {
  readonly hasPictures: boolean;
  /** Some text is seen. */
  readonly hasText: boolean;
  /** Some text is drawn without ink. */
  readonly hasHiddenText: boolean;
}

interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

const PICTURES: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
]);
/** Modes that draw no letters; the second one only clips by them. */
const WITHOUT_INK: ReadonlySet<unknown> = new Set([3, 7]);

/** Follows the drawing of a page, as far as it decides whether text and pictures are seen. */
export function inkOf({ fnArray, argsArray }: OperatorList): PageInk {
  const ink = { hasPictures: false, hasText: false, hasHiddenText: false };
  const saved: unknown[] = [];
  let mode: unknown = 0;
  for (const [at, operator] of fnArray.entries()) {
    if (PICTURES.has(operator)) ink.hasPictures = true;
    else if (operator === OPS.save) saved.push(mode);
    else if (operator === OPS.restore) mode = saved.pop() ?? 0;
    else if (operator === OPS.setTextRenderingMode) mode = firstOf(argsArray[at]);
    else if (operator === OPS.showText) ink[WITHOUT_INK.has(mode) ? 'hasHiddenText' : 'hasText'] = true;
  }
  return ink;
}

function firstOf(values: unknown): unknown {
  return Array.isArray(values) ? values[0] : undefined;
}

/** Tells whether a field was filled in, or a note was written on the page. Their text is no part of the page's own. */
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
