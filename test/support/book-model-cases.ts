import { type ModelBook, type ModelInput, type ModelPeriod, type ModelRow, modelBook } from './book-model.ts';
import type { ModelRate } from './book-model-owed.ts';
import type { ModelFile, ModelLine } from './book-model-record.ts';

/** Makes the parts of books that are calculated by hand. */

/** All fields of a line except member and amount. */
export type Fields = Partial<Omit<ModelLine, 'member' | 'amount'>>;

export const FLAT_50: ModelRate = { rateType: 'flat_per_member', rateValue: '50' };
/** The default tolerance. */
export const CENT = { toleranceAbsolute: '0.01', tolerancePercent: '0' };

export function line(member: string, amount: string, fields: Fields = {}): ModelLine {
  return { member, amount, policy: null, ...fields };
}

/** Makes a line of member A. */
export const a = (amount: string, fields: Fields = {}): ModelLine => line('A', amount, fields);

/** Makes two members who are comparable with a third one. Paid so on two statements in a row, they prove what is usual. */
export function comparable(amount: string, fields: Fields = {}): ModelLine[] {
  return ['Peer 1', 'Peer 2'].map((member) => line(member, amount, fields));
}

export function file(period: string, ...lines: ModelLine[]): ModelFile {
  return { period, lines };
}

/** Makes a book, by default without rates. */
export function book(files: readonly ModelFile[], more: Partial<Omit<ModelInput, 'files'>> = {}): ModelBook {
  return modelBook({ files, rates: [], estimates: false, config: CENT, ...more });
}

export function periodOf(of: ModelBook, period: string): ModelPeriod {
  const found = of.periods.get(period);
  if (found === undefined) throw new Error(`No period ${period}`);
  return found;
}

export function rowOf(of: ModelBook, period: string, member = 'A'): ModelRow | undefined {
  return periodOf(of, period).rows.find((row) => row.member === member);
}

/** Returns member A's row in a first period with these lines. */
export function firstRow(
  lines: readonly ModelLine[],
  rates: readonly ModelRate[],
  period = '2026-01',
): ModelRow | undefined {
  return rowOf(book([file(period, ...lines)], { rates }), period);
}
