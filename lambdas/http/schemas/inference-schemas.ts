import { z } from '@hono/zod-openapi';
import { productLine } from './carrier-schemas.ts';
import { configTrialExample, configVersionExample, statementConfig, trialRow } from './config-schemas.ts';

/** The inferred format and carrier of a file (docs/reference/carriers-and-formats.md#infer). */

const share = z.number().min(0).max(1);

export const formatInference = z
  .object({
    config: statementConfig,
    confidence: share.openapi({ description: 'From 0.8 on both the id and the amount are certain.' }),
    headerRow: z.int().nullable().openapi({ description: '1-based; null when no row reads like a header.' }),
    sheets: z.array(z.string()).readonly().openapi({ description: 'The sheets that are read; none for CSV.' }),
    mapped: z.array(z.object({ header: z.string(), target: z.string(), score: share })).readonly(),
    unmapped: z.array(z.object({ header: z.string(), reason: z.string() })).readonly(),
    notes: z.array(z.string()).readonly(),
    preview: z
      .array(trialRow)
      .readonly()
      .openapi({ description: 'The first 20 rows as the configuration reads them.' }),
  })
  .openapi('FormatInference', {
    description: 'The config has every option filled in. A required column that was not found is missing from it.',
  });

export const formatInferenceExample: z.output<typeof formatInference> = {
  config: configVersionExample.config,
  confidence: 0.96,
  headerRow: 1,
  sheets: [],
  mapped: [
    { header: 'Member ID', target: 'member_external_id', score: 1 },
    { header: 'Commission', target: 'commission_amount', score: 0.96 },
  ],
  unmapped: [{ header: 'QIS Level', reason: 'its name is not known' }],
  notes: ['No date shows its order (no day above 12); month/day/year was assumed.'],
  preview: configTrialExample.rows,
};

const rankedCarrier = z.object({
  carrierId: z.string(),
  name: z.string(),
  slug: z.string(),
  productLine: productLine.nullable(),
  confidence: share,
  reason: z.string(),
});

export const carrierRanking = z
  .object({
    groupId: z.string(),
    ambiguous: z.boolean().openapi({ description: 'Two fit alike, or the best does not fit well.' }),
    best: rankedCarrier.nullable(),
    ranked: z.array(rankedCarrier).readonly(),
  })
  .openapi('CarrierRanking');

const ranked = {
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  name: 'Summit Senior Life',
  slug: 'summit-senior-life',
  productLine: 'medicare',
  confidence: 0.93,
  reason: '12 of 12 columns of the format are there; 100 % of the sampled rows can be read.',
} as const;

export const carrierRankingExample: z.output<typeof carrierRanking> = {
  groupId: '6a1e3c52-0b8d-4e6f-8b1d-7c2f9a5e4d33',
  ambiguous: false,
  best: ranked,
  ranked: [ranked],
};
