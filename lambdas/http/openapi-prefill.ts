/**
 * Removes the defaults from an API description, and the examples of optional parameters. Reference pages fill their forms with such values
 * and send them: a reader would filter by the month of an example. Generators treat a field with a default as required.
 */

type Node = Readonly<Record<string, unknown>>;

/**
 * The direction of a schema. In schemas that clients send, the description of a field states its default. In schemas that they receive, a
 * field with a default is always present.
 */
type Direction = 'sent' | 'received';

export function withoutPrefill(description: Node): Node {
  const components = record(description['components']);
  const schemas = record(components['schemas']);
  const requestNames = namesIn(requestsOf(description), schemas);
  const changed = Object.entries(schemas).map(([name, schema]) => [
    name,
    schemaWithout(schema, requestNames.has(name) ? 'sent' : 'received'),
  ]);
  return {
    ...description,
    paths: mapValues(description['paths'], (item) => mapValues(item, operationWithout)),
    components: { ...components, schemas: Object.fromEntries(changed) },
  };
}

function operationWithout(operation: unknown): unknown {
  if (!isNode(operation)) return operation;
  const { parameters, requestBody, responses } = operation;
  return {
    ...operation,
    ...(Array.isArray(parameters) && { parameters: parameters.map(parameterWithout) }),
    ...(isNode(requestBody) && { requestBody: bodyWithout(requestBody, 'sent') }),
    responses: mapValues(responses, (response) => bodyWithout(response, 'received')),
  };
}

function bodyWithout(body: unknown, direction: Direction): unknown {
  if (!isNode(body) || !isNode(body['content'])) return body;
  const content = mapValues(body['content'], (form) =>
    isNode(form) ? { ...form, schema: schemaWithout(form['schema'], direction) } : form,
  );
  return { ...body, content };
}

function parameterWithout(parameter: unknown): unknown {
  if (!isNode(parameter) || parameter['required'] === true || !isNode(parameter['schema'])) return parameter;
  const { default: value, example, description, ...schema } = parameter['schema'];
  const said = parameter['description'] ?? description;
  const such = example === undefined ? [] : [`Such as ${example}.`];
  return { ...parameter, description: sentences(said, value, such), schema };
}

function schemaWithout(node: unknown, direction: Direction): unknown {
  if (!isNode(node)) return node;
  const { default: value, ...schema } = node;
  const inner = (child: unknown) => schemaWithout(child, direction);
  const said = direction === 'sent' ? sentences(schema['description'], value) : schema['description'];
  return {
    ...schema,
    ...(said !== undefined && said !== '' && { description: said }),
    ...mapKeys(schema, ['items', 'additionalProperties'], inner),
    ...mapKeys(schema, ['anyOf', 'oneOf', 'allOf'], (list) => (Array.isArray(list) ? list.map(inner) : list)),
    ...mapKeys(schema, ['properties'], (properties) => mapValues(properties, inner)),
    ...(direction === 'received' && requiredOf(schema)),
  };
}

function requiredOf({ properties, required }: Node): Node {
  const filled = Object.entries(record(properties)).flatMap(([name, property]) =>
    isNode(property) && 'default' in property ? [name] : [],
  );
  if (filled.length === 0) return {};
  return { required: [...new Set([...(Array.isArray(required) ? required : []), ...filled])] };
}

/** Adds a sentence about the default to a description. An empty default gets none, because it equals the absence of the field. */
function sentences(said: unknown, value: unknown, more: readonly string[] = []): string {
  const isEmpty =
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  const standard = isEmpty ? [] : [`Default: ${typeof value === 'string' ? value : JSON.stringify(value)}.`];
  return [...(typeof said === 'string' ? [said] : []), ...standard, ...more].join(' ');
}

function requestsOf(description: Node): readonly unknown[] {
  return Object.values(record(description['paths'])).flatMap((item) =>
    Object.values(record(item)).map((operation) => record(operation)['requestBody']),
  );
}

/** Returns the names of the schemas that the nodes refer to, directly or through other schemas. */
function namesIn(nodes: readonly unknown[], schemas: Node, found: Set<string> = new Set()): ReadonlySet<string> {
  for (const [, name = ''] of JSON.stringify(nodes).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    namesIn([schemas[name]], schemas, found);
  }
  return found;
}

const isNode = (node: unknown): node is Node => typeof node === 'object' && node !== null && !Array.isArray(node);
const record = (node: unknown): Node => (isNode(node) ? node : {});

const mapValues = (node: unknown, change: (value: unknown) => unknown): unknown =>
  isNode(node) ? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)])) : node;

const mapKeys = (node: Node, keys: readonly string[], change: (value: unknown) => unknown): Node =>
  Object.fromEntries(keys.filter((key) => key in node).map((key) => [key, change(node[key])]));
