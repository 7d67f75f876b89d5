import { z } from '@hono/zod-openapi';
import { importPaySheet, type PaySheetImports, payImport } from '../../../app/agent-pay/import-pay-sheet.ts';
import {
  listPayMails,
  mailStatements,
  payMails,
  type StatementMails,
  sentPayMails,
  statementsToMail,
} from '../../../app/agent-pay/mail-statements.ts';
import type { PayRunStore, RunKey } from '../../../app/agent-pay/pay-runs.ts';
import {
  ACCOUNTING_PROGRAMS,
  AGENT_YEAR_COLUMNS,
  agentPay,
  agentPayables,
  agentStatement,
  compareRunWithSheet,
  findAgentPay,
  journal,
  journalTable,
  listJournal,
  listPayables,
  listPayments,
  listYear,
  PAYABLE_COLUMNS,
  PAYABLE_MONEY,
  PAYMENT_COLUMNS,
  payPayment,
  type ReadPayables,
  SHEET_DIFFERENCE_COLUMNS,
  type SheetComparisons,
  sheetComparison,
  yearOfPay,
} from '../../../app/agent-pay/run-papers.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { PAY_SHEET_ROWS_MAX } from '../../../core/agent-pay/read-pay-sheet.ts';
import { isRefused } from '../../../core/problem.ts';
import { listWorkbook, type WriteWorkbook, wholeWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { bytesBody } from '../reply.ts';
import { booleanText, fileField, integerText } from '../request-input.ts';
import { type AccountRequest, accountRoute, type Route } from '../route.ts';

export interface PayPapersDeps {
  readonly runs: PayRunStore;
  readonly readPayables: ReadPayables;
  readonly writeWorkbook: WriteWorkbook;
  /** Writes a text as PDF. */
  readonly writePdf: (text: string) => Promise<Uint8Array>;
}

const tag = 'Agent pay';
const params = z.object({ runId: recordId('The pay run.') });

/** Papers of a pay run: payments, the journal, the statement of each agent, the year, and what is owed. */
export function payPapersRoutes(deps: PayPapersDeps): readonly Route[] {
  return [
    paymentsRoute(deps),
    journalRoute(deps),
    statementRoute(deps),
    pdfRoute(deps),
    yearRoute(deps),
    payablesRoute(deps),
    agentRoute(deps),
  ];
}

function paymentsRoute({ runs }: PayPapersDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/pay-runs/{runId}/payments',
    operationId: 'listPayPayments',
    access: 'account:read',
    tag,
    summary: 'Payments of a pay run',
    description: 'Names and amounts for the bank. It has no numbers of accounts: the service stores none. Also as CSV.',
    request: { params },
    problems: ['conflict'],
    responses: { 200: { description: 'The payments.', schema: z.object({ data: z.array(payPayment).readonly() }) } },
    csv: { columns: PAYMENT_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ params: { runId } }, request) => {
    const data = await listPayments(runs, keyOf(runId, request));
    return isRefused(data) ? data : { status: 200, body: { data } };
  });
}

function journalRoute({ runs }: PayPapersDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/pay-runs/{runId}/journal',
    operationId: 'listPayJournal',
    access: 'account:read',
    tag,
    summary: 'Journal of a pay run',
    description: `For an accounting program such as QuickBooks or Xero: commission as income, what agents earned as an expense that is payable,
by carrier and agent. Debits and credits are equal. Also as CSV, with \`program\` in the columns that the program imports.`,
    request: {
      params,
      query: z.strictObject({
        program: z.enum(ACCOUNTING_PROGRAMS).optional().openapi({ description: 'Makes the CSV for this program.' }),
      }),
    },
    problems: ['conflict'],
    responses: { 200: { description: 'The journal.', schema: journal } },
    csv: {
      columns: ({ program }) => journalTable(program).columns,
      rows: ({ program, data }) => data.map(journalTable(program).rowOf),
    },
  }).handle(async ({ params: { runId }, query: { program = null } }, request) => {
    const data = await listJournal(runs, keyOf(runId, request));
    return isRefused(data) ? data : { status: 200, body: { program, data } };
  });
}

