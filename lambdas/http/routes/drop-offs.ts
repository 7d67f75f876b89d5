import { z } from '@hono/zod-openapi';
import { type DropOffManagement, findDropOffs, setDropOffs } from '../../../app/intake/manage-drop-offs.ts';
import { isRefused } from '../../../core/problem.ts';
import { accountRoute, type Route } from '../route.ts';
import { dropOffs, dropOffsChange, dropOffsExample, ownSettingsOf } from '../schemas/drop-off-schemas.ts';
import { recordId } from '../schemas/record-id.ts';

/** Settings of a carrier's drop-offs by SFTP and email, outside its format: get, update. */
export function dropOffRoutes(management: DropOffManagement): readonly Route[] {
  return [getRoute(management), updateRoute(management)];
}

const path = '/v1/carriers/{carrierId}/drop-offs';
const tag = 'Drop-offs';
const params = z.object({ carrierId: recordId('The carrier.') });

function getRoute(management: DropOffManagement): Route {
  return accountRoute({
    method: 'get',
    path,
    operationId: 'getDropOffs',
    access: 'account:read',
    tag,
    summary: 'How dropped files of a carrier are recognised',
    description: `The names of its files by SFTP, the senders who may mail them, and where their month is looked for. A setting of the
account comes before the one in the carrier's format (sftp and email).`,
    request: { params },
    responses: { 200: { description: 'The settings.', schema: dropOffs, example: dropOffsExample } },
  }).handle(async ({ params: { carrierId } }, { account: { accountId } }) => {
    const found = await findDropOffs(management, { accountId, carrierId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function updateRoute(management: DropOffManagement): Route {
  return accountRoute({
    method: 'put',
    path,
    operationId: 'updateDropOffs',
    access: 'account:write',
    tag,
    summary: 'Set how dropped files of a carrier are recognised',
    description: `Replaces the account's own settings, also of a carrier of the shared catalogue, whose format stays the shared one. What is
absent or null is left to the format; an empty list allows none. They hold from the next
file or message on.`,
    request: { params, json: dropOffsChange },
    responses: { 200: { description: 'The settings.', schema: dropOffs, example: dropOffsExample } },
  }).handle(async ({ params: { carrierId }, json }, request) => {
    const { accountId } = request.account;
    const order = { accountId, carrierId, own: ownSettingsOf(json) };
    const set = await setDropOffs(management, order, request.origin);
    return isRefused(set) ? set : { status: 200, body: set };
  });
}
