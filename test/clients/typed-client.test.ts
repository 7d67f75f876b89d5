import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPENAPI_FILE } from '../../scripts/describe-api.ts';
import { compile, generateClient, programOf } from './generated-client.ts';

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
same<Same<Result<typeof program.createConfig>['version'], number>>();
same<Same<NonNullable<Result<typeof program.uploadFile>>['jobId'], string>>();
same<Same<Result<typeof program.getJob>['stats']['green'], number | undefined>>();
same<Same<Extract<Result<typeof program.getJob>, { status: 'completed' }>['stats']['green'], number>>();
same<Same<Result<typeof program.getJob>['status'], 'queued' | 'processing' | 'completed' | 'failed' | 'canceled'>>();
same<Same<Result<typeof program.listJobResults>['data'][number]['commissionAmount'], number>>();
same<Same<Result<typeof program.listJobDeltas>['data'][number]['prevValue'], number | string | null>>();
same<Same<Item<ReturnType<typeof program.listMembers>>['memberRefId'], string>>();
same<Same<Result<typeof program.getRollup>['byCarrier'][number]['carrierId'], string>>();
same<Same<Result<typeof program.exportMembers>, string>>();
same<Same<Result<typeof program.createWebhook>['secret'], string>>();

export const seen = (body: program.WebhookBody): string | null => (body.event === 'webhook.test' ? body.jobId : body.jobId.trim());
export const gone = (body: program.WebhookBody): number => (body.event === 'job.completed' ? body.stats.red : 0);
`;
