import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchConcurrentCalls } from '../../../adapters/postgres/connection/coalesce-calls.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** The questions of a batch, with the functions that end the batch. */
interface Group {
  readonly questions: readonly string[];
  readonly answer: () => void;
  readonly refuse: (error: Error) => void;
}

function recordedBatches() {
  const groups: Group[] = [];
  const ask = batchConcurrentCalls(
    (questions: readonly string[]) =>
      new Promise<readonly string[]>((resolve, refuse) => {
        groups.push({ questions, answer: () => resolve(questions.map((question) => `${question}!`)), refuse });
      }),
  );
  const group = (place: number): Group => {
    const found = groups[place];
    if (found === undefined) throw new Error(`Group ${place} was not asked`);
    return found;
  };
  return { ask, group, asked: () => groups.map(({ questions }) => questions) };
}

test('batches questions of the same turn while nothing is in flight', async () => {
  const { ask, group, asked } = recordedBatches();
  const answers = [ask('a'), ask('b')];
  await endOfTurn();
  expect(asked()).toEqual([['a', 'b']]);
  group(0).answer();
  expect(await Promise.all(answers)).toEqual(['a!', 'b!']);
  const alone = ask('c');
  await endOfTurn();
  expect(asked()).toEqual([['a', 'b'], ['c']]);
  group(1).answer();
  expect(await alone).toBe('c!');
});

test('puts all questions that arrive during a batch into the next one', async () => {
  const { ask, group, asked } = recordedBatches();
  const first = ask('a');
  await endOfTurn();
  const later = [ask('b')];
  await endOfTurn();
  later.push(ask('a'));
  await endOfTurn();
  expect(asked()).toEqual([['a']]);
  group(0).answer();
  expect(await first).toBe('a!');
  await endOfTurn();
  expect(asked()).toEqual([['a'], ['b', 'a']]);
  group(1).answer();
  expect(await Promise.all(later)).toEqual(['b!', 'a!']);
});

test('fails only the questions of a failed batch, and sends the next one', async () => {
  const { ask, group } = recordedBatches();
  const failing = Promise.allSettled([ask('a'), ask('b')]);
  await endOfTurn();
  const next = ask('c');
  const lost = new Error('lost');
  group(0).refuse(lost);
  expect(await failing).toEqual([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ]);
  await endOfTurn();
  group(1).answer();
  expect(await next).toBe('c!');
});

test('fails a question whose answer is missing', async () => {
  const ask = batchConcurrentCalls(async (questions: readonly string[]) => questions.slice(1));
  const answers = await Promise.allSettled([ask('a'), ask('b')]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('waits for a silent batch only a tenth of a second, and ignores its later end', async () => {
  const { ask, group, asked } = recordedBatches();
  const silent = ask('a');
  await endOfTurn();
  const second = ask('b');
  vi.advanceTimersByTime(99);
  await endOfTurn();
  expect(asked()).toEqual([['a']]);
  vi.advanceTimersByTime(1);
  await endOfTurn();
  expect(asked()).toEqual([['a'], ['b']]);
  const third = ask('c');
  group(0).answer();
  expect(await silent).toBe('a!');
  await endOfTurn();
  expect(asked()).toEqual([['a'], ['b']]);
  group(1).answer();
  expect(await second).toBe('b!');
  await endOfTurn();
  group(2).answer();
  expect(await third).toBe('c!');
});
