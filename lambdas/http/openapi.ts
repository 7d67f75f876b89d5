import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { BODY_LIMITS, FORM_WAIT_SECONDS } from '../../core/limits/request-limits.ts';
import { FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../../core/problem.ts';
import { isHeldOnFullDisk, REPLAYED_HEADER, takesKey } from './answer-once.ts';
import { XLSX_TYPE } from './csv-table.ts';
import { exampleOf, nameSchemas } from './example-of.ts';
import { registerWebhooks, WEBHOOK_TAG, withoutPrefill } from './openapi-webhooks.ts';
import { CSV_TYPE } from './reply.ts';
import { mayHaveBody } from './request-input.ts';
import type { Route } from './route.ts';

export interface DescriptionDeps {
  readonly version: string;
  readonly publicUrl: string | null;
  /** The largest file of this installation, if smaller than the general limit. */
  readonly fileBytesMax?: number | undefined;
}

type Registry = OpenAPIHono['openAPIRegistry'];

const HEADERS = {
  'X-Request-Id': {
    description: 'Names this request in logs and questions.',
    example: '5c1b7a52-6f0e-4bd9-9a55-0c0f4d3f7d21',
  },
  RateLimit: {
    description:
      "What is left: r requests, until t seconds from now. By the token's limit, or by the account's when that leaves less.",
    example: '"default";r=5990;t=12',
  },
  'RateLimit-Policy': {
    description: 'The policy of the token: q requests in w seconds.',
    example: '"default";q=6000;w=60',
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', example: '5' },
  'WWW-Authenticate': { description: 'The scheme to use.', example: 'Bearer' },
  'X-Truncated': {
    description: 'true in a form without pagination, CSV as a rule, that does not hold every row.',
    example: 'true',
  },
  'Idempotent-Replayed': {
    description: 'true where a repeat under the same Idempotency-Key got the reply of the first request.',
    example: 'true',
  },
  Link: { description: 'The next page, while there is one.', example: '</v1/jobs?limit=50&offset=50>; rel="next"' },
} as const;
type HeaderName = keyof typeof HEADERS;

// The license is a variable, because the types of OpenAPI 3.0 in the package do not have `identifier`.
const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

/** The OpenAPI 3.1 description of the routes, made from the same definitions that validate requests. */
export function describeRoutes(routes: readonly Route[], deps: DescriptionDeps): Readonly<Record<string, unknown>> {
  const { version, publicUrl, fileBytesMax = FILE_BYTES_MAX } = deps;
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  const described = routes.filter(({ definition }) => definition.undocumented !== true);
  for (const { definition } of described) {
    for (const { schema } of Object.values(definition.responses)) nameSchemas(schema);
    for (const schema of Object.values(definition.request ?? {})) nameSchemas(schema);
  }
  registerComponents(registry);
  for (const [name, codes] of sharedProblems(described))
    registry.registerComponent('responses', name, problemComponent(codes));
  for (const route of described) registry.registerPath(operationOf(route));
  registerWebhooks(registry);
  const names = new Set([...described.map(({ definition }) => definition.tag), WEBHOOK_TAG]);
  const tags = [...names].map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? name }));
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Commission statement analysis',
      version,
      description: introduction(fileBytesMax),
      contact: { name: 'The operator of this installation' },
      license: LICENSE,
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags,
  });
  return withoutPrefill({ ...document });
}

const introduction = (
  fileBytesMax: number,
) => `Upload a carrier's commission statement; every member is compared with the month before.

Amounts are dollars, periods YYYY-MM, times ISO 8601 in UTC. Ids are opaque. Lists come in pages; any list can be had as CSV
with \`Accept: text/csv\`, which without \`limit\` has every row and with it is a page. Where not all rows are there \`X-Truncated: true\` says so, and
\`Link\`, where it is there, leads to the next ones; a file that ends without the end of its transfer is broken, not short. Errors are RFC 9457 problem documents: switch on \`code\`. New response fields and new values of
enumerations may appear at any time: tolerate them. What is not a parameter or field of an endpoint is refused.

A file may have up to ${fileBytesMax / (1024 * 1024)} MB (${fileBytesMax} bytes). A body has to come with at least
${BODY_LIMITS.bytesPerSecond / 1024} KB a second and without a pause of ${BODY_LIMITS.stallMs / 1_000} seconds, else it is answered 408. Few large bodies of one account are worked on at once;
one that has waited ${FORM_WAIT_SECONDS} seconds for its turn is answered 503: nothing of it was taken in, send it again after \`Retry-After\`.`;

function registerComponents(registry: Registry): void {
  registry.register('Problem', problemSchema);
  registry.registerComponent('schemas', 'Csv', {
    type: 'string',
    description:
      'The same rows as CSV, with a header row. A cell that could begin a formula has an apostrophe before it.',
    [OTHER_FORM]: true,
  });
  registry.registerComponent('schemas', 'Workbook', {
    type: 'string',
    format: 'binary',
    description: 'The same rows as an Excel workbook.',
    [OTHER_FORM]: true,
  });
  for (const [name, { description, example }] of Object.entries(HEADERS)) {
    registry.registerComponent('headers', name, { description, schema: { type: 'string' }, example });
  }
  registry.registerComponent('securitySchemes', 'accountToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token of the account, with the scopes read and write.',
  });
  registry.registerComponent('securitySchemes', 'operatorToken', {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of whoever runs this installation.',
  });
}

