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

/** A transformation of positions, as PDF writes it: x' = a·x + c·y + e and y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** A rectangle on the page with upright edges. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the transformation that applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [ia, ib, ic, id, ie, jf] = inner;
  return [a * ia + c * ib, b * ia + d * ib, a * ic + c * id, b * ic + d * id, a * ie + c * jf + e, b * ie + d * jf + f];
}

export function placeOf([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Returns the smallest upright box around a transformed one. */
export function boxOf(matrix: Matrix, { left, top, right, bottom }: Box): Box {
  const corners = [
    placeOf(matrix, left, top),
    placeOf(matrix, right, top),
    placeOf(matrix, left, bottom),
    placeOf(matrix, right, bottom),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Returns whether rectangles stay rectangles, because the transformation turns by quarters only. */
export function keepsBoxes([a, b, c, d]: Matrix): boolean {
  const small = 1e-6 * Math.hypot(a, b, c, d);
  return (Math.abs(b) <= small && Math.abs(c) <= small) || (Math.abs(a) <= small && Math.abs(d) <= small);
}

export function intersection(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export const isEmpty = ({ left, top, right, bottom }: Box) => left >= right || top >= bottom;

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left && outer.right >= inner.right && outer.top <= inner.top && outer.bottom >= inner.bottom
  );
}

/** A colour as "#rrggbb"; null where it is not known, such as that of a picture or a pattern. */
export type Colour = string | null;

interface Painted {
  readonly box: Box;
  readonly colour: Colour;
  /** True when the colour hides everything that was drawn before in the whole box. */
  readonly isOpaque: boolean;
}

/** The difference of red, green or blue below which two colours look the same. */
const SAME_COLOUR = 8;
const WHITE = '#ffffff';

/** The surfaces that a page has painted, in their order, on white paper. */
export class PdfPaper {
  private readonly painted: Painted[] = [];

  /** The number of surfaces so far, which serves as the time at which a text is drawn. */
  get time(): number {
    return this.painted.length;
  }

  paint(box: Box, colour: Colour, isOpaque: boolean): void {
    if (!isEmpty(box)) this.painted.push({ box, colour, isOpaque: isOpaque && colour !== null });
  }

  /** Returns whether a text is invisible: it certainly has the colour below it, or was painted over later. */
  hides(text: Box, colour: Colour, time: number): boolean {
    if (this.painted.slice(time).some(({ box, isOpaque }) => isOpaque && contains(box, text))) return true;
    const ground = this.groundOf(text, time);
    return colour !== null && ground !== null && isSame(colour, ground);
  }

  /** The colour below a text. Null when there are several colours or an unknown one. */
  private groundOf(text: Box, time: number): Colour {
    for (let at = time - 1; at >= 0; at -= 1) {
      const painted = this.painted[at];
      if (painted === undefined || isEmpty(intersection(painted.box, text))) continue;
      return painted.isOpaque && contains(painted.box, text) ? painted.colour : null;
    }
    return WHITE;
  }
}

function isSame(a: string, b: string): boolean {
  return [1, 3, 5].every((at) => Math.abs(partOf(a, at) - partOf(b, at)) <= SAME_COLOUR);
}

const partOf = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
