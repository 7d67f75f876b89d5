import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimLinkedFolders } from '../../server/data-directory.ts';
import { createDiskReport } from '../../server/disk-space.ts';

/** Guarantee: a folder that a data directory reaches by a link is served for that directory alone, whoever copies the link. */
describe('linked folders', () => {
  let folder: string;
  let data: string;
  let elsewhere: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linked '));
    data = join(folder, 'data');
    elsewhere = join(folder, 'elsewhere');
    await mkdir(data);
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'a statement'), '');
    await symlink(elsewhere, join(data, 'objects'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('lets the directory that has marked the folder continue, even after a move', async () => {
    await claimLinkedFolders(data);
    await claimLinkedFolders(data);
    await rename(data, join(folder, 'moved'));
    await claimLinkedFolders(join(folder, 'moved'));
    expect((await readdir(elsewhere)).toSorted()).toEqual([
      expect.stringMatching(/^\.linked-from-\d+$/),
      'a statement',
    ]);
  });

  test('refuses a copy until the mark of a deleted directory is removed', async () => {
    await claimLinkedFolders(data);
    const copy = join(folder, 'copy');
    await cp(data, copy, { recursive: true, verbatimSymlinks: true });
    const [mark] = (await readdir(elsewhere)).filter((name) => name.startsWith('.'));
    await expect(claimLinkedFolders(copy)).rejects.toThrow(
      `remove the empty folder ${join(copy, 'objects', String(mark))}`,
    );
    await rm(join(elsewhere, String(mark)), { recursive: true });
    await claimLinkedFolders(copy);
    await expect(claimLinkedFolders(data)).rejects.toThrow('is a symbolic link to a folder of another data directory');
  });

  test('ignores links to files, to missing targets and to empty folders', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    await symlink(empty, join(data, 'drops'));
    await symlink(join(elsewhere, 'a statement'), join(data, 'secret-key'));
    await symlink(join(folder, 'nothing'), join(data, 'mail'));
    await claimLinkedFolders(data);
    expect(await readdir(empty)).toEqual([]);
  });
});

/** Guarantee: the log of one machine says when the disk becomes full and when it has room again, once each. */
describe('disk report', () => {
  test('writes one line for each change between a full disk and one with room', () => {
    const lines: string[] = [];
    const report = createDiskReport((level, event, { freeBytes }) =>
      lines.push(`${level} ${event} ${String(freeBytes)}`),
    );
    for (const freeBytes of [300, 99, 40, 100, 250, 0]) report({ freeBytes, totalBytes: 1_000, neededBytes: 100 });
    expect(lines).toEqual(['warn disk_full 99', 'warn disk_has_room 100', 'warn disk_full 0']);
  });
});
