import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
export async function generateClient(description: URL = OPENAPI_FILE): Promise<string> {
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
export async function compile(folder: string): Promise<string> {
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