function operationOf(route: Route): RouteConfig {
  const { definition, access, otherForms } = route;
  const { method, path, operationId, tag, summary, description, request } = definition;
  const responses: RouteConfig['responses'] = {};
  for (const [status, response] of Object.entries(definition.responses)) {
    responses[status] = successResponse(route, response);
  }
  for (const [status, codes] of problemResponsesOf(route)) {
    responses[status] = { $ref: `#/components/responses/${componentName(codes)}` };
  }
  const { params, query, headers } = request ?? {};
  return {
    method,
    path,
    operationId,
    ...(definition.deprecated !== undefined && { deprecated: true }),
    tags: [tag],
    summary,
    description: otherForms.length === 0 ? description : `${description} ${sentenceOf(otherForms)}`,
    ...(otherForms.length === 0 ? {} : { [OTHER_FORMS]: otherForms.map(({ mediaType }) => mediaType) }),
    security: access === 'public' ? [] : [access === 'operator' ? { operatorToken: [] } : { accountToken: [] }],
    request: {
      ...(params instanceof z.ZodObject ? { params } : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...(headers instanceof z.ZodObject ? { headers } : {}),
      ...bodyOf(route),
    },
    responses,
  };
}

function bodyOf({ definition: { request } }: Route): {
  readonly body?: NonNullable<NonNullable<RouteConfig['request']>['body']>;
} {
  if (request?.csv !== undefined && request.json !== undefined) {
    const content = { 'application/json': { schema: request.json }, 'text/csv': { schema: request.csv } };
    return { body: { required: true, content } };
  }
  if (request?.json !== undefined)
    return {
      body: { required: !request.json.isOptional(), content: { 'application/json': { schema: request.json } } },
    };
  if (request?.form !== undefined)
    return { body: { required: true, content: { 'multipart/form-data': { schema: request.form } } } };
  return {};
}

function successResponse(
  route: Route,
  response: Route['definition']['responses'][number],
): RouteConfig['responses'][string] {
  const { description, schema, mediaType = 'application/json' } = response;
  const isPaged = schema instanceof z.ZodObject && 'pagination' in schema.shape;
  const headers: HeaderName[] = ['X-Request-Id', ...(route.access.startsWith('account') ? RATE_HEADERS : [])];
  if (isPaged) headers.push('Link');
  if (takesKey(route.definition)) headers.push(REPLAYED_HEADER);
  const canBeCut = isPaged || (schema instanceof z.ZodObject && 'truncated' in schema.shape);
  if (canBeCut && route.otherForms.length > 0) headers.push('X-Truncated');
  const own = Object.entries(response.headers ?? {}).map(([name, { description, example }]) => [
    name,
    { description, schema: { type: 'string' as const }, example },
  ]);
  const content =
    schema instanceof z.ZodVoid
      ? {}
      : {
          content: { [mediaType]: { schema, ...shown(response.example ?? exampleOf(schema)) }, ...otherContent(route) },
        };
  return { description, headers: { ...headerRefs(headers), ...Object.fromEntries(own) }, ...content };
}

/** Shows an example. Bytes of a file and a stream have none that JSON can hold. */
const shown = (example: unknown) =>
  example === undefined || example instanceof ReadableStream || example instanceof Uint8Array ? {} : { example };

const RATE_HEADERS: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

/** Names the media types of an operation that a client gets only by asking for them. */
const OTHER_FORMS = 'x-other-media-types';

/** Marks the schema of another form, so that the generator of a client can leave it out of the type of a body. */
const OTHER_FORM = 'x-other-form';

/** The other forms of a body beside JSON, which comes first: a generator that takes one form takes the first. */
function otherContent({ otherForms }: Route) {
  return Object.fromEntries(
    otherForms.map(({ mediaType, example }) => [
      mediaType,
      { schema: { $ref: `#/components/schemas/${FORM_SCHEMAS[mediaType] ?? 'Csv'}` }, ...shown(example()) },
    ]),
  );
}

const FORM_SCHEMAS: Readonly<Record<string, string>> = { [CSV_TYPE]: 'Csv', [XLSX_TYPE]: 'Workbook' };

function sentenceOf(otherForms: Route['otherForms']): string {
  const forms = otherForms.map(
    ({ mediaType }) => `\`Accept: ${mediaType}\` for ${FORM_NAMES[mediaType] ?? 'this form'}`,
  );
  return `Also available in other forms: send ${forms.join(' or ')}.`;
}

const FORM_NAMES: Readonly<Record<string, string>> = { [CSV_TYPE]: 'CSV', [XLSX_TYPE]: 'a workbook' };

function sharedProblems(routes: readonly Route[]): ReadonlyMap<string, readonly ProblemCode[]> {
  return new Map(
    routes.flatMap((route) => [...problemResponsesOf(route).values()].map((codes) => [componentName(codes), codes])),
  );
}

/** The name of a component: routes with the same codes for a status share one description. */
function componentName(codes: readonly ProblemCode[]): string {
  return codes.join('.');
}

function problemComponent(codes: readonly ProblemCode[]) {
  const status = PROBLEMS[codes[0] ?? 'internal_error'].status;
  const headers: HeaderName[] = ['X-Request-Id'];
  if (status === 401) headers.push('WWW-Authenticate');
  if (status === 429 || status === 503) headers.push('Retry-After');
  if (status === 429) headers.push(...RATE_HEADERS);
  return {
    description: codes.map((code) => `${code}: ${PROBLEMS[code].title}.`).join(' '),
    headers: headerRefs(headers),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }])),
      },
    },
  };
}

