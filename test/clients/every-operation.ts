import { z } from 'zod';

/** Writes a program that calls every operation of the description, and checks the types of the results. */

const content = z.record(z.string(), z.unknown());
const operation = z.object({
  operationId: z.string(),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
});
const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** Operations whose response may hold any JSON: the description itself, cells of a report, details of an audit entry. */
const ANY_JSON = ['getOpenApi', 'runReport', 'runSavedReport', 'runReadyMadeReport', 'listAuditEntries'];

/** `Hole` is `never` unless a part of the type is `any` or `unknown`. */
const PRELUDE = `import createClient from 'openapi-fetch';
import type { components, operations, paths } from './api.js';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000' });
type Problem = components['schemas']['Problem'];
type Hole<T> = 0 extends 1 & T ? 'any'
  : unknown extends T ? 'unknown'
  : T extends Blob | string | number | boolean | null | undefined ? never
  : T extends readonly (infer Item)[] ? Hole<Item>
  : { [Key in keyof T]-?: Hole<T[Key]> }[keyof T];
const complete = <T>(value: T, ..._: [Hole<T>] extends [never] ? [] : [hole: Hole<T>]): T => value;
const notText = <T>(value: T, ..._: [Extract<T, string>] extends [never] ? [] : [text: string]): T => value;
`;

export function programOf(openApi: unknown): { readonly text: string; readonly operationIds: readonly string[] } {
  const operations = Object.entries(description.parse(openApi).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ path, method, ...one })),
  );
  const functions = operations.map(({ path, method, operationId, requestBody, responses }) => {
    const [bodyType] = Object.keys(requestBody?.content ?? {});
    const parameters = [`params: operations['${operationId}']['parameters']`];
    if (bodyType !== undefined)
      parameters.push(`body: NonNullable<operations['${operationId}']['requestBody']>['content']['${bodyType}']`);
    const success = Object.entries(responses).find(
      ([status, one]) => status.startsWith('2') && one.content !== undefined,
    );
    const isJson = Object.keys(success?.[1].content ?? {}).includes('application/json');
    const complete = ANY_JSON.includes(operationId) ? 'data' : 'complete(data)';
    return `export async function ${operationId}(${parameters.join(', ')}) {
  const { data, error } = await client.${method.toUpperCase()}('${path}', { params${bodyType === undefined ? '' : ', body'} });
  if (error !== undefined) return complete(error satisfies Problem).code;
  return ${isJson ? `notText(${complete})` : complete};
}
`;
  });
  return { text: [PRELUDE, ...functions].join('\n'), operationIds: operations.map(({ operationId }) => operationId) };
}
