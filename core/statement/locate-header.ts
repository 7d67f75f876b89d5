import { HEADER_SEARCH_ROWS } from '../limits/statement-limits.ts';
import { readAmount } from './amount.ts';
import { readDate } from './calendar-date.ts';
import {
  type BoundColumns,
  bindColumns,
  boundIndexes,
  cellOf,
  headerNamesOf,
  isBlank,
  type MissingColumn,
} from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText } from './displayed-text.ts';
import { type Header, headerKey, readHeader, readHeaderRows } from './header.ts';
import { headerSimilarity } from './header-words.ts';
import type { StatementWarning } from './line.ts';
import type { SourceRow } from './source.ts';

/** Position of a sheet's header, and its bound columns. */
export type HeaderSearch =
  | {
      readonly kind: 'found';
      /** Null when the file has no header and its columns go by position. The first row is then data. */
      readonly headerRow: number | null;
      readonly header: Header;
      readonly bound: BoundColumns;
    }
  | {
      readonly kind: 'missing';
      readonly detail: string;
      /** Columns of the row most like a header; null when no row matches any. */
      readonly nearest: BoundColumns | null;
    };

/** Largest number of names in a message, which stays readable and keeps the log small. */
const NAMES_SHOWN_MAX = 60;
const NAME_CHARACTERS_MAX = 60;

/** Returns the last row that may be the header, counted from 1. */
export function lastHeaderRow({ headerRow }: StatementConfig): number {
  return headerRow === 'auto' ? HEADER_SEARCH_ROWS : headerRow;
}

/**
 * Finds the header: the configured row, or the first of the rows with the most configured names and all required ones. If the required
 * columns are read by position, a file may have no header, and its first row with a readable amount is data.
 */
export function locateHeader(rows: readonly SourceRow[], config: StatementConfig): HeaderSearch {
  if (config.headerRow !== 'auto') return headerAt(rows, config, config.headerRow);
  const searched = rows.filter(({ row }) => row <= HEADER_SEARCH_ROWS);
  const candidates = searched.map((row, at) => {
    const header = readHeaderRows(searched, at, config.headerRows);
    return { row, header, bound: bindColumns(config, header) };
  });
  const fitting = candidates.filter(({ bound }) => bound.missing.length === 0 && bound.matches > 0);
  const best = fitting.reduce<(typeof fitting)[number] | null>(
    (most, next) => (most === null || next.bound.matches > most.bound.matches ? next : most),
    null,
  );
  if (best !== null) return { kind: 'found', headerRow: best.row.row, header: best.header, bound: best.bound };
  if (readsByPosition(config)) return headerByPosition(searched, config);
  const nearest = candidates.reduce<(typeof candidates)[number] | null>(
    (most, next) => (next.bound.matches > (most?.bound.matches ?? 0) ? next : most),
    null,
  );
  const shown = nearest ?? candidates.find(({ row }) => looksLikeHeader(row, config)) ?? null;
  const missing = (nearest?.bound ?? bindColumns(config, readHeader([]))).missing;
  return {
    kind: 'missing',
    detail: missingDetail(missing, shown && { ...shown, row: shown.row.row }, rows.length),
    nearest: nearest?.bound ?? null,
  };
}

/** Reads the header in the configured row. */
function headerAt(rows: readonly SourceRow[], config: StatementConfig, wanted: number): HeaderSearch {
  const at = rows.findIndex((candidate) => candidate.row === wanted);
  const row = rows[at];
  const header = readHeaderRows(rows, at, config.headerRows);
  const bound = bindColumns(config, header);
  if (row !== undefined && bound.missing.length === 0) return { kind: 'found', headerRow: wanted, header, bound };
  const shown =
    row !== undefined && (bound.matches > 0 || looksLikeHeader(row, config)) ? { header, bound, row: wanted } : null;
  return {
    kind: 'missing',
    detail: missingDetail(bound.missing, shown, rows.length),
    nearest: bound.matches > 0 ? bound : null,
  };
}

/** Tells whether the required columns are read by position or a fixed value, so that a file may have no header. */
function readsByPosition(config: StatementConfig): boolean {
  const { member_external_id: id, commission_amount: amount } = config.columns;
  if (typeof config.sign === 'object' || config.filter.length > 0 || id === undefined || amount === undefined)
    return false;
  return headerNamesOf(id).length === 0 && headerNamesOf(amount).length === 0;
}

/**
 * Finds the header of columns by position: the fullest row before the first readable amount; of equal rows the first.
 * Titles have fewer cells, and a data row with an unreadable amount comes later.
 */
function headerByPosition(rows: readonly SourceRow[], config: StatementConfig): HeaderSearch {
  const none = readHeader([]);
  const { columns } = bindColumns(config, none);
  const firstData = rows.findIndex(({ cells }) => {
    const amount = cellOf(columns.commission_amount, cells);
    return !isBlank(cellOf(columns.member_external_id, cells)) && readAmount(amount, config.amounts).ok;
  });
  const above = firstData === -1 ? rows : rows.slice(0, firstData);
  const named = above.filter(({ cells }) => !isBlank(cellOf(columns.member_external_id, cells)));
  const row = named.reduce<SourceRow | undefined>(
    (fullest, next) => (fullest === undefined || filledCells(next) > filledCells(fullest) ? next : fullest),
    undefined,
  );
  const header = row === undefined ? none : readHeader(row.cells);
  return { kind: 'found', headerRow: row?.row ?? null, header, bound: bindColumns(config, header) };
}

function filledCells({ cells }: SourceRow): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}

