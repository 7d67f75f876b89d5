import type { MemberStatus } from '../scoring/scored-row.ts';
import { fullMonthName } from '../wording.ts';
import { moneyColumn, named, type SheetCell, sheetOf, textColumn, type WorkbookSheet } from './workbook-sheet.ts';

/** Writes the list of members as a workbook for people, with the columns and words of the screen. */

/** A member as the list shows it. */
interface ListedMember {
  readonly memberName: string | null;
  readonly memberExternalId: string;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly carrierName: string;
  readonly agentName: string | null;
  readonly status: MemberStatus;
  readonly firstPeriod: string;
  readonly lastPaidPeriod: string | null;
  /** Dollars. */
  readonly lastPaidAmount: number;
  readonly paidTotal: number;
  readonly owed: number | null;
}

const COLUMNS = [
  named('memberName', textColumn('Member', 24)),
  named('memberExternalId', textColumn('Member number', 18)),
  named('policyNumber', textColumn('Policy', 18)),
  named('carrierName', textColumn('Carrier', 24)),
  named('planName', textColumn('Plan', 24)),
  named('agentName', textColumn('Agent', 20)),
  named('what', textColumn('Status', 12)),
  named('since', textColumn('Since', 16)),
  named('lastPaid', textColumn('Last paid', 16)),
  named('lastPaidAmount', moneyColumn('Paid then', 13)),
  named('paidTotal', moneyColumn('Paid in all', 13)),
  named('owed', moneyColumn('Owed', 13)),
];

function cells(member: ListedMember): Readonly<Record<(typeof COLUMNS)[number]['name'], SheetCell>> {
  const { status, firstPeriod, lastPaidPeriod, ...shown } = member;
  return {
    ...shown,
    what: status === 'red' ? 'Gone' : 'Active',
    since: fullMonthName(firstPeriod),
    lastPaid: lastPaidPeriod === null ? null : fullMonthName(lastPaidPeriod),
  };
}

/** Returns the sheet of members, in the order of the rows. Amounts are dollars. */
export function memberSheets(batches: AsyncIterable<readonly ListedMember[]>): readonly WorkbookSheet[] {
  return [sheetOf('Members', COLUMNS, { batches, cells })];
}
