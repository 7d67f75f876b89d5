// The program of `npm run first-result`: times the way from nothing to the first scored result, by the commands of the pages alone.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const SECONDS_MAX = 120;
const STATEMENT =
  'Member ID,Commission,Member Name,Policy Number\nM-1,40.00,"Doe, Jane",P-1\nM-2,50.00,"Roe, Ann",P-2\n';

/** The blocks of a page, as they stand there. */
async function blocksOf(page: string): Promise<readonly string[]> {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(/^( *)```\w*\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

const README = await blocksOf('README.md');
const LOAD = await blocksOf('docs/howto/load-a-statement.md');
const PYTHON = await blocksOf('docs/howto/use-python.md');
const TYPESCRIPT = await blocksOf('docs/howto/use-the-typescript-client.md');
const COMMANDS = (await blocksOf('docs/howto/use-the-command-line.md')).join('\n').split('\n');
const blockOf = (blocks: readonly string[], words: string) => blocks.find((block) => block.includes(words)) ?? '';
const commandOf = (words: string) => COMMANDS.find((line) => line.startsWith(`commission-statements ${words}`)) ?? '';

interface Place {
  readonly folder: string;
  readonly url: string;
  readonly variables: Record<string, string>;
}

/** Runs commands of a page at the address of this service, and returns what they print. */
async function commands(text: string, { folder, url, variables }: Place): Promise<string> {
  const script = `set -eu\ncurl() { command curl --fail "$@"; }\n${LOAD[0]}\n${text.replaceAll('http://127.0.0.1:3000', url)}`;
  const { stdout } = await run('bash', ['-c', script], { cwd: folder, env: { ...process.env, ...variables } });
  return stdout;
}

const lastJson = <T>(printed: string, shape: z.ZodType<T>): T =>
  shape.parse(JSON.parse(`{${printed.split(/^\{|(?<=\})\{/m).at(-1) ?? ''}`));
const id = z.object({ id: z.string() });

/** Makes the account and its token, by the README. */
async function makeToken(place: Place): Promise<void> {
  const [makeAccount = '', makeToken = ''] = blockOf(README, '/v1/admin/accounts').split(/\n(?=curl)/);
  place.variables['ACCOUNT'] = lastJson(await commands(makeAccount, place), id).id;
  place.variables['TOKEN'] = lastJson(await commands(makeToken, place), z.object({ token: z.string() })).token;
}

/** Makes a carrier and its format, by the page about the first statement. */
async function makeCarrier(place: Place): Promise<void> {
  const [, makeOne = ''] = blockOf(LOAD, '"productLine"').split(/\n(?=api -X)/);
  place.variables['CARRIER'] = lastJson(await commands(makeOne, place), id).id;
  await commands(blockOf(LOAD, '"member_external_id"'), place);
}

const WAYS: Readonly<Record<string, (place: Place) => Promise<string>>> = {
  async curl(place) {
    await makeCarrier(place);
    const accepted = await commands(blockOf(LOAD, 'april.csv'), place);
    place.variables['JOB'] = lastJson(accepted, z.object({ jobId: z.string() })).jobId;
    const [ask = '', ...results] = blockOf(LOAD, '/results').split('\n');
    while (!/"status":"completed"/.test(await commands(ask, place))) await setTimeout(100);
    return commands(results.join('\n'), place);
  },
  async TypeScript(place) {
    await makeCarrier(place);
    await install('client', place.folder);
    await writeFile(
      join(place.folder, 'program.ts'),
      blockOf(TYPESCRIPT, 'uploadStatement').replace('http://127.0.0.1:3000', place.url),
    );
    return commands('node program.ts', place);
  },
  async Python(place) {
    await makeCarrier(place);
    await writeFile(join(place.folder, 'statements.py'), blockOf(PYTHON, 'def upload'));
    return commands(
      `export COMMISSION_STATEMENTS_URL=${place.url}\n${blockOf(PYTHON, 'python3 statements.py')}`,
      place,
    );
  },
  async 'command line'(place) {
    await install('cli', place.folder);
    const program = join(place.folder, 'node_modules/.bin/commission-statements');
    const lines = ['carriers infer', 'upload --carrier', 'changes'].map((words) =>
      commandOf(words).replace('commission-statements', `"${program}"`).replace('Pinnacle Life', 'Newly Found Life'),
    );
    const variables = `export COMMISSION_STATEMENTS_URL=${place.url} COMMISSION_STATEMENTS_TOKEN=$TOKEN`;
    return commands([variables, ...lines].join('\n'), place);
  },
};

/** Packs one of our packages and installs it in an empty project. What it needs is taken from this checkout, not from the registry. */
async function install(name: 'client' | 'cli', folder: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const pack = (what: readonly string[]) => run('npm', ['pack', '--json', '--pack-destination', folder, ...what]);
  const packed = [await pack(['--workspace', name])];
  if (name === 'client') {
    for (const part of ['openapi-fetch', 'openapi-typescript-helpers'])
      packed.push(await pack([resolve('node_modules', part)]));
  }
  const archives = packed.map(({ stdout }) => join(folder, /[\w.-]+\.tgz/.exec(stdout)?.[0] ?? ''));
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...archives], {
    cwd: folder,
  });
}

/** Starts the service on empty data, and returns its address and the operator's token as it prints them. */
async function startService(data: string) {
  const child = spawn('npm', ['start'], {
    env: { ...process.env, PORT: '0', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8');
  for (;;) {
    const [piece]: string[] = await once(child.stdout, 'data');
    printed += piece ?? '';
    const url = /API\s+(http:\S+)\/v1/.exec(printed)?.[1];
    const token = /Operator token\s+(\S{20,})/.exec(printed)?.[1];
    if (url !== undefined && token !== undefined) return { child, url, token };
  }
}

let isSlow = false;
process.stdout.write('| Way | Service started | First scored result |\n|---|--:|--:|\n');
for (const [name, goes] of Object.entries(WAYS)) {
  const folder = await mkdtemp(join(tmpdir(), 'first-result-'));
  for (const file of ['april.csv', 'may.csv']) await writeFile(join(folder, file), STATEMENT);
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1_000;
  const { child, url, token } = await startService(join(folder, 'data'));
  const ended = once(child, 'exit');
  try {
    const started = seconds();
    const place = { folder, url, variables: { ADMIN_TOKEN: token } };
    await makeToken(place);
    const result = await goes(place);
    if (!/M-1|"new":|completed 2|2 members/.test(result)) throw new Error(`${name} ended without a result: ${result}`);
    isSlow ||= seconds() > SECONDS_MAX;
    process.stdout.write(`| ${name} | ${started.toFixed(1)} s | ${seconds().toFixed(1)} s |\n`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isSlow ? 1 : 0;
