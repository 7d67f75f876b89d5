import { type Box, contains, intersection, isEmpty } from './pdf-matrix.ts';

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
