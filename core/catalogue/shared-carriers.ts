import { INDIVIDUAL_BRANDS } from './individual-brands.ts';
import { LIFE_AND_PROPERTY_BRANDS } from './life-and-property-brands.ts';
import { MEDICARE_BRANDS } from './medicare-brands.ts';
import { NATIONAL_BRANDS } from './national-brands.ts';
import type { CarrierBrand, SharedCarrier } from './shared-carrier.ts';

const ENTRIES = [...NATIONAL_BRANDS, ...MEDICARE_BRANDS, ...INDIVIDUAL_BRANDS, ...LIFE_AND_PROPERTY_BRANDS];

/** The brands of the shared catalogue. */
export const CARRIER_BRANDS: readonly CarrierBrand[] = ENTRIES.map(({ brand }) => brand);

/**
 * The shared catalogue: carriers whose statements can be read without a configuration of the account
 * (docs/reference/carriers-and-formats.md#carriers).
 */
export const SHARED_CARRIERS: readonly SharedCarrier[] = ENTRIES.flatMap(({ carriers }) => carriers);
