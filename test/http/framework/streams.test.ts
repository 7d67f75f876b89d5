import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openZipArchive } from '../../../adapters/archive/compressed-files.ts';
import { type AccountExport, exportAccount } from '../../../app/accounts/export-account.ts';
import { BODY_LIMITS } from '../../../core/limits/request-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { SpooledBody } from '../../../lambdas/http/receive-body.ts';
import { renderStream } from '../../../lambdas/http/reply.ts';
import { pacedStream } from '../../../lambdas/http/routes/account-export-routes.ts';
import { ReaderPace, type Reading, SlowReaders } from '../../../lambdas/http/send-export.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('streams', () => {
  const mediaType = 'application/zip';
  const CHUNK = 1_000;

  /** Makes a stream of the given number of bytes, which records how many were read and whether it was cancelled. */
  function streamOf(bytes: number) {
    const state = { made: 0, left: false };
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (state.made >= bytes) return controller.close();
          state.made += CHUNK;
          controller.enqueue(new Uint8Array(CHUNK));
        },
        cancel() {
          state.left = true;
        },
      },
      { highWaterMark: 0 },
    );
    return { state, body };
  }

  describe('a streamed response', () => {
    const status = 200;

    test('is passed on unchanged', async () => {
      const { body, state } = streamOf(3 * CHUNK);
      const response = await renderStream({ status, body, headers: { 'X-Own': '1' } }, { mediaType, isHead: false });
      if (isRefused(response)) throw new Error('refused');
      expect(state.made).toBe(0);
      expect([response.headers.get('content-type'), response.headers.get('x-own')]).toEqual([mediaType, '1']);
      expect((await response.arrayBuffer()).byteLength).toBe(3 * CHUNK);
    });

    test('is not produced for HEAD', async () => {
      const { body, state } = streamOf(3 * CHUNK);
      const response = await renderStream({ status, body }, { mediaType, isHead: true });
      expect(isRefused(response) ? 'refused' : response.body).toBeNull();
      expect(state).toEqual({ made: 0, left: true });
    });

    test.each([
      [3 * CHUNK, 3 * CHUNK],
      [3 * CHUNK - 1, null],
    ])('is read by a host without streaming up to %i bytes: %j', async (replyBytesMax, pieces) => {
      const { body, state } = streamOf(3 * CHUNK);
      const response = await renderStream({ status, body }, { mediaType, isHead: false, replyBytesMax });
      if (!isRefused(response)) return expect((await response.arrayBuffer()).byteLength).toBe(pieces);
      expect([response.refused.code, pieces]).toEqual(['not_acceptable', null]);
      expect(state.left).toBe(true);
    });
  });

  describe('a failing export', () => {
    const origin = { actor: 'token:test', ip: null, requestId: 'request-1' };
    const exporting = (
      rows: () => AsyncIterable<readonly (readonly unknown[])[]>,
    ): AccountExport & { readonly told: unknown[] } => {
      const told: unknown[] = [];
      const snapshot = {
        takenAt: '2026-01-01T00:00:00.000Z',
        tables: [{ name: 't', about: 'T.', columns: ['a'], rows }],
      };
      return {
        told,
        exportReads: { record: async () => {}, atOneMoment: (_, work) => work(snapshot) },
        openArchive: async (signal) => openZipArchive(signal),
        onExportError: (error) => void told.push(error),
      };
    };

    test('breaks its stream after it began, so that no client takes a part for the whole', async () => {
      const failure = new Error('The database is away');
      const parts = exporting(async function* () {
        yield [['1']];
        throw failure;
      });
      const { stream, ended } = await exportAccount(parts, 'account', origin);
      await expect(new Response(stream).arrayBuffer()).rejects.toThrow();
      await ended;
      expect(parts.told).toEqual([failure]);
    });

    test('throws before it began, without a stream', async () => {
      const failure = new Error('The database is away');
      const parts = exporting(async function* () {});
      const exportReads = { ...parts.exportReads, atOneMoment: () => Promise.reject(failure) };
      await expect(exportAccount({ ...parts, exportReads }, 'account', origin)).rejects.toBe(failure);
      expect(parts.told).toEqual([]);
    });

    test('reads one batch at a time, each after the client has taken the previous batch', async () => {
      let made = 0;
      const parts = exporting(async function* () {
        for (; made < 1_000; made++)
          yield [[Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('hex')]];
      });
      const { stream, ended } = await exportAccount(parts, 'account', origin);
      const reader = stream.getReader();
      await reader.read();
      for (let turn = 0; turn < 1_000; turn++) await new Promise((resolve) => setImmediate(resolve));
      expect(made).toBeLessThan(100);
      await reader.cancel();
      await ended;
      expect(parts.told).toEqual([]);
    });
  });

  /** Guarantee: a spooled body returns byte for byte, however it arrived, and leaves nothing behind. */

  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spooled-body-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function bytesOf(body: SpooledBody): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body.chunks()) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  const LONG = 3 * BODY_LIMITS.memoryBytes;
  const sizes = fc.array(
    fc.oneof(fc.constantFrom(0, 1, BODY_LIMITS.memoryBytes - 1, BODY_LIMITS.memoryBytes, LONG), fc.nat(LONG)),
    {
      maxLength: 6,
    },
  );

  test('returns the same bytes for any pieces and any announced length', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.option(fc.nat(2 * LONG)), async (lengths, announced) => {
        const pieces = lengths.map((length, index) => Buffer.alloc(length, `${index}abcdefg`));
        const body = new SpooledBody(directory, announced ?? undefined);
        for (const piece of pieces) await body.write(piece);
        expect(body.length).toBe(lengths.reduce((sum, length) => sum + length, 0));
        expect((await bytesOf(body)).equals(Buffer.concat(pieces))).toBe(true);
        await body.discard();
      }),
      { numRuns: propertyRuns(60) },
    );
    expect(await readdir(directory)).toEqual([]);
  });

  test('keeps a piece unchanged that its sender overwrites afterwards', async () => {
    const body = new SpooledBody(directory);
    const piece = Buffer.from('before');
    await body.write(piece);
    piece.write('after!');
    expect(String(await bytesOf(body))).toBe('before');
  });

  test('has a file without a name that anybody could find', async () => {
    const body = new SpooledBody(directory);
    await body.write(Buffer.alloc(LONG, 'x'));
    expect(await readdir(directory)).toEqual([]);
    await body.discard();
    await body.discard();
  });

  test('needs no file for a short body, so a missing directory stops only long ones', async () => {
    const nowhere = join(directory, 'nowhere');
    const short = new SpooledBody(nowhere);
    await short.write(Buffer.alloc(BODY_LIMITS.memoryBytes, 'x'));
    expect((await bytesOf(short)).byteLength).toBe(BODY_LIMITS.memoryBytes);
    await expect(short.write(Buffer.from('y'))).rejects.toThrow('ENOENT');
  });
});

