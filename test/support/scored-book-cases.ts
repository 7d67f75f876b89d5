import type { Signal, SignalCode } from '../../core/scoring/signal.ts';
import { CENT, file, line } from './book-model-cases.ts';
import type { ModelFile, ModelLine } from './book-model-record.ts';
import { type BookSettings, type SavedPeriod, type ScoredBook, scoredBook } from './scored-book.ts';
import { rowsByMember, shortExact, shortMoney } from './scored-book-view.ts';

/** Scores books that are calculated by hand, and reads their rows and findings. */

/** Scores a book, by default without rates and with the default tolerance. */
export function score(files: readonly ModelFile[], more: Partial<BookSettings> = {}): Promise<ScoredBook> {
  return scoredBook({ files, rates: [], estimates: false, config: CENT, ...more });
}

export type Months = Readonly<Record<string, readonly ModelLine[]>>;

/** Scores one statement a month, each with the lines of `besides` too. */
export function scoreMonths(
  months: Months,
  settings: Partial<BookSettings> = {},
  besides: readonly ModelLine[] = [],
): Promise<ScoredBook> {
  return score(
    Object.entries(months).map(([period, lines]) => file(period, ...lines, ...besides)),
    settings,
  );
}

function savedPeriod(book: ScoredBook, period: string): SavedPeriod {
  const saved = book.periods.get(period);
  if (saved === undefined) throw new Error(`No period ${period}`);
  return saved;
}

/** Returns the values of a row, with amounts as short decimal text, or undefined when the member has no row in the period. */
export function rowIn(book: ScoredBook, period: string, member = 'A') {
  const row = rowsByMember(savedPeriod(book, period)).get(member);
  if (row === undefined) return undefined;
  return {
    status: row.status,
    flags: row.flags.join(' '),
    counted: row.counted,
    amount: shortMoney(row.commissionAmount),
    prev: shortMoney(row.prevCommissionAmount),
    against: row.comparedAgainstPeriod,
    chargeback: shortMoney(row.chargebackAmount),
    expected: row.expectedAmount === null ? null : shortExact(row.expectedAmount),
    owed: row.commissionOwed === null ? null : shortExact(row.commissionOwed),
    deltas: row.deltas.map((delta) => `${delta.field} ${delta.changeType} ${delta.prevValue} ${delta.currValue}`),
    memberExternalId: row.memberExternalId,
    fileId: row.fileId,
    firstSeen: row.firstSeenPeriod,
    lastPresent: `${row.lastPresentPeriod} ${shortMoney(row.lastPresentAmount)}`,
    profile: row.profile,
  };
}

export function rollupIn(book: ScoredBook, period: string) {
  const { commissionDropped, commissionReduced, commissionOwed, chargebackAmount, gross, ...counts } = savedPeriod(
    book,
    period,
  ).scores.rollup;
  return {
    ...counts,
    commissionDropped: shortMoney(commissionDropped),
    commissionReduced: shortMoney(commissionReduced),
    commissionOwed: shortExact(commissionOwed),
    chargebackAmount: shortMoney(chargebackAmount),
    gross: shortMoney(gross),
  };
}

/** Returns a member's findings in a period: the code and amount of each. */
export function signalsIn(book: ScoredBook, period: string, member = 'A'): string[] {
  const signals = rowsByMember(savedPeriod(book, period)).get(member)?.signals ?? [];
  return signals.map(({ code, amount }) => (amount === undefined ? code : `${code} ${amount}`));
}

/** Returns the codes of a member's findings in a period. */
export const codesIn = (...from: Parameters<typeof signalsIn>) => signalsIn(...from).map((text) => text.split(' ')[0]);

/** Returns the whole finding of a code, if there is one. */
export function signalIn(book: ScoredBook, period: string, code: SignalCode, member = 'A'): Signal | undefined {
  return rowsByMember(savedPeriod(book, period))
    .get(member)
    ?.signals.find((signal) => signal.code === code);
}

/** Returns a finding as text, "severity amount: words", or null without a finding. */
function findingIn(book: ScoredBook, period: string, code: SignalCode, member = 'A'): string | null {
  const found = signalIn(book, period, code, member);
  return found === undefined ? null : `${found.severity} ${found.amount ?? 'no amount'}: ${found.detail}`;
}

/** Returns the finding of member A in the last of these months. A second member is paid in each, so that no month is without lines. */
export async function lastFinding(
  months: Readonly<Record<string, ModelFile['lines']>>,
  code: SignalCode,
  settings?: Partial<BookSettings>,
): Promise<string | null> {
  const files = Object.entries(months).map(([period, lines]) => file(period, ...lines, line('Z', '50')));
  return findingIn(await score(files, settings), Object.keys(months).sort().at(-1) ?? '', code);
}

/** Returns the sentence of member A in the last of these months, with a second member as for `lastFinding`. */
export async function lastReason(months: Months, settings?: Partial<BookSettings>): Promise<string | null | undefined> {
  return reasonIn(await scoreMonths(months, settings, [line('Z', '50')]), Object.keys(months).sort().at(-1) ?? '');
}

export function reasonIn(book: ScoredBook, period: string, member = 'A'): string | null | undefined {
  return rowsByMember(savedPeriod(book, period)).get(member)?.reason;
}
