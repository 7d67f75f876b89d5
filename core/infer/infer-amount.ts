import type { ColumnSource, StatementConfig } from '../statement/config.ts';
import type { Assignment, Reading } from './assign-columns.ts';
import type { SheetTable } from './find-table.ts';

/** Which column, or columns, are the money paid. */
export interface AmountChoice {
  /** Null when there is none, or when debit and credit columns make it. */
  readonly source: ColumnSource | null;
  readonly sign: StatementConfig['sign'] | null;
  readonly readings: readonly Reading[];
  readonly confidence: number;
  readonly notes: readonly string[];
}

/** Two columns so near in what they say can't be told apart by it. */
const RIVAL_MARGIN = 0.05;
const GUESS = 0.7;
/** A commission said so plainly is not made of debits and credits. */
const PLAIN = 0.9;

/**
 * Of several columns of money the one whose header says most surely that it was paid to the agency. Where two say it alike
 * and differ in their values, the choice is a guess and its confidence says so.
 */
export function inferAmount(table: SheetTable, { chosen, readings }: Assignment): AmountChoice {
  const amount = chosen.get('commission_amount');
  const [debit, credit] = [chosen.get('debit'), chosen.get('credit')];
  if (debit !== undefined && credit !== undefined && (amount?.score ?? 0) < PLAIN) return ofTwoSides(debit, credit);
  const override = chosen.get('override_amount');
  if (amount === undefined) {
    if (override === undefined) return nothing();
    return single(override, 0.6, [
      `"${override.column.name}" is the only amount; if it is not what was paid, choose another.`,
    ]);
  }
  if (override !== undefined && amount.column !== override.column) {
    const both = withOverride(table, { amount, override });
    if (both !== null) return both;
  }
  const rivals = readings.filter(
    ({ meaning, column, score }) =>
      meaning === 'commission_amount' &&
      column !== amount.column &&
      score > amount.score - RIVAL_MARGIN &&
      differs(column.profile.texts, amount.column.profile.texts),
  );
  if (rivals.length === 0) return single(amount, amount.score, otherAmounts(readings, amount));
  const names = rivals.map(({ column }) => `"${column.name}"`).join(', ');
  return single(amount, Math.min(amount.score, GUESS), [
    `"${amount.column.name}" was taken for the amount paid, but ${names} may be: check against the statement's total.`,
  ]);
}

function single(reading: Reading, confidence: number, notes: readonly string[]): AmountChoice {
  return { source: reading.column.name, sign: null, readings: [reading], confidence, notes };
}

function nothing(): AmountChoice {
  return {
    source: null,
    sign: null,
    readings: [],
    confidence: 0,
    notes: ['No column reads like an amount paid to the agency.'],
  };
}

function ofTwoSides(debit: Reading, credit: Reading): AmountChoice {
  return {
    source: null,
    sign: { debit: debit.column.name, credit: credit.column.name },
    readings: [credit, debit],
    confidence: Math.min(debit.score, credit.score, 0.85),
    notes: ['The amount is credit minus debit.'],
  };
}

/** Commission and override are both paid, unless a third column already adds them up. */
function withOverride(
  { columns }: SheetTable,
  { amount, override }: { readonly amount: Reading; readonly override: Reading },
): AmountChoice | null {
  const [own, more] = [amount.column.profile.texts.map(numeric), override.column.profile.texts.map(numeric)];
  if (!more.some((value) => value !== 0)) return null;
  const isSum = (parts: readonly number[]) => own.every((value, row) => Math.abs(value - (parts[row] ?? 0)) < 0.006);
  const others = columns.filter(({ index }) => index !== amount.column.index && index !== override.column.index);
  const addsUp = others.some(({ profile }) =>
    isSum(profile.texts.map((text, row) => numeric(text) + (more[row] ?? 0))),
  );
  if (addsUp) return null;
  return {
    source: { sum: [amount.column.name, override.column.name] },
    sign: null,
    readings: [amount, override],
    confidence: Math.min(amount.score, GUESS),
    notes: [
      `"${amount.column.name}" and "${override.column.name}" are added up; if one of them is paid to somebody else, take it out.`,
    ],
  };
}

function otherAmounts(readings: readonly Reading[], amount: Reading): readonly string[] {
  const others = readings.filter(({ meaning, column }) => meaning === 'commission_amount' && column !== amount.column);
  if (others.length === 0) return [];
  const names = [...new Set(others.map(({ column }) => `"${column.name}"`))].join(', ');
  return [`Other columns with money: ${names}. "${amount.column.name}" says most plainly that it was paid.`];
}

function differs(texts: readonly string[], others: readonly string[]): boolean {
  return texts.some((text, row) => numeric(text) !== numeric(others[row] ?? ''));
}

/** Good enough to compare columns with; amounts themselves are read by the mapping. */
function numeric(text: string): number {
  const isNegative = /^-|-$|^\$?\(/.test(text);
  const value = Number(text.replace(/[^\d.]/g, ''));
  return Number.isFinite(value) ? (isNegative ? -value : value) : 0;
}
