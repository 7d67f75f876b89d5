import { z } from '@hono/zod-openapi';
import {
  changeDispute,
  DISPUTE_COLUMNS,
  type Dispute,
  dispute,
  disputeChange,
  disputeOrder,
  type disputeRow,
  disputeState,
  disputeSums,
  findDispute,
  listDisputes,
  type StoredDisputeRow,
  type WholeDispute,
  wholeDispute,
} from '../../../app/disputes/manage-disputes.ts';
import {
  attachAnswer,
  type Letters,
  letterToSend,
  openWithLetter,
  readAnswer,
  sendLetter,
  writeAnew,
} from '../../../app/disputes/send-letters.ts';
import { type Clock, recordId } from '../../../app/platform/shared-fields.ts';
import { slugOf } from '../../../core/catalogue/shared-carrier.ts';
import { disputeSheets } from '../../../core/dispute/dispute-letter.ts';
import { DISPUTE_CLAIMS_MAX } from '../../../core/limits/saved-report-limits.ts';
import { type Exact, exactFromMoney, exactToDollars, moneyFromDecimal } from '../../../core/money.ts';
import { isRefused } from '../../../core/problem.ts';
import { lesserOf } from '../../../core/report/claim-draft.ts';
import { listWorkbook, type WriteWorkbook, wholeWorkbook, XLSX_TYPE } from '../csv-table.ts';
import { offsetList, offsetQuery, sortQuery } from '../paging.ts';
import { bytesBody } from '../reply.ts';
import { fileField } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

export interface DisputeRouteDeps extends Omit<Letters, 'writeSheets'> {
  readonly writeWorkbook: WriteWorkbook;
  readonly clock: Clock;
}

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
    otherPaidAmount: dollars(one.otherPaid),
    paidAmount: dollars(lesserOf(one.recoveredAmount + one.otherPaid, one.askedAmount)),
    sentAt: one.sentAt,
    sentTo: one.sentTo,
    withdrawnAt: one.withdrawnAt,
    askAgainOn: one.askAgainOn,
    answer:
      one.answerName === null
        ? null
        : { fileName: one.answerName, mediaType: one.answerType ?? '', byteSize: one.answerSize ?? 0 },
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

const exactFromDollars = (amount: number): Exact => exactFromMoney(moneyFromDecimal(amount.toFixed(2)) ?? 0);

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
    pdfRoute(deps),
    workbookRoute(deps),
    sendRoute(deps),
    attachRoute(deps),
    answerRoute(deps),
  ];
}

const lettersOf = ({ writeWorkbook, ...letters }: DisputeRouteDeps): Letters => ({
  ...letters,
  writeSheets: (sheets) => wholeWorkbook(sheets, writeWorkbook),
});

const tag = 'Disputes';
const params = z.object({ disputeId: recordId('The dispute.') });

