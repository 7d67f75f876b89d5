import { z } from 'zod';
import { HOME_MONTHS } from '../../core/limits/saved-report-limits.ts';
import { ARRIVAL_STATES } from '../../core/month/statement-state.ts';
import { addMonths, type Period, periodOfDate } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import { homePeriods, homeReport } from '../../core/report/home.ts';
import { bridgeOfPay } from '../../core/report/pay-bridge.ts';
import { carrierEvent } from './carrier-event-record.ts';
import type { BookFilter } from './read-models.ts';
import type { BookReports } from './report-books.ts';
import { AGENT_RECORD, paidFigures } from './report-rollup.ts';
import { usualDayOfCarrier } from './show-statements.ts';

const figureFields = {
  ...paidFigures,
  before: z.number().nullable().describe('paidNet of the earlier month; null without one.'),
  difference: z.number().nullable().describe('paidNet − before.'),
  members: z.int(),
  gone: z.int(),
  goneAmount: z.number().describe('The last pay of who is gone.'),
  paidLess: z.int(),
  paidLessAmount: z.number().describe('The lost part of the regular pay.'),
  plannedStep: z.int().describe('Members whose pay fell by a planned step.'),
  plannedStepAmount: z.number().describe('The dollars by which planned steps lowered the pay.'),
  paidMore: z.int(),
  new: z.int().describe('First seen; 0 in the first month of a carrier, when everybody is.'),
  back: z.int(),
  same: z.int(),
  takenBack: z.int().describe('Members with a chargeback; chargebacks has the amount.'),
  toAskFor: z.number().describe("Underpaid in the month, by contracts and by the statement's own rates."),
  toCheck: z.number().describe('Underpaid by estimated rates, which nobody can claim.'),
};

const homeMonth = z.object({ period: z.string(), ...figureFields }).meta({ id: 'HomeMonth' });

const homeTotals = z
  .object({
    ...figureFields,
    missingStatements: z.int().describe('Carriers whose state is missing, late or waiting.'),
  })
  .meta({ id: 'HomeTotals' });

const homeCarrier = z
  .object({
    carrierId: z.string(),
    carrierName: z.string(),
    state: z
      .enum(ARRIVAL_STATES)
      .describe(
        'missing: data in an earlier month only. late: missing, and the usual day has passed. waiting: more files of the month are expected.',
      ),
    usual: usualDayOfCarrier.nullable().describe('When a statement is usually here; null when too few tell.'),
    lastPeriod: z.string().describe('The latest month with data, up to the shown one.'),
    paidByMonth: z
      .array(z.number().nullable())
      .readonly()
      .describe('paidNet of each of months, in their order; null without a statement.'),
    ...figureFields,
  })
  .meta({ id: 'HomeCarrier' });

const homeAgent = z
  .object({
    agentId: z.string().nullable(),
    agentName: z.string().nullable().describe('Both null: the statements name no agent.'),
    agentRecordId: z.string().nullable().describe(AGENT_RECORD),
    paidNet: z.number(),
    before: z.number().describe('paidNet of the earlier month.'),
    difference: z.number(),
  })
  .meta({ id: 'HomeAgent' });

export const home = z
  .object({
    period: z.string().nullable().describe('Null when there is no data at all.'),
    previousPeriod: z
      .string()
      .nullable()
      .describe('The month with data before it, which before and difference are of; null without one.'),
    totals: homeTotals,
    bridge: bridgeOfPay.nullable().describe('Why the pay differs from the earlier month; null without one.'),
    months: z.array(homeMonth).readonly().describe('Up to twelve calendar months, oldest first.'),
    carriers: z.array(homeCarrier).readonly().describe('By name.'),
    agents: z.array(homeAgent).readonly().describe('Pay by agent over all carriers, the largest first; at most 100.'),
    agentCount: z.int().describe('All agents.'),
    events: z.array(carrierEvent).readonly().describe('Undecided carrier events of the month.'),
  })
  .meta({ id: 'Home' });
export type Home = Readonly<z.output<typeof home>>;

/**
 * Reports the home screen of a month, by default the latest with data (docs/reference/reports.md#home). Amounts are in dollars. The cost
 * grows with carriers, months and agents, not with members. Refuses an unknown carrier or workspace.
 */
export function reportHome(
  { reports }: BookReports,
  accountId: string,
  {
    period: requested,
    today,
    ...filter
  }: BookFilter & { readonly period?: Period | undefined; readonly today: string },
): Promise<Home | Refused> {
  return reports.read(accountId, filter, async (books) => {
    const range =
      requested === undefined
        ? { latest: HOME_MONTHS }
        : { from: addMonths(requested, 1 - HOME_MONTHS), to: requested };
    const [months, changes, spans, arrivals] = await Promise.all([
      books.months(range),
      books.changes(range),
      books.spans(requested),
      books.arrivals(addMonths(periodOfDate(today), -HOME_MONTHS)),
    ]);
    const { period, previousPeriod } = homePeriods(months, requested);
    const none = Promise.resolve([]);
    const [special, events, agents, agentsBefore, bookPay] = await Promise.all([
      period === null ? none : books.specialMonths({ from: period, to: period }),
      period === null ? none : books.carrierEvents(period),
      period === null ? none : books.agentPay(period),
      previousPeriod === null ? none : books.agentPay(previousPeriod),
      period === null || previousPeriod === null ? none : books.bookPay([previousPeriod, period]),
    ]);
    const waiting = new Set(special.filter(({ isOpen }) => isOpen).map(({ carrierId }) => carrierId));
    const open = events.filter(({ state }) => state === 'open');
    return homeReport(requested, {
      ...{ months, changes, spans, arrivals, today, waiting },
      ...{ agents, agentsBefore, bookPay, events: open },
    });
  });
}
