import { z } from 'zod';

const schemaNode: z.ZodType<SchemaNode> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    properties: z.record(z.string(), schemaNode).optional(),
    required: z.array(z.string()).optional(),
    items: schemaNode.optional(),
    anyOf: z.array(schemaNode).optional(),
    oneOf: z.array(schemaNode).optional(),
    allOf: z.array(schemaNode).optional(),
    enum: z.array(z.unknown()).optional(),
  }),
);
interface SchemaNode {
  readonly $ref?: string | undefined;
  readonly properties?: Readonly<Record<string, SchemaNode>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: SchemaNode | undefined;
  readonly anyOf?: readonly SchemaNode[] | undefined;
  readonly oneOf?: readonly SchemaNode[] | undefined;
  readonly allOf?: readonly SchemaNode[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
}

const body = z.object({ content: z.record(z.string(), z.object({ schema: schemaNode.optional() })).optional() });
const operation = z.object({
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: schemaNode.optional() }),
    )
    .optional(),
  requestBody: body.optional(),
  responses: z.record(z.string(), body),
});
export const description = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schemaNode) }),
});
type Description = z.output<typeof description>;

/** The parts of a description that clients rely on. */
export interface ApiSurface {
  /** Lines that a later release must still have: operations, parameters, values that are accepted, fields of bodies. */
  readonly kept: readonly string[];
  /** Lines that a later release must not add to these operations: parameters and fields that a request must have. */
  readonly required: readonly string[];
}

/** Returns the surface of a description, as sorted lines. */
export function surfaceOf({ paths, components: { schemas } }: Description): ApiSurface {
  const kept = new Set<string>();
  const required = new Set<string>();
  const visit = (node: SchemaNode, at: string, isRequest: boolean, above: readonly string[]): void => {
    const name = node.$ref?.split('/').at(-1);
    if (name !== undefined) {
      const target = schemas[name];
      if (target !== undefined && !above.includes(name)) visit(target, at, isRequest, [...above, name]);
      return;
    }
    for (const value of isRequest ? (node.enum ?? []) : []) kept.add(`${at} = ${JSON.stringify(value)}`);
    for (const inner of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) {
      visit(inner, at, isRequest, above);
    }
    if (node.items !== undefined) visit(node.items, `${at}[]`, isRequest, above);
    for (const [field, inner] of Object.entries(node.properties ?? {})) {
      kept.add(`${at}.${field}`);
      if (isRequest && node.required?.includes(field)) required.add(`${at}.${field}`);
      visit(inner, `${at}.${field}`, isRequest, above);
    }
  };
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(operations)) {
      const at = `${method.toUpperCase()} ${path}`;
      kept.add(at);
      for (const parameter of parameters) {
        const line = `${at} ${parameter.in} ${parameter.name}`;
        kept.add(line);
        if (parameter.required === true) required.add(line);
        if (parameter.schema !== undefined) visit(parameter.schema, line, true, []);
      }
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        if (schema !== undefined) visit(schema, `${at} body`, true, []);
      }
      for (const [status, { content = {} }] of Object.entries(responses)) {
        if (!status.startsWith('2')) continue;
        for (const { schema } of Object.values(content)) {
          if (schema !== undefined) visit(schema, `${at} ${status}`, false, []);
        }
      }
    }
  }
  return { kept: [...kept].toSorted(), required: [...required].toSorted() };
}

/** Returns what a description lacks of an earlier surface, and what it requires in addition. Empty: earlier programs go on working. */
export function breaksOf(earlier: ApiSurface, later: ApiSurface): readonly string[] {
  const has = new Set(later.kept);
  const required = new Set(earlier.required);
  const operations = new Set(earlier.kept);
  const operationOf = (line: string) => line.split(' ', 2).join(' ');
  return [
    ...earlier.kept.filter((line) => !has.has(line)).map((line) => `gone: ${line}`),
    ...later.required
      .filter((line) => !required.has(line) && operations.has(operationOf(line)))
      // A field that is required inside of a new optional one breaks nobody.
      .filter((line) => operations.has(line) || !/[.[]/.test(line.slice(operationOf(line).length + ' body.'.length)))
      .map((line) => `required: ${line}`),
  ];
}
