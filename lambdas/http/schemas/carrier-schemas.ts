import { z } from '@hono/zod-openapi';
import { PERIOD_FILES_MAX } from '../../../core/limits/job-limits.ts';
import { PRODUCT_LINES } from '../../../core/product-line.ts';
import { filesKnown } from './month-schemas.ts';
import { displayName, slugField } from './name-fields.ts';

/** Carriers and brands (docs/reference/carriers-and-formats.md#carriers). */

export const productLine = z.enum(PRODUCT_LINES);

export const carrier = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    productLine: productLine.nullable(),
    groupId: z.string().nullable().openapi({ description: 'The brand it belongs to.' }),
    configured: z.boolean().openapi({ description: 'Whether its statements can be read.' }),
    activeConfigVersion: z.int().nullable(),
    expectedFiles: z
      .int()
      .nullable()
      .openapi({ description: 'Files that a month of the carrier has; null: not known.' }),
    expectedFilesKnown: filesKnown.nullable(),
  })
  .openapi('Carrier');

export const carrierExample: z.output<typeof carrier> = {
  id: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  name: 'Summit Senior Life',
  slug: 'summit-senior-life',
  productLine: 'medicare',
  groupId: null,
  configured: true,
  activeConfigVersion: 2,
  expectedFiles: 4,
  expectedFilesKnown: 'set',
};

const allowSameName = z.boolean().optional().openapi({
  description: 'True: another carrier of yours may have this name. Names are compared without case and extra spaces.',
});

export const newCarrier = z.strictObject({
  name: displayName('Of the carrier.'),
  slug: slugField.optional().openapi({ description: 'Made from the name when absent.' }),
  productLine: productLine.nullable().default(null),
  allowSameName,
});

/** A change of a carrier. An absent field stays unchanged. */
export const carrierChange = z.strictObject({
  name: displayName('Of the carrier.').optional(),
  slug: slugField.optional(),
  productLine: productLine.nullable().optional(),
  allowSameName,
});

/** A change of the number of expected files. Null removes the setting. */
export const expectedFilesChange = z.strictObject({
  expectedFiles: z
    .int('must be a whole number')
    .min(1, 'must not be less than 1')
    .max(PERIOD_FILES_MAX, `must not be more than ${PERIOD_FILES_MAX}`)
    .nullable(),
});

/** A carrier or a brand by its names. */
export const carrierReference = z
  .object({ id: z.string(), name: z.string(), slug: z.string() })
  .openapi('CarrierReference');

export const carrierGroup = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    members: z.array(carrierReference).readonly(),
  })
  .openapi('CarrierGroup');

export const carrierGroupExample: z.output<typeof carrierGroup> = {
  id: '6a1e3c52-0b8d-4e6f-8b1d-7c2f9a5e4d33',
  name: 'Summit',
  slug: 'summit',
  members: [{ id: carrierExample.id, name: carrierExample.name, slug: carrierExample.slug }],
};
