import { z } from '@hono/zod-openapi';
import {
  exportIntake,
  filedItem,
  fileIntakeItem,
  filing,
  type IntakeFiling,
  type IntakeRegister,
  listIntake,
} from '../../../app/intake/file-intake-item.ts';
import { INTAKE_ITEM_COLUMNS, intakeItem } from '../../../app/intake/intake-store.ts';
import { type DropOffPlaces, dropOffPlaces, findDropOffPlaces } from '../../../app/intake/manage-drop-offs.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { isRefused } from '../../../core/problem.ts';
import { csvFile } from '../export.ts';
import { cursorList, cursorQuery } from '../paging.ts';
import { CSV_TYPE } from '../reply.ts';
import { accountRoute, type Route } from '../route.ts';

interface IntakeRouteDeps extends IntakeRegister {
  readonly filing: IntakeFiling;
  /**
   * The places to which statements can be dropped. They are read at each request, because their servers start after the routes are made.
   */
  readonly places: () => DropOffPlaces;
}

/** Drop-offs by SFTP and email: their places, the list, and filing of rejected and held files. */
export function intakeRoutes(deps: IntakeRouteDeps): readonly Route[] {
  return [placesRoute(deps), listRoute(deps), fileRoute(deps)];
}

function placesRoute({ places, filing: filings }: IntakeRouteDeps): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/drop-offs',
    operationId: 'getDropOffPlaces',
    access: 'account:read',
    tag: 'Drop-offs',
    summary: 'Where statements can be dropped and mailed',
    description: 'The address of the SFTP server and the domain of the email addresses.',
    request: {},
    responses: {
      200: { description: 'The places.', schema: dropOffPlaces },
    },
  }).handle(async (_, { account }) => ({ status: 200, body: findDropOffPlaces(places(), account, filings) }));
}

function listRoute(register: IntakeRegister): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/intake',
    operationId: 'listIntake',
    access: 'account:read',
    tag: 'Drop-offs',
    summary: 'What arrived by SFTP and email',
    description: 'Newest first: every file that was dropped or mailed, and what became of it.',
    link: 'intake',
    request: { query: z.strictObject(cursorQuery) },
    responses: {
      200: {
        description: 'A page of drops.',
        schema: cursorList(intakeItem),
      },
    },
    csv: { columns: INTAKE_ITEM_COLUMNS, rows: ({ data }) => data },
  }).handle(
    async ({ query }, { account }) => {
      const page = await listIntake(register, account.accountId, query);
      return isRefused(page) ? page : { status: 200, body: page };
    },
    {
      [CSV_TYPE]: async ({ query: { cursor } }, { account }) => {
        const rows = await exportIntake(register, account.accountId, { cursor });
        return isRefused(rows) ? rows : csvFile(INTAKE_ITEM_COLUMNS, rows);
      },
    },
  );
}

function fileRoute(deps: IntakeRouteDeps): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/intake/{itemId}/file',
    operationId: 'fileIntakeItem',
    access: 'account:write',
    tag: 'Drop-offs',
    summary: 'File what was rejected or held',
    description: `Takes a file that arrived and was not filed as the statement of a carrier and a month, as if it were uploaded now. It becomes an
accepted item with its job. Refused when its bytes are not kept any more, or it is filed already.`,
    request: { params: z.object({ itemId: recordId('What arrived.') }), json: filing },
    problems: ['conflict', 'workspace_required', 'carrier_not_configured', 'period_exists', 'storage_quota_exceeded'],
    responses: { 202: { description: 'Accepted.', schema: filedItem } },
  }).handle(async ({ params: { itemId }, json }, request) => {
    const { accountId } = request.account;
    const order = { ...json, accountId, itemId };
    const filed = await fileIntakeItem(deps.filing, order, request.origin);
    return isRefused(filed) ? filed : { status: 202, body: filed };
  });
}