/** Accepts rows of plain texts only, no amounts or dates, because a message must not show a member's data. */
function looksLikeHeader(row: SourceRow, config: StatementConfig): boolean {
  const filled = row.cells.filter((cell) => !isBlank(cell));
  return (
    filled.length > 1 &&
    filled.every(
      (cell) => typeof cell === 'string' && !readAmount(cell, config.amounts).ok && !readDate(cell, config.dates).ok,
    )
  );
}

function missingDetail(
  missing: readonly MissingColumn[],
  shown: { readonly header: Header; readonly bound: BoundColumns; readonly row: number } | null,
  rowsSearched: number,
): string {
  const wanted = `No column for ${missing.map(({ words }) => words).join('; ')}.`;
  if (rowsSearched === 0) return `${wanted} The sheet is empty.`;
  if (shown === null) return `${wanted} No row looks like a header; rows searched: ${rowsSearched}.`;
  const names = shown.header.names.filter((name) => name !== '');
  const listed = names.slice(0, NAMES_SHOWN_MAX).map((name) => `"${legibleText(name).slice(0, NAME_CHARACTERS_MAX)}"`);
  const more = names.length > listed.length ? ` and ${names.length - listed.length} more` : '';
  const nearest = missing.map(({ names: wantedNames }) => nearestWords(wantedNames, shown)).join('');
  return `${wanted} Columns found in row ${shown.row}: ${listed.join(', ') || 'none'}${more}.${nearest}`;
}

/** Names the unused column that is most similar to a missing one; '' when no column is similar. */
function nearestWords(
  wanted: readonly string[],
  { header, bound }: { readonly header: Header; readonly bound: BoundColumns },
): string {
  const used = boundIndexes(bound);
  const free = header.names.filter((_, index) => !used.has(index));
  const found = nearestHeader(wanted, free);
  return found === null ? '' : ` Nearest to "${found.wanted}": "${found.name.slice(0, NAME_CHARACTERS_MAX)}".`;
}

/** Minimum similarity, from 0 to 1, of two names that are shown as a renaming. */
const SIMILAR_MIN = 0.5;
/** Largest number of findings in a warning, so that a wrong file does not fill the job's page. */
const NAMED_MAX = 6;

/** Returns the most similar pair of a wanted and a found name; null when no pair is similar. */
function nearestHeader(
  wanted: readonly string[],
  found: readonly string[],
): { readonly wanted: string; readonly name: string } | null {
  let best: { readonly wanted: string; readonly name: string } | null = null;
  let most = SIMILAR_MIN;
  for (const name of found) {
    for (const wantedName of wanted) {
      const similarity = name === '' ? 0 : headerSimilarity(wantedName, name);
      if (similarity > most || (best === null && similarity === most)) {
        best = { wanted: wantedName, name };
        most = similarity;
      }
    }
  }
  return best;
}

/** Reports changes of the sheets' headers in one warning, or none. `others` are further sentences, which come first. */
export function headerDrift(
  sheets: readonly { readonly header: Header; readonly bound: BoundColumns }[],
  knownHeaders: readonly string[] | null,
  others: readonly string[] = [],
): readonly StatementWarning[] {
  const findings = new Set([...others, ...sheets.flatMap((sheet) => lostColumns(sheet))]);
  for (const finding of changedColumns(sheets, knownHeaders)) findings.add(finding);
  if (findings.size === 0) return [];
  const named = [...findings].slice(0, NAMED_MAX);
  const more = findings.size > named.length ? ` And ${findings.size - named.length} more differences.` : '';
  return [{ code: 'header_drift', detail: `${named.join(' ')}${more}` }];
}

/** Returns a sentence for each missing configured column, with the column that it may have become. */
function lostColumns({ header, bound }: { readonly header: Header; readonly bound: BoundColumns }): readonly string[] {
  const used = boundIndexes(bound);
  const free = header.names.filter((_, index) => !used.has(index));
  return bound.absent.map(({ words, names }) => {
    const nearest = nearestHeader(names, free);
    return `No column for ${words}.${nearest === null ? '' : ` It may be "${shown(nearest.name)}" now.`}`;
  });
}

/**
 * Returns a sentence for each column that is new or gone since the carrier's previous statement; none without its header.
 * Only the first sheet is compared, because other sheets may have other columns every month.
 */
function changedColumns(
  sheets: readonly { readonly header: Header; readonly bound: BoundColumns }[],
  knownHeaders: readonly string[] | null,
): readonly string[] {
  const [first] = sheets;
  if (first === undefined || knownHeaders === null || knownHeaders.length === 0) return [];
  const { header, bound } = first;
  const known = new Set(knownHeaders.map(headerKey));
  const used = boundIndexes(bound);
  const present = new Set(sheets.flatMap((sheet) => sheet.header.names.map(headerKey)));
  const gone = knownHeaders.filter((name) => name !== '' && !present.has(headerKey(name)));
  const added = header.names.filter((name, index) => name !== '' && !used.has(index) && !known.has(headerKey(name)));
  return [
    ...added.map((name) => {
      const nearest = nearestHeader(gone, [name]) ?? nearestHeader(knownHeaders, [name]);
      return `New column "${shown(name)}"${nearest === null ? '' : `, nearest known name "${shown(nearest.wanted)}"`}.`;
    }),
    ...gone.filter((name) => nearestHeader([name], added) === null).map((name) => `Column "${shown(name)}" is gone.`),
  ];
}

function shown(name: string): string {
  return name.slice(0, NAME_CHARACTERS_MAX).toWellFormed();
}
