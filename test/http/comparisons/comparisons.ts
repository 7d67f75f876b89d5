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
