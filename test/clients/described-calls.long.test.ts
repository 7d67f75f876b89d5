import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import type { OpenApiDocument } from '../support/openapi.ts';
import { PROPERTY_RUNS, propertyRuns } from '../support/property-runs.ts';
import { startService, statement } from '../support/service.ts';

/** Makes values from the schemas of requests: such as the description accepts, and such as break one of its rules. */

interface RequestSchema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly RequestSchema[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly items?: RequestSchema | undefined;
  readonly uniqueItems?: boolean | undefined;
  readonly properties?: Readonly<Record<string, RequestSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | RequestSchema | undefined;
}
const limit = z.number().optional();
const requestSchema: z.ZodType<RequestSchema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(requestSchema).optional(),
    ...{ minimum: limit, maximum: limit, minLength: limit, maxLength: limit, minItems: limit, maxItems: limit },
    items: requestSchema.optional(),
    uniqueItems: z.boolean().optional(),
    properties: z.record(z.string(), requestSchema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), requestSchema]).optional(),
  }),
);

/** A repeatable source of choices. */
interface Choices {
  /** An integer from 0 to below `end`. */
  readonly below: (end: number) => number;
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
  /** True in this share of the calls. */
  readonly chance: (share: number) => boolean;
}

/** Returns choices that are the same for the same seed (mulberry32). */
function choicesOf(seed: number): Choices {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { below, pick: (items) => items[below(items.length)] ?? items[0], chance: (share) => next() < share };
}

/** The sources of a value beside its schema. */
interface ValueSource {
  readonly choices: Choices;
  readonly resolve: (schema: RequestSchema) => RequestSchema;
  /** Ids and other values that the service has answered for a field of this name. */
  readonly known: (name: string) => readonly string[];
}

const PATTERN_VALUES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  '^\\d{4}-(0[1-9]|1[0-2])$': ['2026-01', '2026-02', '2026-03', '2025-12'],
  '^[a-z0-9]+(?:-[a-z0-9]+)*$': ['summit', 'summit-senior-life', 'a1'],
  '^\\d{1,10}$': ['0', '5', '1234567890'],
  '^[a-z0-9][a-z0-9_-]{2,31}$': ['drop_1', 'harbor-office'],
  '^[A-Za-z]{2}$': ['FL', 'tx'],
};
const FORMAT_VALUES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  date: ['2026-01-01', '2026-02-28', '2025-12-31'],
  'date-time': ['2026-03-01T00:00:00Z', '2027-01-01T12:30:00.000Z'],
  email: ['office@harbor.example', 'a.b+c@carrier.example'],
  uri: ['https://hooks.example.com/a', 'https://hooks.example.com/b?c=d'],
  uuid: ['00000000-0000-4000-8000-000000000000', '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11'],
  binary: ['Member ID,Commission,Policy\r\nM-1,5.00,P-1\r\nM-2,x,P-2\r\n'],
};
const WORDS = ['M-1', 'Doe, Jane', 'red', 'Überweisung 7', '2026-03', 'P-1', '0'] as const;

/** Makes a value that follows the schema. */
function validValue(schema: RequestSchema, name: string, source: ValueSource): unknown {
  const { choices, resolve } = source;
  const { enum: values, anyOf, type, ...rules } = resolve(schema);
  if (values !== undefined && isFilled(values)) return choices.pick(values);
  if (anyOf !== undefined && isFilled(anyOf)) return validValue(choices.pick(anyOf), name, source);
  const types = typeof type === 'string' ? [type] : [...(type ?? ['string'])];
  switch (isFilled(types) ? choices.pick(types) : 'string') {
    case 'null':
      return null;
    case 'boolean':
      return choices.chance(0.5);
    case 'integer':
    case 'number': {
      const least = rules.minimum ?? 0;
      return choices.pick([least, Math.min(least + choices.below(30), rules.maximum ?? Infinity), rules.maximum ?? 12]);
    }
    case 'array': {
      const count =
        (rules.minItems ?? 0) + choices.below(Math.min(3, (rules.maxItems ?? 3) - (rules.minItems ?? 0) + 1));
      const items = Array.from({ length: count }, () => validValue(rules.items ?? {}, name.replace(/s$/, ''), source));
      return rules.uniqueItems === true ? [...new Set(items)] : items;
    }
    case 'object':
      return validObject(rules, source);
    default:
      return validText(rules, name, source);
  }
}

