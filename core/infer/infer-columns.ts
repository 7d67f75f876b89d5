import type { z } from 'zod';
import type { Period } from '../period.ts';
import { COLUMN_NAMES, type ColumnName, type ColumnSource, type statementConfigSchema } from '../statement/config.ts';
import { rowText } from '../statement/row-kind.ts';
import { GUESS } from './amount-choice.ts';
import { type Assignment, assignColumns, type Reading } from './assign-columns.ts';
import { carriedColumns } from './carried-columns.ts';
import type { SheetTable } from './find-table.ts';
import { headerMeanings, isOfAnotherTrade, isOfTheTrade, namesPayee } from './header-meanings.ts';
import type { HeaderMeaning } from './header-phrases.ts';
import { inferAmount } from './infer-amount.ts';
import { proposePay } from './propose-pay.ts';
import { readOddRows } from './read-odd-rows.ts';
import { readValues } from './read-values.ts';
import { isStatementMonth } from './statement-month.ts';
import { isRateOfPremium } from './yearly-premium.ts';

type ConfigInput = z.input<typeof statementConfigSchema>;

/** The columns of one table, as a configuration names them. */
export interface InferredColumns {
  readonly sources: Partial<Record<ColumnName, ColumnSource>>;
  readonly options: Partial<ConfigInput>;
  readonly mapped: readonly { readonly header: string; readonly target: ColumnName; readonly score: number }[];
  readonly unmapped: readonly { readonly header: string; readonly reason: string }[];
  readonly confidence: number;
  readonly notes: readonly string[];
}

type Mapped = InferredColumns['mapped'][number];

/** Minimum score of an id that is tried as second id. */
const SECOND_ID_MIN = 0.65;
/** Upper bounds that keep a guess below the certainty of 0.8. */
const NOT_OF_THE_TRADE = 0.6;
const OF_ANOTHER_TRADE = 0.4;
const REQUIRED_MISSING = 0.2;
const NO_ROWS = 'There are no rows below the header to judge by: columns are known by their names only.';

const ONE_MONTH =
  'has one date in every row, in the month of the statement: it was taken for the month that is paid, not for an effective date.';

/**
 * Maps the columns of a table. The confidence is the lower one of id and amount. `fileMonth`: the month that the file's name names, or
 * null.
 */
export function inferColumns(table: SheetTable, fileMonth: Period | null): InferredColumns {
  const assignment = assignColumns(table);
  const notes = table.dataRows.length === 0 ? [NO_ROWS] : [];
  const mapped: Mapped[] = [];
  const sources: Partial<Record<ColumnName, ColumnSource>> = {};
  const use = (target: ColumnName, source: ColumnSource, readings: readonly Reading[]) => {
    sources[target] = source;
    for (const { column, score } of readings) mapped.push({ header: column.name, target, score });
  };
  const amount = inferAmount(table, assignment);
  notes.push(...amount.notes);
  if (amount.source !== null) use('commission_amount', amount.source, amount.readings);
  else
    for (const { column, score } of amount.readings)
      mapped.push({ header: column.name, target: 'commission_amount', score });
  const id = useMemberId(table, assignment, use, notes);
  useNames(table, assignment, use);
  usePlanCode(assignment, use);
  const values = readValues(table, assignment, amount);
  if (values.signColumn !== null) {
    use('transaction_type', values.signColumn.name, [
      { meaning: 'transaction_type', column: values.signColumn, score: GUESS },
    ]);
  }
  const order = values.options.dates?.order ?? 'MDY';
  const pay = proposePay(table, assignment, { amount, order });
  // In a carrier's first month every term may begin in that month.
  const isMonth = pay.termEnd === null && isStatementMonth(table, assignment, { order, fileMonth });
  const month = isMonth ? assignment.chosen.get('effective_date') : undefined;
  if (month !== undefined) notes.push(`"${month.column.name}" ${ONE_MONTH}`);
  for (const name of COLUMN_NAMES) {
    const reading = assignment.chosen.get(name) ?? (name === 'coverage_month' ? month : undefined);
    if (reading === undefined || sources[name] !== undefined || SPECIAL.has(name)) continue;
    if (amount.readings.some(({ column }) => column === reading.column)) continue;
    if (reading === month && name === 'effective_date') continue;
    use(name, reading.column.name, [reading]);
  }
  const enrollment = assignment.chosen.get('enrollment_type');
  const parts = [enrollment, pay.mode?.reading].filter((part) => part !== undefined);
  addToDescription(sources.description, parts, use);
  if (pay.termEnd !== null) {
    delete sources.term_date;
    if (pay.isWholeTerm) use('paid_through', pay.termEnd.column.name, [pay.termEnd]);
  }
  const oddRows = readOddRows(table);
  for (const name of COLUMN_NAMES) {
    const source = oddRows.columns[name];
    if (source !== undefined) sources[name] ??= source;
  }
  const carryDown = typeof sources.member_external_id === 'string' ? carriedColumns(table, assignment) : [];
  if (carryDown.length > 0) notes.push(`Printed once for several lines and carried down: ${carryDown.join(', ')}.`);
  const isPadded = hasPaddedIds(assignment, sources.member_external_id);
  if (isPadded) notes.push('Leading zeros of the member id do not count, because a spreadsheet loses them.');
  const isRate = amount.readings.some(({ column }) => isRateOfPremium(column, assignment.readings));
  const confidence = confidenceOf(table, { id, amount: amount.confidence, isRate }, notes);
  return {
    sources,
    options: {
      ...values.options,
      ...pay.options,
      skipRows: { patterns: [...oddRows.skipPatterns] },
      carryDown: [...carryDown],
      ...(isPadded ? { memberId: { stripLeadingZeros: true } } : {}),
    },
    mapped,
    unmapped: unmappedOf(table, assignment, mapped),
    confidence: values.isGuessed || carryDown.length > 0 ? Math.min(confidence, GUESS) : confidence,
    notes: [
      ...[...notes, ...nameNote(table, assignment, mapped), ...carrierNote(assignment, mapped)],
      ...[...values.notes, ...pay.notes, ...oddRows.notes],
    ],
  };
}

