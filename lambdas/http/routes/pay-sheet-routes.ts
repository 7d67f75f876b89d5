import { z } from '@hono/zod-openapi';
import type { PayRunStore } from '../../../app/agent-pay/pay-runs.ts';
import { money } from '../../../app/agent-pay/pay-setup.ts';
import {
  compareRunWithSheet,
  type ListSheetAgents,
  SHEET_DIFFERENCE_COLUMNS,
  sheetComparison,
} from '../../../app/agent-pay/run-papers.ts';
import type { SheetRow } from '../../../core/agent-pay/compare-sheet.ts';
import { type FieldError, isRefused } from '../../../core/problem.ts';
import { refuseField, refuseFields } from '../../../core/refuse.ts';
import { readAmount } from '../../../core/statement/amount.ts';
import { csvField, readCsvTable } from '../csv-table.ts';
import { recordId } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

const ROWS_MAX = 5_000;

const sheetRows = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        agent: z.string().trim().min(1, 'must not be empty').max(500, 'must not be longer than 500 characters'),
        amount: z.number().min(-10_000_000).max(10_000_000),
      }),
    )
    .min(1, 'must hold at least one row')
    .max(ROWS_MAX, `must not hold more than ${ROWS_MAX} rows`),
});

const sheetCsv = z.string().openapi({
  description: 'A header with a column of agents and one of amounts, and a row for each payment.',
  example: 'Agent,Paid\r\n"Whitfield, Dana",75.13\r\n',
});

/** Compares a pay run with the agency's own sheet. */
export function paySheetRoute(deps: { readonly runs: PayRunStore; readonly listAgents: ListSheetAgents }): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/pay-runs/{runId}/compare',
    operationId: 'comparePayRun',
    // The route only reads: the sheet is compared and not stored.
    access: 'account:read',
    tag: 'Agent pay',
    summary: 'Compare a pay run with a sheet',
    description: `The agency's own sheet of agents and amounts, as JSON or CSV, beside what the run pays, with the known parts of the run that
may explain a difference. Nothing is stored.`,
    request: {
      params: z.object({ runId: recordId('The pay run.') }),
      json: sheetRows.optional(),
      csv: sheetCsv.optional(),
    },
    problems: ['not_found', 'conflict'],
    responses: { 200: { description: 'The comparison.', schema: sheetComparison } },
    csv: { columns: SHEET_DIFFERENCE_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ params: { runId }, json, csv }, { account: { accountId } }) => {
    if (json === undefined && csv === undefined) return refuseField('body', 'is required');
    const read = csv === undefined ? rowsOfJson(json?.rows ?? []) : rowsOfCsv(csv);
    if (read.faults.length > 0) return refuseFields(read.faults);
    const compared = await compareRunWithSheet(deps, { key: { accountId, runId }, rows: read.rows });
    return isRefused(compared) ? compared : { status: 200, body: compared };
  });
}

interface ReadSheet {
  readonly rows: readonly SheetRow[];
  readonly faults: readonly FieldError[];
}

function rowsOfJson(rows: readonly { readonly agent: string; readonly amount: number }[]): ReadSheet {
  return { rows: rows.map(({ agent, amount }) => ({ agent, amount: money(amount) })), faults: [] };
}

const AGENT_HEADERS: ReadonlySet<string> = new Set([
  'agent',
  'agent name',
  'name',
  'producer',
  'writing agent',
  'payee',
  'agent number',
  'npn',
]);
const AMOUNT_HEADERS: ReadonlySet<string> = new Set([
  'amount',
  'paid',
  'pay',
  'net',
  'net pay',
  'total',
  'commission',
  'payment',
]);

const placeOf = (headers: readonly string[], known: ReadonlySet<string>) =>
  headers.findIndex((header) => known.has(header.trim().toLowerCase()));

/** Reads a sheet. Every fault is told with its row. Blank amounts are zero, and rows without an agent, such as totals, are left out. */
function rowsOfCsv(csv: string): ReadSheet {
  const table = readCsvTable(
    csv,
    (headers) => [AGENT_HEADERS, AMOUNT_HEADERS].filter((known) => placeOf(headers, known) >= 0).length,
  );
  const [agentAt, amountAt] = [placeOf(table.headers, AGENT_HEADERS), placeOf(table.headers, AMOUNT_HEADERS)];
  const faults: FieldError[] = [...table.faults];
  if (agentAt < 0) faults.push({ field: 'row 1', detail: 'names no column of agents, such as "Agent" or "Name"' });
  if (amountAt < 0) faults.push({ field: 'row 1', detail: 'names no column of amounts, such as "Paid" or "Amount"' });
  if (table.rows.length > ROWS_MAX) faults.push({ field: 'body', detail: `must not hold more than ${ROWS_MAX} rows` });
  if (faults.length > 0) return { rows: [], faults };
  const rows = table.rows.flatMap(({ number, cells }): readonly SheetRow[] => {
    const [agent, cell] = [(cells[agentAt] ?? '').trim(), (cells[amountAt] ?? '').trim()];
    if (agent === '') return [];
    const reading =
      cell === '' ? ({ ok: true, amount: 0 } as const) : readAmount(cell, { decimal: '.', creditDebitMark: 'ignore' });
    if (reading.ok) return [{ agent, amount: reading.amount }];
    faults.push({ field: csvField(number, table.headers[amountAt]), detail: reading.problem });
    return [];
  });
  return { rows, faults };
}