function createRoute(deps: DisputeRouteDeps): Route {
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
    const order = { account: request.account, claimIds, rows, note, now: deps.clock() };
    const opened = await openWithLetter(lettersOf(deps), order, request.origin);
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
        schema: offsetList(dispute).extend({
          states: z.array(disputeSums).readonly().openapi({ description: 'Sums of all disputes, by state.' }),
        }),
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

function changeRoute(deps: DisputeRouteDeps): Route {
  return accountRoute({
    method: 'patch',
    path: '/v1/disputes/{disputeId}',
    operationId: 'updateDispute',
    access: 'account:write',
    tag,
    summary: 'Say what came of a dispute',
    description: `asked becomes answered, paid or refused; answered becomes paid or refused; a closed dispute stays closed. A claim that is
still open may then be in another dispute. A letter that was sent stays as it is.`,
    request: { params, json: disputeChange },
    problems: ['conflict'],
    responses: { 200: { description: 'The dispute.', schema: wholeDispute } },
  }).handle(async ({ params: { disputeId }, json }, request) => {
    const key = { accountId: request.account.accountId, disputeId };
    const { letter, otherPaidAmount, ...change } = json;
    const changed = await changeDispute(
      deps.disputes,
      {
        key,
        change: {
          ...change,
          ...(typeof letter === 'string' && { letter }),
          ...(otherPaidAmount !== undefined && { otherPaid: exactFromDollars(otherPaidAmount) }),
        },
      },
      request.origin,
    );
    if (isRefused(changed)) return changed;
    if (letter !== null) return { status: 200, body: shownWholeDispute(changed) };
    const written = await writeAnew(
      lettersOf(deps),
      { account: request.account, dispute: changed, now: deps.clock() },
      request.origin,
    );
    return isRefused(written) ? written : { status: 200, body: shownWholeDispute(written) };
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

const PDF_TYPE = 'application/pdf';

function pdfRoute({ disputes, writePdf }: DisputeRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/disputes/{disputeId}/pdf',
    operationId: 'getDisputePdf',
    access: 'account:read',
    tag,
    summary: 'The letter of a dispute on paper',
    description: 'The letter as PDF, in letter size with numbered pages.',
    request: { params },
    responses: {
      200: { description: 'The letter.', mediaType: PDF_TYPE, schema: bytesBody, example: new Uint8Array() },
    },
  }).handle(async ({ params: { disputeId } }, { account: { accountId } }) => {
    const found = await findDispute(disputes, { accountId, disputeId });
    if (isRefused(found)) return found;
    const fileName = `letter-${slugOf(found.carrierName)}-${found.createdAt.slice(0, 10)}`;
    const headers = { 'Content-Disposition': `attachment; filename="${fileName}.pdf"` };
    return { status: 200, body: await writePdf(found.letter), headers };
  });
}

function sendRoute(deps: DisputeRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/disputes/{disputeId}/send',
    operationId: 'sendDispute',
    access: 'account:write',
    tag,
    summary: 'Send the letter by mail',
    description: `Mails the letter with its PDF and workbook to one address, which is kept for the carrier. The carrier answers to the letterhead's
address, without one to the person who sends. 409 where no mail server is set up, when the dispute is closed, and within an hour after the last time.`,
    request: {
      params,
      json: letterToSend,
    },
    problems: ['conflict'],
    responses: { 200: { description: 'Sent.', schema: wholeDispute } },
  }).handle(async ({ params: { disputeId }, json: { to } }, request) => {
    const key = { accountId: request.account.accountId, disputeId };
    const sender = request.account.person?.email ?? null;
    const letter = await sendLetter(lettersOf(deps), { key, to, sender, now: deps.clock() }, request.origin);
    return isRefused(letter) ? letter : { status: 200, body: shownWholeDispute(letter) };
  });
}

function attachRoute(deps: DisputeRouteDeps): Route {
  return accountRoute({
    method: 'put',
    path: '/v1/disputes/{disputeId}/answer',
    operationId: 'updateDisputeAnswer',
    access: 'account:write',
    tag,
    summary: "Keep the carrier's answer",
    description: 'One file for each dispute; another one replaces it.',
    request: { params, form: z.strictObject({ file: fileField('The answer, up to 4 MiB.') }) },
    responses: { 200: { description: 'Kept.', schema: wholeDispute } },
  }).handle(async ({ params: { disputeId }, form: { file } }, request) => {
    const key = { accountId: request.account.accountId, disputeId };
    const answer = { fileName: file.fileName, mediaType: file.contentType, bytes: file.bytes };
    const kept = await attachAnswer(lettersOf(deps), { key, answer }, request.origin);
    return isRefused(kept) ? kept : { status: 200, body: shownWholeDispute(kept) };
  });
}

const ANY_TYPE = 'application/octet-stream';

function answerRoute(deps: DisputeRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/disputes/{disputeId}/answer',
    operationId: 'getDisputeAnswer',
    access: 'account:read',
    tag,
    summary: "The carrier's answer",
    description: 'The file as it was attached.',
    request: { params },
    problems: ['not_found'],
    responses: { 200: { description: 'The file.', mediaType: ANY_TYPE, schema: bytesBody, example: new Uint8Array() } },
  }).handle(async ({ params: { disputeId } }, { account: { accountId } }) => {
    const found = await readAnswer(deps, { accountId, disputeId });
    if (isRefused(found)) return found;
    const headers = { 'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(found.fileName)}` };
    return { status: 200, body: found.bytes, headers };
  });
}