/** Fields that need more than one column or a special decision. */
const SPECIAL = new Set<ColumnName>([
  'member_external_id',
  'commission_amount',
  'member_name',
  'first_name',
  'last_name',
  'agent_name',
  'plan_code',
]);

type Use = (target: ColumnName, source: ColumnSource, readings: readonly Reading[]) => void;

/** Maps the member's id; uses two columns when some rows fill only the second. Returns the confidence. */
function useMemberId(table: SheetTable, { chosen, readings }: Assignment, use: Use, notes: string[]): number {
  const id = chosen.get('member_external_id');
  if (id === undefined) {
    notes.push('No column reads like a member id or a policy number.');
    return 0;
  }
  const second = secondId(id, readings) ?? rareId(id, table) ?? otherHalf(id, table);
  if (second === undefined) {
    use('member_external_id', id.column.name, [id]);
  } else {
    notes.push(`"${id.column.name}" is blank in some rows; "${second.column.name}" is the id there.`);
    use('member_external_id', { firstFilled: [id.column.name, second.column.name] }, [id, second]);
  }
  if (id.score < GUESS && OF_A_GROUP.test(id.column.name)) {
    notes.push(`"${id.column.name}" tells groups apart, not members: the lines of one group become one member.`);
  }
  if (chosen.get('policy_number')?.column === id.column) {
    notes.push(`Members are told apart by "${id.column.name}", which is their policy number too.`);
  }
  return id.score;
}

const PADDED_DIGITS_MIN = 5;

/**
 * Returns whether the ids are numbers of one length, filled up with zeros. A spreadsheet loses such zeros, and two ids of one length never
 * differ by them alone.
 */
function hasPaddedIds({ chosen }: Assignment, source: ColumnSource | undefined): boolean {
  if (typeof source !== 'string') return false;
  const ids = (chosen.get('member_external_id')?.column.profile.texts ?? []).filter((text) => text !== '');
  const length = ids[0]?.length ?? 0;
  if (length < PADDED_DIGITS_MIN || !ids.some((id) => id.startsWith('0'))) return false;
  return ids.every((id) => id.length === length && /^\d+$/.test(id));
}

/**
 * Finds the column with the ids of rows that have none in the first one. Another id of the member, such as a Medicare id or that of AARP,
 * is preferred to a policy number if each row has exactly one of the two.
 */
function secondId(id: Reading, readings: readonly Reading[]): Reading | undefined {
  const texts = id.column.profile.texts;
  const blanks = [...texts.keys()].filter((row) => texts[row] === '');
  if (blanks.length === 0) return undefined;
  const share = ({ column }: Reading) =>
    blanks.filter((row) => (column.profile.texts[row] ?? '') !== '').length / blanks.length;
  const others = readings.filter(
    (one) =>
      one.meaning === 'member_external_id' &&
      one.column !== id.column &&
      one.score >= SECOND_ID_MIN &&
      share(one) >= 0.8,
  );
  const isPolicy = ({ column }: Reading) =>
    readings.some((one) => one.meaning === 'policy_number' && one.column === column);
  return others.find((one) => share(one) === 1 && !isPolicy(one)) ?? others[0];
}

