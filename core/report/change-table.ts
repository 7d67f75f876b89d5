import type { Period } from '../period.ts';
import type { ChangeKind } from '../scoring/period-sums.ts';
import { fullMonthName } from '../wording.ts';
import { moneyColumn, named, type SheetCell, sheetOf, textColumn, type WorkbookSheet } from './workbook-sheet.ts';

/** Writes the list of changes as a workbook for people, with the columns and words of the screen. */

/** A change as the list shows it. */
export interface ListedChange {
  readonly memberName: string | null;
  readonly memberExternalId: string;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly carrierName: string;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly kind: ChangeKind;
  /** Dollars of the month before. */
  readonly before: number;
  /** Dollars of the month. */
  readonly now: number;
  /** Dollars: `now` minus `before`. */
  readonly difference: number;
  readonly reason: string | null;
  readonly period: Period;
}

const COLUMNS = [
  named('memberName', textColumn('Member', 24)),
  named('policyNumber', textColumn('Policy', 18)),
  named('memberExternalId', textColumn('Member number', 18)),
  named('carrierName', textColumn('Carrier', 24)),
  named('agent', textColumn('Agent', 20)),
  named('planName', textColumn('Plan', 24)),
  named('what', textColumn('What', 12)),
  named('before', moneyColumn('Before', 13)),
  named('now', moneyColumn('Now', 13)),
  named('difference', moneyColumn('Difference', 13)),
  named('reason', textColumn('Why', 80)),
  named('month', textColumn('Month', 16)),
];

const KIND_TITLES: Readonly<Record<ChangeKind, string>> = {
  gone: 'Gone',
  paid_less: 'Paid less',
  planned_step: 'Planned step',
  taken_back: 'Taken back',
  new: 'New',
  back: 'Back',
  paid_more: 'Paid more',
  same: 'Same',
};

function cells(change: ListedChange): Readonly<Record<(typeof COLUMNS)[number]['name'], SheetCell>> {
  const { agentId, agentName, kind, period, ...shown } = change;
  return { ...shown, agent: agentName ?? agentId, what: KIND_TITLES[kind], month: fullMonthName(period) };
}

/** Returns the sheet of changes, in the order of the rows. Amounts are dollars. */
export function changeSheets(batches: AsyncIterable<readonly ListedChange[]>): readonly WorkbookSheet[] {
  return [sheetOf('Changes', COLUMNS, { batches, cells })];
}
