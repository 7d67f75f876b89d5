import type { z } from 'zod';
import type { ProductLine } from '../product-line.ts';
import { type StatementConfig, statementConfigSchema } from '../statement/config.ts';

/**
 * A carrier of the shared catalogue (docs/reference/carriers-and-formats.md#carriers): every account sees it and can
 * read its statements at once.
 */
export interface SharedCarrier {
  readonly name: string;
  /** Its identity for good: a shipped carrier may change its name and its format, never this. */
  readonly slug: string;
  /** Null for lines that have no word here, such as property and casualty. */
  readonly productLine: ProductLine | null;
  readonly groupSlug: string;
  readonly config: StatementConfig;
}

/** A brand, whose members can be told apart by a file. */
export interface CarrierBrand {
  readonly name: string;
  readonly slug: string;
}

export interface BrandEntry {
  readonly brand: CarrierBrand;
  readonly carriers: readonly SharedCarrier[];
}

interface CarrierEntry {
  readonly name: string;
  readonly slug: string;
  readonly productLine: ProductLine | null;
  readonly config: z.input<typeof statementConfigSchema>;
}

/** A brand with its carriers. Throws, when the program starts, on a format the schema refuses. */
export function brandEntry(name: string, slug: string, carriers: readonly CarrierEntry[]): BrandEntry {
  return {
    brand: { name, slug },
    carriers: carriers.map((carrier) => ({
      ...carrier,
      groupSlug: slug,
      config: statementConfigSchema.parse(carrier.config),
    })),
  };
}
