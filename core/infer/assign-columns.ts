import type { Period } from '../period.ts';
import { type DateOptions, readDate, readMonth } from '../statement/calendar-date.ts';
import { isBlank } from '../statement/column-binding.ts';
import { COLUMN_NAMES, type ColumnName } from '../statement/config.ts';
import { displayedText, legibleText } from '../statement/displayed-text.ts';
import { headerWords } from '../statement/header-words.ts';
import type { Cell, SourceRow, SourceSheet, StatementSource } from '../statement/source.ts';
import { looksLikeMoney } from './column-profile.ts';
import { contentFit, contentMeanings } from './content-fit.ts';
import { findTable, type SheetTable, sampleRows, type TableColumn } from './find-table.ts';
import { headerMeanings } from './header-meanings.ts';
import type { HeaderMeaning } from './header-phrases.ts';
import { monthsOfFileName, monthsOfSheetName, monthsOfTitles, type NamedMonth } from './named-months.ts';
import { withoutYearlyPremiums } from './yearly-premium.ts';

/** The places outside the rows where a file may name its carrier and its month. */
export interface NamingPlaces {
  readonly fileName: string;
  readonly sheetNames: readonly string[];
  readonly titles: readonly SourceRow[];
  /** All texts in which a carrier may be named. */
  readonly texts: readonly string[];
}

/** Largest number of sheets that are searched. */
const SHEETS_SEARCHED = 20;
/** Number of rows that may be titles, of a sheet without a recognisable header. */
const TITLE_ROWS = 10;

/** Collects the naming places of a file from the first 500 rows of its first twenty visible sheets. */
export function namingPlaces(source: StatementSource, fileName: string): NamingPlaces {
  const sheets = source.sheets.filter(({ hidden }) => !hidden).slice(0, SHEETS_SEARCHED);
  const titles = sheets.flatMap(titlesOf);
  const sheetNames = sheets.map(({ name }) => name).filter((name) => name !== '');
  const texts = [fileName, ...sheetNames, ...titles.flatMap(({ cells }) => cells.map(legibleText))];
  return { fileName, sheetNames, titles, texts };
}

/** Finds the months that a file names outside its rows. */
export function monthsOfPlaces(
  { fileName, sheetNames, titles }: NamingPlaces,
  dates: DateOptions,
): readonly NamedMonth[] {
  return [...monthsOfTitles(titles, dates), ...sheetNames.flatMap(monthsOfSheetName), ...monthsOfFileName(fileName)];
}

/** Returns the rows above the header; without a header, the first rows with at most two cells. */
function titlesOf(sheet: SourceSheet): readonly SourceRow[] {
  const rows = sampleRows(sheet);
  const table = findTable(sheet, rows);
  if (table !== null) return table.titles.filter((row) => !isLine(row, table));
  return rows.slice(0, TITLE_ROWS).filter(({ cells }) => cells.filter((cell) => !isBlank(cell)).length <= 2);
}

/** Share of a column's cells that have one kind. */
const NEARLY_ALL = 0.9;

/**
 * Returns whether a row above the header is a line: its amounts and dates stand where those of the lines stand. Its dates name no month of
 * the statement.
 */
function isLine({ cells }: SourceRow, { columns }: SheetTable): boolean {
  const money = columns.filter(({ profile }) => profile.money >= NEARLY_ALL);
  const dated = columns.filter(({ profile }) => profile.dates >= NEARLY_ALL);
  const isDate = (cell: Cell) => isBlank(cell) || readDate(cell, MDY).ok || readDate(cell, DMY).ok;
  const isMoney = (cell: Cell) => !isBlank(cell) && looksLikeMoney(cell);
  return (
    money.length > 0 &&
    money.every(({ index }) => isMoney(cells[index] ?? '')) &&
    dated.every(({ index }) => isDate(cells[index] ?? ''))
  );
}

const MDY: DateOptions = { order: 'MDY', openEnded: [] };
const DMY: DateOptions = { order: 'DMY', openEnded: [] };

/** A possible meaning of a column, with its score. */
export interface Reading {
  readonly meaning: HeaderMeaning;
  readonly column: TableColumn;
  /** From 0 to 1: how surely the header gives the meaning, as far as the values support it. */
  readonly score: number;
}

/** The meanings that a table's columns were given, with the rejected ones. */
export interface Assignment {
  readonly chosen: ReadonlyMap<HeaderMeaning, Reading>;
  /** All possible meanings of all columns, best first. */
  readonly readings: readonly Reading[];
  /** Reasons why the values contradict the header, by column index. */
  readonly refuted: ReadonlyMap<number, string>;
}

