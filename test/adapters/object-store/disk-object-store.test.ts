import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  expireDiskObjects,
  openDiskObjectStore,
  sweepDiskObjectStore,
} from '../../../adapters/object-store/disk-object-store.ts';
import { describeObjectStoreContract } from './object-store-contract.ts';

const bytes = new TextEncoder().encode('Member,Amount');

describeObjectStoreContract('disk', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'objects-'));
  return { store: await openDiskObjectStore(directory), close: () => rm(directory, { recursive: true }) };
});

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'objects-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('keeps objects after the end of the store', async () => {
  await (await openDiskObjectStore(directory)).put('raw/account/file', bytes);
  expect(await (await openDiskObjectStore(directory)).get('raw/account/file')).toEqual(Buffer.from(bytes));
});

test('lets only the owner read files and folders', async () => {
  const root = join(directory, 'new', 'objects');
  await (await openDiskObjectStore(root)).put('raw/account/file', bytes);
  const mode = async (path: string) => (await stat(join(root, path))).mode & 0o777;
  expect(await mode('.')).toBe(0o700);
  expect(await mode('raw/account')).toBe(0o700);
  expect(await mode('raw/account/file')).toBe(0o600);
});

test('removes the incomplete files of a crash in a sweep, and keeps complete objects', async () => {
  const store = await openDiskObjectStore(directory);
  await store.put('raw/account/file', bytes);
  await writeFile(join(directory, '.incoming', 'half'), 'Memb');
  await sweepDiskObjectStore(directory);
  await openDiskObjectStore(directory);
  expect(await readdir(join(directory, '.incoming'))).toEqual([]);
  expect(await store.get('raw/account/file')).not.toBeNull();
});

test("leaves a first process's open files alone when a second process opens the directory", async () => {
  await openDiskObjectStore(directory);
  await writeFile(join(directory, '.incoming', 'being-written'), 'Memb');
  await openDiskObjectStore(directory);
  expect(await readdir(join(directory, '.incoming'))).toEqual(['being-written']);
});

test('leaves nothing behind after a failed put', async () => {
  const store = await openDiskObjectStore(directory);
  await store.put('raw/account/file', bytes);
  // A folder has this name, so the rename is refused.
  await expect(store.put('raw/account', bytes)).rejects.toThrow();
  expect(await readdir(join(directory, '.incoming'))).toEqual([]);
  expect(await store.get('raw/account/file')).not.toBeNull();
});

test('neither reads, writes through nor empties a symbolic link to another place', async () => {
  const outside = join(directory, 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'secret'), 'secret');
  const root = join(directory, 'objects');
  const store = await openDiskObjectStore(root);
  await mkdir(join(root, 'raw'));
  await symlink(outside, join(root, 'raw', 'account'));
  await symlink(join(outside, 'secret'), join(root, 'raw', 'link'));

  await expect(store.get('raw/account/secret')).rejects.toThrow('Not a directory');
  await expect(store.put('raw/account/new', bytes)).rejects.toThrow('Not a directory');
  await expect(store.delete('raw/account/secret')).rejects.toThrow('Not a directory');
  await expect(store.get('raw/link')).rejects.toThrow();
  // A put replaces the link itself.
  await store.put('raw/link', bytes);
  expect(await readdir(outside)).toEqual(['secret']);
  expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret');
});

test('deletes every file older than the limit, whatever its name, and nothing outside the store', async () => {
  const outside = join(directory, 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'old'), 'secret');
  const root = join(directory, 'objects');
  expect(await expireDiskObjects({ directory: root, keptDays: 7 })).toBe(0);
  const store = await openDiskObjectStore(root);
  await store.put('raw/account/old', bytes);
  await store.put('raw/account/young', bytes);
  await symlink(outside, join(root, 'raw', 'link'));
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600 * 1_000);
  for (const path of [join(root, 'raw', 'account', 'old'), join(outside, 'old')])
    await utimes(path, daysAgo(7.1), daysAgo(7.1));
  await utimes(join(root, 'raw', 'account', 'young'), daysAgo(6.9), daysAgo(6.9));
  expect(await expireDiskObjects({ directory: root, keptDays: 7 })).toBe(1);
  expect(await store.get('raw/account/old')).toBeNull();
  expect(await store.get('raw/account/young')).toEqual(Buffer.from(bytes));
  expect(await readdir(outside)).toEqual(['old']);
});
