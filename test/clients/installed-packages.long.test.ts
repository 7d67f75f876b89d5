import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { lintDescription, OPENAPI_FILE } from '../../scripts/describe-api.ts';
import { runJobsDuring } from '../support/run-jobs.ts';
import { type OwnService, startService, type TestAccount } from '../support/service.ts';

/**
 * Guarantee: the client and the command line are packages. Their archives install without the repository. The program of the how-to
 * compiles against the client and runs on each Node from 20 on, and a browser can run the client's bundle.
 */

const PACKED_BYTES_MAX = 300 * 1024;
const NODE_MAJOR_MIN = 20;

const run = promisify(execFile);
let service: OwnService;
let account: TestAccount;
let carrierId: string;
/** The folder has a space in its name, because paths of users have them. */
let folder: string;
let nodes: readonly string[];
const archives = new Map<string, string>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'installed packages-'));
  service = await startService();
  account = await service.createAccount();
  carrierId = await service.createCarrier({ account, name: 'Pinnacle Life' });
  nodes = await installedNodes();
  await pack('client', '--workspace', 'client');
  await pack('cli', '--workspace', 'cli');
  // The dependencies of the client are packed as well, so that the test needs no registry.
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) await pack(name, resolve('node_modules', name));
  await mkdir(join(folder, 'project'));
  await writeFile(join(folder, 'project/package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--ignore-scripts', ...archives.values()], {
    cwd: join(folder, 'project'),
  });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function pack(name: string, ...what: readonly string[]): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, ...what]);
  const [file = ''] = /[\w.-]+\.tgz/.exec(stdout) ?? [];
  archives.set(name, join(folder, file));
}

/** Returns the programs of every version of Node on the path that the packages support. The newest runs this test. */
async function installedNodes(): Promise<readonly string[]> {
  const byVersion = new Map<string, string>();
  for (const path of (process.env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, 'node'))) {
    if (!existsSync(path)) continue;
    const { stdout } = await run(path, ['--version']);
    if (Number(/\d+/.exec(stdout)?.[0]) >= NODE_MAJOR_MIN) byVersion.set(stdout.trim(), path);
  }
  return [...byVersion.values()];
}

