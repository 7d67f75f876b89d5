import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openZipArchive } from '../../../adapters/archive/zip-archive.ts';
import { type AccountExport, exportAccount } from '../../../app/accounts/export-account.ts';
import { BODY_LIMITS } from '../../../core/limits/request-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { SpooledBody } from '../../../lambdas/http/receive-body.ts';
import { renderStream } from '../../../lambdas/http/reply.ts';
import { propertyRuns } from '../../support/property-runs.ts';

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
