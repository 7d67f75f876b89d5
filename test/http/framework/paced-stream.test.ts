import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pacedStream } from '../../../lambdas/http/routes/account-export-routes.ts';
import type { Reading } from '../../../lambdas/http/send-export.ts';

/** Guarantee: a client that reads an archive too slowly is cut off, and the writer of the archive learns of it. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function paced(pieces: number) {
  const seen: { canceled: unknown; left: number; reading: Omit<Reading, 'owner'> | null } = {
    canceled: null,
    left: 0,
    reading: null,
  };
  let sentCount = 0;
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      sentCount += 1;
      if (sentCount > pieces) controller.close();
      else controller.enqueue(new Uint8Array(1_000).fill(sentCount % 256));
    },
    cancel(reason) {
      seen.canceled = reason;
    },
  });
  const onReading = (reading: Omit<Reading, 'owner'>) => {
    seen.reading = reading;
    return () => {
      seen.left += 1;
    };
  };
  return { seen, stream: pacedStream(source, onReading, { bytesPerSecond: 1_000, stallMs: 5_000 }) };
}

test('sends all bytes, and frees its place', async () => {
  const { seen, stream } = paced(50);
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  expect([bytes.length, bytes.at(0), bytes.at(-1), seen.left]).toEqual([50_000, 1, 50, 1]);
});

test('sends everything to a client at the minimum speed', async () => {
  const { seen, stream } = paced(20);
  const reader = stream.getReader();
  for (let taken = 0; taken < 20; taken += 1) {
    expect((await reader.read()).done).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect([(await reader.read()).done, seen.canceled]).toEqual([true, null]);
});

test('cuts off a client that reads nothing, or too little', async () => {
  for (const pauseMs of [6_000, 2_000]) {
    const { seen, stream } = paced(1_000);
    const reader = stream.getReader();
    const taken = (async () => {
      for (;;) {
        await reader.read();
        await vi.advanceTimersByTimeAsync(pauseMs);
      }
    })();
    await expect(taken).rejects.toThrow(/too little for too long/);
    expect(seen.canceled).toBeInstanceOf(Error);
    expect(seen.left).toBe(1);
  }
});

test('cuts off a slow client when its place is needed', async () => {
  const { seen, stream } = paced(1_000);
  const reader = stream.getReader();
  await reader.read();
  seen.reading?.cut();
  await expect(reader.read()).rejects.toThrow(/place was needed/);
  expect(seen.canceled).toBeInstanceOf(Error);
});

test('tells the source when a client leaves', async () => {
  const { seen, stream } = paced(1_000);
  await stream.cancel(new Error('gone'));
  expect([String(seen.canceled), seen.left]).toEqual(['Error: gone', 1]);
});