function statementRoute({ runs, writeWorkbook }: PayPapersDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/pay-runs/{runId}/agents/{agentId}/statement',
    operationId: 'getAgentStatement',
    access: 'account:read',
    agents: 'own_members',
    tag,
    summary: "An agent's statement of a pay run",
    description: 'XLSX: what was earned, taken back, held back and paid, and each line with its rule and what changed.',
    request: { params: params.extend({ agentId: recordId('The agent.') }) },
    problems: ['conflict'],
    responses: {
      200: { description: 'The workbook.', mediaType: XLSX_TYPE, schema: bytesBody, example: new Uint8Array() },
    },
  }).handle(async ({ params: { runId, agentId } }, request) => {
    const order = { key: keyOf(runId, request), agentId, agencyName: request.account.name };
    const paper = await agentStatement(runs, order);
    if (isRefused(paper)) return paper;
    const headers = { 'Content-Disposition': `attachment; filename="${paper.fileName}.xlsx"` };
    return { status: 200, body: await wholeWorkbook(paper.sheets, writeWorkbook), headers };
  });
}

const PDF_TYPE = 'application/pdf';

function pdfRoute({ runs, writePdf }: PayPapersDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/pay-runs/{runId}/agents/{agentId}/statement-pdf',
    operationId: 'getAgentStatementPdf',
    access: 'account:read',
    agents: 'own_members',
    tag,
    summary: "An agent's statement of a pay run as PDF",
    description: 'What the workbook says, to be printed or sent.',
    request: { params: params.extend({ agentId: recordId('The agent.') }) },
    problems: ['conflict'],
    responses: { 200: { description: 'The PDF.', mediaType: PDF_TYPE, schema: bytesBody, example: new Uint8Array() } },
  }).handle(async ({ params: { runId, agentId } }, request) => {
    const order = { key: keyOf(runId, request), agentId, agencyName: request.account.name };
    const paper = await agentStatement(runs, order);
    if (isRefused(paper)) return paper;
    const headers = { 'Content-Disposition': `attachment; filename="${paper.fileName}.pdf"` };
    return { status: 200, body: await writePdf(paper.text), headers };
  });
}

function yearRoute({ runs }: PayPapersDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/reports/agent-pay',
    operationId: 'getAgentPayReport',
    access: 'account:read',
    tag,
    summary: 'What agents were paid in a year',
    description: 'For form 1099-NEC: by the day on which runs were paid. Also as CSV.',
    link: 'agentPay',
    request: {
      query: z.strictObject({
        year: integerText({ min: 2000, max: 2100 }).openapi({ description: 'The calendar year.' }),
      }),
    },
    responses: { 200: { description: 'The year.', schema: z.object({ data: z.array(yearOfPay).readonly() }) } },
    csv: { columns: AGENT_YEAR_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query: { year } }, { account: { accountId } }) => ({
    status: 200,
    body: { data: await listYear(runs, accountId, year) },
  }));
}

function payablesRoute({ readPayables, writeWorkbook }: PayPapersDeps): Route {
  const workbook = listWorkbook(writeWorkbook, {
    ...{ name: 'Owed to agents', columns: PAYABLE_COLUMNS, money: PAYABLE_MONEY },
  });
  return accountRoute({
    method: 'get',
    path: '/v1/reports/agent-payables',
    operationId: 'getAgentPayables',
    access: 'account:read',
    tag,
    summary: 'What agents are owed now',
    description: `What approved runs have not paid yet, with the balances after them: what waits, is held back, and is owed by the agent. Balances from
before the first run count until a run settles with the agent. A draft changes nothing. Also as CSV and XLSX.`,
    link: 'agentPayables',
    request: {},
    responses: { 200: { description: 'The agents with a balance.', schema: agentPayables } },
    csv: { columns: PAYABLE_COLUMNS, rows: ({ data }) => data },
    also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
  }).handle(async (_, { account: { accountId } }) => ({
    status: 200,
    body: await listPayables(readPayables, accountId),
  }));
}

