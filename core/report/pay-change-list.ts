import type { SignalCode } from '../scoring/signal.ts';
import { fullMonthName } from '../wording.ts';
import type { BridgePart } from './pay-bridge.ts';
import { moneyColumn, named, type SheetCell, sheetOf, textColumn, type WorkbookSheet } from './workbook-sheet.ts';

/** Words of the list behind the bridge, and its workbook for people (docs/reference/reports.md#pay-changes). */

/** The words of each part, as the screens have them. */
const PART_TITLES: Readonly<Record<BridgePart, string>> = {
  gone: 'Gone',
  paid_less: 'Paid less',
  planned_step: 'Planned step',
  taken_back: 'Taken back',
  back: 'Back',
  new: 'New',
  paid_more: 'Paid more',
  once: 'Paid once',
  other_month: 'Due in another month',
  no_member: 'Without a member',
  not_split: 'Not explained',
  carriers_added: 'First statement',
  carriers_missing: 'Not here yet',
};

/** Short words for a finding, by which the list is grouped. */
const REASON_TITLES: Readonly<Record<SignalCode, string>> = {
  COMMISSION_INCREASED: 'More pay',
  COMMISSION_REDUCED: 'Less pay without a reason on the statement',
  ZERO_COMMISSION: 'On the statement with nothing',
  NEGATIVE_NET: 'More taken back than paid',
  PLAN_CHANGED: 'Another plan',
  POLICY_CHANGED: 'Another policy',
  PREMIUM_CHANGED: 'Another premium',
  AGENT_CHANGED: 'Another agent',
  RATE_CHANGED: 'Another rate',
  UNDERPAID: 'Less than the rate says',
  OVERPAID: 'More than the rate says',
  RATE_MISSING: 'No rate known',
  ABOVE_CMS_MAX: 'Above the Medicare maximum',
  PAID_AHEAD: 'Paid for months ahead',
  CATCH_UP_PAYMENT: 'Earlier months were paid',
  MISSED_MONTHS: 'Months were missed',
  TERMINATED: 'The coverage ended',
  RETRO_TERMINATION: 'The coverage ended earlier',
  RAPID_DISENROLLMENT: 'Left within the first months',
  DUPLICATE_PAYMENT: 'Paid twice',
  CHARGEBACK_DUPLICATE: 'Taken back twice',
  CHARGEBACK_UNMATCHED: 'Taken back without a payment',
  CHARGEBACK_EXCEEDS_PAID: 'More taken back than was paid',
  CHARGEBACK_ON_ACTIVE: 'Taken back from an active member',
  REINSTATED_NOT_REPAID: 'Back, and not repaid',
  TRUE_UP: 'A true-up was paid',
  TRUE_UP_MISSING: 'A true-up is missing',
};

/** Returns the words of a reason: those of the first finding, and without one those of the part. */
export const reasonTitle = (code: SignalCode | null, part: BridgePart): string =>
  code === null ? PART_TITLES[part] : REASON_TITLES[code];

/** Sentences for members whose row has none, because nothing about their regular pay changed. */
const PLAIN_REASONS: Readonly<Partial<Record<BridgePart, readonly [less: string, more: string]>>> = {
  once: ['The month before had pay that comes once.', 'Pay that comes once.'],
  other_month: ['The month before paid for other months.', 'The month before was paid in another month.'],
  taken_back: ['More was taken back than in the month before.', 'Less was taken back than in the month before.'],
  no_member: ['The statement has less money without a member.', 'The statement has more money without a member.'],
  carriers_added: [
    'The carrier has no statement of the month before.',
    'The carrier has no statement of the month before.',
  ],
  carriers_missing: ['The statement of the month is not here yet.', 'The statement of the month is not here yet.'],
};

/** Returns the sentence of a row: its own, or a plain one for its part. */
export function reasonOfChange(reason: string | null, part: BridgePart, difference: number): string | null {
  return reason ?? PLAIN_REASONS[part]?.[difference < 0 ? 0 : 1] ?? null;
}

/** A row as the list shows it. Amounts are dollars. */
export interface ListedPayChange {
  readonly memberName: string | null;
  readonly memberExternalId: string | null;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly carrierName: string;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly part: BridgePart;
  readonly before: number;
  readonly now: number;
  readonly difference: number;
  readonly reason: string | null;
  readonly group: string | null;
  readonly period: string;
}

const COLUMNS = [
  named('what', textColumn('What', 14)),
  named('memberName', textColumn('Person', 24)),
  named('carrierName', textColumn('Carrier', 24)),
  named('agent', textColumn('Agent', 20)),
  named('before', moneyColumn('Before', 13)),
  named('now', moneyColumn('Now', 13)),
  named('difference', moneyColumn('Difference', 13)),
  named('reason', textColumn('Why', 70)),
  named('group', textColumn('Group', 24)),
  named('policyNumber', textColumn('Policy', 18)),
  named('memberExternalId', textColumn('Member number', 18)),
  named('planName', textColumn('Plan', 24)),
  named('month', textColumn('Month', 16)),
];

function cells(change: ListedPayChange): Readonly<Record<(typeof COLUMNS)[number]['name'], SheetCell>> {
  const { agentId, agentName, part, period, ...shown } = change;
  return { ...shown, agent: agentName ?? agentId, what: PART_TITLES[part], month: fullMonthName(period) };
}

/** Returns the sheet of the list, in the order of the rows. `owner` is the agency, whose name is printed. */
export function payChangeSheets(
  batches: AsyncIterable<readonly ListedPayChange[]>,
  owner: string,
): readonly WorkbookSheet[] {
  return [{ ...sheetOf('Changes', COLUMNS, { batches, cells }), owner }];
}