/** Guarantee: a client that reads an archive too slowly is cut off, and the writer of the archive learns of it. */
describe('paced stream', () => {
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
});

/** Guarantee: a client has to read an export at a minimum speed, and a slow one makes room for an account without exports. */
describe('reader pace', () => {
  function reader() {
    let nowMs = 0;
    const pace = new ReaderPace({ bytesPerSecond: 1_000, stallMs: 10_000 }, () => nowMs);
    return {
      pace,
      /** Reads pieces, each after some seconds, until a piece comes too late. Returns the number of read pieces. */
      take(pieces: number, { bytes, seconds }: { readonly bytes: number; readonly seconds: number }): number {
        for (let taken = 0; taken < pieces; taken += 1) {
          if (pace.offer(bytes) < seconds * 1_000) return taken;
          nowMs += seconds * 1_000;
          pace.took();
        }
        return pieces;
      },
      makePieces: (seconds: number) => {
        nowMs += seconds * 1_000;
      },
    };
  }

  test('lets a client at the minimum speed go on for ever, but not one below it', () => {
    expect(reader().take(10_000, { bytes: 1_000, seconds: 1 })).toBe(10_000);
    expect(reader().take(10_000, { bytes: 900, seconds: 1 })).toBe(91);
  });

  test('allows a short pause, but not a longer one after a fast beginning', () => {
    const { take } = reader();
    expect(take(1, { bytes: 10, seconds: 11 })).toBe(0);
    expect(take(1_000, { bytes: 1_000_000, seconds: 0 })).toBe(1_000);
    expect(take(1, { bytes: 10, seconds: 11 })).toBe(0);
  });

  test('counts a trickle of bytes as no progress', () => {
    expect(reader().take(1_000, { bytes: 1, seconds: 5 })).toBe(2);
  });

  test('does not count the time that the service takes', () => {
    const { take, makePieces, pace } = reader();
    take(10, { bytes: 1_000, seconds: 1 });
    makePieces(100);
    expect([pace.waitedMs, pace.bytesPerSecond]).toEqual([10_000, 1_000]);
  });

  test('measures a client that has read nothing yet by its waiting time', () => {
    const { pace, makePieces } = reader();
    pace.offer(1_000_000);
    makePieces(7);
    expect([pace.waitedMs, pace.bytesPerSecond]).toEqual([7_000, 0]);
  });

  test('does not count bytes that fill the buffers in between', () => {
    const { pace, take } = reader();
    take(1_000, { bytes: 10_000, seconds: 0.01 });
    take(10, { bytes: 1_000, seconds: 1 });
    expect([pace.waitedMs, pace.bytesPerSecond]).toEqual([10_000, 1_000]);
  });

  /** `a1` is the first response of the account `a`. */
  function readers(speeds: Readonly<Record<string, number>>, waitedMs = 10_000) {
    const slow = new SlowReaders({ settledMs: 10_000, yieldsBelowBytesPerSecond: 100 });
    const cut: string[] = [];
    const leaving = Object.entries(speeds).map(([name, bytesPerSecond]) => {
      const reading: Reading = {
        owner: name.charAt(0),
        pace: { waitedMs, bytesPerSecond },
        cut: () => cut.push(name),
      };
      return slow.enter(reading);
    });
    return { slow, cut, leaving };
  }

  test('cuts off the slowest client of the account with the most exports first, then the slowest clients of all accounts', () => {
    const { slow, cut } = readers({ a1: 50, a2: 40, b1: 10, c1: 20 });
    expect([slow.makeRoom(), slow.makeRoom(), slow.makeRoom()]).toEqual([true, true, true]);
    expect(cut).toEqual(['a2', 'b1', 'c1']);
  });

  test('keeps a fast client, and one that has not been measured long enough', () => {
    expect(readers({ a1: 100, b1: 5_000 }).slow.makeRoom()).toBe(false);
    expect(readers({ a1: 0, b1: 0 }, 9_999).slow.makeRoom()).toBe(false);
  });

  test('does not cut off a response that has ended', () => {
    const { slow, cut, leaving } = readers({ a1: 0 });
    for (const leave of leaving) leave();
    expect([slow.makeRoom(), cut]).toEqual([false, []]);
  });
});
