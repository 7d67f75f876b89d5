import { expect } from 'vitest';
import { z } from 'zod';
import {
  STATEMENT_CONFIG,
  type StatementRow,
  statement,
  type TestAccount,
  type TestService,
} from '../../support/service.ts';

/** Makes books by uploads, and shows their comparisons in a compact form. */

/** Member id → amount. A list of amounts makes several lines. A text makes a line of 50 with the text as its plan name. */
export type Month = Readonly<Record<string, number | readonly number[] | string>>;

export async function load(
  service: TestService,
  account: TestAccount,
  book: { readonly carrierId: string; readonly workspaceId?: string; readonly months: Readonly<Record<string, Month>> },
): Promise<void> {
  const { months, ...key } = book;
  for (const [period, month] of Object.entries(months)) {
    const rows = Object.entries(month).flatMap(([id, paid]): StatementRow[] => {
      const cells = { Name: `Member ${id}`, Policy: `P-${id}`, Plan: typeof paid === 'string' ? paid : 'Gold' };
      const amounts = typeof paid === 'string' ? [50] : [paid].flat();
      return amounts.map((amount) => [id, amount, cells]);
    });
    const accepted = await account.upload({ ...key, period, file: statement(rows) });
    expect(accepted.status).toBe(202);
    await service.runJobs();
  }
}

export const configOf = (scoring: object) => ({ ...STATEMENT_CONFIG, ...scoring });

const reply = z.object({
  from: z.string(),
  to: z.string(),
  carrierId: z.string().nullable(),
  granularity: z.string(),
  summary: z.record(z.string(), z.number()),
  data: z.array(
    z.object({
      memberRefId: z.string(),
      carrierId: z.string(),
      workspaceId: z.string(),
      status: z.string(),
      flags: z.array(z.string()),
      commissionAmount: z.number(),
      prevCommissionAmount: z.number(),
      comparedAgainstPeriod: z.string(),
      memberExternalId: z.string(),
      memberName: z.string().nullable(),
      policyRefId: z.string().nullable(),
      policyNumber: z.string().optional(),
    }),
  ),
  deltas: z.array(
    z.object({
      memberRefId: z.string(),
      field: z.string(),
      prevValue: z.union([z.string(), z.number()]).nullable(),
      currValue: z.union([z.string(), z.number()]).nullable(),
      changeType: z.string(),
    }),
  ),
  pagination: z.object({ limit: z.number(), offset: z.number(), hasMore: z.boolean() }),
});

export async function compare(account: TestAccount, query: string) {
  const response = await account.call('GET', `/v1/comparisons?${query}`);
  expect([response.status, response.json]).toMatchObject([200, {}]);
  return reply.parse(response.json);
}

/** Rows in the form "A yellow 50 → 40 COMMISSION_CHANGED", by member id. */
export async function rows(account: TestAccount, query: string): Promise<readonly string[]> {
  const { data } = await compare(account, `limit=200&${query}`);
  return data
    .map(({ memberExternalId, status, prevCommissionAmount, commissionAmount, flags }) =>
      [memberExternalId, status, prevCommissionAmount, '→', commissionAmount, ...flags].join(' '),
    )
    .sort();
}

/**
 * A second implementation of the rules of docs/reference/members-and-comparisons.md#comparisons, over whole books in memory: months of
 * lines in cents, for carriers that pay month by month. It shares no code with the service.
 */

/** Period → member → the member's lines. Periods are in ascending order. */
export type Book = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

export interface ModelAsked {
  readonly from: string;
  readonly to: string;
  readonly granularity: 'month' | 'quarter' | 'year';
}

/** Rows in the form "A yellow 5000 → 4000". */
export function modelRows(book: Book, { from, to, granularity }: ModelAsked): readonly string[] {
  const sideOf = (period: string) => sideName(period, granularity);
  const members = [...new Set(Object.values(book).flatMap((month) => Object.keys(month)))].sort();
  return members.flatMap((member) => {
    const present = presentMonths(book, member);
    const isIn = (side: string) => present.some((period) => sideOf(period) === side);
    /** Sums all lines of the side, including a month in which the member is only charged back. */
    const netOf = (side: string) =>
      Object.entries(book)
        .filter(([period]) => sideOf(period) === side)
        .flatMap(([, month]) => month[member] ?? [])
        .reduce((sum, amount) => sum + amount, 0);
    const [earlier, later] = [sideOf(from), sideOf(to)];
    const row = (status: string, prev: number) => [`${member} ${status} ${prev} → ${netOf(later)}`];
    if (!isIn(later)) return isIn(earlier) ? row('red', netOf(earlier)) : [];
    if (isIn(earlier)) return row(netOf(later) < netOf(earlier) - 1 ? 'yellow' : 'green', netOf(earlier));
    const last = present.filter((period) => sideOf(period) < earlier).at(-1);
    return last === undefined ? row('new', 0) : row('reappeared', netOf(sideOf(last)));
  });
}

function sideName(period: string, granularity: ModelAsked['granularity']): string {
  if (granularity === 'month') return period;
  const year = period.slice(0, 4);
  return granularity === 'year' ? year : `${year} Q${Math.ceil(Number(period.slice(5)) / 3)}`;
}

/** The months with lines, except those that hold only chargebacks after a drop. */
function presentMonths(book: Book, member: string): readonly string[] {
  const present: string[] = [];
  let isAbsent = false;
  for (const [period, month] of Object.entries(book)) {
    const lines = month[member] ?? [];
    if (lines.length === 0) isAbsent ||= present.length > 0;
    else if (!isAbsent || lines.some((amount) => amount >= 0)) {
      present.push(period);
      isAbsent = false;
    }
  }
  return present;
}
