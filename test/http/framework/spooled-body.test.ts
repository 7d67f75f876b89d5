import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BODY_LIMITS } from '../../../core/limits/request-limits.ts';
import { SpooledBody } from '../../../lambdas/http/receive-body.ts';
import { propertyRuns } from '../../support/property-runs.ts';

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
