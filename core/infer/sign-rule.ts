import type { z } from 'zod';
import type { Money } from '../money.ts';
import { type AmountOptions, readAmount } from '../statement/amount.ts';
import type { statementConfigSchema } from '../statement/config.ts';
import { ONE_CENT } from '../statement/footer-totals.ts';
import { directionOf, namesChargebacks, namesEvent } from '../statement/line-kind.ts';
import { blockHeadings } from '../statement/row-kind.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import type { AmountChoice } from './infer-amount.ts';
import { type SignMarker, signMarker, unnamedMarks } from './money-columns.ts';

type SignOptions = Pick<z.input<typeof statementConfigSchema>, 'sign' | 'transactionTypes'>;

/** The sign rule of amounts, and its evidence. */
export interface SignReading {
  readonly options: SignOptions;
  /** The column that marks chargebacks, if it is not the column of transaction types. */
  readonly column: TableColumn | null;
  /** True when a person has to check the rule. */
  readonly isGuessed: boolean;
  readonly notes: readonly string[];
}

/** The columns and options from which the rule is found. */
interface Evidence {
  readonly amount: AmountChoice;
  readonly type: TableColumn | null;
  readonly description: TableColumn | null;
  /** Columns that identify a member or a policy. */
  readonly ids: readonly TableColumn[];
  readonly amounts: AmountOptions;
}

/** Minimum number of negative amounts, without a positive amount, that show pay printed as negative. Fewer may be chargebacks. */
const ALL_NEGATIVE_MIN = 5;
const AS_SIGNED: SignReading = { options: { sign: 'signed' }, column: null, isGuessed: false, notes: [] };

/** Finds the sign rule from the signs of the amounts, and from a column of transaction types or of marks (money-columns.ts). */
export function signRule(table: SheetTable, evidence: Evidence): SignReading {
  const { amount } = evidence;
  if (amount.readings.length === 0) return { ...AS_SIGNED, options: {} };
  if (amount.sign !== null) return { ...AS_SIGNED, options: { sign: amount.sign } };
  const values = valuesOf(table, evidence);
  const prove = (takenBack: readonly boolean[]) =>
    signProof({ table, columns: amount.readings.map(({ column }) => column), values, takenBack, ids: evidence.ids });
  const ofType = ruleByType(values, evidence.type, prove);
  if (ofType.options.sign !== 'signed' || ofType.isGuessed) return ofType;
  const marker = signMarker(table);
  const ofMarker = marker === null ? null : ruleByMarker(values, marker, evidence.type);
  const unread = withUnnamedMarks(ofType, values, unnamedMarks(table));
  const ofBlocks = ofMarker ?? withBlocks(unread, unsignedChargebackBlocks(table, values));
  return ofBlocks.options.sign === 'signed' ? withDoubts(ofBlocks, values, evidence, prove) : ofBlocks;
}

type Prove = (takenBack: readonly boolean[]) => SignProof;

/**
 * Makes the rule a guess when positive amounts stand beside a type that contradicts itself, or beside a description that says that the
 * money goes back. The total may prove them as pay.
 */
function withDoubts(
  reading: SignReading,
  values: readonly Money[],
  { type, description }: Evidence,
  prove: Prove,
): SignReading {
  for (const [place, column] of [
    ['type', type],
    ['description', description],
  ] as const) {
    if (column === null) continue;
    const isSigned = signedEvents(column, values);
    const texts = column.profile.texts.map((text, row) =>
      (values[row] ?? 0) > 0 && directionOf(text, place) !== null && !isSigned(text) ? text : '',
    );
    const doubtful = texts.map((text) => text !== '');
    if (!doubtful.includes(true) || prove(doubtful) === 'paid') continue;
    const note = `"${column.name}" says that money goes back (${quotedTexts(texts)}) beside positive amounts; they were taken as they are.`;
    return { ...reading, isGuessed: true, notes: [...reading.notes, note] };
  }
  return reading;
}

/** Returns a test for texts of events that the column also prints beside a minus, so that their amounts carry their sign. */
function signedEvents(column: TableColumn | null, values: readonly Money[]): (text: string) => boolean {
  const texts = column?.profile.texts ?? [];
  const signed = new Set(texts.filter((text, row) => (values[row] ?? 0) < 0 && namesEvent(text)));
  return (text) => signed.has(text);
}

const TEXTS_NAMED = 5;

function quotedTexts(texts: readonly string[]): string {
  const distinct = [...new Set(texts.filter((text) => text !== ''))];
  return distinct
    .slice(0, TEXTS_NAMED)
    .map((text) => `"${text}"`)
    .join(', ');
}

/** Makes the rule a guess when a column without a header marks positive amounts as chargebacks. */
function withUnnamedMarks(
  reading: SignReading,
  values: readonly Money[],
  marks: readonly string[] | null,
): SignReading {
  const texts = (marks ?? []).filter((_, row) => (values[row] ?? 0) > 0);
  if (texts.every((text) => text === '')) return reading;
  const note = `A column without a header marks positive amounts (${quotedTexts(texts)}), and is not read: give it a header, such as "Sign".`;
  return { ...reading, isGuessed: true, notes: [...reading.notes, note] };
}

