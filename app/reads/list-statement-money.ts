import { z } from 'zod';
import type { Exported, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Period } from '../../core/period.ts';
import type { Refused } from '../../core/problem.ts';
import { UNASSIGNED_KINDS } from '../../core/statement/unassigned-line.ts';
import type { ChargebackRow } from './member-records.ts';
import type { BookFilter, ChargebackFilter, ChargebackReads, Chargebacks } from './read-models.ts';

/** Money of a statement that belongs to no member, as it is listed. */
export const unassignedLine = z
  .object({
    period: z.string(),
    carrierId: z.string(),
    carrierName: z.string(),
    workspaceId: z.string(),
    fileId: z.string(),
    fileName: z.string(),
    sheet: z.int().describe('Of the sheets that were read, or of the pages of a PDF, the first is 1.'),
    row: z.int().describe('Row of the sheet or line of the page, the first is 1.'),
    kind: z.string().describe(`What the money is for: ${UNASSIGNED_KINDS.join(', ')}.`),
    text: z.string().describe('What the row says of the money.'),
    amount: z.number().describe('Below zero is money taken back.'),
    isCounted: z
      .boolean()
      .describe(
        "In the sums of what was paid. False for a balance carried forward that the statement's own total leaves out.",
      ),
    agentId: z.string().nullable(),
    agentName: z.string().nullable(),
    coverageMonth: z.string().nullable(),
  })
  .meta({ id: 'UnassignedLine' });
export type UnassignedLineRow = Readonly<z.output<typeof unassignedLine>>;

export const UNASSIGNED_LINE_COLUMNS = [
  ...['period', 'carrierId', 'carrierName', 'workspaceId', 'fileId', 'fileName', 'sheet', 'row', 'kind', 'text'],
  ...['amount', 'isCounted', 'agentId', 'agentName', 'coverageMonth'],
];

export interface UnassignedFilter extends BookFilter {
  readonly period?: Period | undefined;
  readonly fileId?: string | undefined;
}

export interface UnassignedReads {
  /** Returns lines, newest month first, then by file and row. */
  list(
    accountId: string,
    filter: UnassignedFilter,
    page: OffsetPosition,
  ): Promise<OffsetPage<UnassignedLineRow> | Refused>;
  exportAll(accountId: string, filter: UnassignedFilter, offset: number): Exported<UnassignedLineRow>;
}

/** Lists money that needs attention: chargebacks, and money without a member. Every function refuses an unknown carrier or workspace. */
export interface StatementMoney {
  readonly chargebacks: ChargebackReads;
  readonly unassigned: UnassignedReads;
}

type From<Filter> = Filter & Pick<OffsetPosition, 'offset'>;

/** Lists chargebacks of a period, by default the latest with data, by member and policy. Refuses an unknown carrier or workspace. */
export function listChargebacks(
  { chargebacks }: Pick<StatementMoney, 'chargebacks'>,
  accountId: string,
  { limit, offset, ...filter }: ChargebackFilter & OffsetPosition,
): Promise<Chargebacks | Refused> {
  return chargebacks.list(accountId, filter, { limit, offset });
}

/** Exports the list of `listChargebacks` after the first `offset` rows. */
export function exportChargebacks(
  { chargebacks }: Pick<StatementMoney, 'chargebacks'>,
  accountId: string,
  { offset, ...filter }: From<ChargebackFilter>,
): Exported<ChargebackRow, Pick<Chargebacks, 'period'>> {
  return chargebacks.exportAll(accountId, filter, offset);
}

/** Lists money without a member: the newest month first, then by file and row. Refuses an unknown carrier or workspace. */
export function listUnassignedLines(
  { unassigned }: Pick<StatementMoney, 'unassigned'>,
  accountId: string,
  { limit, offset, ...filter }: UnassignedFilter & OffsetPosition,
): Promise<OffsetPage<UnassignedLineRow> | Refused> {
  return unassigned.list(accountId, filter, { limit, offset });
}

/** Exports the list of `listUnassignedLines` after the first `offset` rows. */
export function exportUnassignedLines(
  { unassigned }: Pick<StatementMoney, 'unassigned'>,
  accountId: string,
  { offset, ...filter }: From<UnassignedFilter>,
): Exported<UnassignedLineRow> {
  return unassigned.exportAll(accountId, filter, offset);
}
