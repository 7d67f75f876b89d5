/**
 * Kinds of products that a carrier pays for. They decide which findings apply
 * (docs/reference/carriers-and-formats.md#carriers).
 */
export const PRODUCT_LINES = ['medicare', 'major_medical', 'med_supp', 'ancillary', 'group'] as const;
export type ProductLine = (typeof PRODUCT_LINES)[number];
