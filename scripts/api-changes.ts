import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { OPENAPI_FILE } from './describe-api.ts';
import { wrapMarkdown } from './wrap-markdown.ts';

const schemaNode: z.ZodType<SchemaNode> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    properties: z.record(z.string(), schemaNode).optional(),
    required: z.array(z.string()).optional(),
    items: schemaNode.optional(),
    anyOf: z.array(schemaNode).optional(),
    oneOf: z.array(schemaNode).optional(),
    allOf: z.array(schemaNode).optional(),
    enum: z.array(z.unknown()).optional(),
    maxLength: z.number().optional(),
    minLength: z.number().optional(),
    maximum: z.number().optional(),
    minimum: z.number().optional(),
    maxItems: z.number().optional(),
    minItems: z.number().optional(),
  }),
);
interface SchemaNode {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, SchemaNode>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: SchemaNode | undefined;
  readonly anyOf?: readonly SchemaNode[] | undefined;
  readonly oneOf?: readonly SchemaNode[] | undefined;
  readonly allOf?: readonly SchemaNode[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly maxLength?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minItems?: number | undefined;
}

const body = z.object({ content: z.record(z.string(), z.object({ schema: schemaNode.optional() })).optional() });
const operation = z.object({
  operationId: z.string().optional(),
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
  /** Further lines to keep: names, statuses, media types, types that requests may have, and fields that answers always have. */
  readonly promised: readonly string[];
  /** The types of each part of an answer. A later release must not add a type, such as null. */
  readonly answered: ReadonlyMap<string, ReadonlySet<string>>;
  /** The room that each limit leaves to a request; the more the wider. A later release must not leave less. */
  readonly rooms: ReadonlyMap<string, number>;
}

type Direction = 'request' | 'answer';

/** The lines of a description, while they are collected. */
class Surface {
  readonly kept = new Set<string>();
  readonly required = new Set<string>();
  readonly promised = new Set<string>();
  readonly answered = new Map<string, Set<string>>();
  readonly rooms = new Map<string, number>();
  private readonly schemas: Readonly<Record<string, SchemaNode>>;

  constructor(schemas: Readonly<Record<string, SchemaNode>>) {
    this.schemas = schemas;
    for (const name of Object.keys(schemas)) this.promised.add(`schema ${name}`);
  }

  visit(node: SchemaNode, at: string, direction: Direction, above: readonly string[] = []): void {
    const name = node.$ref?.split('/').at(-1);
    if (name !== undefined) {
      const target = this.schemas[name];
      if (target !== undefined && !above.includes(name)) this.visit(target, at, direction, [...above, name]);
      return;
    }
    if (direction === 'request') this.addRequestPart(node, at);
    else this.addAnswerPart(node, at);
    for (const inner of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) {
      this.visit(inner, at, direction, above);
    }
    if (node.items !== undefined) this.visit(node.items, `${at}[]`, direction, above);
    for (const [field, inner] of Object.entries(node.properties ?? {})) {
      this.kept.add(`${at}.${field}`);
      this.visit(inner, `${at}.${field}`, direction, above);
    }
  }

  private addRequestPart(node: SchemaNode, at: string): void {
    for (const value of node.enum ?? []) this.kept.add(`${at} = ${JSON.stringify(value)}`);
    for (const type of typesOf(node)) this.promised.add(`${at} takes ${type}`);
    for (const field of node.required ?? []) if (node.properties?.[field]) this.required.add(`${at}.${field}`);
    for (const [keyword, roomOf] of Object.entries(LIMITS)) {
      const line = `${at} ${keyword}`;
      const room = roomOf(node);
      if (room !== undefined) this.rooms.set(line, Math.max(room, this.rooms.get(line) ?? -Infinity));
    }
  }

  private addAnswerPart(node: SchemaNode, at: string): void {
    const types = this.answered.get(at) ?? new Set();
    for (const type of typesOf(node)) this.answered.set(at, types.add(type));
    for (const field of node.required ?? []) this.promised.add(`${at}.${field} always`);
  }
}

/** The types of a part. A number may be an integer, so that only one of the two directions between them is a break. */
const typesOf = ({ type }: SchemaNode): readonly string[] =>
  [type ?? []].flat().flatMap((each) => (each === 'number' ? [each, 'integer'] : [each]));

/** The limits of a request, and the room that each leaves. */
const LIMITS: Readonly<Record<string, (node: SchemaNode) => number | undefined>> = {
  maxLength: ({ maxLength }) => maxLength,
  minLength: ({ minLength }) => negative(minLength),
  maximum: ({ maximum }) => maximum,
  minimum: ({ minimum }) => negative(minimum),
  maxItems: ({ maxItems }) => maxItems,
  minItems: ({ minItems }) => negative(minItems),
};

const negative = (limit: number | undefined) => (limit === undefined ? undefined : -limit);

/** Returns the surface of a description, as sorted lines. */
export function surfaceOf({ paths, components: { schemas } }: Description): ApiSurface {
  const surface = new Surface(schemas);
  const { kept, required, promised, answered, rooms } = surface;
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { operationId, parameters = [], requestBody, responses }] of Object.entries(operations)) {
      const at = `${method.toUpperCase()} ${path}`;
      kept.add(at);
      if (operationId !== undefined) promised.add(`${at} is ${operationId}`);
      for (const parameter of parameters) {
        const line = `${at} ${parameter.in} ${parameter.name}`;
        kept.add(line);
        if (parameter.required === true) required.add(line);
        if (parameter.schema !== undefined) surface.visit(parameter.schema, line, 'request');
      }
      for (const [mediaType, { schema }] of Object.entries(requestBody?.content ?? {})) {
        promised.add(`${at} body as ${mediaType}`);
        if (schema !== undefined) surface.visit(schema, `${at} body`, 'request');
      }
      for (const [status, { content = {} }] of Object.entries(responses)) {
        if (!status.startsWith('2')) continue;
        promised.add(`${at} ${status}`);
        for (const [mediaType, { schema }] of Object.entries(content)) {
          promised.add(`${at} ${status} as ${mediaType}`);
          // The other forms of an answer, such as CSV, are texts.
          if (schema !== undefined && mediaType === 'application/json')
            surface.visit(schema, `${at} ${status}`, 'answer');
        }
      }
    }
  }
  return {
    kept: [...kept].toSorted(),
    required: [...required].toSorted(),
    promised: [...promised].toSorted(),
    ...{ answered, rooms },
  };
}

