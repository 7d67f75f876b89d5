/** What a carrier sells, as far as it decides which findings are looked for (contract 3). */
export const PRODUCT_LINES = ['medicare', 'major_medical', 'med_supp', 'ancillary', 'group'] as const;
export type ProductLine = (typeof PRODUCT_LINES)[number];
