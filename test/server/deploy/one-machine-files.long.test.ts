import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { requireBuildPackages } from '../../../server/console/open-console.ts';
import { readSettings } from '../../../server/settings.ts';
import { startRunningService } from '../../support/running-service.ts';
import { copyStartedData } from '../../support/started-data.ts';
import { works } from '../../support/works.ts';

/** Guarantee: the files in server/deploy name only existing files and settings, and the image contains all that the service needs. */

const run = promisify(execFile);
const BUSY_MACHINE_MS = 180_000;
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0))
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deploy-'));
  folders.push(folder);
  return folder;
}

const dockerfile = readFileSync('server/deploy/one-machine.Dockerfile', 'utf8');
/** The files that each stage copies from the repository: the stage that builds the console, and the image itself. */
const [, BUILDER = [], IMAGE = []] = dockerfile
  .split(/^FROM /m)
  .map((stage) => [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' ')));
const COPIED = [...new Set([...BUILDER, ...IMAGE])];

/** Makes a folder with these files of the repository and the installed packages. */
async function folderOf(paths: readonly string[]): Promise<string> {
  const folder = await newFolder();
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(path, join(folder, path), { recursive: true });
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}
const UNIT = readFileSync('server/deploy/commission-statements.service', 'utf8');

it('builds both stages on the pinned base of the upload service', () => {
  const base = /^FROM (node:.+)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1];
  expect(base).toMatch(/@sha256:[0-9a-f]{64}$/);
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([base, base]);
});