/** Returns what a description lacks of an earlier surface, and what it requires in addition. Empty: earlier programs go on working. */
export function breaksOf(earlier: ApiSurface, later: ApiSurface): readonly string[] {
  const has = new Set([...later.kept, ...later.promised]);
  const required = new Set(earlier.required);
  const operations = new Set(earlier.kept);
  const operationOf = (line: string) => line.split(' ', 2).join(' ');
  return [
    ...[...earlier.kept, ...earlier.promised].filter((line) => !has.has(line)).map((line) => `gone: ${line}`),
    ...later.required
      .filter((line) => !required.has(line) && operations.has(operationOf(line)))
      // A field that is required inside of a new optional one breaks nobody.
      .filter((line) => operations.has(line) || !/[.[]/.test(line.slice(operationOf(line).length + ' body.'.length)))
      .map((line) => `required: ${line}`),
    ...newTypes(earlier, later).map((line) => `new type: ${line}`),
    ...narrowedLimits(earlier, later).map((line) => `narrower: ${line}`),
  ];
}

/** The types that parts of answers have in addition. A part of which nothing was known breaks nobody. */
function newTypes(earlier: ApiSurface, later: ApiSurface): readonly string[] {
  return [...later.answered].flatMap(([at, types]) => {
    const known = earlier.answered.get(at);
    return known === undefined ? [] : [...types].filter((type) => !known.has(type)).map((type) => `${at} is ${type}`);
  });
}

/** The limits that leave less room. A limit that is new may only be described since, so it does not count. */
function narrowedLimits(earlier: ApiSurface, later: ApiSurface): readonly string[] {
  return [...later.rooms].flatMap(([line, room]) => (room < (earlier.rooms.get(line) ?? -Infinity) ? [line] : []));
}

/** The description of the last release, with its version. */
export const RELEASED_FILE = new URL('../test/clients/released-api.json.gz', import.meta.url);

/** The page of the changes by date. The section of what is not released is written by `npm run openapi`. */
export const CHANGES_PAGE = new URL('../docs/reference/api-changes.md', import.meta.url);

export const versioned = description.extend({ info: z.object({ version: z.string() }) });
type Versioned = z.output<typeof versioned>;

/** Reads the descriptions of the last release and of this checkout. */
export async function readDescriptions(): Promise<{ readonly released: Versioned; readonly present: Versioned }> {
  return {
    released: versioned.parse(JSON.parse(gunzipSync(await readFile(RELEASED_FILE)).toString())),
    present: versioned.parse(JSON.parse(await readFile(OPENAPI_FILE, 'utf8'))),
  };
}

/** Returns the least version that may be released: a break needs a major version, an addition a minor one. */
export function nextVersion(released: Versioned, present: Versioned): string {
  const [earlier, later] = [surfaceOf(released), surfaceOf(present)];
  const [major = 0, minor = 0, patch = 0] = released.info.version.split('.').map(Number);
  if (breaksOf(earlier, later).length > 0) return `${major + 1}.0.0`;
  if (later.kept.some((line) => !earlier.kept.includes(line))) return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch}`;
}

const NOTHING = 'Nothing has changed.';

/** Returns the page with the changes since the last release. Right after a release there is nothing to add. */
export function pageSince(page: string, released: Versioned, present: Versioned): string {
  const section = changesSection(released, present, null);
  const isReleased = present.info.version === released.info.version && section.endsWith(NOTHING);
  return isReleased && !page.includes(', not released\n') ? page : withSection(page, section);
}

/** Writes the section of a version: its new operations, then what its other operations have in addition. */
export function changesSection(released: Versioned, present: Versioned, date: string | null): string {
  const before = new Set(surfaceOf(released).kept);
  const added = surfaceOf(present).kept.filter((line) => !before.has(line));
  const isNew = (line: string) => added.includes(operationOf(line));
  const operations = added.filter((line) => line === operationOf(line));
  const byOperation = Map.groupBy(
    added.filter((line) => !isNew(line) && !isInside(line, added)),
    operationOf,
  );
  const extended = [...byOperation].map(([operation, lines]) => `- \`${operation}\`: ${lines.map(partOf).join(', ')}`);
  const parts = [
    `## ${present.info.version}, ${date ?? 'not released'}`,
    ...(operations.length === 0 ? [] : ['New:', operations.map((line) => `- \`${line}\``).join('\n')]),
    ...(extended.length === 0 ? [] : ['Extended:', extended.join('\n')]),
    ...(operations.length + extended.length === 0 ? [NOTHING] : []),
  ];
  return parts.join('\n\n');
}

const operationOf = (line: string) => line.split(' ', 2).join(' ');

/** True for a field inside of another new one, and for a value of a new parameter. */
function isInside(line: string, added: readonly string[]): boolean {
  return added.some((other) => line.startsWith(other) && /^(?:\[\])*\.|^ = /.test(line.slice(other.length)));
}

/** The part of an operation, as the page names it. */
function partOf(line: string): string {
  const part = line.slice(operationOf(line).length + 1);
  return `\`${part.replace(/^(?:query|path|header) /, '').replace(/^\d{3}\./, '')}\`${/^\d/.test(part) ? '' : ' (sent)'}`;
}

const FIRST_SECTION = /^## [\s\S]*?(?=^## |^Next: )/m;

/** Returns the page with the section as its first one. A section that is not released is replaced, a released one stays. */
export function withSection(page: string, section: string): string {
  const [first = ''] = FIRST_SECTION.exec(page) ?? [];
  const rest = first.split('\n', 1)[0]?.endsWith('not released') === true ? '' : first;
  return wrapMarkdown(page.replace(FIRST_SECTION, () => `${section}\n\n${rest}`));
}