/** Makes the rule a guess when blocks of chargebacks have no minus signs. */
function withBlocks(reading: SignReading, blocks: readonly string[]): SignReading {
  if (blocks.length === 0) return reading;
  const names = blocks.map((name) => `"${name}"`).join(', ');
  const note = `Amounts under ${names} carry no minus sign and would be added as pay; if they were taken back, nothing in the format says so yet.`;
  return { ...reading, isGuessed: true, notes: [...reading.notes, note] };
}

/** Returns the amount of each row: the sum of its readable cells. */
function valuesOf(table: SheetTable, { amount, amounts }: Evidence): readonly Money[] {
  return table.dataRows.map((_, row) =>
    amount.readings.reduce((sum, { column }) => {
      const reading = readAmount(column.profile.texts[row] ?? '', amounts);
      return reading.ok ? sum + reading.amount : sum;
    }, 0),
  );
}

/** Numbers of positive and negative amounts, of chargebacks and of other rows. */
interface Signs {
  readonly takenPositive: number;
  readonly takenNegative: number;
  readonly paidPositive: number;
  readonly paidNegative: number;
}

function signsOf(values: readonly Money[], takenBack: readonly boolean[]): Signs {
  const count = (wanted: boolean, sign: 1 | -1) =>
    values.filter((value, row) => (takenBack[row] ?? false) === wanted && Math.sign(value) === sign).length;
  return {
    takenPositive: count(true, 1),
    takenNegative: count(true, -1),
    paidPositive: count(false, 1),
    paidNegative: count(false, -1),
  };
}

/** Returns whether all amounts are positive, although some rows are chargebacks. */
function areUnsigned({ takenPositive, takenNegative, paidPositive, paidNegative }: Signs): boolean {
  return takenPositive > 0 && takenNegative === 0 && paidPositive > 0 && paidNegative === 0;
}

/** Compares the signs of the amounts with the transaction types. */
function ruleByType(values: readonly Money[], type: TableColumn | null, prove: Prove): SignReading {
  const texts = type?.profile.texts ?? [];
  const isSigned = signedEvents(type, values);
  const charged = texts.map((text) => directionOf(text, 'type') === 'back' && !isSigned(text));
  const signs = signsOf(values, charged);
  const read = (sign: 'signed' | 'inverted' | 'by_type', isGuessed: boolean, ...notes: string[]): SignReading => ({
    options: { sign },
    column: null,
    isGuessed,
    notes,
  });
  const { takenPositive, takenNegative, paidPositive, paidNegative } = signs;
  if (takenPositive > 0 && takenNegative === 0 && paidNegative > 0 && paidPositive === 0) {
    return read('inverted', false, 'Pay is printed negative and chargebacks positive: the signs were turned round.');
  }
  if (paidNegative >= ALL_NEGATIVE_MIN && paidPositive + takenPositive === 0) {
    const note =
      'Every amount is negative: they were taken as pay printed so. If all are taken back, set sign to "signed".';
    return read('inverted', type === null, note);
  }
  if (takenPositive === 0) return read('signed', false);
  const named = quotedTexts(texts.map((text, row) => (charged[row] === true ? text : '')));
  const proof = prove(charged);
  if (areUnsigned(signs) && proof !== 'paid') {
    const isNamed = texts.every((text, row) => charged[row] !== true || namesChargebacks(text));
    if (isNamed || proof === 'taken-back') {
      return read('by_type', false, 'Chargebacks are printed without a sign; the transaction type tells them apart.');
    }
    return read(
      'by_type',
      true,
      `The type says that money goes back (${named}), and no amount has a minus: these were taken as taken back, which nothing on the statement proves.`,
    );
  }
  if (proof === 'paid') {
    return read('signed', false, `The amounts beside ${named} were taken as paid: the statement's own sum says so.`);
  }
  return read(
    'signed',
    true,
    `${takenPositive} of the sampled rows are chargebacks by their type but positive; amounts were taken as signed.`,
  );
}

/** Compares the signs of the amounts with a column of marks; null when no marked chargeback is positive. */
function ruleByMarker(values: readonly Money[], marker: SignMarker, type: TableColumn | null): SignReading | null {
  const signs = signsOf(values, marker.takenBack);
  if (signs.takenPositive === 0) return null;
  const { name } = marker.column;
  if (!areUnsigned(signs)) {
    const note = `"${name}" marks ${signs.takenPositive} of the sampled rows as taken back that are positive; amounts were taken as signed.`;
    return { ...AS_SIGNED, isGuessed: true, notes: [note] };
  }
  const instead = type === null || type === marker.column ? '' : ` "${type.name}" is not read for it.`;
  return {
    options: { sign: 'by_type', transactionTypes: { chargeback: [marker.pattern] } },
    column: marker.column,
    isGuessed: true,
    notes: [
      `Amounts have no signs; those that "${name}" marks were taken as taken back, and it is read as the transaction type.${instead}`,
    ],
  };
}

