/**
 * What a carrier sells, as far as it decides which findings are looked for
 * (docs/reference/carriers-and-formats.md#carriers).
 */
export const PRODUCT_LINES = ['medicare', 'major_medical', 'med_supp', 'ancillary', 'group'] as const;
export type ProductLine = (typeof PRODUCT_LINES)[number];
