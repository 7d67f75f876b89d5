import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { z } from 'zod';

/** One exchange as a test saw it. */
export interface RecordedResponse {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export type OpenApiDocument = Readonly<Record<string, unknown>>;

const reference = z.object({ $ref: z.string() });
const header = z.object({ required: z.boolean().optional() });
const response = z.object({
  headers: z.record(z.string(), z.union([reference, header])).optional(),
  content: z.record(z.string(), z.unknown()).optional(),
});
const operation = z.object({
  operationId: z.string(),
  responses: z.record(z.string(), z.union([reference, response])),
});
const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ responses: z.record(z.string(), response) }),
});

interface Checker {
  readonly document: z.output<typeof description>;
  readonly ajv: Ajv2020;
}

const checkers = new WeakMap<OpenApiDocument, Checker>();
/** Statuses that belong to no operation: the path or the method is unknown, or the URL cannot be read. */
const OUTSIDE = [400, 404, 405];
/** The headers that are sent only in some cases, such as `Link` while there is a next page. */
const OPTIONAL_HEADERS = ['idempotent-replayed', 'x-truncated', 'link'];

/** Fails unless the description has this status for this operation, with this body and these headers. */
export function expectDocumented(recorded: RecordedResponse, openApi: OpenApiDocument): void {
  const problems = conformityProblems(recorded, openApi);
  if (problems.length > 0) {
    const { method, path, status, body } = recorded;
    throw new Error(
      `${method} ${path} → ${status} is not as described:\n${problems.join('\n')}\n${body.slice(0, 500)}`,
    );
  }
}

export function conformityProblems(recorded: RecordedResponse, openApi: OpenApiDocument): string[] {
  const checker = checkerOf(openApi);
  const { method, path, status, headers, body } = recorded;
  const template = findPath(Object.keys(checker.document.paths), path);
  const found = checker.document.paths[template ?? '']?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (template !== null && method === 'OPTIONS' && status === 204)
    return headers.has('allow') ? [] : ['Allow is missing'];
  if (template === null || found === undefined) return problemsOutside(checker, recorded);
  const declared = found.responses[status];
  if (declared === undefined) return [`${found.operationId} has no status ${status}`];
  const shared = '$ref' in declared ? declared.$ref.split('/').at(-1) : undefined;
  const resolved = shared === undefined ? response.parse(declared) : checker.document.components.responses[shared];
  if (resolved === undefined) return [`The shared response ${shared} does not exist`];
  const missing = Object.keys(resolved.headers ?? {}).filter(
    (name) => !headers.has(name) && !OPTIONAL_HEADERS.includes(name.toLowerCase()),
  );
  const pointer =
    shared === undefined
      ? `/paths/${pointerStep(template)}/${method === 'HEAD' ? 'get' : method.toLowerCase()}/responses/${status}`
      : `/components/responses/${pointerStep(shared)}`;
  const faults = missing.map((name) => `The header ${name} is missing`);
  if (method === 'HEAD' || status === 304) return body === '' ? faults : [...faults, 'There is a body'];
  return [
    ...faults,
    ...problemsOfBody(checker, recorded, { pointer, mediaTypes: Object.keys(resolved.content ?? {}) }),
  ];
}

function problemsOutside(checker: Checker, recorded: RecordedResponse): string[] {
  if (!OUTSIDE.includes(recorded.status)) return [`${recorded.status} for what is no operation`];
  if (recorded.method === 'HEAD') return [];
  return validateJson(checker, '/components/schemas/Problem', recorded.body);
}

function problemsOfBody(
  checker: Checker,
  { headers, body }: RecordedResponse,
  { pointer, mediaTypes }: { readonly pointer: string; readonly mediaTypes: readonly string[] },
): string[] {
  if (mediaTypes.length === 0) return body === '' ? [] : ['A body where none is described'];
  const mediaType = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  if (!mediaTypes.includes(mediaType)) return [`The media type is "${mediaType}", described: ${mediaTypes.join(', ')}`];
  if (!mediaType.endsWith('json')) return [];
  return validateJson(checker, `${pointer}/content/${pointerStep(mediaType)}/schema`, body);
}

function validateJson({ ajv }: Checker, pointer: string, body: string): string[] {
  const validate = ajv.getSchema(`api#${pointer}`) ?? ajv.compile({ $ref: `api#${pointer}` });
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return ['The body is not JSON'];
  }
  return validate(value) ? [] : (validate.errors ?? []).map(errorText);
}

function errorText({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || 'the body'} ${message ?? 'is wrong'} ${JSON.stringify(params)}`;
}

function checkerOf(openApi: OpenApiDocument): Checker {
  const known = checkers.get(openApi);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formatsPlugin.default(ajv);
  ajv.addSchema(Object(closed(openApi)), 'api');
  const checker = { document: description.parse(openApi), ajv };
  checkers.set(openApi, checker);
  return checker;
}

/**
 * Returns a copy of a schema that allows only the described properties. Clients tolerate more properties, but an undescribed property is a
 * fault of the description.
 */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'example' ? value : closed(value)]),
  );
  const isOpen = 'properties' in copy && copy['type'] === 'object' && !('additionalProperties' in copy);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

/** Finds the template of a path. Fixed segments come before parameters, like in the service's routing. */
function findPath(templates: readonly string[], path: string): string | null {
  const matching = templates.filter((template) => matches(template, path));
  return matching.toSorted((a, b) => rank(a).localeCompare(rank(b)))[0] ?? null;
}

function rank(template: string): string {
  return template
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '1' : '0'))
    .join('');
}

function matches(template: string, path: string): boolean {
  const [wanted, input] = [template.split('/'), path.split('/')];
  return (
    wanted.length === input.length &&
    wanted.every((segment, index) => (segment.startsWith('{') ? input[index] !== '' : segment === input[index]))
  );
}

function pointerStep(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}
