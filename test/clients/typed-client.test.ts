import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { OPENAPI_FILE } from '../../scripts/describe-api.ts';

/** Makes a client like an integrator, with the script and the program of the how-to, in a folder of its own. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = join(ROOT, 'docs/howto/generate-a-client.md');
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc');

const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  // Checks api.d.ts too: a generated type that refers to itself is an error there, which becomes `any` if such errors are skipped.
  skipLibCheck: false,
  target: 'es2024',
  module: 'nodenext',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
};

/** Makes the folder below the repository, so that the program finds the packages. */
async function generateClient(description: URL = OPENAPI_FILE): Promise<string> {
  const caches = join(ROOT, '.cache');
  await mkdir(caches, { recursive: true });
  const folder = await mkdtemp(join(caches, 'client-'));
  const guide = await readFile(GUIDE, 'utf8');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  await writeFile(join(folder, 'generate-client.mjs'), blockOf(guide, 'js'));
  await writeFile(join(folder, 'program.ts'), blockOf(guide, 'ts'));
  await promisify(execFile)(process.execPath, ['generate-client.mjs', description.href], { cwd: folder });
  return folder;
}

/** Compiles the folder. Returns the compiler's messages; empty when everything compiles. */
async function compile(folder: string): Promise<string> {
  const compiled = promisify(execFile)(process.execPath, [COMPILER, '-p', folder]);
  return compiled.then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
}

function blockOf(guide: string, language: string): string {
  const [, indent = '', text] = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'm').exec(guide) ?? [];
  if (text === undefined) throw new Error(`The how-to has no block of ${language}.`);
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

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

function programOf(openApi: unknown): { readonly text: string; readonly operationIds: readonly string[] } {
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

/** Guarantee: a client that is generated from the description has a complete type for everything that it sends and gets. */

let folder: string;
beforeAll(async () => {
  folder = await generateClient();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(folder, name), text);

it('compiles with strict for every operation, and calls of the how-to have the documented types', async () => {
  const { text, operationIds } = programOf(JSON.parse(await readFile(OPENAPI_FILE, 'utf8')));
  expect(operationIds.length).toBeGreaterThan(120);
  await write('every-operation.ts', text);
  await write('results.ts', RESULTS);
  expect(await compile(folder)).toBe('');
});

it('does not compile with a misspelt or missing field, a value of another type or an unknown path', async () => {
  const calls = [
    "service.POST('/v1/carriers', { body: { title: 'Summit' } })",
    "service.POST('/v1/webhooks', { body: { url: 'https://agency.example.com' } })",
    "service.GET('/v1/members', { params: { query: { limit: 'all' } } })",
    "service.GET('/v1/nowhere')",
  ];
  const functions = calls.map((call, index) => `export const call${index} = (service: Service) => ${call};`);
  await write('every-operation.ts', '');
  await write('results.ts', '');
  await write('wrong.ts', ["import type { Service } from './program.js';", ...functions].join('\n'));
  const lines = [...(await compile(folder)).matchAll(/^.*wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  expect([...new Set(lines)]).toEqual([2, 3, 4, 5]);
});

it('counter-case: finds a body without a type, and a body that is JSON or text', async () => {
  const faulty = (await readFile(OPENAPI_FILE, 'utf8'))
    .replace('"isDefault": {\n            "type": "boolean"\n          }', '"isDefault": {}')
    .replace(/("operationId": "getHealth"[\s\S]*?"content": \{)/, '$1 "text/csv": { "schema": { "type": "string" } },');
  const file = join(folder, 'faulty.json');
  await writeFile(file, faulty);
  const other = await generateClient(pathToFileURL(file));
  const { text } = programOf(JSON.parse(await readFile(OPENAPI_FILE, 'utf8')));
  await writeFile(join(other, 'every-operation.ts'), text);
  const found = [...(await compile(other)).matchAll(/every-operation\.ts\((\d+),/g)].map(([, line]) => Number(line));
  await rm(other, { recursive: true, force: true });
  const lineOf = (call: string) => text.split('\n').findIndex((line) => line.includes(call)) + 3;
  expect(found).toEqual(expect.arrayContaining([lineOf("GET('/v1/health'"), lineOf("GET('/v1/workspaces'")]));
});

/** A program of which each line fails to compile unless the types on its left and right are equal. */
const RESULTS = `import * as program from './program.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Result<F extends (...rest: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;
type Item<G> = G extends AsyncGenerator<infer One> ? One : never;
const same = <_Is extends true>() => {};

same<Same<Result<typeof program.createCarrier>['id'], string>>();
same<Same<NonNullable<Result<typeof program.uploadFile>>['jobId'], string>>();
same<Same<Result<typeof program.getJob>['stats']['green'], number | undefined>>();
same<Same<Extract<Result<typeof program.getJob>, { status: 'completed' }>['stats']['green'], number>>();
same<Same<Result<typeof program.getJob>['status'], 'queued' | 'processing' | 'completed' | 'failed' | 'canceled'>>();
same<Same<Item<ReturnType<typeof program.listMembers>>['memberRefId'], string>>();
same<Same<Result<typeof program.exportMembers>, string>>();

export const seen = (body: program.WebhookBody): string | null => (body.event === 'webhook.test' ? body.jobId : body.jobId.trim());
export const gone = (body: program.WebhookBody): number => (body.event === 'job.completed' ? body.stats.red : 0);
`;
