import { type Box, IDENTITY, type Matrix } from './pdf-matrix.ts';

/** Reads a number from the arguments of a drawing operator, which pdf.js gives without types. */

export function numberOf(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

export function numbersOf(values: unknown): readonly number[] {
  if (values instanceof Float32Array || values instanceof Float64Array) return [...values];
  return Array.isArray(values) ? values.map((value) => numberOf(value)) : [];
}

/** Reads a transformation of six numbers. Any other value gives the transformation that changes nothing. */
export function matrixOf(values: unknown): Matrix {
  const [a, b, c, d, e, f] = numbersOf(values);
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined)
    return IDENTITY;
  return [a, b, c, d, e, f];
}

const [MOVE, LINE, CLOSE] = [0, 1, 4];

/** Returns the rectangles of which a path consists, or null when it has another shape. */
export function rectanglesOf(path: unknown): readonly Box[] | null {
  const data = numbersOf(path);
  const outlines: [x: number, y: number][][] = [];
  for (let at = 0; at < data.length; ) {
    const operator = data[at];
    if (operator === CLOSE) at += 1;
    else {
      if (operator === MOVE) outlines.push([]);
      else if (operator !== LINE) return null;
      outlines.at(-1)?.push([data[at + 1] ?? 0, data[at + 2] ?? 0]);
      at += 3;
    }
  }
  const drawn = outlines.filter(({ length }) => length > 2);
  return drawn.every(isRectangle) ? drawn.map(aroundPoints) : null;
}

/** Returns true for four corners with upright and level edges, also with the first corner again at the end. */
function isRectangle(points: readonly (readonly [x: number, y: number])[]): boolean {
  const [first] = points;
  const corners = points.length === 5 && same(points[4], first) ? points.slice(0, 4) : points;
  if (corners.length !== 4) return false;
  const isLevel = corners.map(([, y], at) => y === corners[(at + 1) % 4]?.[1]);
  const isUpright = corners.map(([x], at) => x === corners[(at + 1) % 4]?.[0]);
  const startsLevel = isLevel[0] === true;
  return corners.every((_, at) => ((at % 2 === 0) === startsLevel ? isLevel[at] : isUpright[at]));
}

function same(a: readonly [number, number] | undefined, b: readonly [number, number] | undefined): boolean {
  return a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];
}

function aroundPoints(points: readonly (readonly [x: number, y: number])[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/**
 * The texts and widths of the letters that an operator shows, in thousandths of the font's height. A number in the operator moves the place
 * of the next letter.
 */
export interface ShownLetters {
  readonly text: string;
  readonly width: number;
  readonly count: number;
  readonly spaces: number;
}

export function lettersOf(glyphs: unknown): ShownLetters {
  const shown = { text: '', width: 0, count: 0, spaces: 0 };
  for (const glyph of Array.isArray(glyphs) ? glyphs : []) {
    if (typeof glyph === 'number') shown.width -= glyph;
    if (typeof glyph !== 'object' || glyph === null) continue;
    if ('unicode' in glyph && typeof glyph.unicode === 'string') shown.text += glyph.unicode;
    if ('width' in glyph) shown.width += numberOf(glyph.width);
    if ('isSpace' in glyph && glyph.isSpace === true) shown.spaces += 1;
    shown.count += 1;
  }
  return shown;
}