/** Returns headings and sheet names of chargebacks whose amounts have no minus sign. Such amounts would count as pay. */
function unsignedChargebackBlocks(table: SheetTable, amounts: readonly Money[]): readonly string[] {
  const headings = blockHeadings(table.sheet.name);
  for (const { cells } of table.titles) headings.seeTitle(cells);
  const signs = new Map<string, { positive: number; negative: number }>();
  const amountOf = new Map(table.dataRows.map((row, at) => [row, amounts[at] ?? 0]));
  const rows = [...table.dataRows, ...table.oddRows].sort((a, b) => a.row - b.row);
  for (const row of rows) {
    const amount = amountOf.get(row);
    if (amount === undefined) headings.seeRow(row.cells);
    const heading = headings.current();
    if (amount === undefined || heading === null) continue;
    const counts = signs.get(heading) ?? { positive: 0, negative: 0 };
    signs.set(heading, {
      positive: counts.positive + Number(amount > 0),
      negative: counts.negative + Number(amount < 0),
    });
  }
  return [...signs].flatMap(([name, { positive, negative }]) => (positive > 0 && negative === 0 ? [name] : []));
}

/** Proof of the sign of amounts that are printed positive beside words for money that goes back. */
type SignProof = 'taken-back' | 'paid' | null;

/** The amounts of a table, and the rows whose words say that the money goes back. */
interface Case {
  readonly table: SheetTable;
  /** Columns whose sum is the amount. */
  readonly columns: readonly TableColumn[];
  /** By row. */
  readonly values: readonly Money[];
  readonly takenBack: readonly boolean[];
  /** Columns that identify a member or a policy. */
  readonly ids: readonly TableColumn[];
}

/** Minimum number of rows of a running sum. Fewer may fit by chance. */
const RUNNING_ROWS_MIN = 3;

/**
 * Finds what the statement proves about unsigned amounts: by a printed total, by a column with their running sum, or
 * because each equals the pay that the statement prints for the same member. Null without a proof.
 */
function signProof(known: Case): SignProof {
  return proofByTotal(known) ?? proofByRunningSum(known) ?? proofByPay(known);
}

/** Compares the totals below the rows with the sum of the amounts, once as printed and once with money taken back. */
function proofByTotal({ table, columns, values, takenBack }: Case): SignProof {
  const sum = (factor: 1 | -1) =>
    values.reduce((before, value, row) => before + (takenBack[row] === true ? factor * value : value), 0);
  const totals = table.oddRows.map(({ cells }) =>
    columns.reduce((before, { index }) => before + (amountOf(cells[index] ?? '') ?? 0), 0),
  );
  const isPrinted = (amount: Money) => totals.some((total) => total !== 0 && Math.abs(total - amount) <= ONE_CENT);
  const [net, gross] = [isPrinted(sum(-1)), isPrinted(sum(1))];
  if (net === gross) return null;
  return net ? 'taken-back' : 'paid';
}

/** Finds a column that every row's amount raises, or lowers in rows of money that goes back. */
function proofByRunningSum({ table, columns, values, takenBack }: Case): SignProof {
  if (values.length < RUNNING_ROWS_MIN) return null;
  for (const column of table.columns) {
    if (columns.includes(column)) continue;
    const sums = column.profile.texts.map(amountOf);
    for (const proof of ['taken-back', 'paid'] as const) {
      const factor = proof === 'paid' ? 1 : -1;
      const isRunning = values.every((value, row) => {
        const [before, after] = [row === 0 ? null : sums[row - 1], sums[row]];
        if (after === null || after === undefined) return false;
        if (row === 0) return true;
        const change = takenBack[row] === true ? factor * value : value;
        return before !== null && before !== undefined && Math.abs(after - before - change) <= ONE_CENT;
      });
      if (isRunning && takenBack.lastIndexOf(true) > 0) return proof;
    }
  }
  return null;
}

/** Returns `taken-back` when each such amount equals a payment to the same member or policy. */
function proofByPay({ values, takenBack, ids }: Case): SignProof {
  const paid = new Set<string>();
  const keys = (row: number) =>
    ids.flatMap(({ index, profile }) => {
      const id = profile.texts[row] ?? '';
      return id === '' ? [] : [`${index} ${Math.abs(values[row] ?? 0)} ${id}`];
    });
  for (const row of values.keys()) if (takenBack[row] !== true) for (const key of keys(row)) paid.add(key);
  const rows = [...values.keys()].filter((row) => takenBack[row] === true && values[row] !== 0);
  return rows.length > 0 && rows.every((row) => keys(row).some((key) => paid.has(key))) ? 'taken-back' : null;
}

function amountOf(cell: Parameters<typeof readAmount>[0]): Money | null {
  const reading = readAmount(cell, { decimal: '.', creditDebitMark: 'negative' });
  return reading.ok ? reading.amount : null;
}
