import { z } from '@hono/zod-openapi';
import {
  changeDispute,
  DISPUTE_COLUMNS,
  type Dispute,
  type DisputeManagement,
  dispute,
  disputeNote,
  type disputeRow,
  disputeState,
  findDispute,
  listDisputes,
  openDispute,
  type StoredDisputeRow,
  type WholeDispute,
  wholeDispute,
} from '../../../app/disputes/manage-disputes.ts';
import { slugOf } from '../../../core/carrier-slug.ts';
import { disputeSheets } from '../../../core/dispute/dispute-letter.ts';
import { DISPUTE_CLAIMS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { type Exact, exactToDollars } from '../../../core/money.ts';
import { isPeriod } from '../../../core/period.ts';
import { isRefused } from '../../../core/problem.ts';
import { listWorkbook, type WriteWorkbook, wholeWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { offsetList, offsetQuery, sortQuery } from '../paging.ts';
import { bytesBody } from '../reply.ts';
import { type Clock, recordId } from '../request-fields.ts';
import { accountRoute, type Route } from '../route.ts';

export interface DisputeRouteDeps extends DisputeManagement {
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

const disputeOrder = z
  .strictObject({
    claimIds: z
      .array(z.string().min(1).max(100))
      .max(DISPUTE_CLAIMS_MAX)
      .default([])
      .openapi({ description: 'Claims of GET /v1/reports/recoverable, all against one carrier.' }),
    rows: z
      .array(
        z.strictObject({
          memberRefId: recordId('The member.'),
          period: z.string().refine(isPeriod, 'must be a month as YYYY-MM'),
        }),
      )
      .max(DISPUTE_CLAIMS_MAX)
      .default([])
      .openapi({ description: 'All open claims of a member and statement month, as rows of the worksheet name them.' }),
    note: disputeNote.optional(),
  })
  .refine(({ claimIds, rows }) => claimIds.length + rows.length > 0, {
    path: ['claimIds'],
    error: 'must name a claim, unless rows names a member and month',
  });

const disputeChange = z
  .strictObject({ state: disputeState.optional(), note: disputeNote.optional() })
  .refine(({ state, note: said }) => state !== undefined || said !== undefined, 'must name a state or a note');

const dollars = (amount: Exact) => exactToDollars(amount);

function shownDispute(one: Dispute): z.output<typeof dispute> {
  return {
    id: one.id,
    carrierId: one.carrierId,
    carrierName: one.carrierName,
    state: one.state,
    closedBySystem: one.closedBySystem,
    note: one.note,
    claims: one.claims,
    askedAmount: dollars(one.askedAmount),
    recoveredAmount: dollars(one.recoveredAmount),
    createdAt: one.createdAt,
    changedAt: one.changedAt,
    closedAt: one.closedAt,
  };
}

function shownWholeDispute(one: WholeDispute): z.output<typeof wholeDispute> {
  return { ...shownDispute(one), letter: one.letter, rows: one.rows.map(shownRow) };
}

function shownRow({ recoveredBefore: _, evidence, ...row }: StoredDisputeRow): z.output<typeof disputeRow> {
  return {
    ...row,
    askedAmount: dollars(row.askedAmount),
    openAmount: dollars(row.openAmount),
    recoveredAmount: dollars(row.recoveredAmount),
    evidence: evidence.map((shown) => ({ ...shown, amount: dollars(shown.amount) })),
  };
}

const letterExample = `To: Summit Senior Life, commission team
From: Lakeview Benefits
Date: Apr 2, 2026
Reference: 3f6c1a52-8d0e-4b7f-9a41-6c2d5e8f7013
Subject: Commission statements to be corrected: 1 claim, $10.00

Dear commission team,
`;

/** Disputes: claims that a carrier was asked to pay, and their outcome. */
export function disputeRoutes(deps: DisputeRouteDeps): readonly Route[] {
  return [
    createRoute(deps),
    listRoute(deps),
    getRoute(deps),
    changeRoute(deps),
    letterRoute(deps),
    workbookRoute(deps),
  ];
}

const tag = 'Disputes';
const params = z.object({ disputeId: recordId('The dispute.') });

function createRoute({ disputes, clock }: DisputeRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/disputes',
    operationId: 'createDispute',
    access: 'account:write',
    tag,
    summary: 'Ask a carrier for the money of claims',
    description: `Writes the letter and keeps the claims with their evidence, as they are now. Nothing is sent to the carrier. A claim can be in
one open dispute only. At most ${DISPUTE_CLAIMS_MAX} of each list.`,
    request: { json: disputeOrder },
    problems: ['conflict'],
    responses: { 201: { description: 'Opened.', schema: wholeDispute } },
  }).handle(async ({ json: { claimIds, rows, note = null } }, request) => {
    const order = { account: request.account, claimIds, rows, note, now: clock() };
    const opened = await openDispute(disputes, order, request.origin);
    return isRefused(opened) ? opened : { status: 201, body: shownWholeDispute(opened) };
  });
}

function listRoute({ disputes, writeWorkbook }: DisputeRouteDeps): Route {
  const money = ['askedAmount', 'recoveredAmount'];
  const workbook = listWorkbook(writeWorkbook, { name: 'Disputes', columns: DISPUTE_COLUMNS, money });
  return accountRoute({
    method: 'get',
    path: '/v1/disputes',
    operationId: 'listDisputes',
    access: 'account:read',
    tag,
    summary: 'Disputes with carriers',
    description: 'Newest first, closed ones included. A page also as CSV and XLSX.',
    link: 'disputes',
    request: {
      query: z.strictObject({
        ...offsetQuery,
        ...sortQuery,
        state: disputeState.optional(),
        carrierId: recordId('Only with this carrier.').optional(),
      }),
    },
    problems: ['not_found'],
    responses: {
      200: {
        description: 'A page of disputes.',
        schema: offsetList(dispute),
      },
    },
    csv: { columns: DISPUTE_COLUMNS, rows: ({ data }) => data },
    also: { [XLSX_TYPE]: ({ data }) => workbook.page(data) },
  }).handle(async ({ query }, { account: { accountId } }) => {
    const page = await listDisputes(disputes, accountId, query);
    if (isRefused(page)) return page;
    return { status: 200, body: { ...page, data: page.data.map(shownDispute) } };
  });
}

function getRoute({ disputes }: DisputeRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/disputes/{disputeId}',
    operationId: 'getDispute',
    access: 'account:read',
    tag,
    summary: 'One dispute',
    description: 'With its letter, its claims, their evidence and what was recovered.',
    request: { params },
    responses: { 200: { description: 'The dispute.', schema: wholeDispute } },
  }).handle(async ({ params: { disputeId } }, { account: { accountId } }) => {
    const found = await findDispute(disputes, { accountId, disputeId });
    return isRefused(found) ? found : { status: 200, body: shownWholeDispute(found) };
  });
}

