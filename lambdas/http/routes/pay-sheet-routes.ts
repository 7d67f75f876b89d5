import { z } from '@hono/zod-openapi';
import {
  compareRunWithSheet,
  SHEET_DIFFERENCE_COLUMNS,
  type SheetComparisons,
  sheetComparison,
} from '../../../app/agent-pay/run-papers.ts';
import { isRefused } from '../../../core/problem.ts';
import { recordId } from '../request-fields.ts';
import { fileField } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** Compares a pay run with the agency's own sheet. */
export function paySheetRoute(comparisons: SheetComparisons): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/pay-runs/{runId}/compare',
    operationId: 'comparePayRun',
    // The route only reads: the sheet is compared and not stored.
    access: 'account:read',
    tag: 'Agent pay',
    summary: 'Compare a pay run with a sheet',
    description: `The agency's own sheet of agents and amounts beside what the run pays, with the known parts of the run that may explain a
difference. Nothing is stored.`,
    request: {
      params: z.object({ runId: recordId('The pay run.') }),
      form: z.strictObject({
        file: fileField(
          'CSV or a workbook with a header: a column of agents (names or numbers of statements) and one of amounts. Rows of one agent add up.',
        ),
      }),
    },
    problems: ['not_found', 'conflict'],
    responses: { 200: { description: 'The comparison.', schema: sheetComparison } },
    csv: { columns: SHEET_DIFFERENCE_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ params: { runId }, form: { file } }, { account: { accountId } }) => {
    const compared = await compareRunWithSheet(comparisons, { key: { accountId, runId }, bytes: file.bytes });
    return isRefused(compared) ? compared : { status: 200, body: compared };
  });
}
