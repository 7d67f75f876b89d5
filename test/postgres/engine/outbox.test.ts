import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { MessageQueue, OutgoingMessage } from '../../../app/platform/queue.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { createSweepOutbox } from '../../../lambdas/schedule/scheduled-task.ts';
import { accept, createBook, createEngine, type EngineProcess, upload } from '../../support/engine.ts';
import { faultAt, interceptedDatabase } from '../../support/engine-faults.ts';
import { listJobs, listMessages } from '../../support/engine-tables.ts';

/** Guarantee: a stored job gets a message sooner or later, and every message belongs to a stored job. */

const CSV = 'Member,Amount\nA,1';
const months = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `${2000 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
  );
let book: BookKey;
const engine = await createEngine();
afterAll(() => engine.close());
beforeEach(async () => {
  await engine.database.system((sql) => sql`delete from queue_messages`);
  book = await createBook(engine);
});

const refusing = (queue: MessageQueue): MessageQueue => ({
  ...queue,
  send: () => Promise.reject(new Error('The queue does not answer.')),
});

const unsent = async () => {
  const rows = await engine.database.system(
    (sql) => sql`select 1 from outbox where topic = 'statement' and sent_at is null`,
  );
  return rows.length;
};

const messagesOf = async (jobIds: readonly string[]) => {
  const bodies = await listMessages(engine.database);
  return jobIds.map((jobId) => bodies.filter((body) => body.includes(jobId)).length);
};

describe('an unsent message', () => {
  it('does not prevent acceptance when the queue is unreachable, and the sweep sends it once', async () => {
    const cutOff = engine.start({ queue: refusing });
    const { jobId } = await accept(cutOff, book, { period: '2026-01', csv: CSV });
    expect(cutOff.logged.map(({ event }) => event)).toEqual(['outbox_relay_failed']);
    expect(await messagesOf([jobId])).toEqual([0]);
    expect(await engine.services.outbox.sweepOutbox()).toBe(1);
    expect(await engine.services.outbox.sweepOutbox()).toBe(0);
    expect(await messagesOf([jobId])).toEqual([1]);
  });

  it('names the request of its job, however late it is sent', async () => {
    const { jobId } = await accept(engine.start({ queue: refusing }), book, { period: '2026-01', csv: CSV });
    const recorded: OutgoingMessage[] = [];
    const recording = (queue: MessageQueue): MessageQueue => ({
      ...queue,
      send: async (_queue, messages) => void recorded.push(...messages),
    });
    await engine.start({ queue: recording }).services.outbox.sweepOutbox();
    const [job] = await engine.database.system((sql) => sql`select request_id from jobs where job_id = ${jobId}`);
    expect(job?.['request_id']).toEqual(expect.any(String));
    expect(recorded).toEqual([
      { body: JSON.stringify({ jobId }), groupId: book.accountId, requestId: job?.['request_id'] },
    ]);
  });

  it('is sent with all others by one sweep, even by several at once', async () => {
    const cutOff = engine.start({ queue: refusing });
    const jobIds: string[] = [];
    for (const period of months(230)) jobIds.push((await accept(cutOff, book, { period, csv: CSV })).jobId);
    expect(await unsent()).toBe(230);
    const sweeps = [engine, engine.start(), engine.start()].map(({ services }) => createSweepOutbox(services.outbox));
    const event = { version: '', id: '', time: '', region: '', resources: [], account: '', source: 'aws.scheduler' };
    const batches = await Promise.all(
      sweeps.map((sweep) => sweep({ ...event, 'detail-type': 'Scheduled Event', detail: {} })),
    );
    expect(batches.reduce((sum, one) => sum + one.sent, 0)).toBe(230);
    expect(await messagesOf(jobIds)).toEqual(jobIds.map(() => 1));
  });

  it('is skipped by a relay while another relay is sending it', async () => {
    const sending = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = engine.start({
      queue: (queue) => ({
        ...queue,
        send: async (name, messages) => {
          sending.resolve();
          await goOn.promise;
          await queue.send(name, messages);
        },
      }),
    });
    const accepting = accept(slow, book, { period: '2026-01', csv: CSV });
    await sending.promise;
    expect(await engine.services.outbox.sweepOutbox()).toBe(0);
    goOn.resolve();
    expect(await messagesOf([(await accepting).jobId])).toEqual([1]);
  });
});

it("never makes concurrent uploads wait for each other's connections", async () => {
  const small = engine.start({ poolSize: 2 });
  const jobs = await Promise.all(months(24).map((period) => accept(small, book, { period, csv: CSV })));
  expect(small.logged).toEqual([]);
  expect(await messagesOf(jobs.map(({ jobId }) => jobId))).toEqual(jobs.map(() => 1));
  expect(await unsent()).toBe(0);
});

describe('an upload that is interrupted at any moment', () => {
  /** The number of statements and commits of an upload, at each of which it can be interrupted. */
  async function momentsOfUpload(): Promise<number> {
    const counting = faultAt(engine.address, { number: Number.POSITIVE_INFINITY, kind: 'throw' });
    const counted = engine.start({ through: (database) => interceptedDatabase(database, counting.at) });
    await accept(counted, await createBook(engine), { period: '2026-01', csv: CSV, key: 'key' });
    return counting.moments();
  }

  /** A process that dies at the given statement or commit. All its work uses one connection. */
  const dying = (number: number): EngineProcess => {
    const { at } = faultAt(engine.address, { number, kind: 'die' });
    return engine.start({ poolSize: 2, through: (database) => interceptedDatabase(database, at) });
  };

  it('leaves everything or nothing, and its repeat under the same key makes exactly one job with one message', async () => {
    const moments = await momentsOfUpload();
    expect(moments).toBeGreaterThan(12);
    let left = 0;
    for (let number = 1; number <= moments; number += 1) {
      const own = await createBook(engine);
      const died = await upload(dying(number), own, { period: '2026-01', csv: CSV, key: 'key' }).then(
        () => false,
        () => true,
      );
      const stored = await listJobs(engine.database, own);
      if (stored.length === 1) left += 1;
      // After the commit the upload is accepted, even if the process dies while it sends.
      else expect({ number, died, stored }).toEqual({ number, died: true, stored: [] });
      const repeated = await upload(engine, own, { period: '2026-01', csv: CSV, key: 'key' });
      expect(repeated).toMatchObject({ kind: stored.length === 1 ? 'already-have' : 'accepted' });
      await engine.services.outbox.sweepOutbox();
      const jobs = await listJobs(engine.database, own);
      expect(jobs).toHaveLength(1);
      // A message that was sent but not marked is sent again, which is harmless, because the claim decides.
      const [messages = 0] = await messagesOf(jobs.map(({ jobId }) => jobId));
      expect([1, 2]).toContain(messages);
    }
    expect(left).toBeGreaterThan(3);
    expect(left).toBeLessThan(moments - 3);
  });
});
