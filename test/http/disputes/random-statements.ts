import { type Carrier, type Claim, type Line, openClaims, type World } from './disputes-model.ts';

/** Makes statements whose claims later statements may pay, and prints the books. */

export const PERIODS = [
  ...['2025-11', '2025-12', '2026-01', '2026-02'],
  ...['2026-03', '2026-04', '2026-05', '2026-06'],
] as const;
export const MEMBERS = ['A', 'B'] as const;
export const FULL = 5000;

/** A member's part of a statement. `pick` chooses among the months or claims before it; `again` takes back a month with a claim. */
export interface Cell {
  readonly kind: 'full' | 'short' | 'zero' | 'absent' | 'chargeback' | 'again' | 'repay';
  readonly pick: number;
  readonly cents: number;
  readonly share: 'all' | 'half' | 'more';
}

export const at = <T>(values: readonly T[], pick: number): T | undefined => values[pick % values.length];

/** Shows the books in a failure. */
export function bookText({ carriers }: World): string {
  const lines = carriers.flatMap(({ name, statements, rates }) => [
    `${name} owes ${rates.map(({ from, cents }) => `${cents} from ${from}`).join(', ')}`,
    ...MEMBERS.map((member) => {
      const months = statements.map(({ period, lines }) => {
        const own = lines.filter((line) => line.member === member);
        return `${period.slice(5)}: ${own.map((line) => (line.month === period ? line.cents : `${line.cents} for ${line.month}`)).join(' + ')}`;
      });
      return `${name} ${member} ${months.join('; ')}`;
    }),
  ]);
  return `\n${lines.join('\n')}\n`;
}

/** Makes the lines of a month, from what is claimed before it. Claims that are asked for are paid first. */
export function linesOf(
  carrier: Carrier,
  period: string,
  { cells, isAsked }: { readonly cells: readonly Cell[]; readonly isAsked: (claim: Claim) => boolean },
): readonly Line[] {
  return MEMBERS.flatMap((member, index) => {
    const cell = cells[index];
    return cell === undefined ? [] : memberLines(carrier, { member, period, cell, isAsked });
  });
}

interface ToPay {
  readonly member: string;
  readonly period: string;
  readonly cell: Cell;
  readonly isAsked: (claim: Claim) => boolean;
}

function memberLines(
  carrier: Carrier,
  { member, period, cell: { kind, pick, cents, share }, isAsked }: ToPay,
): readonly Line[] {
  const line = (amount: number, of = period): Line => ({ member, cents: amount, month: of });
  const lines = carrier.statements.flatMap((statement) =>
    statement.lines.filter((one) => one.member === member).map((one) => ({ ...one, period: statement.period })),
  );
  const paid = lines.filter((one) => one.month === one.period && one.cents > 0);
  // Amounts that repeat after three months would be read as quarterly pay.
  const isSecondUnpaid = paid.length === 1 && paid[0]?.period !== carrier.statements.at(-1)?.period;
  if (isSecondUnpaid && (kind === 'absent' || kind === 'zero')) return [line(FULL)];
  if (kind === 'absent') return [];
  if (kind === 'zero') return [line(0)];
  if (kind === 'short') return [line(cents)];
  const isPresentBefore = lines.some((one) => one.period === carrier.statements.at(-1)?.period);
  const claims = openClaims({ carriers: [carrier] }).filter((claim) => claim.member === member);
  if ((kind === 'chargeback' || kind === 'again') && isPresentBefore) {
    const candidates = paid.filter(({ cents: amount, month: of }) => {
      if (amount !== FULL) return false;
      const later = lines.filter((one) => one.month === of && one.period > of && one.cents > 0);
      return later.length === 0 || !later.some((one) => one.cents !== FULL);
    });
    const claimed = candidates.filter(({ month: of }) => claims.some(({ months }) => months.includes(of)));
    const target = at(kind === 'again' && claimed.length > 0 ? claimed : candidates, pick);
    return target === undefined ? [line(FULL)] : [line(FULL), line(-FULL, target.month)];
  }
  if (kind === 'repay') {
    const asked = claims.filter(isAsked);
    const claim = at(asked.length > 0 ? asked : claims, pick);
    if (claim === undefined) return [line(FULL)];
    const open = Math.round(claim.open / claim.months.length);
    const amount = { all: open, half: Math.ceil(open / 2), more: open + 500 }[share];
    return [line(FULL), line(amount, at(claim.months, pick) ?? period)];
  }
  return [line(FULL)];
}
