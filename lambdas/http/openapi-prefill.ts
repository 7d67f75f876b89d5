import type { OpenAPIHono } from '@hono/zod-openapi';

type Description = ReturnType<OpenAPIHono['getOpenAPI31Document']>;
type PathItem = NonNullable<Description['paths']>[string];
type Parameter = NonNullable<PathItem['parameters']>[number];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Moves the defaults and examples of optional parameters into their descriptions. Reference pages fill their forms with such values and
 * send them, so that a reader would filter by the month of an example or use one idempotency key for all uploads.
 */
export function withoutPrefill(description: Description): Description {
  const paths = Object.entries(description.paths ?? {}).map(([path, item]) => [path, itemWithoutPrefill(item)]);
  return { ...description, paths: Object.fromEntries(paths) };
}

function itemWithoutPrefill(item: PathItem): PathItem {
  const changed = METHODS.flatMap((method) => {
    const operation = item[method];
    if (operation?.parameters === undefined) return [];
    return [[method, { ...operation, parameters: operation.parameters.map(parameterWithoutPrefill) }] as const];
  });
  return { ...item, ...Object.fromEntries(changed) };
}

function parameterWithoutPrefill(parameter: Parameter): Parameter {
  if ('$ref' in parameter || parameter.required === true) return parameter;
  const { schema } = parameter;
  if (schema === undefined || '$ref' in schema) return parameter;
  const { default: standard, example, description, ...rest } = schema;
  const sentences = [
    parameter.description ?? description,
    ...(standard === undefined ? [] : [`Default: ${standard}.`]),
    ...(example === undefined ? [] : [`Such as ${example}.`]),
  ];
  return { ...parameter, description: sentences.filter((sentence) => sentence !== undefined).join(' '), schema: rest };
}
