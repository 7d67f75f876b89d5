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
import {
  addConfig,
  addedConfig,
  CONFIG_COLUMNS,
  type ConfigManagement,
  configBody,
  configVersion,
  findConfig,
  listConfigs,
  removeConfig,
} from '../../../app/carriers/manage-configs.ts';
import { type SampleReading, tryConfig } from '../../../app/carriers/read-sample.ts';
import { recordId } from '../../../app/platform/shared-fields.ts';
import { configTrial } from '../../../app/reading/test-config.ts';
import { CONFIG_BYTES_MAX } from '../../../core/limits/statement-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { offsetList, shortListQuery } from '../paging.ts';
import { readStrictJson } from '../request-body.ts';
import { namedMonth } from '../request-fields.ts';
import { booleanText, fileField } from '../request-input.ts';
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

/** A configuration as the text of a form field. */
const configText = z
  .string()
  .transform((text, context): unknown => {
    const json = readStrictJson(text);
    if (!isRefused(json)) return json.value;
    context.addIssue({ code: 'custom', message: json.refused.detail?.replace('The body', 'The text') ?? '' });
    return z.NEVER;
  })
  .pipe(configBody)
  .openapi({ type: 'string', description: 'The configuration as JSON (NewStatementConfig): as text, or as a file.' });

/** Versions of statement formats: list, get, add, remove. */
export function configRoutes(management: ConfigManagement): readonly Route[] {
  return [
    listConfigRoute(management),
    getConfigRoute(management),
    addConfigRoute(management),
    removeConfigRoute(management),
  ];
}

const carrierId = recordId('The carrier.');

function listConfigRoute(management: ConfigManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/carriers/{carrierId}/configs',
    operationId: 'listConfigs',
    access: 'account:read',
    tag: 'Configurations',
    summary: "Versions of a carrier's statement format",
    description: 'Newest first. Of your own versions the newest is active; without any, the newest shared one.',
    request: { params: z.object({ carrierId }), query: z.strictObject(shortListQuery) },
    responses: {
      200: {
        description: 'A page of versions.',
        schema: offsetList(configVersion),
      },
    },
    csv: { columns: CONFIG_COLUMNS, rows: ({ data }) => data },
  }).handle(async ({ params, query }, { account: { accountId } }) => {
    const page = await listConfigs(management, { accountId, carrierId: params.carrierId }, query);
    return isRefused(page) ? page : { status: 200, body: page };
  });
}

/** A version number in a path. A malformed one is treated like a malformed id: it is not found. */
const version = z
  .string()
  .transform((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0))
  .openapi({ type: 'integer', description: 'Its number.' });

function getConfigRoute(management: ConfigManagement): Route {
  return accountRoute({
    method: 'get',
    path: '/v1/carriers/{carrierId}/configs/{version}',
    operationId: 'getConfig',
    access: 'account:read',
    tag: 'Configurations',
    summary: 'One version',
    description: 'With every option filled in, those left to their defaults too.',
    request: { params: z.object({ carrierId, version }) },
    responses: { 200: { description: 'The version.', schema: configVersion } },
  }).handle(async ({ params }, { account: { accountId } }) => {
    const found = await findConfig(management, { accountId, ...params });
    return isRefused(found) ? found : { status: 200, body: found };
  });
}

function addConfigRoute(management: ConfigManagement): Route {
  return accountRoute({
    method: 'post',
    path: '/v1/carriers/{carrierId}/configs',
    operationId: 'createConfig',
    access: 'account:write',
    tag: 'Configurations',
    summary: 'Add a version',
    description: `The body is the configuration. It becomes the active one: statements accepted before stay as they were read.
For a carrier of the shared catalogue it is yours alone and goes before the shared ones.`,
    request: { params: z.object({ carrierId }), json: configBody },
    jsonBytesMax: CONFIG_BYTES_MAX,
    problems: ['conflict'],
    responses: { 201: { description: 'Added, and active.', schema: addedConfig } },
  }).handle(async ({ params, json }, request) => {
    const { accountId } = request.account;
    const order = { accountId, carrierId: params.carrierId, config: json };
    const added = await addConfig(management, order, request.origin);
    return isRefused(added) ? added : { status: 201, body: added };
  });
}

function removeConfigRoute(management: ConfigManagement): Route {
  return accountRoute({
    method: 'delete',
    path: '/v1/carriers/{carrierId}/configs/{version}',
    operationId: 'deleteConfig',
    access: 'account:write',
    tag: 'Configurations',
    summary: 'Remove a version of your own',
    description: `Your newest remaining version is active then; without any, the shipped format is. The removed version reads no more
statements and can still be looked at. The only version of a carrier, a shared one and a removed one can not be removed (409).`,
    request: { params: z.object({ carrierId, version }) },
    problems: ['conflict'],
    responses: { 204: { description: 'Removed.', schema: z.void() } },
  }).handle(async ({ params }, request) => {
    const { accountId } = request.account;
    const refused = await removeConfig(management, { accountId, ...params }, request.origin);
    return refused ?? { status: 204, body: undefined };
  });
}

interface ConfigTrialRouteDeps extends Pick<SampleReading, 'carriers' | 'runIsolated'> {
  readonly clock: () => Date;
}

/** POST /v1/carriers/{carrierId}/configs/test. It changes nothing, so a read-only token is enough. */
export function configTrialRoutes({ clock, ...reading }: ConfigTrialRouteDeps): readonly Route[] {
  return [
    accountRoute({
      method: 'post',
      path: '/v1/carriers/{carrierId}/configs/test',
      operationId: 'testConfig',
      access: 'account:read',
      tag: 'Configurations',
      summary: 'Try a configuration on a file',
      description: `What a job would make of the file with this configuration; nothing is stored. A file that could not be read at
all is 422 with the reason. The period matters to rolling statements only.`,
      request: {
        params: z.object({ carrierId: recordId('The carrier.') }),
        form: z.strictObject({
          config: configText,
          file: fileField('The statement: CSV, a workbook or a PDF with text; up to 15 MiB.'),
          ...namedMonth(clock, 'The period.'),
        }),
      },
      textFiles: ['config'],
      responses: {
        200: { description: 'What became of the rows.', schema: configTrial },
      },
    }).handle(async ({ params: { carrierId }, form: { file, ...form } }, { account: { accountId } }) => {
      const today = clock().toISOString().slice(0, 10);
      const result = await tryConfig(reading, { accountId, carrierId, ...form, bytes: file.bytes }, today);
      return isRefused(result) ? result : { status: 200, body: result };
    }),
  ];
}
