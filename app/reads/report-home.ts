import { HOME_MONTHS } from '../../core/limits/saved-report-limits.ts';
import { addMonths, type Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import { type Home, homePeriods, homeReport } from '../../core/report/home.ts';
import type { CarrierEventRecord } from './carrier-event-record.ts';
import type { BookFilter } from './read-models.ts';
import type { BookReports } from './report-books.ts';

/**
 * Reports the home screen of a month, by default the latest with data (docs/reference/reports.md#home). Amounts are in dollars. The cost
 * grows with carriers, months and agents, not with members. Refuses an unknown carrier or workspace.
 */
export function reportHome(
  { reports }: BookReports,
  accountId: string,
  { period: requested, ...filter }: BookFilter & { readonly period?: Period | undefined },
): Promise<Home<CarrierEventRecord> | Refused> {
  return reports.read(accountId, filter, async (books) => {
    const range =
      requested === undefined
        ? { latest: HOME_MONTHS }
        : { from: addMonths(requested, 1 - HOME_MONTHS), to: requested };
    const [months, changes, spans] = await Promise.all([
      books.months(range),
      books.changes(range),
      books.spans(requested),
    ]);
    const { period, previousPeriod } = homePeriods(months, requested);
    const none = Promise.resolve([]);
    const [special, events, agents, agentsBefore] = await Promise.all([
      period === null ? none : books.specialMonths({ from: period, to: period }),
      period === null ? none : books.carrierEvents(period),
      period === null ? none : books.agentPay(period),
      previousPeriod === null ? none : books.agentPay(previousPeriod),
    ]);
    const waiting = new Set(special.filter(({ isOpen }) => isOpen).map(({ carrierId }) => carrierId));
    const open = events.filter(({ state }) => state === 'open');
    return homeReport(requested, { months, changes, spans, waiting, agents, agentsBefore, events: open });
  });
}
