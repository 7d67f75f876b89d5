import { z } from 'zod';
import type { OpenApiDocument } from '../support/openapi.ts';
import {
  brokenObject,
  type Choices,
  isFilled,
  type RequestSchema,
  requestSchema,
  type ValueSource,
  validValue,
} from './described-values.ts';

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

export type DescribedOperation = z.output<typeof operation> & { readonly method: string; readonly template: string };

export interface DescribedCall {
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

export function describedOperations(document: OpenApiDocument): readonly DescribedOperation[] {
  return Object.entries(description.parse(document).paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), template })),
  );
}

/** Returns a function that follows the references of the description. */
export function resolverOf(document: OpenApiDocument): ValueSource['resolve'] {
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

export function describedCall(one: DescribedOperation, isGood: boolean, source: ValueSource): DescribedCall {
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
export function bodyOf({ requestBody }: DescribedOperation) {
  return Object.entries(requestBody?.content ?? {})[0];
}

export function successOf({ responses }: DescribedOperation) {
  return Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
}

/** True for a schema that refuses some texts. */
function isNarrow({ type, pattern, enum: values, format }: RequestSchema): boolean {
  return type !== 'string' || pattern !== undefined || values !== undefined || format !== undefined;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Collects ids from answers, by the names of the fields, so that later calls can name what exists. */
export function knownValues(choices: Choices): {
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
