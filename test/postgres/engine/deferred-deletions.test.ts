import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createDueDeletionStore } from '../../../adapters/postgres/files/due-deletion-store.ts';
import { deleteAccount } from '../../../app/accounts/delete-accounts.ts';
import { purgeFile, retryJob } from '../../../app/files/command-files.ts';
import { duePurges, purgeDue } from '../../../app/files/purge-due.ts';
import { runTask } from '../../../app/operations/scheduled-tasks.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { SCHEDULED_TASK_LIMITS } from '../../../core/limits/job-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { accept, createBook, createEngine, drain, ORIGIN } from '../../support/engine.ts';

/** Guarantee: a process that may not delete bytes marks them, and the task of another process deletes exactly those. */

const CSV = 'Member,Amount\nA,50';
let book: BookKey;
const engine = await createEngine();
const noDeletion = () => Promise.reject(new Error('AccessDenied'));
const objects = { ...engine.objects, delete: noDeletion, deleteBelow: noDeletion };
const requests = engine.start({ objects, defersDeletions: true });
afterAll(() => engine.close());
beforeEach(async () => {
  await engine.database.system((sql) => sql`delete from due_deletions`);
  engine.objects.stored.clear();
  book = await createBook(engine);
});

const marks = async () => {
  const rows = await engine.database.system(
    (sql) => sql<{ key: string }[]>`select object_key as key from due_deletions order by object_key`,
  );
  return rows.map(({ key }) => key);
};

it('keeps the bytes of a purged file until the task runs where it may delete', async () => {
  const { fileId, jobId } = await accept(engine, book, { period: '2026-04', csv: CSV });
  await drain(engine);
  const key = `raw/${book.accountId}/${fileId}`;
  const command = { accountId: book.accountId, fileId, origin: ORIGIN };
  expect(await purgeFile(requests.services.files, command)).toEqual({ fileId });
  expect(await purgeFile(requests.services.files, command)).toEqual({ fileId });
  expect([...engine.objects.stored.keys()]).toEqual([key]);
  expect(await marks()).toEqual([key]);
  const retried = await retryJob(requests.services.files, { accountId: book.accountId, jobId, origin: ORIGIN });
  expect(isRefused(retried)).toBe(true);
  await runTask(requests.services.tasks, 'purge_files');
  expect(await marks()).toEqual([key]);
  await runTask(engine.services.tasks, 'purge_files');
  expect([...engine.objects.stored.keys()]).toEqual([]);
  expect(await marks()).toEqual([]);
});

it('leaves bytes alone that a row still names, such as those of a purge that did not end', async () => {
  const { fileId } = await accept(engine, book, { period: '2026-04', csv: CSV });
  const key = `raw/${book.accountId}/${fileId}`;
  await createDueDeletionStore(engine.database).mark('raw', key);
  await runTask(engine.services.tasks, 'purge_files');
  expect([...engine.objects.stored.keys()]).toEqual([key]);
  expect(await marks()).toEqual([key]);
});

it('keeps the mark of an object that could not be deleted, and deletes the others', async () => {
  const due = createDueDeletionStore(engine.database);
  const keys = [1, 2].map(() => `raw/${book.accountId}/${randomUUID()}`).toSorted();
  for (const key of keys) await due.mark('raw', key);
  await due.mark('drop', 'sftp/harbor/rejected/a.csv.reason.txt');
  const removed: string[] = [];
  const remove = async (key: string) => {
    if (key === keys[0]) throw new Error('S3 is away');
    removed.push(key);
  };
  const purges = duePurges(due, { objects: { delete: remove }, dropStore: { delete: remove } });
  for (const purge of purges) await purgeDue(purge, SCHEDULED_TASK_LIMITS, () => 0);
  expect(removed).toEqual([keys[1], 'sftp/harbor/rejected/a.csv.reason.txt']);
  expect(await marks()).toEqual([keys[0]]);
});

it('accepts the deletion of an account, which the task then does', async () => {
  await accept(engine, book, { period: '2026-04', csv: CSV });
  await drain(engine);
  const [account] = await engine.database.system(
    (sql) => sql<{ name: string }[]>`select name from accounts where account_id = ${book.accountId}`,
  );
  const { deletions } = requests.services.tasks;
  if (deletions === undefined || account === undefined) throw new Error('There is no account to delete');
  const asked = { accountId: book.accountId, confirm: account.name };
  const accepted = await deleteAccount(deletions, asked, { origin: ORIGIN, limits: SCHEDULED_TASK_LIMITS });
  if (isRefused(accepted)) throw new Error('The deletion was refused');
  expect(accepted.completedAt).toBeNull();
  expect(engine.objects.stored.size).toBe(1);
  await runTask(engine.services.tasks, 'purge_files');
  expect(engine.objects.stored.size).toBe(0);
  expect((await deletions.deletionStore.find(accepted.id))?.completedAt).not.toBeNull();
});