function validObject(
  { properties = {}, required = [], additionalProperties }: RequestSchema,
  source: ValueSource,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(properties).filter((one) => required.includes(one) || source.choices.chance(0.3));
  const fields = names.map((one): [string, unknown] => [one, validValue(properties[one] ?? {}, one, source)]);
  if (typeof additionalProperties === 'object') fields.push(['x', validValue(additionalProperties, 'x', source)]);
  return Object.fromEntries(fields);
}

function validText(
  { pattern = '', format = '', minLength = 0, maxLength }: RequestSchema,
  name: string,
  { choices, known }: ValueSource,
): string {
  if (name === 'Idempotency-Key') return `key-${choices.below(1_000_000_000)}`;
  const values = PATTERN_VALUES[pattern] ?? FORMAT_VALUES[format];
  const seen = known(name);
  if (isFilled(seen) && choices.chance(0.9)) return choices.pick(seen);
  if (values !== undefined) return choices.pick(values);
  if (maxLength !== undefined && choices.chance(0.1)) return 'x'.repeat(maxLength);
  const word = choices.pick(WORDS).slice(0, maxLength);
  return word.padEnd(minLength, 'x');
}

const isFilled = <Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] => items.length > 0;

/** Returns the object with one fault: a field of another type, one missing, or one that is unknown. */
function brokenObject(
  value: Readonly<Record<string, unknown>>,
  schema: RequestSchema,
  { choices }: ValueSource,
): Readonly<Record<string, unknown>> {
  const { required = [], properties = {} } = schema;
  const names = Object.keys(properties);
  const kind = choices.below(3);
  if (kind === 0 && isFilled(required)) {
    const missing = choices.pick(required);
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== missing));
  }
  if (kind === 1 && isFilled(names)) {
    const name = choices.pick(names);
    const wrong = choices.pick<unknown>([{ a: [] }, 'x'.repeat(100_000), -1e300, '\0', [[]], true, '']);
    return { ...value, [name]: wrong };
  }
  return { ...value, noSuchField: 1 };
}

/** Makes calls from the description alone: a good one follows it, a bad one breaks one of its rules. */

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: requestSchema,
});
const operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(parameter).default([]),
  requestBody: z
    .object({ required: z.boolean().optional(), content: z.record(z.string(), z.object({ schema: requestSchema })) })
    .optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
});
const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

type DescribedOperation = z.output<typeof operation> & { readonly method: string; readonly template: string };

interface DescribedCall {
  readonly operation: DescribedOperation;
  /** Whether the call follows the description. */
  readonly isGood: boolean;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The media type that is asked for; null to ask for none. */
  readonly accept: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body, or the fields of a form; undefined for none. */
  readonly body: unknown;
  readonly bodyType: string | null;
}

function describedOperations(document: OpenApiDocument): readonly DescribedOperation[] {
  return Object.entries(description.parse(document).paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), template })),
  );
}

/** Returns a function that follows the references of the description. */
function resolverOf(document: OpenApiDocument): ValueSource['resolve'] {
  const { schemas } = description.parse(document).components;
  const parsed = new Map<string, RequestSchema>();
  return function resolve(schema) {
    const name = schema.$ref?.split('/').at(-1);
    if (name === undefined) return schema;
    const target = parsed.get(name) ?? requestSchema.parse(schemas[name]);
    parsed.set(name, target);
    return resolve(target);
  };
}

function describedCall(one: DescribedOperation, isGood: boolean, source: ValueSource): DescribedCall {
  const { choices } = source;
  const good = { operation: one, isGood, ...goodParts(one, source) };
  if (isGood) return good;
  const breaks: [() => Partial<DescribedCall>, ...(() => Partial<DescribedCall>)[]] = [
    () => ({ query: { ...good.query, noSuchParameter: '1' } }),
    () => ({ accept: 'image/png' }),
  ];
  const content = bodyOf(one)?.[1];
  const typed = one.parameters.filter(({ in: place, schema }) => place === 'query' && isNarrow(schema));
  if (isFilled(typed)) breaks.push(() => ({ query: { ...good.query, [choices.pick(typed).name]: '\u0000?' } }));
  if (content !== undefined && isRecord(good.body)) {
    const { body } = good;
    breaks.push(() => ({ body: brokenObject(body, source.resolve(content.schema), source) }));
  }
  return { ...good, ...choices.pick(breaks)() };
}

