import { expect } from 'vitest';
import { z } from 'zod';
import type { TestAccount } from '../../support/service.ts';

/** What the service answers about a book, with the member's id in place of its reference. */

/** Normalised id → reference, as learned from answers. */
export type References = Map<string, string>;

/** Flags are a set: no page promises their order. */
const flags = z.array(z.string()).transform((all) => all.toSorted());
const pagination = z.object({ limit: z.number(), offset: z.number(), hasMore: z.boolean() });
const memberList = z.object({
  data: z.array(
    z.object({
      memberRefId: z.string(),
      memberExternalId: z.string(),
      status: z.string(),
      flags,
      lastPeriod: z.string(),
      commissionAmount: z.number(),
    }),
  ),
  pagination,
});
const scoredRow = z.object({
  status: z.string(),
  flags,
  commissionAmount: z.number(),
  prevCommissionAmount: z.number(),
  comparedAgainstPeriod: z.string().nullable(),
  expectedAmount: z.number().nullable(),
  commissionOwed: z.number(),
  chargebackAmount: z.number(),
});
const resultList = z.object({ data: z.array(scoredRow.extend({ memberRefId: z.string() })), pagination });
const timeline = z.object({ data: z.array(scoredRow.extend({ period: z.string() })) });
const value = z.union([z.string(), z.number()]).nullable();
const deltaList = z.object({
  data: z.array(
    z.object({
      memberRefId: z.string(),
      field: z.string(),
      prevValue: value,
      currValue: value,
      changeType: z.string(),
    }),
  ),
  pagination,
});
const rollup = z.object({
  totals: z.object({
    memberCount: z.number(),
    green: z.number(),
    yellow: z.number(),
    red: z.number(),
    new: z.number(),
    reappeared: z.number(),
    commissionAtRisk: z.number(),
    commissionDropped: z.number(),
    commissionReduced: z.number(),
    reducedCount: z.number(),
    commissionOwed: z.number(),
    owedEvaluated: z.number(),
    owedTotal: z.number(),
    chargebackCount: z.number(),
    chargebackAmount: z.number(),
    paidNet: z.number(),
    paidGross: z.number(),
    chargebacks: z.number(),
  }),
});
const aliasList = z.object({
  data: z.array(z.object({ externalId: z.string(), source: z.string(), period: z.string().nullable() })),
});

async function found(account: TestAccount, path: string): Promise<unknown> {
  const { status, json } = await account.call('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return json;
}

interface Page<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly hasMore: boolean };
}

/** Reads all pages of two rows in turn. */
async function allPages<Row>(account: TestAccount, path: string, schema: z.ZodType<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let offset = 0; ; offset += 2) {
    const page = schema.parse(await found(account, `${path}limit=2&offset=${offset}`));
    rows.push(...page.data);
    expect(page.data.length).toBeLessThanOrEqual(2);
    if (!page.pagination.hasMore) return rows;
  }
}

export const members = (account: TestAccount, query = '') => allPages(account, `/v1/members?${query}`, memberList);

export const results = (account: TestAccount, jobId: string, query = '') =>
  allPages(account, `/v1/jobs/${jobId}/results?${query}`, resultList);

export const deltas = async (account: TestAccount, jobId: string) =>
  deltaList.parse(await found(account, `/v1/jobs/${jobId}/deltas?limit=200`)).data;

export const timelineOf = async (account: TestAccount, reference: string) =>
  timeline.parse(await found(account, `/v1/members/${reference}/timeline`)).data;

export const totalsOf = async (account: TestAccount, period: string) =>
  rollup.parse(await found(account, `/v1/reports/rollup?period=${period}`)).totals;

export const aliases = async (account: TestAccount, reference: string) =>
  aliasList.parse(await found(account, `/v1/members/${reference}/aliases`)).data;
