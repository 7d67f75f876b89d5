import { z } from '@hono/zod-openapi';
import { adjustRun, payAdjustmentOrder, removeAdjustment } from '../../../app/agent-pay/adjust-run.ts';
import {
  newPayRun,
  PAY_REGISTER_COLUMNS,
  PAY_RUN_LINE_COLUMNS,
  paymentOfRun,
  payRun,
  payRunLine,
  registerRows,
  shownRun,
  type WholePayRun,
  wholePayRun,
} from '../../../app/agent-pay/pay-run-record.ts';
import {
  approveRun,
  findRun,
  listRunLines,
  markRunPaid,
  openRun,
  type PayRunStore,
  type RunKey,
  reviewRun,
} from '../../../app/agent-pay/pay-runs.ts';
import {
  changePaySetup,
  findPaySetup,
  type PaySetupStore,
  paySetupChange,
  storedPaySetup,
} from '../../../app/agent-pay/pay-setup.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { listWorkbook, type WriteWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { offsetList, offsetQuery } from '../paging.ts';
import { integerText } from '../request-input.ts';
import { type AccountRequest, accountRoute, type Route } from '../route.ts';

export interface AgentPayRouteDeps {
  readonly setups: PaySetupStore;
  readonly runs: PayRunStore;
  readonly writeWorkbook: WriteWorkbook;
  /** Sends the events of a change. If this fails, the sweep sends them a minute later. */
  readonly relayOutbox: () => Promise<void>;
}

const tag = 'Agent pay';
const params = z.object({ runId: recordId('The pay run.') });
const noBody = z.strictObject({});

/** How agents are paid: the setup, and pay runs. */
export function agentPayRoutes(deps: AgentPayRouteDeps): readonly Route[] {
  return [
    ...setupRoutes(deps),
    ...runRoutes(deps),
    ...oneRunRoutes(deps),
    ...stateRoutes(deps),
    ...adjustmentRoutes(deps),
    linesRoute(deps),
  ];
}

function setupRoutes({ setups }: AgentPayRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/pay-setup',
      operationId: 'getPaySetup',
      access: 'account:read',
      tag,
      summary: 'How agents are paid',
      description:
        'The plans, the terms of each agent, moves of books and shared cases that are in force, or were in an earlier revision.',
      link: 'paySetup',
      request: {
        query: z.strictObject({
          revision: integerText({ min: 1, max: 2_147_483_647 })
            .optional()
            .openapi({ description: 'This revision. Default: the one in force.' }),
        }),
      },
      problems: ['not_found'],
      responses: { 200: { description: 'The setup in force.', schema: storedPaySetup } },
    }).handle(async ({ query: { revision = null } }, { account: { accountId } }) => {
      const found = await findPaySetup(setups, { accountId, revision });
      return isRefused(found) ? found : { status: 200, body: found };
    }),
    accountRoute({
      method: 'put',
      path: '/v1/pay-setup',
      operationId: 'updatePaySetup',
      access: 'account:write',
      tag,
      summary: 'Change how agents are paid',
      description: `Replaces the whole setup as its next revision. Lines that an approved run paid keep the rules of then, unless a run says
from when today's rules count for them too. Moves and shared cases reach paid lines as adjustments of the next run. Only an owner who signed in changes \`approval\`;
a run that was reviewed before is then reviewed again.`,
      request: {
        json: paySetupChange,
      },
      problems: ['conflict'],
      responses: { 200: { description: 'The setup, with its new revision.', schema: storedPaySetup } },
    }).handle(async ({ json: { revision, setup } }, { account: { accountId, scopes }, origin }) => {
      const order = { accountId, revision, setup, isOwner: scopes.includes('manage') };
      const changed = await changePaySetup(setups, order, origin);
      return isRefused(changed) ? changed : { status: 200, body: changed };
    }),
  ];
}

