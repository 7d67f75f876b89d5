import { z } from '@hono/zod-openapi';

/** The paid amounts as the reports show them. The comparison with a form 1099 uses the same figures. */
export const paidFigures = {
  paidNet: z.number().openapi({ description: 'paidGross − chargebacks.' }),
  paidGross: z.number().openapi({ description: 'All that was paid, also what belongs to no member.' }),
  chargebacks: z
    .number()
    .openapi({ description: 'All that was taken back, also from no member, as a positive amount.' }),
};

export const paidExample = { paidNet: 340, paidGross: 390, chargebacks: 50 };
