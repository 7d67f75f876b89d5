import { expect } from 'vitest';
import { z } from 'zod';
import { normalised } from '../../support/book-model-record.ts';
import type { TestAccount } from '../../support/service.ts';

/** Answers of the service about a book, with the member's id in place of its reference. */

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

/** Reads a list in pages of two rows, one page after the other. */
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

const changeList = z.object({
  data: z.array(
    z.object({
      memberRefId: z.string(),
      kind: z.string(),
      before: z.number(),
      now: z.number(),
      difference: z.number(),
      atRisk: z.number(),
    }),
  ),
  pagination,
  counts: z.record(z.string(), z.number().nullable()),
  total: z.number(),
});

/** Reads the changed members of a month and, as a separate list, its unchanged members. */
export async function changes(account: TestAccount, period: string) {
  const changed = changeList.parse(await found(account, `/v1/changes?period=${period}&limit=200`));
  const same = changeList.parse(await found(account, `/v1/changes?period=${period}&kind=same&limit=200`));
  return { rows: [...changed.data, ...same.data], counts: changed.counts, total: changed.total };
}

/** Null for a blank policy number, otherwise the number in the form in which policies are compared. */
const policyKey = z
  .string()
  .nullable()
  .transform((number) => (number === null ? null : normalised(number)));
const chargebackList = z.object({
  data: z.array(
    z
      .object({
        memberRefId: z.string(),
        policyNumber: policyKey,
        chargebackAmount: z.number(),
        paidOut: z.number(),
        fullyReversed: z.boolean(),
        originalPayout: z.object({ period: z.string(), amount: z.number() }).nullable(),
      })
      .transform(({ policyNumber, ...row }) => ({ ...row, policyKey: policyNumber })),
  ),
  pagination,
});

export const chargebacks = (account: TestAccount, period: string) =>
  allPages(account, `/v1/chargebacks?period=${period}&`, chargebackList);

const comparisonList = z.object({
  data: z.array(
    z.object({
      memberRefId: z.string(),
      status: z.string(),
      commissionAmount: z.number(),
      prevCommissionAmount: z.number(),
    }),
  ),
  pagination,
});

export const comparison = (account: TestAccount, from: string, to: string) =>
  allPages(account, `/v1/comparisons?from=${from}&to=${to}&`, comparisonList);

const journey = z.object({
  periods: z.array(
    z.object({
      period: z.string(),
      status: z.string(),
      present: z.boolean(),
      commissionAmount: z.number(),
      policies: z.array(
        z
          .object({ policyNumber: policyKey, commissionAmount: z.number() })
          .transform((policy) => ({ policyKey: policy.policyNumber, commissionAmount: policy.commissionAmount })),
      ),
    }),
  ),
});

export const journeyOf = async (account: TestAccount, reference: string) =>
  journey.parse(await found(account, `/v1/members/${reference}/journey`)).periods;

const lineList = z.object({
  data: z.array(
    z
      .object({ row: z.number(), memberExternalId: z.string(), amount: z.number() })
      .transform(({ row, memberExternalId, amount }) => ({ row, printed: memberExternalId, amount })),
  ),
  pagination,
});

export const linesOf = async (account: TestAccount, reference: string, period: string) =>
  lineList.parse(await found(account, `/v1/members/${reference}/lines?period=${period}&limit=200`)).data;

const proposalList = z.object({
  missing: z.number(),
  returning: z.number(),
  data: z.array(z.object({ memberRefId: z.string(), externalId: z.string(), matchedBy: z.string() })),
});

export const proposals = async (account: TestAccount, carrierId: string, period: string) =>
  proposalList.parse(await found(account, `/v1/members/alias-proposals?carrierId=${carrierId}&period=${period}`));

const job = z.object({ warnings: z.array(z.object({ code: z.string() })) });

/** The codes of the job's warnings about members. */
export async function warningsOf(account: TestAccount, jobId: string): Promise<readonly string[]> {
  const { warnings } = job.parse(await found(account, `/v1/jobs/${jobId}`));
  return warnings.map(({ code }) => code).filter((code) => code.startsWith('members_'));
}

/** The bytes of every list and report about a book. */
export async function everyAnswer(
  account: TestAccount,
  {
    periods,
    jobIds,
    references,
  }: {
    readonly periods: readonly string[];
    readonly jobIds: readonly string[];
    readonly references: readonly string[];
  },
): Promise<ReadonlyMap<string, string>> {
  const paths = [
    '/v1/members?limit=200',
    '/v1/reports/cumulative',
    '/v1/reports/recoverable',
    '/v1/reports/carrier-scorecards',
    '/v1/reports/tax-1099?year=2026',
    ...jobIds.flatMap((id) => [
      `/v1/jobs/${id}`,
      `/v1/jobs/${id}/results?limit=200`,
      `/v1/jobs/${id}/deltas?limit=200`,
    ]),
    ...periods.flatMap((period) =>
      ['changes', 'chargebacks', 'home', 'reports/rollup', 'reports/data-quality'].map(
        (list) => `/v1/${list}?period=${period}`,
      ),
    ),
    ...references.flatMap((id) =>
      ['timeline', 'journey', 'last-seen', 'aliases'].map((part) => `/v1/members/${id}/${part}`),
    ),
  ];
  const bodies = new Map<string, string>();
  for (const path of paths) {
    const { status, body } = await account.call('GET', path);
    expect([path, status]).toEqual([path, 200]);
    bodies.set(path, body);
  }
  return bodies;
}
