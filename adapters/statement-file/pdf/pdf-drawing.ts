import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import {
  type Box,
  boxOf,
  type Colour,
  IDENTITY,
  intersection,
  isEmpty,
  keepsBoxes,
  lettersOf,
  type Matrix,
  matrixOf,
  multiply,
  numberOf,
  numbersOf,
  PdfPaper,
  placeOf,
  rectanglesOf,
} from './pdf-arguments.ts';

/** A text that the page draws at once, from the beginning to the end of its baseline as displayed. */
export interface DrawnText {
  readonly text: string;
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly size: number;
  readonly isSeen: boolean;
}

interface State {
  readonly matrix: Matrix;
  readonly clip: Box;
  /** True when the clip is exactly the box, and not another shape inside it. */
  readonly isBoxClip: boolean;
  readonly colour: Colour;
  readonly alpha: number;
  readonly strokeAlpha: number;
  /** True when colours mix with the colours below them: by a blend mode, by a mask, or by a group around them. */
  readonly isBlended: boolean;
  readonly isMasked: boolean;
  readonly isMixedGroup: boolean;
  readonly lineWidth: number;
  readonly mode: number;
  readonly fontSize: number;
  readonly leading: number;
  readonly characterSpace: number;
  readonly wordSpace: number;
  /** The share of their width that letters keep. */
  readonly narrowing: number;
  readonly rise: number;
}

const FIRST: Omit<State, 'matrix'> = {
  clip: { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 },
  isBoxClip: true,
  colour: '#000000',
  alpha: 1,
  strokeAlpha: 1,
  isBlended: false,
  isMasked: false,
  isMixedGroup: false,
  lineWidth: 1,
  mode: 0,
  fontSize: 0,
  leading: 0,
  characterSpace: 0,
  wordSpace: 0,
  narrowing: 1,
  rise: 0,
};

interface WaitingText extends Omit<DrawnText, 'isSeen'> {
  readonly box: Box;
  readonly colour: Colour;
  /** The number of surfaces drawn before the text; negative for a text without ink. */
  readonly time: number;
}

/** The text modes without ink, and those that draw outlines. Mode 3 draws no letters, and mode 7 only clips by them. */
const WITHOUT_INK: ReadonlySet<number> = new Set([3, 7]);
const WITH_OUTLINE: ReadonlySet<number> = new Set([1, 2, 5, 6]);
/** The font height in points below which letters are not visible. */
const SIZE_MIN = 1;
/** The share of the font's height that low letters have. */
const LOW_LETTERS = 0.45;
/** The width in points above which a line may be the background of a row. */
const WIDE_LINE = 2;
const THOUSANDTH = 0.001;
const UNIT: Box = { left: 0, top: 0, right: 1, bottom: 1 };

const PICTURES: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
]);
/** The operators for pictures in many places at once and for patterns, which may cover any part of the page. */
const ANYWHERE: ReadonlySet<number> = new Set([
  OPS.shadingFill,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
  OPS.paintSolidColorImageMask,
  OPS.rawFillPath,
]);
const STROKES: ReadonlySet<number> = new Set([OPS.stroke, OPS.closeStroke]);

/** Follows the drawing of a page, as far as it decides which texts are visible. */
export class PdfDrawing {
  hasPictures = false;
  private readonly isLayerSeen: (layer: unknown) => boolean;
  private readonly paper = new PdfPaper();
  private readonly texts: WaitingText[] = [];
  private readonly saved: State[] = [];
  /** Whether each open marked content is displayed, the outermost first. */
  private readonly layers: boolean[] = [];
  private annotations = 0;
  private state: State;
  private textMatrix: Matrix = IDENTITY;
  private lineStart: readonly [x: number, y: number] = [0, 0];
  private x = 0;
  private clips = false;

  /** `page` converts positions of the document to positions on the page as displayed. */
  constructor(page: Matrix, isLayerSeen: (layer: unknown) => boolean) {
    this.state = { ...FIRST, matrix: page };
    this.isLayerSeen = isLayerSeen;
  }

  /** Returns the texts, each with whether it is seen on the finished page. */
  drawnTexts(): readonly DrawnText[] {
    return this.texts.map(({ box, colour, time, ...text }) => ({
      ...text,
      isSeen: time >= 0 && !this.paper.hides(box, colour, time),
    }));
  }

