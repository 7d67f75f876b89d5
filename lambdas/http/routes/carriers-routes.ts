import { z } from '@hono/zod-openapi';
import {
  CARRIER_COLUMNS,
  CARRIER_GROUP_COLUMNS,
  type CarrierManagement,
  carrier,
  carrierChange,
  carrierGroup,
  changeCarrier,
  createCarrier,
  deleteCarrier,
  expectedFilesChange,
  findCarrier,
  listCarrierGroups,
  listCarriers,
  newCarrier,
  setExpectedFiles,
} from '../../../app/carriers/manage-carriers.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, shortListQuery } from '../paging.ts';
import { booleanText } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

/** Carriers: list, get, create, change, delete; brands. */
export function carrierRoutes(management: CarrierManagement): readonly Route[] {
  return [
    listRoute(management),
    listGroupsRoute(management),
    getRoute(management),
    createRoute(management),
    changeRoute(management),
    setExpectedFilesRoute(management),
    deleteRoute(management),
  ];
}

const params = z.object({ carrierId: recordId('The carrier.') });

function listRoute(management: CarrierManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/carriers',
    operationId: 'listCarriers',
    access: 'account:read',
    tag: 'Carriers',
    summary: 'Carriers',
    description: 'Your own and those of the shared catalogue, by name.',
    link: 'carriers',
    request: {
      query: z.strictObject({
        ...shortListQuery,
        withConfig: booleanText('true: only carriers whose statements can be read; false: only others.').optional(),
      }),
    },
    responses: {
      200: {
        description: 'A page of carriers.',
        schema: offsetList(carrier),
      },
    },
    csv: { columns: CARRIER_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query: { withConfig, ...page } }, { account }) => ({
    status: 200,
    body: await listCarriers(management, account.accountId, { configured: withConfig, ...page }),
  }));
}

function listGroupsRoute(management: CarrierManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/carriers/groups',
    operationId: 'listCarrierGroups',
    access: 'account:read',
    tag: 'Carriers',
    summary: 'Brands',
    description: 'Names that several carriers trade under, each with these carriers, by name.',
    link: 'carrierGroups',
    request: { query: z.strictObject(shortListQuery) },
    responses: {
      200: {
        description: 'A page of brands.',
        schema: offsetList(carrierGroup),
      },
    },
    csv: { columns: CARRIER_GROUP_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ query }, { account }) => ({
    status: 200,
    body: await listCarrierGroups(management, account.accountId, query),
  }));
}

function getRoute(management: CarrierManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/carriers/{carrierId}',
    operationId: 'getCarrier',
    access: 'account:read',
    tag: 'Carriers',
    summary: 'One carrier',
    description: 'Your own, or one of the shared catalogue.',
    request: { params },
    responses: { 200: { description: 'The carrier.', schema: carrier } },
  }).handle(async ({ params: { carrierId } }, { account: { accountId } }) => {
    const found = await findCarrier(management, { accountId, carrierId });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function createRoute(management: CarrierManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/carriers',
    operationId: 'createCarrier',
    access: 'account:write',
    tag: 'Carriers',
    summary: 'Add a carrier of your own',
    description: 'Give it a configuration next: then its statements can be read.',
    request: { json: newCarrier },
    problems: ['conflict'],
    responses: {
      201: {
        description: 'Created.',
        schema: carrier,
      },
    },
  }).handle(async ({ json }, request) => {
    const { accountId } = request.account;
    const created = await createCarrier(management, { accountId, carrier: json }, request.origin);
    return isRefused(created) ? created : { status: 201, body: created };
  });
}

function changeRoute(management: CarrierManagement): Route {
  return accountRoute({
    method: 'patch',
    path: '/v1/carriers/{carrierId}',
    operationId: 'updateCarrier',
    access: 'account:write',
    tag: 'Carriers',
    summary: 'Change a carrier of your own',
    description:
      'Fields that are absent stay as they are. Carriers of the shared catalogue can not be changed here (403).',
    request: { params, json: carrierChange },
    problems: ['conflict'],
    responses: { 200: { description: 'As it is now.', schema: carrier } },
  }).handle(async ({ params: { carrierId }, json }, request) => {
    const { accountId } = request.account;
    const changed = await changeCarrier(management, { accountId, carrierId, change: json }, request.origin);
    return isRefused(changed) ? changed : { status: 200, body: changed };
  });
}

function setExpectedFilesRoute(management: CarrierManagement): Route {
  return accountRoute({
    method: 'put',
    path: '/v1/carriers/{carrierId}/expected-files',
    operationId: 'updateExpectedFiles',
    access: 'account:write',
    tag: 'Carriers',
    summary: 'Say how many files a month has',
    description: `For a carrier that sends weekly, or a file for each agent; also for one of the shared catalogue. A month is open until
so many of its files have come, and who is missing from it is so provisionally. Holds from the latest month on, and for earlier months that are
open. null: learned again, from the same number of files, at least two, in three months in a row.`,
    request: { params, json: expectedFilesChange },
    responses: { 200: { description: 'The carrier.', schema: carrier } },
  }).handle(async ({ params: { carrierId }, json: { expectedFiles } }, request) => {
    const { accountId } = request.account;
    const setting = { accountId, carrierId, files: expectedFiles };
    const set = await setExpectedFiles(management, setting, request.origin);
    return isRefused(set) ? set : { status: 200, body: set };
  });
}

function deleteRoute(management: CarrierManagement): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/carriers/{carrierId}',
    operationId: 'deleteCarrier',
    access: 'account:write',
    tag: 'Carriers',
    summary: 'Delete a carrier of your own',
    description: 'With its configurations and rates, and only while no statement of it has been accepted.',
    request: { params },
    problems: ['conflict'],
    responses: { 204: { description: 'Deleted.', schema: z.void() } },
  }).handle(async ({ params: { carrierId } }, request) => {
    const { accountId } = request.account;
    const refused = await deleteCarrier(management, { accountId, carrierId }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}
