import { totalsLabel } from '../../../core/statement/totals-label.ts';
import { findHeader, isAmount, type PdfHeader, signatureOf } from './pdf-header.ts';
import type { PdfLine } from './pdf-lines.ts';

/** A line below the header of a table. */
export interface BodyLine {
  readonly line: PdfLine;
  readonly kind: 'data' | 'other';
}

/** The lines below one header. */
export interface PdfPart {
  readonly header: readonly PdfLine[];
  readonly body: readonly BodyLine[];
}

/**
 * A table with the lines above it and the lines between its data. It may continue over many pages, with a part below each repeated header.
 */
export interface PdfTable {
  readonly titles: readonly PdfLine[];
  readonly parts: readonly PdfPart[];
}

interface OpenTable extends PdfTable {
  readonly parts: { readonly header: readonly PdfLine[]; readonly body: BodyLine[] }[];
}

/** The largest distance between a row and its wrapped lines, in heights of their font. */
const TAIL_SPACING = 1.7;

/** Returns the text of a line: its runs with a space between them. */
export function lineText({ runs }: PdfLine): string {
  return runs.map(({ text }) => text).join(' ');
}

/** Returns whether a line is a total, by its label. */
export function isTotalLine(line: PdfLine): boolean {
  const label = totalsLabel((line.runs[0]?.text ?? '').replace(/\s+\(?-?\$?[\d,]*\.\d{2}\)?-?$/, ''));
  return label === 'sure' || label === 'end';
}

/** Divides the lines of a document into tables. Lines above no table are titles of the next one. */
export function tablesOf(lines: readonly PdfLine[]): readonly PdfTable[] {
  const finder = new TableFinder(repeatedLines(lines));
  for (const line of lines) finder.add(line);
  return finder.end();
}

/**
 * Finds page headers and footers: lines above or below all data of their page that several pages have at the same height with the same
 * words. Numbers in them may differ.
 */
function repeatedLines(lines: readonly PdfLine[]): (line: PdfLine) => boolean {
  const data = Map.groupBy(lines.filter(isDataLine), ({ page }) => page);
  const isOutside = ({ page, y }: PdfLine) => {
    const own = data.get(page);
    return own === undefined || y < (own[0]?.y ?? 0) || y > (own.at(-1)?.y ?? 0);
  };
  const keyOf = (line: PdfLine) => `${Math.round(line.y / 2)} ${lineText(line).replace(/\d+/g, '#')}`;
  const pages = new Map<string, Set<number>>();
  for (const line of lines) {
    const key = keyOf(line);
    const known = pages.get(key) ?? new Set();
    pages.set(key, known.add(line.page));
  }
  return (line) => isOutside(line) && (pages.get(keyOf(line))?.size ?? 0) > 1;
}

class TableFinder {
  private readonly isRepeated: (line: PdfLine) => boolean;
  private readonly tables = new Map<string, OpenTable>();
  private current: OpenTable | null = null;
  /** Lines since the last data line. */
  private pending: PdfLine[] = [];

  constructor(isRepeated: (line: PdfLine) => boolean) {
    this.isRepeated = isRepeated;
  }

  add(line: PdfLine): void {
    if (!isDataLine(line)) {
      this.pending.push(line);
      return;
    }
    const header = findHeader(this.pending, line.page, new Set(this.tables.keys()));
    if (header !== null) this.enter(header);
    else this.keepOthers(this.pending);
    if (this.current === null) {
      this.pending.push(line);
      return;
    }
    this.pending = [];
    this.current.parts.at(-1)?.body.push({ line, kind: 'data' });
  }

  end(): readonly PdfTable[] {
    this.keepOthers(this.pending);
    return [...this.tables.values()];
  }

  /** Starts the table of a header, or continues it. */
  private enter({ lines, at }: PdfHeader): void {
    const tail = this.tailLength(this.pending.slice(0, at));
    this.keepOthers(this.pending.slice(0, tail));
    const above = this.pending.slice(tail, at);
    const key = signatureOf(lines);
    const known = this.tables.get(key);
    if (known === undefined) {
      // Totals below the last data line end the table before.
      this.keepOthers(above.filter(isTotalLine));
      this.current = {
        titles: above.filter((line) => this.current === null || !isTotalLine(line)),
        parts: [{ header: lines, body: [] }],
      };
      this.tables.set(key, this.current);
    } else {
      // Between two parts of a table are totals, names of the groups that follow, and lines that belong to the page.
      this.keepOthers(above.filter((line) => isTotalLine(line) || isGroupName(line)));
      this.current = known;
      known.parts.push({ header: lines, body: [] });
    }
    this.keepOthers(this.pending.slice(at + lines.length));
  }

  /** Counts the lines directly below the last row, which may be its wrapped text. */
  private tailLength(lines: readonly PdfLine[]): number {
    let before = this.current?.parts.at(-1)?.body.at(-1)?.line;
    let count = 0;
    for (const line of lines) {
      if (before?.page !== line.page || line.y - before.y > TAIL_SPACING * line.size) break;
      before = line;
      count += 1;
    }
    return count;
  }

  private keepOthers(lines: readonly PdfLine[]): void {
    for (const line of lines) {
      if (isTotalLine(line) || !this.isRepeated(line)) this.current?.parts.at(-1)?.body.push({ line, kind: 'other' });
    }
  }
}

/** Returns whether a line names a group, such as "Agent: Ann Lee" or "Plan group: Gold (continued)". */
function isGroupName(line: PdfLine): boolean {
  return line.runs.length <= 2 && /^\p{L}[\p{L} ]{1,30}:\s*\S/u.test(lineText(line));
}

function isDataLine(line: PdfLine): boolean {
  return line.runs.length > 1 && line.runs.some(({ text }) => isAmount(text)) && !isTotalLine(line);
}
