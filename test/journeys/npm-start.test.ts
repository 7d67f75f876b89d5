import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LOCAL_WORKERS } from '../../core/limits/job-limits.ts';
import { PROPERTY_RUNS } from '../support/property-runs.ts';
import { bundledService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';
import { words } from '../support/words.ts';

/** Guarantee: however `npm start` ends, its service, worker and database end too. */

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));
const PARTS = words(`
  adapters app core demo measure lambdas server schema scripts test package.json
`);
const BUSY_MACHINE_MS = 120_000;
const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });
const call = promisify(execFile);

let folder: string;
let checkout: string;
/** A checkout whose server/start.ts loads the bundle, because a start of the sources takes three times as long. */
let bundled: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'npm start '));
  checkout = join(folder, 'my "own" checkout');
  await mkdir(checkout);
  await call('cp', ['-R', ...PARTS.map((part) => join(CHECKOUT, part)), checkout]);
  await symlink(join(CHECKOUT, 'node_modules'), join(checkout, 'node_modules'));
  bundled = join(folder, 'my "bundled" checkout');
  for (const part of ['package.json', 'scripts', 'node_modules'])
    await cp(join(checkout, part), join(bundled, part), { recursive: true });
  await mkdir(join(bundled, 'server'));
  const program = JSON.stringify(await bundledService('start'));
  await writeFile(join(bundled, 'server/start.ts'), `await import(${program});\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

interface Started {
  readonly npm: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  /** The processes of the service: itself, its worker, its database. */
  readonly pids: readonly number[];
}
const started: Started[] = [];
afterEach(() => {
  for (const { npm, pids } of started.splice(0)) {
    for (const pid of running([npm.pid ?? 0, ...pids])) process.kill(pid, 'SIGKILL');
  }
});

/** Runs `npm start` like a shell, in a process group of its own. */
async function npmStart(cwd = bundled): Promise<Started> {
  const dataDirectory = await mkdtemp(join(folder, 'data '));
  await copyStartedData(dataDirectory);
  const npm = spawn('npm', ['start'], {
    cwd,
    env: { ...withoutNpm(), PORT: '0', DATA_DIR: dataDirectory, DATABASE_URL: '' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const output = () => text;
  await expect.poll(output, { timeout: BUSY_MACHINE_MS }).toMatch(/API\s+http:\S+\/v1/);
  const [, url = ''] = /API\s+(http:\S+)\/v1/.exec(text) ?? [];
  const workers = () => descendants(npm.pid).filter(({ args }) => args.includes('worker-process')).length;
  await expect.poll(workers, { timeout: BUSY_MACHINE_MS, interval: 200 }).toBe(LOCAL_WORKERS);
  const [postmaster = ''] = (await readFile(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const own = descendants(npm.pid).map(({ pid }) => pid);
  const service = { npm, url, output, pids: [...new Set([...own, Number(postmaster)])] };
  started.push(service);
  return service;
}

/** Removes the variables of npm, under which the test itself may run. */
function withoutNpm(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
}

function processes() {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state = '', ...args] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), state, args: args.join(' ') };
    });
}

function descendants(ancestor = 0) {
  const all = processes();
  const found = new Set([ancestor]);
  // Iterating over a set includes the items that are added meanwhile.
  for (const pid of found) for (const child of all) if (child.parent === pid) found.add(child.pid);
  return all.filter(({ pid }) => pid !== ancestor && found.has(pid));
}

/** The ids of running processes. A process that has ended but has not been waited for (a zombie) is not running. */
function running(pids: readonly number[]): readonly number[] {
  const all = new Set(processes().flatMap(({ pid, state }) => (state.startsWith('Z') ? [] : [pid])));
  return pids.filter((pid) => all.has(pid));
}

async function everythingEnded({ pids, url }: Started): Promise<void> {
  await expect.poll(() => running(pids), { timeout: 60_000, interval: 200 }).toEqual([]);
  await expect(fetch(`${url}/v1/health`)).rejects.toThrow();
}

describe('npm start, in a folder with spaces, ends with all its processes', () => {
  async function stopsWith(signal: 'SIGTERM' | 'SIGINT', cwd: string): Promise<void> {
    const service = await npmStart(cwd);
    const ended = once(service.npm, 'exit');
    service.npm.kill(signal);
    await everythingEnded(service);
    expect(service.output()).toContain('Stopping: finishing what is under way');
    const [code] = await ended;
    expect(code).toBe(0);
  }

  it(
    'after finishing its work, when npm gets SIGTERM for a start of the sources',
    () => stopsWith('SIGTERM', checkout),
    BUSY_MACHINE_MS,
  );

  it(
    'after finishing its work, when npm gets SIGINT for a start of the bundle',
    { tags: ['long'], timeout: BUSY_MACHINE_MS },
    () => stopsWith('SIGINT', bundled),
  );

  it.each(['SIGKILL', 'SIGHUP'] as const)(
    'when %s ends npm alone and npm can forward nothing',
    { tags: ['long'], timeout: BUSY_MACHINE_MS },
    async (signal) => {
      const service = await npmStart();
      service.npm.kill(signal);
      await everythingEnded(service);
    },
  );

  it.each(['SIGHUP', 'SIGINT'] as const)(
    'when the terminal sends %s to npm and the service',
    { tags: ['long'], timeout: BUSY_MACHINE_MS },
    async (signal) => {
      const service = await npmStart();
      process.kill(-(service.npm.pid ?? 0), signal);
      await everythingEnded(service);
      expect(service.output()).toContain('Stopping: finishing what is under way');
      expect(service.output()).not.toContain('worker_failed');
    },
  );

  it("at once on a second request while it finishes work, but not on npm's forwarded first Ctrl-C", {
    tags: ['long'],
    timeout: BUSY_MACHINE_MS,
  }, async () => {
    const service = await npmStart();
    // A request that does not end keeps the service waiting.
    const { hostname, port } = new URL(service.url);
    const client = createConnection({ host: hostname, port: Number(port) });
    client.on('error', () => {});
    client.write('POST /v1/files HTTP/1.1\r\nHost: x\r\n');
    await once(client, 'ready');
    const own = descendants(service.npm.pid).find(({ args }) => args.includes('server/start.ts'))?.pid ?? 0;
    process.kill(-(service.npm.pid ?? 0), 'SIGINT');
    await expect.poll(service.output, { timeout: 60_000 }).toContain('Stopping: finishing what is under way');
    const askAgain = () => {
      for (const pid of running([own])) process.kill(pid, 'SIGINT');
      return service.npm.exitCode;
    };
    await expect.poll(askAgain, { timeout: 60_000, interval: 300 }).toBe(1);
    client.destroy();
    await everythingEnded(service);
  });

  it('when the process of the service is killed', { tags: ['long'], timeout: BUSY_MACHINE_MS }, async () => {
    const service = await npmStart();
    const own = descendants(service.npm.pid).find(({ args }) => args.includes('server/start.ts'));
    expect(own?.parent, 'no shell stands in between').toBe(service.npm.pid);
    process.kill(own?.pid ?? 0, 'SIGKILL');
    await everythingEnded(service);
  });
});

describe('command line options', { tags: ['long'] }, () => {
  const ended = (running: Promise<{ stdout: string; stderr: string }>) =>
    running.then(
      ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        text: error.stdout + error.stderr,
      }),
    );
  const runByNpm = (script: string, ...options: string[]) =>
    ended(call('npm', ['run', script, '--', ...options], { cwd: bundled, env: withoutNpm() }));
  /** The command of a script as npm passes it to a shell, without npm, which takes most of the time of a refusal. */
  const runCommand = async (script: string, ...options: string[]) => {
    const { scripts } = packageSchema.parse(JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')));
    const command = `${scripts[script]} ${options.join(' ')}`;
    return ended(call('/bin/sh', ['-c', command], { cwd: script === 'start' ? bundled : checkout, env: withoutNpm() }));
  };

  it.each(['start', 'demo', 'bench', 'faults', 'bundle', 'truth'])(
    'that npm run %s does not know cause an error in a sentence, but --help does not',
    async (script) => {
      const run = script === 'start' ? runByNpm : runCommand;
      const unknown = await run(script, '--prot', '8080');
      expect(unknown).toMatchObject({ code: 2, text: expect.stringContaining("Unknown option '--prot'\n") });
      expect(unknown.text).not.toMatch(/^\s+at /m);
      const help = await run(script, '--help');
      expect(help.code).toBe(0);
      expect(help.text).toMatch(script === 'start' ? /npm start -- --help/ : new RegExp(`npm run ${script}`));
    },
    BUSY_MACHINE_MS,
  );

  /** The programs to test. A push tests two, because all read their options with readOptions. */
  const programs = PROPERTY_RUNS >= 1 ? ['start', 'demo', 'faults', 'bundle', 'truth'] : ['start', 'bundle'];

  it.each(programs)('cause an error for a wrong word of npm run %s even beside --help', async (script) => {
    for (const words of [
      ['--help', 'extra'],
      ['--prot', '-h'],
    ])
      expect(await runCommand(script, ...words)).toMatchObject({
        code: 2,
        text: expect.stringMatching(/'(extra|--prot)'/),
      });
  });

  it.each(programs)('do not include plain words for npm run %s', async (script) => {
    expect(await runCommand(script, '8080')).toMatchObject({ code: 2, text: expect.stringContaining("'8080'") });
  });
});
