import type { Period } from '../period.ts';
import type { ChangeKind } from '../scoring/period-sums.ts';
import type { MemberStatus } from '../scoring/scored-row.ts';
import { fullMonthName } from '../wording.ts';
import {
  moneyColumn,
  named,
  type SheetCell,
  sheetOf,
  textColumn,
  type WorkbookSheet,
  wholeColumn,
} from './workbook-sheet.ts';

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

const CALL_COLUMNS = [
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

function callCells(person: CalledPerson): Readonly<Record<(typeof CALL_COLUMNS)[number]['name'], SheetCell>> {
  const { kind, lastPaidPeriod, ...shown } = person;
  return {
    ...shown,
    what: kind === 'gone' ? 'Gone' : 'Going',
    lastPaid: lastPaidPeriod === null ? null : fullMonthName(lastPaidPeriod),
  };
}

/** Returns the sheet of people to call, in the order of the rows. Amounts are dollars. */
export function callSheets(batches: AsyncIterable<readonly CalledPerson[]>): readonly WorkbookSheet[] {
  return [sheetOf('To call', CALL_COLUMNS, { batches, cells: callCells })];
}

/** Writes the list of changes as a workbook for people, with the columns and words of the screen. */

/** A change as the list shows it. */
interface ListedChange {
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

const CHANGE_COLUMNS = [
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

function changeCells(change: ListedChange): Readonly<Record<(typeof CHANGE_COLUMNS)[number]['name'], SheetCell>> {
  const { agentId, agentName, kind, period, ...shown } = change;
  return { ...shown, agent: agentName ?? agentId, what: KIND_TITLES[kind], month: fullMonthName(period) };
}

/** Returns the sheet of changes, in the order of the rows. Amounts are dollars. */
export function changeSheets(batches: AsyncIterable<readonly ListedChange[]>): readonly WorkbookSheet[] {
  return [sheetOf('Changes', CHANGE_COLUMNS, { batches, cells: changeCells })];
}

/** Writes the report on a year as a workbook for people. */

interface YearRow {
  readonly name: string | null;
  /** Dollars. */
  readonly paidNet: number;
  readonly before: number | null;
  readonly difference: number | null;
  readonly members: number;
  readonly startMembers: number;
  readonly keptMembers: number;
  readonly persistencyPct: number | null;
  readonly renewalMembers: number;
  readonly renewalPay: number;
}

const YEAR_COLUMNS = [
  named('name', textColumn('Name', 28)),
  named('paidNet', moneyColumn('Paid this year', 15)),
  named('before', moneyColumn('Same months last year', 20)),
  named('difference', moneyColumn('Difference', 13)),
  named('members', wholeColumn('Members', 10)),
  named('startMembers', wholeColumn('Members a year ago', 18)),
  named('keptMembers', wholeColumn('Of these still here', 18)),
  named('persistencyPct', textColumn('Still here, %', 13)),
  named('renewalMembers', wholeColumn('Renew in three months', 20)),
  named('renewalPay', moneyColumn('Their pay a month', 17)),
];

function yearCells(row: YearRow): Readonly<Record<(typeof YEAR_COLUMNS)[number]['name'], SheetCell>> {
  const { persistencyPct, ...shown } = row;
  return { ...shown, name: row.name ?? 'All others', persistencyPct: persistencyPct?.toFixed(2) ?? null };
}

/** Returns the sheet of groups, in the order of the rows. */
export function yearSheets(batches: AsyncIterable<readonly YearRow[]>): readonly WorkbookSheet[] {
  return [sheetOf('Year', YEAR_COLUMNS, { batches, cells: yearCells })];
}
