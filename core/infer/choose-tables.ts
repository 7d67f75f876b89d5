import type { Period } from '../period.ts';
import { isBlank } from '../statement/column-binding.ts';
import { headerKey } from '../statement/header.ts';
import type { SourceSheet, StatementSource } from '../statement/source.ts';
import { looksLikeMoney } from './column-profile.ts';
import { findTable, type SheetTable, sampleRows } from './find-table.ts';
import { inferColumns } from './infer-columns.ts';

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

/** The table of an examined sheet, and how well it reads. */
interface SheetCandidate {
  readonly table: SheetTable;
  /** From 0 to 1. */
  readonly confidence: number;
  /** True unless the sheet's name means a summary or held-back pay. */
  readonly isLines: boolean;
  /** True when a column looks like paid money. */
  readonly hasAmounts: boolean;
}

/** Minimum confidence of a sheet that looks like lines. */
const LINES_CONFIDENCE_MIN = 0.5;

interface ExaminedSheets {
  /** The sheets that the configuration reads. */
  readonly read: readonly SheetCandidate[];
  /** All examined sheets with a table. */
  readonly tables: readonly SheetCandidate[];
  /** Sheets that were not examined, because there are too many. */
  readonly beyond: readonly SourceSheet[];
  /** True when the caller named the sheet to read, and so left out the other sheets on purpose. */
  readonly isNamed: boolean;
}

/**
 * Writes notes about read and unread sheets, because a person has to decide about money that is left out. Returns none for a file with one
 * sheet.
 */
function sheetNotes(source: StatementSource, { read, tables, beyond, isNamed }: ExaminedSheets): readonly string[] {
  if (source.fileType === 'csv' || source.sheets.length < 2) return [];
  const others = tables.filter((table) => !read.includes(table));
  const left = others.filter(({ confidence }) => confidence >= LINES_CONFIDENCE_MIN).map(({ table }) => table.sheet);
  const readSheets = read.map(({ table }) => table.sheet);
  const amounts = others.filter(({ hasAmounts }) => hasAmounts).map(({ table }) => table.sheet);
  const withMoney = source.sheets.filter(
    (sheet) => ![...readSheets, ...left, ...beyond].includes(sheet) && (amounts.includes(sheet) || hasMoney(sheet)),
  );
  return [
    `Read: ${listed(readSheets)} of ${source.sheets.length} sheets.`,
    ...(read.length > 1 ? ['Several sheets have the same kind of rows; check that none repeats another.'] : []),
    ...(left.length > 0 ? [`Not read, although they look like lines: ${listed(left)}.`] : []),
    ...(withMoney.length > 0 && !isNamed
      ? [`Not read, although there are amounts: ${listed(withMoney)}. Check that they only say again what is read.`]
      : []),
    ...(beyond.length > 0 ? [`Not looked at, for there are too many sheets: ${listed(beyond)}.`] : []),
  ];
}

function listed(sheets: readonly SourceSheet[]): string {
  return sheets.map(({ name, hidden }) => `"${name}"${hidden ? ' (hidden)' : ''}`).join(', ');
}

/** Returns whether the first rows have an amount with cents or a currency. */
function hasMoney(sheet: SourceSheet): boolean {
  return sampleRows(sheet).some(({ cells }) => cells.some((cell) => !isBlank(cell) && looksLikeMoney(cell)));
}
