import { INDIVIDUAL_BRANDS, LIFE_AND_PROPERTY_BRANDS } from './individual-and-property-brands.ts';
import { MEDICARE_BRANDS } from './medicare-brands.ts';
import { NATIONAL_BRANDS } from './national-brands.ts';
import type { CarrierBrand, SharedCarrier } from './shared-carrier.ts';

/**
 * The version of the shared catalogue. Every release that changes a brand, a carrier or a format increases it by one. A database with a
 * later version is not changed (docs/adr/0027-going-back-a-version.md).
 */
export const CATALOGUE_VERSION = 4;

/** A carrier of the shared catalogue that continues the statements of others, because a brand changed its layout. */
export interface Succession {
  readonly slug: string;
  /** Slug of the carrier whose layout ended. */
  readonly continues: string;
}

/**
 * Layouts of one brand that follow each other. Layouts that a brand sends in parallel are no succession: they may show the same members
 * for different money (docs/adr/0042-history-across-layouts.md).
 */
export const SUCCESSIONS: readonly Succession[] = [
  { slug: 'devoted-transactions', continues: 'devoted-agency' },
  { slug: 'devoted-transactions', continues: 'devoted-agent-statement' },
];

const ENTRIES = [...NATIONAL_BRANDS, ...MEDICARE_BRANDS, ...INDIVIDUAL_BRANDS, ...LIFE_AND_PROPERTY_BRANDS];

/** The brands of the shared catalogue. */
export const CARRIER_BRANDS: readonly CarrierBrand[] = ENTRIES.map(({ brand }) => brand);

/**
 * The shared catalogue: carriers whose statements can be read without a configuration of the account
 * (docs/reference/carriers-and-formats.md#carriers).
 */
export const SHARED_CARRIERS: readonly SharedCarrier[] = ENTRIES.flatMap(({ carriers }) => carriers);
