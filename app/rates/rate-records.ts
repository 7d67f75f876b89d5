import { z } from 'zod';

export const rateType = z.enum(['flat_per_member', 'percent_of_premium']);

export const rateTier = z.enum(['initial', 'renewal']);

const rateFields = {
  id: z.string(),
  carrierId: z.string(),
  planCode: z.string().nullable().describe('Null: for every plan that has none of its own.'),
  rateType,
  rateValue: z.number().describe('Dollars a life and month, or a fraction of the premium.'),
  tier: rateTier.nullable(),
  state: z.string().nullable(),
  effectiveFrom: z.iso.date().nullable(),
  effectiveTo: z.iso.date().nullable(),
  source: z.enum(['contracted', 'estimated']),
  workspaceId: z.string().nullable().describe('Of an estimate: the workspace it holds for.'),
  basisPeriod: z.string().nullable().describe('Of an estimate: the period it was made from.'),
  sampleSize: z.int().nullable().describe('Of an estimate: how many records it was made from.'),
  createdAt: z.iso.datetime(),
  planName: z
    .string()
    .nullable()
    .describe('The plan, where the statement gives no code: of estimates, and of rates confirmed from them.'),
  productType: z
    .string()
    .nullable()
    .describe('The product type it holds for: of estimates, and of rates confirmed from them.'),
  maxLives: z.int().nullable().describe('A household is paid for so many lives at most.'),
  fromPolicyMonth: z
    .int()
    .nullable()
    .describe('First month of the policy it holds for; 1 is that of the effective date.'),
  toPolicyMonth: z.int().nullable().describe('Last month of the policy it holds for.'),
  fromLives: z.int().nullable().describe('The smallest group it holds for.'),
  toLives: z.int().nullable().describe('The largest group it holds for.'),
};

export const expectedRate = z.object(rateFields).meta({ id: 'ExpectedRate' });
export type RateRecord = Readonly<z.output<typeof expectedRate>>;

export const rateSet = z
  .object({
    ...rateFields,
    rescoredPeriods: z.int().describe('Periods scored again, over all books, those of `jobIds` included.'),
    jobIds: z
      .array(z.string())
      .optional()
      .describe('Of the jobs that score books too large to wait for; absent: everything is scored.'),
  })
  .meta({ id: 'RateSet' });

export const RATE_COLUMNS = [
  ...['id', 'carrierId', 'planCode', 'rateType', 'rateValue', 'tier', 'state', 'effectiveFrom', 'effectiveTo'],
  ...['source', 'workspaceId', 'basisPeriod', 'sampleSize', 'createdAt', 'planName', 'productType', 'maxLives'],
  ...['fromPolicyMonth', 'toPolicyMonth', 'fromLives', 'toLives'],
];

const owedCounts = z
  .object({
    membersEvaluated: z.int().describe('Members and months whose owed could be evaluated.'),
    membersOwed: z.int().describe('Members for whom something is owed in any of these months. A member counts once.'),
    commissionOwed: z.number(),
    commissionOwedEstimated: z.number().describe('The part of commissionOwed that rests on an estimated rate.'),
    toAskFor: z
      .number()
      .describe('The rest, each member and month in whole cents: what claims of it come to, before later payments.'),
  })
  .meta({ id: 'OwedCounts' });

const change = { before: owedCounts, after: owedCounts };

const owedChange = z.object(change).meta({ id: 'OwedChange', description: '`before` is as it is stored.' });

const difference = z
  .object({
    workspaceId: z.string(),
    period: z.string(),
    memberRefId: z.string(),
    memberExternalId: z.string(),
    memberName: z.string().nullable(),
    commissionOwedBefore: z.number().nullable().describe('Null: owed could not be evaluated.'),
    commissionOwedAfter: z.number().nullable(),
    difference: z.number().describe('After less before, where null counts as nothing.'),
  })
  .meta({ id: 'OwedDifference' });

const owedComparison = z
  .object({
    periodsLeftOut: z.int().describe('Periods of books that are too large to be compared.'),
    totals: owedChange,
    byPeriod: z.array(z.object({ period: z.string(), ...change }).meta({ id: 'OwedChangeOfPeriod' })).readonly(),
    largestDifferences: z.array(difference).readonly().describe('Ten at most, the largest first.'),
  })
  .meta({ id: 'OwedComparison' });
export type OwedComparison = Readonly<z.output<typeof owedComparison>>;

export const ratePreview = z
  .object({
    replacedRateId: z.string().nullable().describe('The contracted rate that this one would replace.'),
    ...owedComparison.shape,
  })
  .meta({ id: 'RatePreview' });
export type RatePreview = Readonly<z.output<typeof ratePreview>>;

export const ratesSet = z
  .object({
    carrierId: z.string(),
    dryRun: z.boolean(),
    created: z.int(),
    replaced: z.int().describe('Rates that were there and said something else.'),
    unchanged: z.int(),
    rescoredPeriods: z.int().describe('Periods scored again, or that would be, those of `jobIds` included.'),
    jobIds: z.array(z.string()).optional().describe('As when one rate is set; never of a dry run.'),
    ignoredColumns: z.array(z.string()).describe('Columns of a CSV that nothing was read from.'),
    owed: owedComparison.nullable().describe('Of a dry run: what would change. Null when rates are stored.'),
  })
  .meta({ id: 'RatesSet' });