it('sends to the builder exactly what the image copies', () => {
  expect(COPIED.length).toBeGreaterThan(5);
  expect(COPIED.filter((path) => !existsSync(path))).toEqual([]);
  const contextFiles = readFileSync('server/deploy/one-machine.Dockerfile.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1).replace(/\/\*\*$/, ''));
  expect(contextFiles.toSorted()).toEqual(COPIED.filter((path) => !path.startsWith('server/')).toSorted());
});

it(
  'starts from the files of the image alone',
  async () => {
    const [builder, image] = await Promise.all([folderOf(BUILDER), folderOf(IMAGE)]);
    const [, program = '', ...words] = /^RUN (node) (scripts\/build-console\.ts) (--to) (\S+)$/m.exec(dockerfile) ?? [];
    await run(program, words, { cwd: builder });
    await cp(join(builder, 'dist/site'), join(image, 'dist/site'), { recursive: true });
    expect(dockerfile).toContain('COPY --from=console /service/dist/site ./dist/site');
    const data = await newFolder();
    await copyStartedData(data);
    const service = await startRunningService({ dataDirectory: data, program: join(image, 'server/start.ts') });
    try {
      expect((await fetch(`${service.url}/v1/ready`)).status).toBe(200);
      expect((await fetch(`${service.url}/v1/docs`)).status).toBe(200);
      const page = await (await fetch(service.url, { headers: { accept: 'text/html' } })).text();
      const [script = ''] = /console\/[\w-]+\.js/.exec(page) ?? [];
      expect((await fetch(`${service.url}/${script}`)).headers.get('content-type')).toContain('javascript');
    } finally {
      await service.stop('SIGKILL');
    }
  },
  BUSY_MACHINE_MS,
);

it('sets only settings that npm start knows, with values that it accepts', async () => {
  const compose = await readFile('server/deploy/compose.yaml', 'utf8');
  const ofService = compose.slice(compose.indexOf('environment:'), compose.indexOf('volumes:'));
  const environment = Object.fromEntries([
    ...[...ofService.matchAll(/^ {6}([A-Z_]+): "?(.*?)"?$/gm)].map(([, name, value = '']) => [
      name,
      value.replace(/\$\{.*\}/, 'statements.example.org'),
    ]),
    ...[...dockerfile.matchAll(/^(?:ENV|) +([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [name, value]),
    ...[...UNIT.matchAll(/^Environment=([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  ]);
  expect(Object.keys(environment).toSorted()).toEqual(
    [
      'ACCESS_LOG',
      'DATA_DIR',
      'HOST',
      'METRICS_PORT',
      'NODE_ENV',
      'PORT',
      'PUBLIC_URL',
      'TMPDIR',
      'TRUSTED_PROXY',
    ].toSorted(),
  );
  expect(readSettings(environment)).toMatchObject({
    accessLog: true,
    metricsPort: 9464,
    publicUrl: 'https://statements.example.org',
    trustedProxies: ['10.89.7.0/24'],
  });
  for (const [, path = ''] of compose.matchAll(/^ +- (\.\/\S+?):/gm))
    expect(existsSync(join('server/deploy', path))).toBe(true);
  expect(compose).toContain('dockerfile: server/deploy/one-machine.Dockerfile');
});

it.skipIf(!works('systemd-analyze', ['--version']))(
  'has a unit that systemd accepts (skipped without systemd)',
  async () => {
    const folder = await newFolder();
    const path = join(folder, 'commission-statements.service');
    const [, program = ''] = /^ExecStart=(\S+) server\/start\.ts$/m.exec(UNIT) ?? [];
    const installed = '/opt/commission-statements';
    expect(program.startsWith(`${installed}/`)).toBe(true);
    expect(existsSync(program.slice(installed.length + 1))).toBe(true);
    // The guide installs to a path without spaces, and this checkout may have some.
    const checkout = join(folder, 'checkout');
    await symlink(process.cwd(), checkout);
    await writeFile(path, UNIT.replaceAll(installed, checkout));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', path]);
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('commission-statements'))).toEqual([]);
  },
);

it('says in a sentence how the pages come to a server without the packages that build them', async () => {
  const server = await newFolder();
  expect(() => requireBuildPackages(server)).toThrow(
    /not installed here.*"npm run console:build", copy its folder dist\/console to/,
  );
  expect(() => requireBuildPackages(process.cwd())).not.toThrow();
});

it('restarts the containers until somebody stops them, and bounds their logs', () => {
  const compose = readFileSync('server/deploy/compose.yaml', 'utf8');
  const services = compose
    .slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'))
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1);
  expect(services).toHaveLength(2);
  for (const service of services) {
    expect(service).toContain('restart: unless-stopped');
    expect(service).toContain('logging: *logging');
  }
  expect(compose).toMatch(/max-size: 10m\n +max-file: "5"/);
  const guide = readFileSync('docs/howto/run-as-a-service.md', 'utf8');
  const [, command = ''] = /^(docker run (?:.*\\\n)*.*)$/m.exec(guide) ?? [];
  expect(command).toContain('--restart unless-stopped --log-opt max-size=10m --log-opt max-file=5');
});

it('installs no development packages on the server, and brings the pages that are built with them', () => {
  const guide = readFileSync('docs/howto/run-as-a-service.md', 'utf8');
  const installs = guide.split('\n').filter((line) => line.includes('npm ci'));
  expect(installs).toHaveLength(4);
  const [onServer, builds] = [
    installs.filter((line) => line.includes('--omit=dev')),
    installs.filter((line) => !line.includes('--omit=dev')),
  ];
  expect(onServer).toHaveLength(2);
  for (const line of builds) expect(line).toContain('npm ci && npm run console:build');
  expect(guide).toContain('rsync -a dist/console root@server:/opt/commission-statements/dist/');
  const [, home = ''] = /^useradd .*--home-dir (\S+)/m.exec(guide) ?? [];
  // npm writes to the home of its user, and a restore refuses a DATA_DIR that is not empty.
  expect(/^Environment=DATA_DIR=(.+)$/m.exec(UNIT)?.[1]).not.toBe(home);
  expect(home).not.toBe('');
});

it.skipIf(!works('docker', ['info']))(
  'has an image that Docker builds and runs (skipped without a Docker daemon)',
  async () => {
    const tag = `commission-statements-test-${process.pid}`;
    await run('docker', ['build', '--file', 'server/deploy/one-machine.Dockerfile', '--tag', tag, '.']);
    try {
      const { stdout } = await run('docker', ['run', '--rm', '--init', tag, 'node', 'server/start.ts', '--help']);
      expect(stdout).toContain('The service on one machine');
    } finally {
      await run('docker', ['image', 'rm', '--force', tag]);
    }
  },
  900_000,
);