function runRoutes({ runs }: AgentPayRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'get',
      path: '/v1/pay-runs',
      operationId: 'listPayRuns',
      access: 'account:read',
      tag,
      summary: 'Pay runs',
      description: 'Newest first.',
      link: 'payRuns',
      request: { query: z.strictObject(offsetQuery) },
      responses: { 200: { description: 'A page of runs.', schema: offsetList(payRun) } },
    }).handle(async ({ query }, { account: { accountId } }) => {
      const page = await runs.list(accountId, query);
      return { status: 200, body: { ...page, data: page.data.map(shownRun) } };
    }),
    accountRoute({
      method: 'post',
      path: '/v1/pay-runs',
      operationId: 'createPayRun',
      access: 'account:write',
      tag,
      summary: 'Open a pay run',
      description: `A draft for all lines of the named months that no run has paid, and for what changed since about lines of earlier runs. One run
is open at a time.`,
      request: {
        json: newPayRun,
      },
      problems: ['conflict', 'not_found'],
      responses: { 201: { description: 'The draft.', schema: payRun } },
    }).handle(async ({ json }, { account: { accountId }, origin }) => {
      const run = { ...json, months: [...new Set(json.months)].sort() };
      const opened = await openRun(runs, { accountId, run }, origin);
      return isRefused(opened) ? opened : { status: 201, body: shownRun(opened) };
    }),
  ];
}

function oneRunRoutes({ runs, writeWorkbook }: AgentPayRouteDeps): readonly Route[] {
  const register = listWorkbook(writeWorkbook, {
    name: 'Register',
    columns: PAY_REGISTER_COLUMNS,
    money: PAY_REGISTER_COLUMNS.slice(2),
  });
  return [
    accountRoute({
      method: 'get',
      path: '/v1/pay-runs/{runId}',
      operationId: 'getPayRun',
      access: 'account:read',
      tag,
      summary: 'One pay run',
      description: `With what each agent gets, and what is held and why. Computed anew until it is approved: received = people + house + held,
and for each agent earned + takenBack + adjustments = paid + the growth of waiting and holdback - the growth of debt. As CSV and XLSX the
register of the run: a row for each agent, with the balances after it.`,
      request: { params },
      problems: ['conflict'],
      responses: { 200: { description: 'The run.', schema: wholePayRun } },
      csv: { columns: PAY_REGISTER_COLUMNS, rows: ({ agents }) => registerRows(agents) },
      also: { [XLSX_TYPE]: ({ agents }) => register.page(registerRows(agents)) },
    }).handle(({ params: { runId } }, request) => shown(findRun(runs, keyOf(runId, request)))),
    accountRoute({
      method: 'delete',
      path: '/v1/pay-runs/{runId}',
      operationId: 'deletePayRun',
      access: 'account:write',
      tag,
      summary: 'Delete a pay run',
      description: 'Only while it is not approved. Its lines wait for another run.',
      request: { params },
      problems: ['conflict'],
      responses: { 204: { description: 'Deleted.', schema: z.void() } },
    }).handle(async ({ params: { runId } }, request) => {
      const refused = await runs.remove(keyOf(runId, request), request.origin);
      return refused ?? { status: 204, body: undefined };
    }),
  ];
}

function stateRoutes({ runs, relayOutbox }: AgentPayRouteDeps): readonly Route[] {
  const told = async (run: Promise<WholePayRun | Refused>) => {
    const changed = await run;
    if (!isRefused(changed)) await relayOutbox();
    return changed;
  };
  return [
    accountRoute({
      method: 'post',
      path: '/v1/pay-runs/{runId}/review',
      operationId: 'reviewPayRun',
      access: 'account:write',
      tag,
      summary: 'Say that a pay run was looked at',
      description: 'A run that changes afterwards is reviewed again before it is approved.',
      request: { params, json: noBody },
      problems: ['conflict'],
      responses: { 200: { description: 'The run.', schema: wholePayRun } },
    }).handle(({ params: { runId } }, request) => shown(reviewRun(runs, keyOf(runId, request), request.origin))),
    accountRoute({
      method: 'post',
      path: '/v1/pay-runs/{runId}/approve',
      operationId: 'approvePayRun',
      access: 'account:manage',
      tag,
      summary: 'Approve a pay run',
      description: `Writes what each line gives to whom; the run never changes again. What comes later, such as a corrected statement, is an
adjustment of the next run.`,
      request: { params, json: noBody },
      problems: ['conflict'],
      responses: { 200: { description: 'The run.', schema: wholePayRun } },
    }).handle(({ params: { runId } }, request) => shown(told(approveRun(runs, keyOf(runId, request), request.origin)))),
    accountRoute({
      method: 'post',
      path: '/v1/pay-runs/{runId}/paid',
      operationId: 'markPayRunPaid',
      access: 'account:manage',
      tag,
      summary: 'Say that the money of a pay run was sent',
      description:
        'After it was approved. Again, it corrects the day, the method and the reference of a run that was paid.',
      request: {
        params,
        json: paymentOfRun,
      },
      problems: ['conflict'],
      responses: { 200: { description: 'The run.', schema: wholePayRun } },
    }).handle(({ params: { runId }, json }, request) =>
      shown(told(markRunPaid(runs, { key: keyOf(runId, request), ...json }, request.origin))),
    ),
  ];
}

