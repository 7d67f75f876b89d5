import type { Period } from '../period.ts';
import { headerKey } from '../statement/header.ts';
import type { SourceSheet, StatementSource } from '../statement/source.ts';
import { findTable, type SheetTable, sampleRows } from './find-table.ts';
import { inferColumns } from './infer-columns.ts';
import { LINES_CONFIDENCE_MIN, type SheetCandidate, sheetNotes } from './sheet-notes.ts';

/** The tables of a file that hold its lines. */
export interface TableChoice {
  /** Null when no sheet has a table. */
  readonly best: SheetTable | null;
  /** Tables of other sheets with nearly the headers of `best`. */
  readonly alike: readonly SheetTable[];
  /** True when the first visible sheet has the only table and no sheet was named. */
  readonly isFirstAlone: boolean;
  /** True when a sheet that looks like lines is not read. */
  readonly leavesLinesOut: boolean;
  readonly notes: readonly string[];
}

const NO_TABLES = { best: null, alike: [], isFirstAlone: false, leavesLinesOut: false } as const;
/** Largest number of sheets that are examined. */
const SHEETS_MAX = 20;
/** Matches the names of sheets that repeat data of other sheets, or list unpaid amounts. */
const NOT_LINES =
  /\b(?:totals?|summary|recap|balances?|held|hold|pending|unpaid|instructions?|notes?|glossary|definitions?|cover|adjustments? summary)\b/i;
/** Minimum share of equal headers of two sheets with the same kind of lines. */
const ALIKE_MIN = 0.7;
/** Minimum confidence of a further sheet that is read. */
const ALIKE_CONFIDENCE_MIN = 0.6;
/** Confidence above which a sheet ranks before all sheets named as summaries. */
const WEAK_CONFIDENCE = 0.3;

/**
 * Chooses the visible sheet whose table reads best, and the sheets like it. Sheets that `NOT_LINES` matches by name rank after every other
 * sheet whose confidence is above `WEAK_CONFIDENCE`. `sheetNames` restricts the choice to these sheets, even hidden ones; `fileMonth` is
 * the month in the file's name, or null.
 */
export function chooseTables(
  source: StatementSource,
  sheetNames: readonly string[] | undefined,
  fileMonth: Period | null,
): TableChoice {
  const sheets =
    sheetNames === undefined
      ? source.sheets.filter(({ hidden }) => !hidden)
      : sheetNames.flatMap((name) => source.sheets.filter(isNamed(name)));
  if (sheets.length === 0) {
    const found = source.sheets.map(({ name }) => `"${name}"`).join(', ');
    const names = sheetNames?.map((name) => `"${name}"`).join(', ');
    const wanted = names === undefined ? 'visible sheet' : `sheet named ${names}`;
    return { ...NO_TABLES, notes: [`The workbook has no ${wanted}. Sheets found: ${found || 'none'}.`] };
  }
  const tables = sheets.slice(0, SHEETS_MAX).flatMap((sheet) => {
    const table = findTable(sheet, sampleRows(sheet));
    return table === null ? [] : [candidateOf(table, fileMonth)];
  });
  const isLikely = ({ isLines, confidence }: SheetCandidate) => isLines && confidence > WEAK_CONFIDENCE;
  const ranked = [...tables].sort(
    (a, b) =>
      Number(isLikely(b)) - Number(isLikely(a)) ||
      b.confidence - a.confidence ||
      b.table.dataRows.length - a.table.dataRows.length,
  );
  // A caller that names several sheets wants all of them, with the columns of the first.
  const areChosen = sheetNames !== undefined && sheetNames.length > 1;
  const [best] = areChosen ? tables : ranked;
  if (best === undefined) {
    return { ...NO_TABLES, notes: ['No row reads like the header of a commission statement.'] };
  }
  const alike = areChosen
    ? tables.slice(1)
    : ranked
        .slice(1)
        .filter(
          ({ table, isLines, confidence }) =>
            isLines && confidence >= ALIKE_CONFIDENCE_MIN && isAlike(table, best.table),
        );
  const read = [best, ...alike];
  const beyond = sheets.slice(SHEETS_MAX);
  return {
    best: best.table,
    alike: alike.map(({ table }) => table),
    isFirstAlone: sheetNames === undefined && tables.length === 1 && best.table.sheet === sheets[0],
    leavesLinesOut:
      beyond.length > 0 ||
      tables.some((table) => !read.includes(table) && table.isLines && table.confidence >= LINES_CONFIDENCE_MIN),
    notes: sheetNotes(source, { read, tables, beyond, isNamed: sheetNames !== undefined }),
  };
}

function candidateOf(table: SheetTable, fileMonth: Period | null): SheetCandidate {
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