function goodParts(one: DescribedOperation, source: ValueSource) {
  const { choices } = source;
  const valuesIn = (place: string) =>
    Object.fromEntries(
      one.parameters
        .filter((each) => each.in === place && (each.required === true || choices.chance(0.2)))
        .map((each) => [each.name, validValue(each.schema, each.name, source)]),
    );
  const pathValues = valuesIn('path');
  const path = one.template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(pathValues[name])));
  const types = Object.keys(successOf(one)?.content ?? {});
  const accept = isFilled(types) && choices.chance(0.6) ? choices.pick(types) : null;
  const [bodyType, content] = bodyOf(one) ?? [];
  const hasBody = content !== undefined && (one.requestBody?.required === true || choices.chance(0.7));
  return {
    ...{ path, query: valuesIn('query'), accept },
    headers: Object.fromEntries(Object.entries(valuesIn('header')).map(([name, value]) => [name, String(value)])),
    body: hasBody ? validValue(content.schema, '', source) : undefined,
    bodyType: hasBody ? (bodyType ?? null) : null,
  };
}

/** The first kind of body: JSON before the text of a file. */
function bodyOf({ requestBody }: DescribedOperation) {
  return Object.entries(requestBody?.content ?? {})[0];
}

function successOf({ responses }: DescribedOperation) {
  return Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
}

/** True for a schema that refuses some texts. */
function isNarrow({ type, pattern, enum: values, format }: RequestSchema): boolean {
  return type !== 'string' || pattern !== undefined || values !== undefined || format !== undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Collects ids from answers, by the names of the fields, so that later calls can name what exists. */
function knownValues(choices: Choices): {
  readonly learn: (value: unknown, collection: string) => void;
  readonly known: ValueSource['known'];
} {
  const values = new Map<string, string[]>();
  const add = (name: string, value: string) => {
    const all = values.get(name) ?? [];
    if (all.includes(value)) return;
    if (all.length < 20) all.push(value);
    else all[choices.below(all.length)] = value;
    values.set(name, all);
  };
  function learn(value: unknown, collection: string): void {
    if (Array.isArray(value)) for (const item of value) learn(item, collection);
    if (!isRecord(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && /Id$|Slug$/.test(name)) add(name, inner);
      else if (typeof inner === 'string' && name === 'id') add(`${collection}Id`, inner);
      else learn(inner, name === 'data' ? collection : name.replace(/s$/, ''));
    }
  }
  return { learn, known: (name) => values.get(name) ?? [] };
}

/**
 * Guarantee: a proxy that validates calls and answers against the description lets every answer of the service pass, and the service
 * refuses each call that the proxy would refuse. The client of the tests is the proxy: it fails for an answer that is not as described.
 */

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_701);
const service = await startService({ hasReports: true });
afterAll(() => service.close());

const ajv = new Ajv2020({ strict: false, validateFormats: true });
formatsPlugin.default(ajv);
ajv.addFormat('binary', true);
ajv.addSchema(Object(service.document), 'api');

test('answers good and bad calls to every operation as described', async () => {
  const operations = describedOperations(service.document);
  if (!isFilled(operations)) throw new Error('The description has no operations.');
  const choices = choicesOf(SEED);
  const { learn, known } = knownValues(choices);
  const source = { choices, known, resolve: resolverOf(service.document) };
  const faults: string[] = [];
  const accepted = new Set<string>();
  let account = await filledAccount();
  for (let made = 0; made < propertyRuns(5_000); made += 1) {
    const operation = operations[made % operations.length] ?? operations[0];
    const call = describedCall(operation, made % 3 !== 2, source);
    const name = `${operation.operationId} ${textOf(call)}`;
    try {
      const answer = await send(account, call);
      if (answer.status >= 500) faults.push(`${name} → ${answer.status} ${answer.body.slice(0, 300)}`);
      if (answer.status < 300) {
        if (isRefusedByProxy(call)) faults.push(`${name} → ${answer.status}, although the description refuses it`);
        faults.push(...csvFaults(call, answer));
        accepted.add(operation.operationId);
        if (operation.operationId !== 'getOpenApi') learn(answer.json, collectionOf(operation.template));
      }
      // Calls of the operator suspend and delete accounts, too.
      if (answer.body.includes('account_not_provisioned') || answer.status === 401) account = await filledAccount();
    } catch (error) {
      faults.push(`${name}: ${String(error).slice(0, 800)}`);
    }
    if (made % 50 === 0) await service.runJobs();
  }
  expect(faults).toEqual([]);
  // Some operations need what random calls do not make, such as a signed-in owner.
  if (PROPERTY_RUNS >= 1) expect(accepted.size).toBeGreaterThan(operations.length * 0.6);
});