function changeRoute({ disputes }: DisputeRouteDeps): Route {
  return accountRoute({
    method: 'patch',
    path: '/v1/disputes/{disputeId}',
    operationId: 'updateDispute',
    access: 'account:write',
    tag,
    summary: 'Say what came of a dispute',
    description: `asked becomes answered, paid or refused; answered becomes paid or refused; a closed dispute stays closed. A claim that is
still open may then be in another dispute.`,
    request: { params, json: disputeChange },
    problems: ['conflict'],
    responses: { 200: { description: 'The dispute.', schema: wholeDispute } },
  }).handle(async ({ params: { disputeId }, json }, request) => {
    const key = { accountId: request.account.accountId, disputeId };
    const changed = await changeDispute(disputes, { key, change: json }, request.origin);
    return isRefused(changed) ? changed : { status: 200, body: shownWholeDispute(changed) };
  });
}

function letterRoute({ disputes }: DisputeRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/disputes/{disputeId}/letter',
    operationId: 'getDisputeLetter',
    access: 'account:read',
    tag,
    summary: 'The letter of a dispute',
    description: 'Plain text for an email or the portal of the carrier, as it was written when the dispute was opened.',
    request: { params },
    responses: {
      200: { description: 'The letter.', mediaType: 'text/plain', schema: z.string(), example: letterExample },
    },
  }).handle(async ({ params: { disputeId } }, { account: { accountId } }) => {
    const found = await findDispute(disputes, { accountId, disputeId });
    return isRefused(found) ? found : { status: 200, body: found.letter };
  });
}

function workbookRoute({ disputes, writeWorkbook }: DisputeRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/disputes/{disputeId}/workbook',
    operationId: 'getDisputeWorkbook',
    access: 'account:read',
    tag,
    summary: 'The workbook of a dispute',
    description: 'XLSX to send with the letter: the claims, and the statement rows that prove each of them.',
    request: { params },
    responses: {
      200: { description: 'The workbook.', mediaType: XLSX_TYPE, schema: bytesBody, example: new Uint8Array() },
    },
  }).handle(async ({ params: { disputeId } }, { account: { accountId } }) => {
    const found = await findDispute(disputes, { accountId, disputeId });
    if (isRefused(found)) return found;
    const fileName = `dispute-${slugOf(found.carrierName)}-${found.createdAt.slice(0, 10)}`;
    const headers = { 'Content-Disposition': `attachment; filename="${fileName}.xlsx"` };
    return { status: 200, body: await wholeWorkbook(disputeSheets(found.rows), writeWorkbook), headers };
  });
}