/** Finds an id that few rows have. Only the column's name can be judged, and its rows must have no other id. */
function rareId(id: Reading, { columns }: SheetTable): Reading | undefined {
  const texts = id.column.profile.texts;
  const blanks = [...texts.keys()].filter((row) => texts[row] === '');
  if (blanks.length === 0) return undefined;
  for (const column of columns) {
    const meanings = headerMeanings(column.title);
    const score = Math.max(meanings.get('member_external_id') ?? 0, meanings.get('alternate_member_id') ?? 0);
    const filled = blanks.filter((row) => (column.profile.texts[row] ?? '') !== '').length;
    if (column === id.column || score < SECOND_ID_MIN || column.profile.ids < 0.9) continue;
    if (filled >= 0.8 * blanks.length) return { meaning: 'member_external_id', column, score };
  }
  return undefined;
}

/** Matches names of ids of an employer or a purchaser. */
const OF_A_GROUP = /\b(?:group|grp|employer|emplr|purchaser|account|acct|plan)\b/i;

/** Matches names of ids in general. */
const AN_ID = /\b(?:id|no|num|number|nbr)\b|#|id$/i;

/** Finds an id of any kind such that each row has one of the two ids, and no row both. */
function otherHalf(id: Reading, { columns }: SheetTable): Reading | undefined {
  const texts = id.column.profile.texts;
  const column = columns.find(
    ({ index, name, profile }) =>
      index !== id.column.index &&
      profile.ids > 0.9 &&
      profile.distinct > 0.5 * profile.filled &&
      AN_ID.test(name) &&
      !namesPayee(name) &&
      texts.every((text, row) => (text === '') === ((profile.texts[row] ?? '') !== '')),
  );
  return column === undefined ? undefined : { meaning: 'member_external_id', column, score: SECOND_ID_MIN };
}

function useNames({ columns }: SheetTable, { chosen }: Assignment, use: Use): void {
  const [whole, first, last] = [chosen.get('member_name'), chosen.get('first_name'), chosen.get('last_name')];
  const hasParts = first !== undefined && last !== undefined;
  if (whole !== undefined && !(hasParts && whole.score < 0.8)) use('member_name', whole.column.name, [whole]);
  else {
    if (first !== undefined) use('first_name', first.column.name, [first]);
    if (last !== undefined) use('last_name', last.column.name, [last]);
  }
  const agent = chosen.get('agent_name') ?? namedBesideId(columns, chosen);
  const [agentFirst, agentLast] = [chosen.get('agent_first_name'), chosen.get('agent_last_name')];
  const parts = [agentFirst, agentLast].filter((part) => part !== undefined);
  if (parts.length === 2 && (agent?.score ?? 0) < 0.9) {
    use('agent_name', { concat: parts.map(({ column }) => column.name), separator: ' ' }, parts);
  } else if (agent !== undefined) use('agent_name', agent.column.name, [agent]);
}

