import { z } from '@hono/zod-openapi';
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
import { fileField } from '../request-input.ts';
import { accountRoute, type Route } from '../route.ts';

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

/** Versions of statement formats: list, get, add, remove. The dry run is in config-trial.ts. */
export function configRoutes(management: ConfigManagement): readonly Route[] {
  return [listRoute(management), getRoute(management), addRoute(management), removeRoute(management)];
}

const carrierId = recordId('The carrier.');

function listRoute(management: ConfigManagement): Route {
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

function getRoute(management: ConfigManagement): Route {
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

function addRoute(management: ConfigManagement): Route {
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

function removeRoute(management: ConfigManagement): Route {
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