/** Below this score a meaning is no better than a guess from one common word. */
const SCORE_MIN = 0.45;
/** Bonus for a column in which each id belongs to one name. Such ids identify members. */
const ONE_TO_ONE_BONUS = 0.04;

/** Factor for a policy number that serves as member id, because the table has no other id. */
const POLICY_AS_ID = 0.9;
/** Factor for an employer's plan number that serves as id of a group. Usually each row has its own number. */
const PLAN_AS_ID = 0.5;

/**
 * Chooses the best meaning of each column. Each meaning is used once, and so is each column, except that a policy number may be the member
 * id too.
 */
export function assignColumns(table: SheetTable): Assignment {
  const refuted = new Map<number, string>();
  const read = table.columns.flatMap((column) => readingsOf(column, refuted));
  const found = withoutYearlyPremiums(read, refuted);
  const readings = withoutAgencyNumbers(
    found.filter(({ meaning }) => hasPartner(meaning, found)),
    refuted,
  );
  const ranked = withNameEvidence(readings, table).sort(byScore);
  const chosen = new Map<HeaderMeaning, Reading>();
  const takenBy = new Map<number, HeaderMeaning>();
  for (const reading of ranked) {
    const owner = takenBy.get(reading.column.index);
    if (chosen.has(reading.meaning) || reading.score < SCORE_MIN) continue;
    if (owner !== undefined && !mayShare(owner, reading.meaning)) continue;
    chosen.set(reading.meaning, reading);
    takenBy.set(reading.column.index, owner ?? reading.meaning);
  }
  preferCompleteId(chosen, ranked);
  useStandInId(chosen);
  return { chosen, readings: ranked, refuted };
}

/**
 * Leaves out an agent's id that is the same in every row beside agents whose names share no word. It is the agency's own number, and all
 * agents would be one by it.
 */
function withoutAgencyNumbers(readings: readonly Reading[], refuted: Map<number, string>): readonly Reading[] {
  const names = readings.filter(({ meaning }) => meaning === 'agent_name').sort(byScore)[0]?.column.profile.texts ?? [];
  const [first = [], ...others] = [...new Set(names.filter((name) => name !== ''))].map(headerWords);
  if (others.every((words) => words.some((word) => first.includes(word)))) return readings;
  return readings.filter(({ meaning, column: { index, profile } }) => {
    const isAgency = meaning === 'agent_id' && new Set(profile.texts.filter((text) => text !== '')).size === 1;
    if (isAgency) refuted.set(index, 'it has one number for several agents');
    return !isAgency;
  });
}

/** Makes the policy number, or else an employer's plan number, the member id of a table without one. */
function useStandInId(chosen: Map<HeaderMeaning, Reading>): void {
  const policy = chosen.get('policy_number');
  if (policy !== undefined && !chosen.has('member_external_id')) {
    chosen.set('member_external_id', { ...policy, meaning: 'member_external_id', score: policy.score * POLICY_AS_ID });
  }
  const plan = chosen.get('plan_code');
  if (!chosen.has('member_external_id') && plan !== undefined && isEmployerPlanNumber(plan)) {
    chosen.set('member_external_id', { ...plan, meaning: 'member_external_id', score: PLAN_AS_ID });
  }
}

/**
 * Replaces a member id that is blank in some rows, such as the Medicare id, which a new member may lack. Another id column takes its place
 * if it is filled in all rows and matches the first id one to one; the first id then becomes the second id.
 */
function preferCompleteId(chosen: Map<HeaderMeaning, Reading>, readings: readonly Reading[]): void {
  const id = chosen.get('member_external_id');
  if (id === undefined || isFilled(id)) return;
  const complete = readings.find(
    (other) =>
      other.meaning === 'member_external_id' &&
      other.column !== id.column &&
      isFilled(other) &&
      isBestOfItsColumn(other, readings) &&
      isOneToOne(id, other),
  );
  if (complete === undefined) return;
  chosen.set('member_external_id', { ...complete, score: id.score });
  chosen.set('alternate_member_id', { ...id, meaning: 'alternate_member_id' });
}

function isBestOfItsColumn(reading: Reading, readings: readonly Reading[]): boolean {
  return readings.every(({ column, score }) => column !== reading.column || score <= reading.score);
}

function isFilled({ column: { profile } }: Reading): boolean {
  return profile.filled === profile.rows;
}

/** Minimum number of different pairs of ids. Fewer pairs may match one to one by chance. */
const PAIRS_MIN = 5;

/** Returns whether each value of one column occurs with exactly one value of the other. Blank cells of `one` are ignored. */
function isOneToOne(one: Reading, other: Reading): boolean {
  const others = other.column.profile.texts;
  const pairs = one.column.profile.texts.flatMap((text, row) => (text === '' ? [] : [[text, others[row] ?? '']]));
  const count = (values: readonly (string | undefined)[]) => new Set(values).size;
  const both = count(pairs.map((pair) => pair.join('\n')));
  return (
    both >= PAIRS_MIN && count(pairs.map(([text]) => text)) === both && count(pairs.map(([, text]) => text)) === both
  );
}

