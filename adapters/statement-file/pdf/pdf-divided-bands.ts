import { type Band, overlap } from './pdf-band.ts';
import type { PdfLine, PdfRun } from './pdf-lines.ts';

/** The bands of a table, where bands with several names above them are divided. */
export interface DividedBands {
  readonly bands: readonly Band[];
  /** The names of neighbours that could not be separated, or null. */
  readonly joined: string | null;
}

/** The points by which the edges of one column differ. The edges of the name above differ by a few more. */
const EDGE_TOLERANCE = 0.75;
const HEADER_TOLERANCE = 3;
/** The share of the lines that have to begin or end at the edge of a column. */
const ALIGNED_SHARE_MIN = 0.9;

/**
 * Divides bands over which the header has several names. Texts of neighbours nearly touch there, or run into each other. The border is
 * where nearly all texts of the right column begin, or nearly all of the left one end.
 */
export function dividedBands(
  bands: readonly Band[],
  data: readonly PdfLine[],
  header: readonly PdfLine[],
): DividedBands {
  const divided: Band[] = [];
  const doubts: string[] = [];
  for (const band of bands) {
    const runs = data.map((line) => line.runs.filter((run) => overlap(run, band) > 0));
    let rest = band;
    for (const { a, b, isCertain } of neighboursAbove(band, bands, header)) {
      const border = borderOf(runs, a, b);
      if (border !== null && border > rest.left && border < rest.right) {
        divided.push({ left: rest.left, right: border - GAP });
        rest = { left: border, right: rest.right };
      } else if (isCertain) doubts.push(`"${a.text}" and "${b.text}"`);
    }
    divided.push(rest);
  }
  return { bands: divided, joined: doubts.length === 0 ? null : doubts.join(', ') };
}

/** The least space between columns, in points. */
const GAP = 0.1;

interface Neighbours {
  readonly a: PdfRun;
  readonly b: PdfRun;
  /** True when both names are over the band. Otherwise one name is over no texts, and its column may be empty. */
  readonly isCertain: boolean;
}

/** Returns pairs of names beside each other above a band, from the line of the header that has most of them. */
function neighboursAbove(band: Band, bands: readonly Band[], header: readonly PdfLine[]): readonly Neighbours[] {
  const isOver = (run: PdfRun, one: Band) => {
    const shared = overlap(run, one);
    return shared > 0 && bands.every((other) => overlap(run, other) <= shared);
  };
  const isApart = (run: PdfRun) => bands.every((one) => overlap(run, one) <= 0);
  const lines = header.map(({ runs }) =>
    runs.slice(1).flatMap((b, at): Neighbours[] => {
      const a = runs[at];
      if (a === undefined || (!isOver(a, band) && !isOver(b, band))) return [];
      const isCertain = isOver(a, band) && isOver(b, band);
      return isCertain || isApart(a) || isApart(b) ? [{ a, b, isCertain }] : [];
    }),
  );
  return lines.reduce((most, one) => (one.length > most.length ? one : most), []);
}

/**
 * Finds the border between the columns of two names, from the texts of each line. Of the possible borders it takes the one that fewer words
 * cross.
 */
function borderOf(lines: readonly (readonly PdfRun[])[], a: Band, b: Band): number | null {
  const words = lines.map((runs) => runs.flatMap((run) => run.words));
  const begins = words.map((own) => own.flatMap(({ left }) => (left >= b.left - HEADER_TOLERANCE ? [left] : [])));
  const ends = words.map((own) => own.flatMap(({ right }) => (right <= a.right + HEADER_TOLERANCE ? [right] : [])));
  const begin = commonestEdge(begins, b.left);
  const end = commonestEdge(ends, a.right);
  const reachOver = (edge: number) => words.flat().filter(({ left, right }) => left < edge && right > edge).length;
  return [begin === null ? [] : begin - EDGE_TOLERANCE, end === null ? [] : end + EDGE_TOLERANCE]
    .flat()
    .reduce<number | null>((best, edge) => (best === null || reachOver(edge) < reachOver(best) ? edge : best), null);
}

/** The edge near a place at which nearly all lines with text on that side of it have a word; null when there is none. */
function commonestEdge(lines: readonly (readonly number[])[], place: number): number | null {
  const near = lines.flatMap((edges) => edges.filter((edge) => Math.abs(edge - place) <= HEADER_TOLERANCE));
  const middle = near.sort((x, y) => x - y)[Math.floor(near.length / 2)];
  if (middle === undefined) return null;
  const filled = lines.filter((edges) => edges.length > 0);
  const aligned = filled.filter((edges) => edges.some((edge) => Math.abs(edge - middle) <= EDGE_TOLERANCE));
  return aligned.length >= ALIGNED_SHARE_MIN * filled.length ? middle : null;
}