  add(operator: number, args: readonly unknown[]): void {
    if (operator === OPS.beginAnnotation) this.annotations += 1;
    else if (operator === OPS.endAnnotation) this.annotations -= 1;
    // Notes and form fields are not part of the page's text.
    else if (this.annotations === 0) this.addToPage(operator, args);
  }

  private addToPage(operator: number, args: readonly unknown[]): void {
    if (operator === OPS.showText) this.show(args[0]);
    else if (operator === OPS.constructPath) this.path(args);
    else if (PICTURES.has(operator)) this.picture();
    else if (ANYWHERE.has(operator)) this.paper.paint(this.state.clip, null, false);
    else if (operator === OPS.clip || operator === OPS.eoClip) this.clips = true;
    else if (operator === OPS.beginMarkedContentProps) this.layers.push(args[0] !== 'OC' || this.isLayerSeen(args[1]));
    else if (operator === OPS.beginMarkedContent) this.layers.push(true);
    else if (operator === OPS.endMarkedContent) this.layers.pop();
    else if (!this.setText(operator, args)) this.setState(operator, args);
  }

  private setState(operator: number, args: readonly unknown[]): void {
    const [first] = args;
    switch (operator) {
      case OPS.save:
        this.saved.push(this.state);
        break;
      case OPS.beginGroup:
        this.saved.push(this.state);
        this.set({ isMixedGroup: isMixed(this.state) || this.state.alpha < 1 });
        break;
      case OPS.restore:
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
        this.state = this.saved.pop() ?? this.state;
        break;
      case OPS.paintFormXObjectBegin:
        this.saved.push(this.state);
        this.set({ matrix: multiply(this.state.matrix, matrixOf(first)) });
        if (args[1] !== null) this.clipTo(boxAround(args[1]), true);
        break;
      case OPS.transform:
        this.set({ matrix: multiply(this.state.matrix, matrixOf(args)) });
        break;
      case OPS.setLineWidth:
        this.set({ lineWidth: numberOf(first) });
        break;
      case OPS.setFillRGBColor:
        this.set({ colour: typeof first === 'string' ? first : null });
        break;
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        this.set({ colour: null });
        break;
      case OPS.setGState:
        this.set(graphicsState(first));
        break;
      default:
    }
  }