function isEmployerPlanNumber({ column: { name, profile } }: Reading): boolean {
  return /\bplan\s*(?:no|num|number|#|id)/i.test(name) && profile.ids > 0.9 && profile.distinct > 0.5 * profile.filled;
}

/** Meanings that come in pairs. A column is ignored when the table has no column of the partner's meaning. */
const PARTNERS: Readonly<Partial<Record<HeaderMeaning, HeaderMeaning>>> = {
  contract_number: 'pbp',
  pbp: 'contract_number',
  debit: 'credit',
  credit: 'debit',
  agent_first_name: 'agent_last_name',
  agent_last_name: 'agent_first_name',
};

function hasPartner(meaning: HeaderMeaning, found: readonly Reading[]): boolean {
  const partner = PARTNERS[meaning];
  return partner === undefined || found.some((reading) => reading.meaning === partner);
}

function byScore(a: Reading, b: Reading): number {
  return b.score - a.score || a.column.index - b.column.index || (a.meaning < b.meaning ? -1 : 1);
}

function readingsOf(column: TableColumn, refuted: Map<number, string>): readonly Reading[] {
  const meanings = new Map(headerMeanings(column.title));
  for (const [meaning, score] of contentMeanings(column.profile)) {
    if (score > (meanings.get(meaning) ?? 0)) meanings.set(meaning, score);
  }
  if (meanings.has('coverage_month') && repeatsStatementMonth(column)) {
    meanings.delete('coverage_month');
    refuted.set(
      column.index,
      `"${column.name}" is the month of the statement in every row, and names no month that is paid`,
    );
  }
  const isCount = isHeadCount(column);
  if (isCount) {
    meanings.delete('member_external_id');
    meanings.delete('policy_number');
    meanings.set('lives', HEAD_COUNT_WEIGHT);
  }
  const best = Math.max(0, ...meanings.values());
  return [...meanings].flatMap(([meaning, weight]) => {
    const { factor, reason } = isCount && meaning === 'lives' ? CONFIRMED_COUNT : contentFit(meaning, column.profile);
    if (factor === 0 && weight === best)
      refuted.set(column.index, `"${column.name}" reads like ${meaning}, but ${reason}`);
    const score = weight * factor;
    return score < SCORE_MIN ? [] : [{ meaning, column, score }];
  });
}

/** Weight of a header that names the counted people, above a column of counts. */
const HEAD_COUNT_WEIGHT = 0.95;
/** Fit of a head count, whose header and values `isHeadCount` has checked. */
const CONFIRMED_COUNT = { factor: 1, reason: '' };
/** Matches headers that name people or contracts: "Enrolled Subscribers", "# of Members", "Certificate Count". */
const COUNTED_PEOPLE =
  /^(?:(?:#|no\.?|number|total|enrolled|active|covered|current|billed|paid|eligible|of)\s*)*(?:subs|subscribers|members|mbrs|enrollees|contracts|certificates|certs|lives|employees|participants|insureds|policyholders)(?:\s*(?:count|enrolled|billed|covered))?$/i;

/** Matches whole numbers of up to five digits, or grouped by thousands ("12,480"). Ids have more digits or leading zeros. */
const COUNT = /^(?:0|[1-9]\d{0,4}|[1-9]\d{0,2}(?:,\d{3})+)(?:\.0+)?$/;

/** Returns whether a column counts people, such as "Enrolled Subscribers" with whole numbers. Head counts are no member ids. */
function isHeadCount({ title, profile: { texts, filled } }: TableColumn): boolean {
  if (filled === 0 || !COUNTED_PEOPLE.test(title.trim())) return false;
  return texts.filter((text) => COUNT.test(text)).length > 0.9 * filled;
}

/**
 * Adjusts the scores of ids by the names beside them. Ids that match names one to one are members' ids, and an id with many names belongs
 * to a group or an agent. A name with many ids proves nothing, because names repeat.
 */
function withNameEvidence(readings: readonly Reading[], table: SheetTable): Reading[] {
  const names = namesByRow(readings, table);
  if (names === null) return [...readings];
  return readings.map((reading) => {
    if (reading.meaning !== 'member_external_id') return reading;
    const filled = reading.column.profile.texts.flatMap((id, row) =>
      id === '' ? [] : [{ id, name: names[row] ?? '' }],
    );
    const distinct = (values: readonly string[]) => new Set(values).size;
    const pairs = Math.max(1, distinct(filled.map(({ id, name }) => `${id}\n${name}`)));
    const ids = distinct(filled.map(({ id }) => id)) / pairs;
    const people = distinct(filled.map(({ name }) => name)) / pairs;
    if (ids >= 0.9 && people >= 0.9) return { ...reading, score: Math.min(1, reading.score + ONE_TO_ONE_BONUS) };
    return ids < 0.5 ? { ...reading, score: reading.score * 0.8 } : reading;
  });
}

/** Returns the member's name in each row; null when the table has no names or too few rows. */
function namesByRow(readings: readonly Reading[], table: SheetTable): readonly string[] | null {
  const best = (meaning: HeaderMeaning) =>
    readings.filter((reading) => reading.meaning === meaning).sort(byScore)[0]?.column.index;
  const whole = best('member_name');
  const parts = [best('last_name'), best('first_name')].filter((index) => index !== undefined);
  const indexes = parts.length === 2 ? parts : whole === undefined ? [] : [whole];
  if (indexes.length === 0 || table.dataRows.length < 5) return null;
  return table.dataRows.map(({ cells }) => indexes.map((index) => legibleText(cells[index] ?? '')).join(' '));
}

/** Returns whether one column may have both meanings. Only a policy number can be the member id too. */
function mayShare(one: HeaderMeaning, other: HeaderMeaning): boolean {
  return [one, other].every((meaning) => meaning === 'member_external_id' || meaning === 'policy_number');
}

/** Words of headers that name the month of the statement, and not the months that it pays for. */
const STATEMENT_WORDS = new Set(['statement', 'cycle', 'accounting']);

/**
 * Returns whether a column repeats the month of the statement: its header says so, and all rows have the same month. A column of the paid
 * months would show another month for a late payment.
 */
export function repeatsStatementMonth({ name, profile: { texts } }: TableColumn): boolean {
  if (!headerWords(name).some((word) => STATEMENT_WORDS.has(word))) return false;
  const months = texts
    .filter((text) => text !== '')
    .map((text) => monthOf(text, { order: 'MDY', openEnded: [] }) ?? text);
  return new Set(months).size === 1;
}

/** Returns the month of a cell; '' for a blank cell, null for a value that is no month. */
export function monthOf(cell: Cell, dates: DateOptions): Period | null | '' {
  if (displayedText(cell).trim() === '') return '';
  const reading = readMonth(cell, dates);
  return reading.ok ? reading.month : null;
}

/** Minimum number and share of rows without an id. Fewer such rows are incomplete rows, and no blocks. */
const BLOCK_ROWS_MIN = 3;
const BLOCK_SHARE_MIN = 0.1;

/** Fields of the member and the policy, which a statement may print once for several lines. Every line prints its type and amount. */
const BLOCK_FIELDS = new Set<ColumnName>([
  'member_external_id',
  'member_name',
  'first_name',
  'last_name',
  'email',
  'policy_number',
  'effective_date',
  'term_date',
  'agent_id',
  'agent_name',
  'state',
  'county',
]);

/**
 * Returns the fields that are printed only on the first line of a block. In the other lines the id and the name must be blank together,
 * beside an amount. A line that lacks only its id is no such line: its member is unknown, and it must fail.
 */
export function carriedColumns(table: SheetTable, { chosen }: Assignment): readonly ColumnName[] {
  const textsOf = (name: ColumnName) => chosen.get(name)?.column.profile.texts ?? [];
  const ids = textsOf('member_external_id');
  const names = textsOf(chosen.has('member_name') ? 'member_name' : 'last_name');
  const amounts = textsOf('commission_amount');
  if (names.length === 0 || ids[0] === '' || names[0] === '') return [];
  const blank = [...ids.keys()].filter((row) => ids[row] === '');
  const filled = [...ids.keys()].filter((row) => ids[row] !== '');
  if (blank.length < Math.max(BLOCK_ROWS_MIN, BLOCK_SHARE_MIN * table.dataRows.length)) return [];
  const holdsForNearlyAll = (rows: readonly number[], holds: (row: number) => boolean) =>
    rows.filter(holds).length >= NEARLY_ALL * rows.length;
  const isOncePerBlock = (texts: readonly string[]) =>
    holdsForNearlyAll(blank, (row) => texts[row] === '') && holdsForNearlyAll(filled, (row) => texts[row] !== '');
  if (!blank.every((row) => names[row] === '') || !isOncePerBlock(names)) return [];
  if (!holdsForNearlyAll(blank, (row) => (amounts[row] ?? '') !== '')) return [];
  return COLUMN_NAMES.filter((name) => BLOCK_FIELDS.has(name) && chosen.has(name) && isOncePerBlock(textsOf(name)));
}
