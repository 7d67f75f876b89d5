import { z } from '@hono/zod-openapi';

/** The rows of statements that belong to a member. */

export const memberLine = z
  .object({
    fileId: z.string(),
    fileName: z.string(),
    sheet: z.int().openapi({ description: 'The number of the sheet among those that are read, from 1.' }),
    row: z.int().openapi({ description: 'As in a spreadsheet, from 1.' }),
    memberExternalId: z.string().openapi({ description: 'The id that the row has.' }),
    memberName: z.string().nullable(),
    amount: z.number().openapi({ description: 'What the row pays; below zero when it takes money back.' }),
    policyNumber: z.string().nullable(),
    planName: z.string().nullable(),
    productType: z.string().nullable(),
    premiumAmount: z.number().nullable(),
    rate: z.number().nullable(),
    effectiveDate: z.iso.date().nullable(),
    termDate: z.iso.date().nullable(),
    termReason: z.string().nullable(),
    coverageMonth: z.string().nullable(),
    paidDate: z.iso.date().nullable(),
    transactionType: z.string().nullable(),
    agentName: z.string().nullable(),
    state: z.string().nullable(),
    carrierStatus: z.string().nullable(),
    description: z.string().nullable(),
  })
  .openapi('MemberLine');

export const memberLineExample: z.output<typeof memberLine> = {
  fileId: '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11',
  fileName: 'summit-2026-03.csv',
  sheet: 1,
  row: 12,
  memberExternalId: 'M-1001',
  memberName: 'Doe, Jane',
  amount: 40,
  policyNumber: 'P-77',
  planName: 'Gold',
  productType: null,
  premiumAmount: 500,
  rate: null,
  effectiveDate: '2025-01-01',
  termDate: null,
  termReason: null,
  coverageMonth: '2026-03',
  paidDate: null,
  transactionType: null,
  agentName: 'Alex Kim',
  state: null,
  carrierStatus: null,
  description: null,
};
