import { fullMonthName } from '../wording.ts';
import { moneyColumn, named, type SheetCell, sheetOf, textColumn, type WorkbookSheet } from './workbook-sheet.ts';

/** Writes the list of people to call as a workbook for people. */

interface CalledPerson {
  readonly memberName: string | null;
  readonly memberExternalId: string;
  readonly carrierName: string;
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly agentName: string | null;
  readonly kind: 'gone' | 'going';
  readonly termDate: string | null;
  readonly lastPaidPeriod: string | null;
  /** Dollars. */
  readonly lastPaidAmount: number;
  readonly phone: string | null;
  readonly email: string | null;
  readonly reason: string | null;
}

const COLUMNS = [
  named('memberName', textColumn('Person', 24)),
  named('phone', textColumn('Phone', 18)),
  named('email', textColumn('Email', 28)),
  named('what', textColumn('What', 10)),
  named('termDate', textColumn('Ends on', 12)),
  named('lastPaid', textColumn('Last paid', 16)),
  named('lastPaidAmount', moneyColumn('Paid then', 13)),
  named('carrierName', textColumn('Carrier', 24)),
  named('planName', textColumn('Plan', 24)),
  named('policyNumber', textColumn('Policy', 18)),
  named('memberExternalId', textColumn('Member number', 18)),
  named('agentName', textColumn('Agent', 20)),
  named('reason', textColumn('Why', 80)),
];

function cells(person: CalledPerson): Readonly<Record<(typeof COLUMNS)[number]['name'], SheetCell>> {
  const { kind, lastPaidPeriod, ...shown } = person;
  return {
    ...shown,
    what: kind === 'gone' ? 'Gone' : 'Going',
    lastPaid: lastPaidPeriod === null ? null : fullMonthName(lastPaidPeriod),
  };
}

/** Returns the sheet of people to call, in the order of the rows. Amounts are dollars. */
export function callSheets(batches: AsyncIterable<readonly CalledPerson[]>): readonly WorkbookSheet[] {
  return [sheetOf('To call', COLUMNS, { batches, cells })];
}