async function example(path = 'docs/howto/use-the-typescript-client.md'): Promise<string> {
  const page = await readFile(path, 'utf8');
  const text = /^```ts\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
  expect(text).toContain('http://127.0.0.1:3000');
  return text.replace('http://127.0.0.1:3000', service.url);
}

it('has small archives with types and maps, and without sources of the service', async () => {
  for (const name of ['client', 'cli']) {
    const archive = archives.get(name) ?? '';
    expect((await stat(archive)).size, name).toBeLessThanOrEqual(PACKED_BYTES_MAX);
  }
  const installed = join(folder, 'project/node_modules/commission-statements-client');
  const files = await readdir(join(installed, 'dist'));
  expect(files).toEqual(expect.arrayContaining(['index.js', 'index.js.map', 'index.d.ts']));
  const versions = ['package.json', 'client/package.json', 'cli/package.json'].map(async (path) => {
    const manifest = z.object({ version: z.string(), license: z.string() });
    return manifest.parse(JSON.parse(await readFile(path, 'utf8')));
  });
  expect(new Set((await Promise.all(versions)).map(({ version, license }) => `${version} ${license}`)).size).toBe(1);
});

it('compiles the program of the how-to in an empty strict project, and runs it on each Node', async () => {
  const project = join(folder, 'project');
  await writeFile(join(project, 'program.ts'), await example());
  const compilerOptions = {
    ...{ strict: true, module: 'nodenext', target: 'es2022', skipLibCheck: false },
    types: ['node'],
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  await mkdir(join(project, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(resolve('node_modules', name), join(project, 'node_modules', name));
  }
  for (const compiler of ['typescript', 'typescript-native']) {
    await run(process.execPath, [resolve('node_modules', compiler, 'bin/tsc'), '-p', project]).catch(
      ({ stdout }: { readonly stdout: string }) => expect(stdout, compiler).toBe(''),
    );
  }
  const env = { ...process.env, TOKEN: account.token, CARRIER: carrierId };
  // The second run finds the month that the first has stored, and prints the problem.
  const outputs = [];
  for (const node of nodes) {
    const { stdout } = await runJobsDuring(service, run(node, ['program.js'], { cwd: project, env }));
    outputs.push(stdout);
  }
  expect(outputs[0]).toMatch(/^Harbor Benefits\n0 of \d+ bytes\n[\s\S]*completed 1\nM-1 new\n$/);
  for (const output of outputs.slice(1)) expect(output).toMatch(/^Harbor Benefits\n[\s\S]*period_exists .*2026-05/);
  await writeFile(join(project, 'readme.mjs'), await example('client/README.md'));
  for (const node of nodes) {
    expect((await run(node, ['readme.mjs'], { cwd: project, env })).stdout).toContain("name: 'Harbor Benefits'");
  }
});

it('runs in a browser: the bundle needs the globals of the web alone', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { answerOf, createCommissionClient } from 'commission-statements-client';
        const client = createCommissionClient({ baseUrl: '${service.url}', token: '${account.token}' });
        answered(answerOf(client.api.GET('/v1/me')));`,
      resolveDir: join(folder, 'project'),
    },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    minify: true,
    legalComments: 'none',
  });
  const [bundle] = outputFiles;
  // The bundler drops what the page does not use, such as the verification of webhooks.
  expect(bundle?.text).not.toContain('webhook-signature');
  const answer = new Promise((resolve, reject) => {
    const web = {
      fetch,
      Request,
      Response,
      Headers,
      URL,
      URLSearchParams,
      FormData,
      Blob,
      File,
      AbortController,
      crypto,
    };
    const timers = { setTimeout, clearTimeout };
    const answered = (body: Promise<unknown>) => body.then(resolve, reject);
    const context: object = createContext({ ...web, ...timers, answered });
    Reflect.set(context, 'globalThis', context);
    runInContext(bundle?.text ?? '', context);
  });
  expect(await answer).toMatchObject({ name: 'Harbor Benefits' });
});

it('installs the command line, which needs no other package, on each Node', async () => {
  const program = join(folder, 'project/node_modules/.bin/commission-statements');
  const env = { ...process.env, COMMISSION_STATEMENTS_URL: service.url, COMMISSION_STATEMENTS_TOKEN: account.token };
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile('cli/package.json', 'utf8')));
  for (const node of nodes) {
    expect((await run(node, [program, '--version'])).stdout).toBe(`${version}\n`);
    const { stdout } = await run(node, [program, 'carriers', 'list', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'Pinnacle Life' }]);
  }
  const mcpEnv = { COMMISSION_STATEMENTS_URL: service.url, COMMISSION_STATEMENTS_TOKEN: account.token };
  for (const node of nodes) {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command: node, args: [program, 'mcp'], env: mcpEnv }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('who_left');
    await client.close();
  }
  const manifest = await readFile(join(folder, 'project/node_modules/commission-statements/package.json'), 'utf8');
  expect(JSON.parse(manifest)).not.toHaveProperty('dependencies');
});

/** Guarantee: the committed description has no error and no warning of Redocly and Spectral. `npm run openapi` lints each change of it. */

it('has no error and no warning', async () => {
  expect(await lintDescription(await readFile(OPENAPI_FILE, 'utf8'))).toEqual([]);
});

it('is really linted: a faulty description has findings of both programs', async () => {
  const faulty = { openapi: '3.1.0', info: { title: 'Faulty', version: '1', licence: { name: 'x' } }, paths: {} };
  const found = await lintDescription(JSON.stringify(faulty));
  expect(found).toContainEqual(expect.stringContaining('redocly info-license'));
  expect(found).toContainEqual(expect.stringContaining('spectral info-contact'));
});
