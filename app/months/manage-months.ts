import { decideMonth, refuseUnnamedWorkspace } from '../../core/month/decide-month.ts';
import { monthAfterClosing, withNote } from '../../core/month/month-state.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { describeMonth } from '../reads/describe-month.ts';
import type { MonthRecord } from '../reads/month-reads.ts';
import type { BookFilter } from '../reads/read-models.ts';
import type {
  DetailedMonth,
  DetailedMonthFacts,
  MonthChangeCommand,
  MonthDecisions,
  MonthFilter,
  MonthStore,
} from './month-ports.ts';

export interface MonthManagement {
  readonly months: MonthStore;
}

const DECISIONS: MonthDecisions = {
  decideMonth,
  decideWorkspace: refuseUnnamedWorkspace,
  monthAfterClosing: (stored, isClosed) => withNote(monthAfterClosing(stored, isClosed)),
};

/** Lists months, newest first. Refuses a filter that names an unknown carrier or workspace. */
export async function listMonths(
  months: MonthStore,
  accountId: string,
  { limit, offset, ...filter }: MonthFilter & OffsetPosition,
): Promise<OffsetPage<MonthRecord> | Refused> {
  const page = await months.list(accountId, filter, { limit, offset });
  return isRefused(page) ? page : { ...page, data: page.data.map(describeMonth) };
}

/** Finds the month of every carrier of the filter. Refuses a month without data, and an unknown carrier or workspace. */
export async function findMonth(
  months: MonthStore,
  accountId: string,
  { period, ...filter }: BookFilter & { readonly period: Period },
): Promise<readonly DetailedMonth[] | Refused> {
  const found = await months.find(accountId, period, filter);
  if (isRefused(found)) return found;
  return decideMonth({ wanted: 'open', books: found.length, openJobs: 0 }) ?? found.map(describeInDetail);
}

/**
 * Closes or reopens the month of one carrier, or of every carrier of the workspace with data in it. Refuses a month without data, an
 * unnamed workspace where there are several, and closing while a job of the month is open.
 */
export async function setMonth(
  months: MonthStore,
  command: MonthChangeCommand,
): Promise<readonly DetailedMonth[] | Refused> {
  const changed = await months.set(command, DECISIONS);
  return isRefused(changed) ? changed : changed.map(describeInDetail);
}

function describeInDetail({ adjustments, ...facts }: DetailedMonthFacts): DetailedMonth {
  return { ...describeMonth(facts), adjustments };
}
