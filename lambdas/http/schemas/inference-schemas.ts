import { z } from '@hono/zod-openapi';
import { productLine } from './carrier-schemas.ts';
import { configTrialExample, configVersionExample, statementConfig, trialRow } from './config-schemas.ts';
import { warning } from './warning.ts';

/** The inferred format and carrier of a file (docs/reference/carriers-and-formats.md#infer and #identify). */

const period = z.string().openapi({ example: '2026-04' });
const monthPlace = z.enum(['title', 'sheet_name', 'file_name', 'rows']);
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
    sampledRows: z.int().openapi({ description: 'Rows below the header that were looked at, at most 500 a sheet.' }),
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
  sampledRows: 60,
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

const identifiedCarrier = z
  .object({
    carrierId: z.string(),
    name: z.string(),
    slug: z.string(),
    productLine: productLine.nullable(),
    shared: z.boolean().openapi({ description: 'Of the shared catalogue.' }),
    configVersion: z
      .int()
      .nullable()
      .openapi({ description: 'The version of the format that the file was read with.' }),
    latestPeriod: period.nullable().openapi({ description: 'The latest month on file for this carrier.' }),
    confidence: share,
    reasons: z.array(z.string()).readonly(),
  })
  .openapi('IdentifiedCarrier');

export const identifiedStatement = z
  .object({
    fileType: z.enum(['csv', 'xlsx', 'pdf']),
    summary: z.string().nullable().openapi({
      description:
        'Carrier, month, members and total in one line, to be confirmed by a person; null when the file was not read.',
    }),
    ambiguous: z.boolean().openapi({ description: 'Two carriers fit alike, or the best does not fit well.' }),
    best: z
      .union([identifiedCarrier, z.null()])
      .openapi({ description: 'The carrier to upload for; null when it is not certain.' }),
    ranked: z.array(identifiedCarrier).readonly().openapi({ description: 'At most five carriers, best first.' }),
    period: period.nullable().openapi({ description: 'The month of the statement; null when the file does not tell.' }),
    periodFoundIn: monthPlace.nullable(),
    periodQuestion: z.string().nullable().openapi({
      description:
        'Asks a person which month is right, when the name of the file, its titles and its rows contradict each other.',
    }),
    months: z
      .array(
        z.object({
          period,
          foundIn: monthPlace,
          kind: z.enum(['statement', 'coverage', 'payment']).openapi({
            description: 'The month of the statement, of the coverage that is paid, or of the payment.',
          }),
          text: z.string().openapi({ description: 'The text that names the month.' }),
        }),
      )
      .readonly()
      .openapi({ description: 'All months that the file names.' }),
    statement: z
      .object({
        readWith: z.enum(['carrier', 'inferred']).openapi({
          description: 'The format: that of the first carrier of the list, or the inferred one.',
        }),
        rows: z.int(),
        failed: z.int().openapi({ description: 'Rows that can not be read and are not in the total.' }),
        members: z.int(),
        commissionTotal: z.number().openapi({ description: 'With the money that belongs to no member.' }),
        chargebackAmount: z.number(),
        warnings: z.array(warning).readonly().openapi({
          description: 'What a job would warn of: for example footer_variance, when the file prints another total.',
        }),
      })
      .nullable()
      .openapi({ description: 'The whole file; null when no format reads it.' }),
    inferred: z
      .union([formatInference, z.null()])
      .openapi({ description: 'A proposed format, when no carrier is certain.' }),
    notes: z.array(z.string()).readonly(),
  })
  .openapi('IdentifiedStatement');

const identified = {
  carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  name: 'Wellcare (Centene)',
  slug: 'wellcare',
  productLine: 'medicare',
  shared: true,
  configVersion: 1,
  latestPeriod: '2026-03',
  confidence: 0.96,
  reasons: [
    '22 of 22 columns of the format are there; 100 % of the sampled rows can be read.',
    'The file names "wellcare".',
    'The latest statement of this carrier on file is for 2026-03.',
  ],
} as const;

export const identifiedStatementExample: z.output<typeof identifiedStatement> = {
  fileType: 'xlsx',
  summary: 'Wellcare (Centene), April 2026, 60 members, $1,735.20',
  ambiguous: false,
  best: identified,
  ranked: [identified],
  period: '2026-04',
  periodFoundIn: 'file_name',
  periodQuestion: null,
  months: [
    { period: '2026-04', foundIn: 'file_name', kind: 'statement', text: 'Wellcare_2026-04.xlsx' },
    { period: '2026-04', foundIn: 'rows', kind: 'coverage', text: '58 of 60 rows are for coverage in Apr 2026.' },
  ],
  statement: {
    readWith: 'carrier',
    rows: 60,
    failed: 0,
    members: 60,
    commissionTotal: 1735.2,
    chargebackAmount: 0,
    warnings: [],
  },
  inferred: null,
  notes: [],
};