  /** Applies an operator that changes how texts are drawn. Returns whether the operator is one of these. */
  private setText(operator: number, args: readonly unknown[]): boolean {
    const [first, second] = args;
    switch (operator) {
      case OPS.beginText:
        this.textMatrix = IDENTITY;
        this.startLine(0, 0);
        break;
      case OPS.setTextMatrix:
        this.textMatrix = matrixOf(first);
        this.startLine(0, 0);
        break;
      case OPS.moveText:
        this.moveLine(numberOf(first), numberOf(second));
        break;
      case OPS.setLeadingMoveText:
        this.set({ leading: -numberOf(second) });
        this.moveLine(numberOf(first), numberOf(second));
        break;
      case OPS.nextLine:
        this.moveLine(0, -this.state.leading);
        break;
      case OPS.setFont:
        this.set({ fontSize: numberOf(second) });
        break;
      case OPS.setTextRenderingMode:
        this.set({ mode: numberOf(first) });
        break;
      case OPS.setLeading:
        this.set({ leading: numberOf(first) });
        break;
      case OPS.setCharSpacing:
        this.set({ characterSpace: numberOf(first) });
        break;
      case OPS.setWordSpacing:
        this.set({ wordSpace: numberOf(first) });
        break;
      case OPS.setHScale:
        this.set({ narrowing: numberOf(first, 100) / 100 });
        break;
      case OPS.setTextRise:
        this.set({ rise: numberOf(first) });
        break;
      default:
        return false;
    }
    return true;
  }

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
  }

  private startLine(x: number, y: number): void {
    this.lineStart = [x, y];
    this.x = x;
  }

  private moveLine(x: number, y: number): void {
    this.startLine(this.lineStart[0] + x, this.lineStart[1] + y);
  }

  private get isDisplayed(): boolean {
    return !this.layers.includes(false);
  }

  private show(glyphs: unknown): void {
    const { matrix, fontSize, characterSpace, wordSpace, narrowing, rise, colour, mode } = this.state;
    const letters = lettersOf(glyphs);
    const width = letters.width * THOUSANDTH * fontSize + letters.count * characterSpace + letters.spaces * wordSpace;
    const whole = multiply(matrix, this.textMatrix);
    const [left, y] = [this.x, this.lineStart[1] + rise];
    this.x += width * narrowing;
    const text = {
      left: Math.min(left, this.x),
      right: Math.max(left, this.x),
      top: y,
      bottom: y + LOW_LETTERS * fontSize,
    };
    const box = boxOf(whole, text);
    const size = Math.abs(fontSize) * Math.hypot(whole[2], whole[3]);
    const isInked =
      this.isDisplayed &&
      size >= SIZE_MIN &&
      !WITHOUT_INK.has(mode) &&
      (this.state.alpha > 0 || WITH_OUTLINE.has(mode)) &&
      !isEmpty(intersection(box, this.state.clip));
    this.texts.push({
      text: letters.text,
      from: placeOf(whole, left, y),
      to: placeOf(whole, this.x, y),
      size,
      box,
      colour: WITH_OUTLINE.has(mode) ? null : colour,
      time: isInked ? this.paper.time : -1,
    });
  }

  private path([operator, data, around]: readonly unknown[]): void {
    const rectangles = rectanglesOf(Array.isArray(data) ? data[0] : null);
    const outline = boxAround(around);
    const paints = operator !== OPS.endPath && around !== null && this.isDisplayed;
    if (paints && STROKES.has(numberOf(operator))) this.strokes(outline);
    else if (paints && rectangles !== null) for (const one of rectangles) this.fill(one, true);
    else if (paints) this.fill(outline, false);
    if (this.clips && around !== null) this.clipTo(outline, rectangles?.length === 1);
    this.clips = false;
  }

  private fill(box: Box, isRectangle: boolean): void {
    const { matrix, clip, isBoxClip, colour, alpha } = this.state;
    if (alpha === 0) return;
    const isKnown = isRectangle && keepsBoxes(matrix) && isBoxClip && alpha === 1 && !isMixed(this.state);
    this.paper.paint(intersection(boxOf(matrix, box), clip), isKnown ? colour : null, isKnown);
  }

  private strokes(box: Box): void {
    const { matrix, clip, lineWidth, strokeAlpha } = this.state;
    const width = lineWidth * Math.hypot(matrix[0], matrix[1]);
    if (width < WIDE_LINE || strokeAlpha === 0) return;
    const { left, top, right, bottom } = boxOf(matrix, box);
    const wide = { left: left - width, top: top - width, right: right + width, bottom: bottom + width };
    this.paper.paint(intersection(wide, clip), null, false);
  }

  private picture(): void {
    if (!this.isDisplayed) return;
    this.hasPictures = true;
    this.paper.paint(intersection(boxOf(this.state.matrix, UNIT), this.state.clip), null, false);
  }

  private clipTo(box: Box, isRectangle: boolean): void {
    const { matrix, clip, isBoxClip } = this.state;
    this.set({
      clip: intersection(clip, boxOf(matrix, box)),
      isBoxClip: isBoxClip && isRectangle && keepsBoxes(matrix),
    });
  }
}

/** Makes a box from its least and greatest coordinates, in the order of PDF. */
function boxAround(values: unknown): Box {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(values);
  return { left: Math.min(x0, x1), right: Math.max(x0, x1), top: Math.min(y0, y1), bottom: Math.max(y0, y1) };
}

const isMixed = (state: State) => state.isBlended || state.isMasked || state.isMixedGroup;

/** Reads the changes of a graphics state. pdf.js gives pairs of a key and its value. */
function graphicsState(pairs: unknown): Partial<State> {
  let change: Partial<State> = {};
  for (const pair of Array.isArray(pairs) ? pairs : []) {
    const [key, value]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    if (key === 'ca') change = { ...change, alpha: numberOf(value, 1) };
    else if (key === 'CA') change = { ...change, strokeAlpha: numberOf(value, 1) };
    else if (key === 'BM') change = { ...change, isBlended: value !== 'source-over' };
    else if (key === 'SMask') change = { ...change, isMasked: value !== false };
  }
  return change;
}
