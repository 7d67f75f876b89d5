import type { Period } from '../period.ts';
import { headerKey } from '../statement/header.ts';
import type { SourceSheet, StatementSource } from '../statement/source.ts';
import { findTable, type SheetTable, sampleRows } from './find-table.ts';
import { inferColumns } from './infer-columns.ts';
import { type Candidate, LIKE_LINES, sheetNotes } from './sheet-notes.ts';

/** The tables of a file that contain its lines. */
export interface TableChoice {
  readonly best: SheetTable | null;
  /** Tables of other sheets with the same kind of lines. */
  readonly alike: readonly SheetTable[];
  /** True when the first visible sheet has the only table and no sheet was named. */
  readonly isFirstAlone: boolean;
  /** True when another sheet has lines of another kind, which are not read. */
  readonly leavesLinesOut: boolean;
  readonly notes: readonly string[];
}

const NO_TABLES = { best: null, alike: [], isFirstAlone: false, leavesLinesOut: false } as const;
const SHEETS_MAX = 20;
/** Matches sheets that repeat data of other sheets, or list unpaid amounts. */
const NOT_LINES =
  /\b(?:totals?|summary|recap|balances?|held|hold|pending|unpaid|instructions?|notes?|glossary|definitions?|cover|adjustments? summary)\b/i;
/** Two sheets are of one kind when this share of their headers is equal. */
const ALIKE_MIN = 0.7;

/** Finds the sheet with the lines: the sheet that reads best. Sheets named as summaries or as held-back pay come last. */
export function chooseTables(
  source: StatementSource,
  sheetName: string | undefined,
  fileMonth: Period | null,
): TableChoice {
  const sheets =
    sheetName === undefined ? source.sheets.filter(({ hidden }) => !hidden) : source.sheets.filter(isNamed(sheetName));
  if (sheets.length === 0) {
    const found = source.sheets.map(({ name }) => `"${name}"`).join(', ');
    const wanted = sheetName === undefined ? 'visible sheet' : `sheet named "${sheetName}"`;
    return { ...NO_TABLES, notes: [`The workbook has no ${wanted}. Sheets found: ${found || 'none'}.`] };
  }
  const tables = sheets.slice(0, SHEETS_MAX).flatMap((sheet) => {
    const table = findTable(sheet, sampleRows(sheet));
    return table === null ? [] : [candidateOf(table, fileMonth)];
  });
  const ranked = [...tables].sort(
    (a, b) =>
      Number(b.isLines && b.confidence > 0.3) - Number(a.isLines && a.confidence > 0.3) ||
      b.confidence - a.confidence ||
      b.table.dataRows.length - a.table.dataRows.length,
  );
  const [best] = ranked;
  if (best === undefined) {
    return { ...NO_TABLES, notes: ['No row reads like the header of a commission statement.'] };
  }
  const alike = ranked.slice(1).filter((one) => one.isLines && one.confidence >= 0.6 && isAlike(one.table, best.table));
  const read = [best, ...alike];
  const beyond = sheets.slice(SHEETS_MAX);
  return {
    best: best.table,
    alike: alike.map(({ table }) => table),
    isFirstAlone: sheetName === undefined && tables.length === 1 && best.table.sheet === sheets[0],
    leavesLinesOut:
      beyond.length > 0 || tables.some((one) => !read.includes(one) && one.isLines && one.confidence >= LIKE_LINES),
    notes: sheetNotes(source, { read, tables, beyond, isNamed: sheetName !== undefined }),
  };
}

function candidateOf(table: SheetTable, fileMonth: Period | null): Candidate {
  const { confidence, mapped } = inferColumns(table, fileMonth);
  return {
    table,
    confidence,
    isLines: !NOT_LINES.test(table.sheet.name),
    hasAmounts: mapped.some(({ target }) => target === 'commission_amount'),
  };
}

function isNamed(wanted: string): (sheet: SourceSheet) => boolean {
  const key = wanted.trim().toLowerCase();
  return ({ name }) => name.trim().toLowerCase() === key;
}

function isAlike(one: SheetTable, other: SheetTable): boolean {
  const [names, others] = [one, other].map(({ columns }) => new Set(columns.map(({ name }) => headerKey(name))));
  if (names === undefined || others === undefined) return false;
  const shared = [...names].filter((name) => others.has(name)).length;
  return shared >= ALIKE_MIN * Math.max(names.size, others.size);
}
