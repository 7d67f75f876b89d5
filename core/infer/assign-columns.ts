import { legibleText } from '../statement/displayed-text.ts';
import { contentFit, contentMeanings } from './content-fit.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import { headerMeanings } from './header-meanings.ts';
import type { HeaderMeaning } from './header-phrases.ts';
import { repeatsStatementMonth } from './month-column.ts';
import { withoutYearlyPremiums } from './yearly-premium.ts';

/** One possible meaning of one column. */
export interface Reading {
  readonly meaning: HeaderMeaning;
  readonly column: TableColumn;
  /** From 0 to 1: how surely the header gives the meaning, as far as the values support it. */
  readonly score: number;
}

/** The meaning of each column. */
export interface Assignment {
  readonly chosen: ReadonlyMap<HeaderMeaning, Reading>;
  /** Every meaning that was considered, best first. */
  readonly readings: readonly Reading[];
  /** Reasons why the values contradict the header, by column index. */
  readonly refuted: ReadonlyMap<number, string>;
}

/** Below this score a meaning is no better than a guess from one common word. */
const SCORE_MIN = 0.45;
/** Bonus for an id that belongs to exactly one name: it is the member's. */
const ONE_TO_ONE_BONUS = 0.04;

/** Factor for a policy number that serves as member id, because the table has no other. */
const POLICY_AS_ID = 0.9;

/** Chooses the best meanings of a table's columns. Each column and each meaning is used once. */
export function assignColumns(table: SheetTable): Assignment {
  const refuted = new Map<number, string>();
  const read = table.columns.flatMap((column) => readingsOf(column, refuted));
  const found = withoutYearlyPremiums(read, refuted);
  const readings = found.filter(({ meaning }) => hasPartner(meaning, found));
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
  const policy = chosen.get('policy_number');
  if (policy !== undefined && !chosen.has('member_external_id')) {
    chosen.set('member_external_id', { ...policy, meaning: 'member_external_id', score: policy.score * POLICY_AS_ID });
  }
  if (!chosen.has('member_external_id')) {
    const plan = chosen.get('plan_code');
    if (plan !== undefined && isOfEmployers(plan)) {
      chosen.set('member_external_id', { ...plan, meaning: 'member_external_id', score: PLAN_AS_ID });
    }
  }
  return { chosen, readings: ranked, refuted };
}

/**
 * Prefers a complete id. An id that some rows leave blank, such as the Medicare id of a new member, becomes the second id, if another
 * column is filled in all rows and matches it one to one.
 */
function preferCompleteId(chosen: Map<HeaderMeaning, Reading>, readings: readonly Reading[]): void {
  const id = chosen.get('member_external_id');
  if (id === undefined || isFilled(id)) return;
  const complete = readings.find(
    (one) =>
      one.meaning === 'member_external_id' &&
      one.column !== id.column &&
      isFilled(one) &&
      readings.every(({ column, score }) => column !== one.column || score <= one.score) &&
      isOneToOne(id, one),
  );
  if (complete === undefined) return;
  chosen.set('member_external_id', { ...complete, score: id.score });
  chosen.set('alternate_member_id', { ...id, meaning: 'alternate_member_id' });
}

function isFilled({ column: { profile } }: Reading): boolean {
  return profile.filled === profile.rows;
}

/** Fewer pairs may agree by chance. */
const PAIRS_MIN = 5;

function isOneToOne(one: Reading, other: Reading): boolean {
  const others = other.column.profile.texts;
  const pairs = one.column.profile.texts.flatMap((text, row) => (text === '' ? [] : [[text, others[row] ?? '']]));
  const count = (values: readonly (string | undefined)[]) => new Set(values).size;
  const both = count(pairs.map((pair) => pair.join('\n')));
  return (
    both >= PAIRS_MIN && count(pairs.map(([text]) => text)) === both && count(pairs.map(([, text]) => text)) === both
  );
}

/** Factor for an employer's plan number that serves as group id; most rows have their own number. */
const PLAN_AS_ID = 0.5;

function isOfEmployers({ column: { name, profile } }: Reading): boolean {
  return /\bplan\s*(?:no|num|number|#|id)/i.test(name) && profile.ids > 0.9 && profile.distinct > 0.5 * profile.filled;
}

/** Parts of a field that have a meaning only together. */
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
    meanings.set('lives', HEAD_COUNT);
  }
  const best = Math.max(0, ...meanings.values());
  return [...meanings].flatMap(([meaning, said]) => {
    const { factor, reason } = isCount && meaning === 'lives' ? A_COUNT : contentFit(meaning, column.profile);
    if (factor === 0 && said === best)
      refuted.set(column.index, `"${column.name}" reads like ${meaning}, but ${reason}`);
    const score = said * factor;
    return score < SCORE_MIN ? [] : [{ meaning, column, score }];
  });
}

/** Factor for a column of counts with a header that names the counted people. */
const HEAD_COUNT = 0.95;
/** The column's name and values have been checked already. */
const A_COUNT = { factor: 1, reason: '' };
const COUNTED =
  /^(?:(?:#|no\.?|number|total|enrolled|active|covered|current|billed|paid|eligible|of)\s*)*(?:subs|subscribers|members|mbrs|enrollees|contracts|certificates|certs|lives|employees|participants|insureds|policyholders)(?:\s*(?:count|enrolled|billed|covered))?$/i;

/** Whole numbers of up to five digits, or grouped by thousands ("12,480"). Ids have more digits or leading zeros. */
const COUNT = /^(?:0|[1-9]\d{0,4}|[1-9]\d{0,2}(?:,\d{3})+)(?:\.0+)?$/;

/** Returns whether a column counts people, such as "Enrolled Subscribers" with whole numbers. Such a column identifies nobody. */
function isHeadCount({ title, profile: { texts, filled } }: TableColumn): boolean {
  if (filled === 0 || !COUNTED.test(title.trim())) return false;
  return texts.filter((text) => COUNT.test(text)).length > 0.9 * filled;
}

/**
 * Adjusts ids by the names they occur with. Ids and names that match one to one are members' ids; an id with many names belongs to a group
 * or an agent. A name with many ids proves nothing, because names repeat.
 */
function withNameEvidence(readings: readonly Reading[], table: SheetTable): Reading[] {
  const names = namesOf(readings, table);
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

function namesOf(readings: readonly Reading[], table: SheetTable): readonly string[] | null {
  const best = (meaning: HeaderMeaning) =>
    readings.filter((reading) => reading.meaning === meaning).sort(byScore)[0]?.column.index;
  const whole = best('member_name');
  const parts = [best('last_name'), best('first_name')].filter((index) => index !== undefined);
  const indexes = parts.length === 2 ? parts : whole === undefined ? [] : [whole];
  if (indexes.length === 0 || table.dataRows.length < 5) return null;
  return table.dataRows.map(({ cells }) => indexes.map((index) => legibleText(cells[index] ?? '')).join(' '));
}

/** Returns whether one column may have both meanings: a policy number can be the only id of members. */
function mayShare(one: HeaderMeaning, other: HeaderMeaning): boolean {
  return [one, other].every((meaning) => meaning === 'member_external_id' || meaning === 'policy_number');
}