function adjustmentRoutes({ runs }: AgentPayRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'post',
      path: '/v1/pay-runs/{runId}/adjustments',
      operationId: 'createPayAdjustment',
      access: 'account:write',
      tag,
      summary: 'Adjust a pay run by hand',
      description: `An advance is paid at once and is a debt until it is earned. A release pays what was held back before the run, at most all of it. The others add to what an
agent earned, or take from it.`,
      request: { params, json: payAdjustmentOrder },
      problems: ['conflict'],
      responses: { 201: { description: 'The run.', schema: wholePayRun } },
    }).handle(async ({ params: { runId }, json }, request) => {
      const run = await adjustRun(runs, { key: keyOf(runId, request), adjustment: json }, request.origin);
      return isRefused(run) ? run : { status: 201, body: run };
    }),
    accountRoute({
      method: 'delete',
      path: '/v1/pay-runs/{runId}/adjustments/{adjustmentId}',
      operationId: 'deletePayAdjustment',
      access: 'account:write',
      tag,
      summary: 'Take an adjustment back',
      description: 'Only while the run is not approved.',
      request: { params: params.extend({ adjustmentId: recordId('The adjustment.') }) },
      problems: ['conflict'],
      responses: { 200: { description: 'The run.', schema: wholePayRun } },
    }).handle(({ params: { runId, adjustmentId } }, request) =>
      shown(removeAdjustment(runs, { key: keyOf(runId, request), adjustmentId }, request.origin)),
    ),
  ];
}

function linesRoute({ runs, writeWorkbook }: AgentPayRouteDeps): Route {
  const workbook = listWorkbook(writeWorkbook, {
    name: 'Pay run',
    columns: PAY_RUN_LINE_COLUMNS,
    money: ['received', 'amount'],
  });
  return accountRoute({
    method: 'get',
    path: '/v1/pay-runs/{runId}/lines',
    operationId: 'listPayRunLines',
    access: 'account:read',
    agents: 'own_members',
    tag,
    summary: 'The lines of a pay run',
    description: `What the run changes about each line, for whom, and why. People with the role agent see their own lines of
approved runs. A page also as CSV and XLSX: with \`party\` these are the lines of an agent's statement.`,
    request: {
      params,
      query: z.strictObject({
        ...offsetQuery,
        party: z
          .string()
          .min(1)
          .max(60)
          .optional()
          .openapi({ description: '`house`, `held`, or the id of an agent. All lines without it.' }),
      }),
    },
    problems: ['conflict'],
    responses: { 200: { description: 'A page of lines.', schema: offsetList(payRunLine) } },
    csv: { columns: PAY_RUN_LINE_COLUMNS, rows: ({ data }) => data },
    also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
  }).handle(async ({ params: { runId }, query: { limit, offset, party } }, request) => {
    const page = { limit, offset };
    return shown(listRunLines(runs, { key: keyOf(runId, request), party: party ?? null, page }));
  });
}

function keyOf(runId: string, { account: { accountId } }: AccountRequest): RunKey {
  return { accountId, runId };
}

async function shown<Body>(
  body: Promise<Body | Refused>,
): Promise<{ readonly status: 200; readonly body: Body } | Refused> {
  const found = await body;
  return isRefused(found) ? found : { status: 200, body: found };
}
