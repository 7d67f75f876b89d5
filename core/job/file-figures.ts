import { addMoney, type Money } from '../money.ts';
import type { MappedStatement } from '../statement/line.ts';

/** The figures of one file: its members, the sum of its rows net of chargebacks, and the sum that it prints itself. */
export interface FileFigures {
  readonly members: number;
  /** With money without a member, as far as the statement's own total contains it. */
  readonly net: Money;
  /** Null when the file prints no sum. */
  readonly printed: Money | null;
}

/** Counts and sums the rows of a file. The lines come sorted by member. */
export function fileFigures(
  lines: readonly { readonly memberRefId: string; readonly amount: Money }[],
  { unassigned, printedTotal }: Pick<MappedStatement, 'unassigned' | 'printedTotal'>,
): FileFigures {
  let members = 0;
  let net = 0;
  let previous: string | null = null;
  for (const { memberRefId, amount } of lines) {
    if (memberRefId !== previous) members += 1;
    previous = memberRefId;
    net = addMoney(net, amount);
  }
  for (const { amount, isCounted } of unassigned) if (isCounted) net = addMoney(net, amount);
  return { members, net, printed: printedTotal };
}
