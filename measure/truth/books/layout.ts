import type { Period } from '../../../core/period.ts';
import { delimitedText, type WorkbookValue, workbook } from '../../../demo/statements/workbook.ts';
import type { Delivery } from '../judging/truth.ts';
import { type Line, sum } from './ledger.ts';

/** The form in which a carrier prints its lines. */

export interface Layout {
  readonly fileType: 'csv' | 'xlsx';
  readonly sheet?: string;
  readonly header: readonly string[];
  readonly row: (line: Line) => readonly WorkbookValue[];
  readonly title?: (period: Period) => readonly (readonly string[])[];
  readonly footer?: (cents: number) => readonly (readonly string[])[];
}

export interface Statements {
  readonly lines: readonly Line[];
  readonly periods: readonly Period[];
  readonly layout: (period: Period) => Layout;
  /** The number of files of a month, and the file that a line is in. */
  readonly files?: { readonly count: number; readonly of: (line: Line) => number };
  readonly name: string;
}

/** The files of a book in the order of delivery. Rows are in the order of the members' names. */
export function deliver({ lines, periods, layout, files, name }: Statements): readonly Delivery[] {
  return periods.flatMap((period) => {
    const month = lines.filter((line) => line.period === period).toSorted(byName);
    const deliveries: Delivery[] = [];
    for (let file = 0; file < (files?.count ?? 1); file += 1) {
      const own = files === undefined ? month : month.filter((line) => files.of(line) === file);
      if (own.length === 0) continue;
      const netCents = sum(own.map(({ cents }) => cents));
      const chosen = layout(period);
      const fileName = `${name}-${period}${file === 0 ? '' : `-${file + 1}`}.${chosen.fileType}`;
      const mode = deliveries.length === 0 ? 'ingest' : 'append';
      deliveries.push({ period, fileName, mode, bytes: bytesOf(chosen, period, own, netCents), netCents });
    }
    return deliveries;
  });
}

function byName(one: Line, other: Line): number {
  const [a, b] = [one, other].map(({ person }) => `${person?.last ?? '~'} ${person?.first ?? ''} ${person?.id ?? ''}`);
  return (a ?? '') < (b ?? '') ? -1 : a === b ? 0 : 1;
}

function bytesOf(layout: Layout, period: Period, lines: readonly Line[], netCents: number): Uint8Array {
  const rows = [
    ...(layout.title?.(period) ?? []),
    layout.header,
    ...lines.map(layout.row),
    ...(layout.footer?.(netCents) ?? []),
  ];
  if (layout.fileType === 'xlsx') return workbook({ [layout.sheet ?? 'Sheet1']: rows });
  const texts = rows.map((row) => row.map((value) => (typeof value === 'string' ? value : isoDate(value))));
  return new TextEncoder().encode(delimitedText(texts, ','));
}

function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function dateCell(isoText: string | null): WorkbookValue {
  return isoText === null ? '' : new Date(`${isoText}T00:00:00Z`);
}

export function firstOf(period: Period): WorkbookValue {
  return dateCell(`${period}-01`);
}
