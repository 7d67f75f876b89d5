import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openFolderMailer } from '../../../adapters/mail/folder-mailer.ts';
import { describeMailContract } from './mail-contract.ts';

const directory = await mkdtemp(join(tmpdir(), 'mail-'));
afterAll(() => rm(directory, { recursive: true, force: true }));

async function openRoom() {
  const room = join(await mkdtemp(join(directory, 'room-')), 'mail');
  const kept: string[] = [];
  const mailer = await openFolderMailer(room, (path) => kept.push(path));
  const readSent = async () => Promise.all((await readdir(room)).toSorted().map((name) => readFile(join(room, name))));
  return { room, kept, mailer, readSent };
}

describeMailContract('a folder', openRoom);

test('writes each message to a file that only the user of the service may read, and returns its path', async () => {
  const { room, kept, mailer } = await openRoom();
  for (const text of ['one', 'two']) await mailer.send({ to: 'a@x.example', subject: 'x', text });
  const names = (await readdir(room)).toSorted();
  expect(names).toHaveLength(2);
  for (const name of names) expect(name).toMatch(/\.eml$/);
  expect(kept.toSorted()).toEqual(names.map((name) => join(room, name)));
  expect((await stat(kept[0] ?? '')).mode & 0o777).toBe(0o600);
  expect((await stat(room)).mode & 0o777).toBe(0o700);
});

test('throws if the folder is gone, and leaves no incomplete file', async () => {
  const { room, kept, mailer } = await openRoom();
  await rm(room, { recursive: true });
  await expect(mailer.send({ to: 'a@x.example', subject: 'x', text: 'x' })).rejects.toThrow('ENOENT');
  expect(kept).toEqual([]);
});

test("deletes an account's messages, or only the answers to one message, and keeps others", async () => {
  const { room, mailer } = await openRoom();
  const send = (accountId: string, about?: string) =>
    mailer.send(
      { to: 'a@x.example', subject: 'x', text: 'x' },
      { accountId, ...(about === undefined ? {} : { about }) },
    );
  await send('lake', 'mail/1');
  await send('lake', 'mail/2');
  await send('lake');
  await send('lakeside', 'mail/1');
  expect(await mailer.deleteSent({ accountId: 'lake', about: 'mail/1' })).toBe(1);
  expect(await mailer.deleteSent({ accountId: 'lake' })).toBe(2);
  expect(await mailer.deleteSent({ accountId: 'lake' })).toBe(0);
  expect(await readdir(room)).toHaveLength(1);
});
