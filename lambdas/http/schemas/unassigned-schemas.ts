import { z } from '@hono/zod-openapi';
import { UNASSIGNED_KINDS } from '../../../core/statement/unassigned-line.ts';
import { offsetList } from '../paging.ts';

const unassignedLine = z
  .object({
    period: z.string(),
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    fileId: z.string(),
    fileName: z.string(),
    sheet: z.int().openapi({ description: 'Of the sheets that were read, or of the pages of a PDF, the first is 1.' }),
    row: z.int().openapi({ description: 'Row of the sheet or line of the page, the first is 1.' }),
    kind: z.string().openapi({ description: `What the money is for: ${UNASSIGNED_KINDS.join(', ')}.` }),
    text: z.string().openapi({ description: 'What the row says of the money.' }),
    amount: z.number().openapi({ description: 'Below zero is money taken back.' }),
    isCounted: z.boolean().openapi({
      description:
        "In the sums of what was paid. False for a balance carried forward that the statement's own total leaves out.",
    }),
    agentId: z.string().nullable(),
    agentName: z.string().nullable(),
    coverageMonth: z.string().nullable(),
  })
  .openapi('UnassignedLine');

export const unassignedLines = offsetList(unassignedLine);

export const UNASSIGNED_LINE_COLUMNS = Object.keys(unassignedLine.shape);

export const unassignedLinesExample: z.output<typeof unassignedLines> = {
  data: [
    {
      period: '2026-03',
      carrierId: 'c9d8e7f6-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
      carrierName: 'Summit Senior Life',
      workspaceId: '2f1e0d9c-8b7a-4695-8473-625140f3e2d1',
      fileId: '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11',
      fileName: 'summit-2026-03.csv',
      sheet: 1,
      row: 42,
      kind: 'bonus',
      text: 'Production Bonus',
      amount: 250,
      isCounted: true,
      agentId: 'A-17',
      agentName: 'Doe, Jane',
      coverageMonth: null,
    },
  ],
  pagination: { limit: 50, offset: 0, hasMore: false },
  total: 1,
};
