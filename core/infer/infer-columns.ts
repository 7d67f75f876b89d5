import type { z } from 'zod';
import type { Period } from '../period.ts';
import { COLUMN_NAMES, type ColumnName, type ColumnSource, type statementConfigSchema } from '../statement/config.ts';
import { isLostInExcel, readId } from '../statement/displayed-text.ts';
import { namesChargebacks } from '../statement/line-kind.ts';
import { rowText } from '../statement/row-kind.ts';
import { type Assignment, assignColumns, carriedColumns, type Reading } from './assign-columns.ts';
import type { SheetTable } from './find-table.ts';
import { headerMeanings, isCommissionHeader, isForeignHeader, namesPayee } from './header-meanings.ts';
import type { HeaderMeaning } from './header-phrases.ts';
import { GUESS, inferAmount } from './infer-amount.ts';
import { proposePay } from './propose-pay.ts';
import { readOddRows, readValues } from './read-values.ts';
import { isStatementMonth } from './statement-month.ts';
import { isRateOfPremium } from './yearly-premium.ts';

type ConfigInput = z.input<typeof statementConfigSchema>;

/** The columns of one table, as a configuration names them, with notes for the person who checks them. */
export interface InferredColumns {
  /** The source of each field. Without a required field the configuration can't be stored. */
  readonly sources: Partial<Record<ColumnName, ColumnSource>>;
  readonly options: Partial<ConfigInput>;
  /** The header of each read column with its field, and a score from 0 to 1. */
  readonly mapped: readonly { readonly header: string; readonly target: ColumnName; readonly score: number }[];
  /** The header of each unread column, and the reason. */
  readonly unmapped: readonly { readonly header: string; readonly reason: string }[];
  readonly confidence: number;
  readonly notes: readonly string[];
}

type Mapped = InferredColumns['mapped'][number];

/** Minimum score of a column that may have the ids that the first column lacks. */
const SECOND_ID_MIN = 0.65;
/** Highest confidence of a table without any word about commissions, and of a table with words of another kind of document. */
const WITHOUT_COMMISSION_MAX = 0.6;
const FOREIGN_MAX = 0.4;
/** Factor for a table without an id or without an amount. */
const REQUIRED_MISSING = 0.2;
const NO_ROWS = 'There are no rows below the header to judge by: columns are known by their names only.';

/** Note about an effective date that was taken for the paid month. */
const ONE_MONTH =
  'has one date in every row, in the month of the statement: it was taken for the month that is paid, not for an effective date.';

/**
 * Maps the columns of a table. The confidence, from 0 to 1, is the lower one of the id's and the amount's, and lower for a guess.
 * `fileMonth` is the month in the file's name, or null.
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
    if (reading === undefined || sources[name] !== undefined || MAPPED_APART.has(name)) continue;
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

/** Fields that are mapped by functions of their own, because they may need two columns. */
const MAPPED_APART = new Set<ColumnName>([
  'member_external_id',
  'commission_amount',
  'member_name',
  'first_name',
  'last_name',
  'agent_name',
  'plan_code',
]);

type Use = (target: ColumnName, source: ColumnSource, readings: readonly Reading[]) => void;

/** Finds the columns that are named like an id and whose ids Excel has turned into something else, such as dates. */
function damagedIds({ columns, dataRows }: SheetTable): readonly string[] {
  return columns.flatMap(({ index, name, title }) => {
    const meanings = headerMeanings(title);
    const score = Math.max(meanings.get('member_external_id') ?? 0, meanings.get('policy_number') ?? 0);
    const problems = dataRows.flatMap(({ cells }) => {
      const reading = readId(cells[index] ?? '');
      return !reading.ok && isLostInExcel(reading.problem) ? [reading.problem] : [];
    });
    const [first] = problems;
    if (score < GUESS || first === undefined || problems.length * 2 <= dataRows.length) return [];
    return [`"${name}" ${first} (${problems.length} of ${dataRows.length} rows).`];
  });
}