function headerRefs(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The purpose of each group of operations. */
const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Discovery: 'What the service is, whether it runs, and whose token is used.',
  Account: 'Usage and export of the own account.',
  Operator: 'Accounts, tokens, shared carriers and tasks of the installation, for whoever runs it.',
  Audit: 'Who changed what, and when.',
  'Carrier events': 'Changes by a carrier that affect many members at once: accept or dispute them.',
  Carriers: 'Own carriers and those of the shared catalogue, and their brands.',
  Configurations: 'How the files of a carrier are read: versions, trials and inference.',
  Members: 'Members, their months and the other ids that belong to them.',
  Disputes: 'Claims that a carrier was asked to pay, with letter and workbook.',
  'Drop-offs': 'SFTP users, email addresses, the settings of carriers, and what arrived.',
  'Expected rates': 'What carriers should pay; owed commission is computed from it.',
  Files: 'Uploaded statements: upload, retract, rescore and purge them.',
  Jobs: 'The processing of statements, and its results.',
  Months: 'The months of each book, and whether they are complete.',
  People: 'The people of an account, and the tokens of its programs.',
  Policies: 'The own list of policies, which statements are compared with.',
  Reports: 'Figures over periods and carriers.',
  'Saved reports': 'Own SQL queries, run by hand or on a schedule.',
  Statements: 'Which statements are here, their files, and what the bank shows.',
  Webhooks: 'Events that the service sends, and the deliveries of them.',
  Workspaces: 'Parts of the business with books of their own.',
};

/** The problem document in the API description; `code` is a closed list. */
const problemSchema = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().openapi({ description: 'For people; may be reworded.' }),
    status: z.int().openapi({ description: 'The HTTP status.' }),
    detail: z.string().optional(),
    instance: z.string().openapi({ description: 'The request path.' }),
    code: z.enum(PROBLEM_CODES).openapi({ description: 'Stable: switch on this.' }),
    requestId: z.string(),
    errors: z
      .array(z.object({ field: z.string(), detail: z.string() }))
      .optional()
      .openapi({ description: 'Every fault at once, for validation_error.' }),
    carrierId: z.string().optional().openapi({ description: 'The carrier that has the name already, for conflict.' }),
  })
  .openapi('Problem', { description: 'RFC 9457 problem document.' });

/** The refusals that a route can give: its own and those of every route of its kind. */
function problemCodesOf(route: Route): readonly ProblemCode[] {
  const { definition, access } = route;
  const { request } = definition;
  const codes: ProblemCode[] = [
    'bad_request',
    'not_acceptable',
    'validation_error',
    'internal_error',
    'service_unavailable',
  ];
  if (access !== 'public') codes.push('unauthorized', 'forbidden', 'rate_limited');
  if (access === 'account:read' || access === 'account:write') codes.push('account_not_provisioned');
  if (access !== 'public' && access !== 'operator') codes.push('account_moved', 'month_archived');
  if (access === 'account:write' || access === 'account:manage') codes.push('account_moving');
  if (definition.path.includes('{')) codes.push('not_found');
  if (request?.json !== undefined || request?.form !== undefined)
    codes.push('payload_too_large', 'unsupported_media_type');
  if (takesKey(definition)) codes.push('conflict');
  if (mayHaveBody(definition)) codes.push('request_timeout');
  // A body that is too large for the memory goes to the disk.
  if (isHeldOnFullDisk(route) || request?.form !== undefined) codes.push('storage_full');
  return PROBLEM_CODES.filter((code) => codes.includes(code) || definition.problems?.includes(code));
}

/** The codes by status. Each set of codes becomes one shared response of the description. */
function problemResponsesOf(route: Route): ReadonlyMap<number, readonly ProblemCode[]> {
  return Map.groupBy(problemCodesOf(route), (code) => PROBLEMS[code].status);
}

function problemExample(code: ProblemCode) {
  const errors = [{ field: 'limit', detail: 'The field limit must be at least 1.' }];
  return {
    type: 'about:blank' as const,
    ...PROBLEMS[code],
    instance: '/v1/example',
    code,
    requestId: '5c1b7a52-6f0e-4bd9-9a55-0c0f4d3f7d21',
    ...(code === 'validation_error' ? { errors } : {}),
  } satisfies z.output<typeof problemSchema>;
}