/** Finds a second "Name" to the right of an agent's id, which is the agent's name. */
function namedBesideId(columns: SheetTable['columns'], chosen: Assignment['chosen']): Reading | undefined {
  const id = chosen.get('agent_id');
  const column = columns.find(({ index }) => id !== undefined && index === id.column.index + 1);
  if (column === undefined || !/^(?:full )?name#\d+$/i.test(column.name) || column.profile.names < 0.9)
    return undefined;
  return { meaning: 'agent_name', column, score: GUESS };
}

/** Adds columns that scoring reads from the description: how a member enrolled ("Plan Change"), how often a premium is paid. */
function addToDescription(column: ColumnSource | undefined, parts: readonly Reading[], use: Use): void {
  if (parts.length === 0 || (column !== undefined && typeof column !== 'string')) return;
  const names = [...(column === undefined ? [] : [column]), ...parts.map((part) => part.column.name)];
  const [only] = names;
  use('description', names.length === 1 && only !== undefined ? only : { concat: names, separator: ' / ' }, parts);
}

/** Maps the plan code of Medicare plans: contract and benefit package, "H1234-014". */
function usePlanCode({ chosen }: Assignment, use: Use): void {
  const whole = chosen.get('plan_code');
  const parts = [chosen.get('contract_number'), chosen.get('pbp')].filter((part) => part !== undefined);
  if (parts.length === 2) use('plan_code', { concat: parts.map(({ column }) => column.name), separator: '-' }, parts);
  else if (whole !== undefined) use('plan_code', whole.column.name, [whole]);
}

function confidenceOf(
  table: SheetTable,
  required: { readonly id: number; readonly amount: number; readonly isRate: boolean },
  notes: string[],
): number {
  const worse = Math.min(required.id, required.amount);
  if (worse === 0) return Math.max(required.id, required.amount) * REQUIRED_MISSING;
  const headers = table.columns.map(({ title }) => title);
  const isOurs = required.isRate || headers.some(isOfTheTrade) || speaksOfCommissions(table);
  const others = headers.filter(isOfAnotherTrade);
  if (others.length >= 2 || (others.length === 1 && !isOurs)) {
    notes.push(`This may be no commission statement: ${others.map((name) => `"${name}"`).join(', ')}.`);
    return Math.min(worse, OF_ANOTHER_TRADE);
  }
  if (!isOurs) {
    notes.push('Nothing speaks of commissions, agents or producers; this may be no commission statement.');
    return Math.min(worse, NOT_OF_THE_TRADE);
  }
  return worse;
}

const COMMISSIONS = /\b(?:commissions?|compensation|charge ?-?backs?|override)\b/i;

/** Returns whether the title or the rows mention commissions ("Commission reversal"), for tables whose headers do not. */
function speaksOfCommissions({ titles, columns }: SheetTable): boolean {
  return (
    titles.some(({ cells }) => COMMISSIONS.test(rowText(cells))) ||
    columns.some(
      ({ profile }) => profile.filled > 0 && profile.texts.every((text) => text === '' || COMMISSIONS.test(text)),
    )
  );
}

const NAMES = ['member_name', 'first_name', 'last_name'] as const;
/** A header below this score, such as "Group", can mean much else than a name. */
const NAME_MIN = 0.7;

/** Says that members have no names, where a header promises names and the values below it are none ("Member 12"). */
function nameNote({ columns }: SheetTable, { refuted }: Assignment, mapped: readonly Mapped[]): readonly string[] {
  if (mapped.some(({ target }) => NAMES.some((name) => name === target))) return [];
  return columns
    .filter(({ title }) => NAMES.some((name) => (headerMeanings(title).get(name) ?? 0) >= NAME_MIN))
    .flatMap(({ index }) => refuted.get(index) ?? [])
    .map((reason) => `Members have no names: ${reason}.`);
}

/** Warns about a file with lines of several carriers, which has to be filtered, because otherwise all lines belong to one. */
function carrierNote({ chosen }: Assignment, mapped: readonly Mapped[]): readonly string[] {
  const carrier = chosen.get('carrier_name');
  if (carrier === undefined || carrier.column.profile.distinct < 2) return [];
  if (mapped.some(({ header }) => header === carrier.column.name)) return [];
  return [
    `"${carrier.column.name}" has ${carrier.column.profile.distinct} values: add a filter to read one carrier's rows only.`,
  ];
}

const WORDS: Readonly<Partial<Record<HeaderMeaning, string>>> = {
  chargeback_flag: 'a chargeback flag has no field of its own; amounts carry their sign',
  carrier_name: 'the carrier is known; it can be used in a filter',
  override_amount: 'it is an override; add it to the amount with "sum" if it is paid as well',
};

function unmappedOf(table: SheetTable, assignment: Assignment, mapped: readonly Mapped[]): InferredColumns['unmapped'] {
  const used = new Map(mapped.map(({ header, target }) => [target, header]));
  const known = new Set(mapped.map(({ header }) => header));
  return table.columns
    .filter(({ name }) => !known.has(name))
    .map((column) => {
      const own = assignment.readings.filter((reading) => reading.column === column);
      const [best] = own;
      const word = best === undefined ? undefined : WORDS[best.meaning];
      const refuted = assignment.refuted.get(column.index);
      const holder = own
        .map(({ meaning }) => COLUMN_NAMES.find((name) => name === meaning))
        .find((name) => name !== undefined);
      if (refuted !== undefined && holder === undefined) return { header: column.name, reason: refuted };
      if (word !== undefined) return { header: column.name, reason: word };
      if (holder !== undefined && used.has(holder)) {
        return { header: column.name, reason: `"${used.get(holder)}" was taken for ${holder}` };
      }
      const isEmpty = column.profile.filled === 0;
      const isKnown = headerMeanings(column.title).size > 0;
      return {
        header: column.name,
        reason: isEmpty ? `it is empty${isKnown ? '' : ' and its name is not known'}` : 'its name is not known',
      };
    });
}