/** Maps the member's id, from two columns when some rows fill only the second. Returns the confidence, from 0 to 1. */
function useMemberId(table: SheetTable, { chosen, readings }: Assignment, use: Use, notes: string[]): number {
  const id = chosen.get('member_external_id');
  if (id === undefined) {
    notes.push('No column reads like a member id or a policy number.', ...damagedIds(table));
    return 0;
  }
  const second = secondId(id, readings) ?? rareId(id, table) ?? complementaryId(id, table);
  if (second === undefined) {
    use('member_external_id', id.column.name, [id]);
  } else {
    notes.push(`"${id.column.name}" is blank in some rows; "${second.column.name}" is the id there.`);
    use('member_external_id', { firstFilled: [id.column.name, second.column.name] }, [id, second]);
  }
  if (id.score < GUESS && GROUP_ID_NAME.test(id.column.name)) {
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
 * Finds the column with the ids of the rows that are blank in the first id column. Another id of the member that fills all these rows,
 * such as a Medicare id, is preferred to a policy number.
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

/** Finds an id column that few rows fill. Its values are too few to judge, so its name decides, and it must fill rows without an id. */
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

/** Matches column names of group ids: ids of an employer, a purchaser or a plan. */
const GROUP_ID_NAME = /\b(?:group|grp|employer|emplr|purchaser|account|acct|plan)\b/i;

/** Matches column names of ids of any kind. */
const ID_NAME = /\b(?:id|no|num|number|nbr)\b|#|id$/i;

/** Finds an id column of any kind that is filled in exactly the rows where the first id column is blank. */
function complementaryId(id: Reading, { columns }: SheetTable): Reading | undefined {
  const texts = id.column.profile.texts;
  const column = columns.find(
    ({ index, name, profile }) =>
      index !== id.column.index &&
      profile.ids > 0.9 &&
      profile.distinct > 0.5 * profile.filled &&
      ID_NAME.test(name) &&
      !namesPayee(name) &&
      texts.every((text, row) => (text === '') === ((profile.texts[row] ?? '') !== '')),
  );
  return column === undefined ? undefined : { meaning: 'member_external_id', column, score: SECOND_ID_MIN };
}

/** Maps the names of members and agents, whole or in parts. A whole name takes precedence when its header is clear. */
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

/** Finds a second column "Name" to the right of an agent's id, which is the agent's name. */
function namedBesideId(columns: SheetTable['columns'], chosen: Assignment['chosen']): Reading | undefined {
  const id = chosen.get('agent_id');
  const column = columns.find(({ index }) => id !== undefined && index === id.column.index + 1);
  if (column === undefined || !/^(?:full )?name#\d+$/i.test(column.name) || column.profile.names < 0.9)
    return undefined;
  return { meaning: 'agent_name', column, score: GUESS };
}

/** Adds columns to the description, where scoring reads them: how a member enrolled ("Plan Change"), how often a premium is paid. */
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

/** Returns the confidence, from 0 to 1, with a note when the table may be no commission statement. */
function confidenceOf(
  table: SheetTable,
  required: { readonly id: number; readonly amount: number; readonly isRate: boolean },
  notes: string[],
): number {
  const lower = Math.min(required.id, required.amount);
  if (lower === 0) return Math.max(required.id, required.amount) * REQUIRED_MISSING;
  const headers = table.columns.map(({ title }) => title);
  const isOfCommissions = required.isRate || headers.some(isCommissionHeader) || speaksOfCommissions(table);
  const others = headers.filter(isForeignHeader);
  if (others.length >= 2 || (others.length === 1 && !isOfCommissions)) {
    notes.push(`This may be no commission statement: ${others.map((name) => `"${name}"`).join(', ')}.`);
    return Math.min(lower, FOREIGN_MAX);
  }
  if (!isOfCommissions) {
    notes.push('Nothing speaks of commissions, agents or producers; this may be no commission statement.');
    return Math.min(lower, WITHOUT_COMMISSION_MAX);
  }
  return lower;
}

const COMMISSIONS = /\b(?:commissions?|compensation|override)\b/i;
const namesCommissions = (text: string) => COMMISSIONS.test(text) || namesChargebacks(text);

/** Returns whether the title or the rows mention commissions ("Commission reversal"), for tables whose headers do not. */
function speaksOfCommissions({ titles, columns }: SheetTable): boolean {
  return (
    titles.some(({ cells }) => namesCommissions(rowText(cells))) ||
    columns.some(
      ({ profile }) => profile.filled > 0 && profile.texts.every((text) => text === '' || namesCommissions(text)),
    )
  );
}

const NAMES = ['member_name', 'first_name', 'last_name'] as const;
/** Minimum weight of a header of names. A header below it, such as "Group", often means something else. */
const NAME_WEIGHT_MIN = 0.7;

/** Notes that members have no names, when the values below a header of names are not names ("Member 12"). */
function nameNote({ columns }: SheetTable, { refuted }: Assignment, mapped: readonly Mapped[]): readonly string[] {
  if (mapped.some(({ target }) => NAMES.some((name) => name === target))) return [];
  return columns
    .filter(({ title }) => NAMES.some((name) => (headerMeanings(title).get(name) ?? 0) >= NAME_WEIGHT_MIN))
    .flatMap(({ index }) => refuted.get(index) ?? [])
    .map((reason) => `Members have no names: ${reason}.`);
}

/** Notes that a file has lines of several carriers. Without a filter they would all count for one carrier. */
function carrierNote({ chosen }: Assignment, mapped: readonly Mapped[]): readonly string[] {
  const carrier = chosen.get('carrier_name');
  if (carrier === undefined || carrier.column.profile.distinct < 2) return [];
  if (mapped.some(({ header }) => header === carrier.column.name)) return [];
  return [
    `"${carrier.column.name}" has ${carrier.column.profile.distinct} values: add a filter to read one carrier's rows only.`,
  ];
}

/** Reasons why a column with this meaning is not read. */
const UNREAD_REASONS: Readonly<Partial<Record<HeaderMeaning, string>>> = {
  chargeback_flag: 'a chargeback flag has no field of its own; amounts carry their sign',
  carrier_name: 'the carrier is known; it can be used in a filter',
  override_amount: 'it is an override; add it to the amount with "sum" if it is paid as well',
};

/** Returns the unread columns, each with the reason. */
function unmappedOf(table: SheetTable, assignment: Assignment, mapped: readonly Mapped[]): InferredColumns['unmapped'] {
  const used = new Map(mapped.map(({ header, target }) => [target, header]));
  const known = new Set(mapped.map(({ header }) => header));
  return table.columns
    .filter(({ name }) => !known.has(name))
    .map((column) => {
      const own = assignment.readings.filter((reading) => reading.column === column);
      const [best] = own;
      const unread = best === undefined ? undefined : UNREAD_REASONS[best.meaning];
      const refuted = assignment.refuted.get(column.index);
      const field = own
        .map(({ meaning }) => COLUMN_NAMES.find((name) => name === meaning))
        .find((name) => name !== undefined);
      if (refuted !== undefined && field === undefined) return { header: column.name, reason: refuted };
      if (unread !== undefined) return { header: column.name, reason: unread };
      if (field !== undefined && used.has(field)) {
        return { header: column.name, reason: `"${used.get(field)}" was taken for ${field}` };
      }
      const isEmpty = column.profile.filled === 0;
      const isKnown = headerMeanings(column.title).size > 0;
      return {
        header: column.name,
        reason: isEmpty ? `it is empty${isKnown ? '' : ' and its name is not known'}` : 'its name is not known',
      };
    });
}