async function filledAccount() {
  const account = await service.createAccount({ tier: 'enterprise' });
  const carrierId = await service.createCarrier({ account });
  for (const [period, amount] of [
    ['2026-01', 5],
    ['2026-02', 3],
    ['2026-03', 7],
  ] as const) {
    const rows = [['M-1', amount, { Policy: 'P-1', Agent: 'Rivera, Ana' }] as const, ['M-2', 4] as const];
    await account.load({ carrierId, period, file: statement(rows) });
  }
  return account;
}

/** The name of the things of a path, such as `carrier` for `/v1/carriers/{carrierId}`. */
function collectionOf(template: string): string {
  const last = template.split('/').findLast((part) => !part.startsWith('{')) ?? '';
  const single = last.replace(/ies$/, 'y').replace(/s$/, '');
  return single.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const textOf = ({ path, query, accept, body }: DescribedCall) =>
  JSON.stringify({ path, query, accept, body }).slice(0, 400);

/** True when the call breaks the description: an unknown parameter, or a body that its schema refuses. */
function isRefusedByProxy({ operation, query, body, bodyType, isGood }: DescribedCall): boolean {
  if (isGood) return false;
  const parameters = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  if (Object.keys(query).some((name) => !parameters.includes(name))) return true;
  const content = bodyOf(operation)?.[1];
  if (body === undefined || content === undefined || bodyType !== 'application/json') return false;
  const schema = pointerOf(content.schema.$ref, operation.template, operation.method);
  return !ajv.validate({ $ref: `api#${schema}` }, body);
}

/** Returns where the schema of a JSON body stands in the description. */
function pointerOf(reference: string | undefined, template: string, method: string): string {
  const steps = ['paths', template, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'];
  if (reference !== undefined) return reference.slice(1);
  return steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}

/** Operations whose columns depend on the request or on the file. */
const OTHER_COLUMNS = ['getJobExceptions', 'getCumulative', 'runReport', 'runSavedReport', 'runReadyMadeReport'];
/** The columns of a rollup that is grouped by agent, which is a list of other rows. */
const BY_AGENT = 'carrierId,carrierName,agentId,agentName,paidNet,paidGross,chargebacks,agentRecordId';

/** Finds a CSV whose header row is not that of the example. */
function csvFaults({ operation, accept }: DescribedCall, { body, headers }: Answer): readonly string[] {
  if (OTHER_COLUMNS.includes(operation.operationId) || accept !== 'text/csv') return [];
  if (headers.get('content-type')?.startsWith('text/csv') !== true) return [`${operation.operationId} is no CSV`];
  const described = z.looseObject({ example: z.string() }).parse(successOf(operation)?.content?.['text/csv']);
  const [header, wanted] = [body, described.example].map((text) => text.split('\r\n', 1)[0]);
  const isByAgent = operation.operationId === 'getRollup' && header === BY_AGENT;
  return header === wanted || isByAgent
    ? []
    : [`${operation.operationId} has the columns ${header}, described: ${wanted}`];
}

type Answer = Awaited<ReturnType<typeof send>>;

async function send(account: Awaited<ReturnType<typeof filledAccount>>, call: DescribedCall) {
  const { operation, path, query, accept, headers, body, bodyType } = call;
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query)) search.set(field, String(value));
  const content = bodyType === 'multipart/form-data' ? { body: formOf(body) } : { json: body };
  return account.call(operation.method, search.size === 0 ? path : `${path}?${search}`, {
    token: operation.security.some((one) => 'operatorToken' in one) ? OPERATOR_TOKEN : account.token,
    headers: { ...headers, ...(accept === null ? {} : { Accept: accept }) },
    ...(body === undefined ? {} : content),
  });
}

function formOf(fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(isRecord(fields) ? fields : {})) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (name.toLowerCase().endsWith('file')) form.set(name, new Blob([text]), 'statement.csv');
    else form.set(name, text);
  }
  return form;
}