function agentRoute({ runs }: PayPapersDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/agents/{agentId}/pay',
    operationId: 'getAgentPay',
    access: 'account:read',
    agents: 'own_members',
    tag,
    summary: 'The pay of an agent',
    description: `What approved runs paid the agent, the balance with its history, and the sum of each year. People with the role agent see
their own.`,
    request: { params: z.object({ agentId: recordId('The agent.') }) },
    responses: { 200: { description: 'The pay.', schema: agentPay } },
  }).handle(async ({ params: { agentId } }, { account: { accountId } }) => {
    const pay = await findAgentPay(runs, { accountId, agentId });
    return isRefused(pay) ? pay : { status: 200, body: pay };
  });
}

function keyOf(runId: string, { account: { accountId } }: AccountRequest): RunKey {
  return { accountId, runId };
}

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

/** Statements of pay by mail: which were sent, and sending them. */
export function payMailRoutes(mails: StatementMails): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/pay-runs/{runId}/statement-mails',
      operationId: 'listPayMails',
      access: 'account:read',
      tag,
      summary: 'Which agents were mailed their statement',
      description: 'Of an approved run: agents without an address first. Another run is not found.',
      request: { params },
      responses: { 200: { description: 'The agents of the run.', schema: payMails } },
    }).handle(async ({ params: { runId } }, { account: { accountId } }) => {
      const listed = await listPayMails(mails, { accountId, runId });
      return isRefused(listed) ? listed : { status: 200, body: listed };
    }),
    accountRoute({
      method: 'post',
      path: '/v1/pay-runs/{runId}/statement-mails',
      operationId: 'sendPayMails',
      access: 'account:write',
      effect: 'own-key',
      tag,
      summary: 'Mail agents their statements',
      description: `Mails each agent of an approved run the own statement as PDF and XLSX, once. A repeat sends only what was not sent, and
\`isAgain\` sends the statement of one agent again.`,
      request: {
        params,
        json: statementsToMail,
      },
      problems: ['conflict'],
      responses: { 200: { description: 'Sent.', schema: sentPayMails } },
    }).handle(async ({ params: { runId }, json }, { account, origin }) => {
      const { accountId, name } = account;
      const mailed = await mailStatements(mails, { key: { accountId, runId }, agencyName: name, ...json }, origin);
      return isRefused(mailed) ? mailed : { status: 200, body: mailed };
    }),
  ];
}

/** The import of agents, plans and opening balances from an agency's own sheet. */
export function payImportRoutes(imports: PaySheetImports): readonly Route[] {
  return [
    accountRoute({
      method: 'post',
      path: '/v1/pay-setup/import',
      operationId: 'importPaySheet',
      access: 'account:write',
      tag: 'Agent pay',
      summary: 'Import agents, plans and opening balances',
      description: `Without \`apply\` nothing is changed: the answer says for each row which agent it is, what would change, or what is wrong. With
it the whole sheet is stored at once; a sheet with a faulty row is refused. The same sheet again changes nothing. The sheet is not kept. A
cell that is blank leaves what is known.`,
      request: {
        form: z.strictObject({
          file: fileField(
            `CSV or a workbook with a header: Name, and NPN, Email, First year and Renewal (shares in per cent), Upline, Opening balance \
(negative: the agent owes it) or Tax form (a day, yes or no). Up to ${PAY_SHEET_ROWS_MAX} rows.`,
          ),
          apply: booleanText('True stores the sheet.').optional(),
        }),
      },
      problems: ['not_found', 'conflict'],
      responses: { 200: { description: 'Each row.', schema: payImport } },
    }).handle(async ({ form: { file, apply = false } }, request) => {
      const order = { accountId: request.account.accountId, bytes: file.bytes, isApplied: apply };
      const imported = await importPaySheet(imports, order, request.origin);
      return isRefused(imported) ? imported : { status: 200, body: imported };
    }),
  ];
}
