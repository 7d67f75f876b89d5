import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import ssh2 from 'ssh2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expireDiskObjects, openDiskObjectStore } from '../../adapters/object-store/disk-object-store.ts';
import { createSshKeyPair, lifecyclesOf, openDrops } from '../../server/drop-offs.ts';
import { SftpUpload, type UploadDraft, type UploadRoom } from '../../server/sftp-upload.ts';
import { SpooledMail } from '../../server/spooled-mail.ts';
import { propertyRuns } from '../support/property-runs.ts';

describe('sftp upload', () => {
  const MAX = 15 * 1024 * 1024;

  /** A draft in memory in place of the disk. */
  class MemoryDraft implements UploadDraft {
    bytes = Buffer.alloc(0);
    kept: string | null = null;
    isDiscarded = false;

    async write(offset: number, piece: Uint8Array): Promise<void> {
      const larger = Buffer.alloc(Math.max(this.bytes.byteLength, offset + piece.byteLength));
      larger.set(this.bytes);
      larger.set(piece, offset);
      this.bytes = larger;
    }
    async keepAs(_key: string, byteSize: number): Promise<void> {
      this.kept = this.bytes.subarray(0, byteSize).toString('latin1');
    }
    async discard(): Promise<void> {
      this.isDiscarded = true;
    }
  }

  const ROOM: UploadRoom = { growTo: () => null, release: () => {} };

  function begun(start: { readonly how: 'anew' } | { readonly how: 'over' | 'on'; readonly cut: string }, room = ROOM) {
    const draft = new MemoryDraft();
    if (start.how === 'anew') return { draft, upload: new SftpUpload(start, draft, room) };
    draft.bytes = Buffer.from(start.cut);
    return { draft, upload: new SftpUpload({ how: start.how, cutBytes: start.cut.length }, draft, room) };
  }

  /** Returns the complete upload as text; null while a piece is missing. */
  function wholeOf({ draft, upload }: ReturnType<typeof begun>): string | null {
    return upload.wholeBytes === null ? null : draft.bytes.subarray(0, upload.wholeBytes).toString('latin1');
  }

  const beginningOf = ({ draft, upload }: ReturnType<typeof begun>) =>
    draft.bytes.subarray(0, upload.beginningBytes).toString('latin1');

  /** A content cut into pieces, in any order, some of them twice. */
  const cutContents = fc.uint8Array({ minLength: 1, maxLength: 200 }).chain((content) =>
    fc.tuple(fc.array(fc.nat(content.length), { maxLength: 8 }), fc.nat(3)).chain(([cuts, twice]) => {
      const places = [...new Set([0, ...cuts, content.length])].sort((a, b) => a - b);
      const pieces = places.slice(1).map((end, index) => ({ from: places[index] ?? 0, end }));
      const packets = [...pieces, ...pieces.slice(0, twice)];
      return fc.shuffledSubarray(packets, { minLength: packets.length }).map((order) => ({ content, order }));
    }),
  );

  test('is complete exactly when all pieces are there, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(cutContents, async ({ content, order }) => {
        const open = begun({ how: 'anew' });
        const { upload } = open;
        const written = new Set<number>();
        const textOf = (size: number) => Buffer.from(content.subarray(0, size)).toString('latin1');
        for (const { from, end } of order) {
          expect(await upload.write(from, content.subarray(from, end))).toBeNull();
          for (let place = from; place < end; place++) written.add(place);
          const size = Math.max(...written) + 1;
          expect(upload.byteSize).toBe(size);
          expect(wholeOf(open)).toBe(written.size === size ? textOf(size) : null);
        }
        expect(wholeOf(open)).toBe(textOf(content.length));
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test('can be resumed at the first gap', async () => {
    const open = begun({ how: 'over', cut: 'abc' });
    await open.upload.write(3, Buffer.from('de'));
    await open.upload.write(6, Buffer.from('g'));
    expect(beginningOf(open)).toBe('abcde');
    await open.upload.write(5, Buffer.from('f'));
    expect(beginningOf(open)).toBe('abcdefg');
    const late = begun({ how: 'anew' });
    await late.upload.write(1, Buffer.from('b'));
    expect(late.upload.beginningBytes).toBe(0);
  });

  test('is complete if the file is empty', async () => {
    const open = begun({ how: 'anew' });
    expect(await open.upload.write(0, new Uint8Array())).toBeNull();
    expect(open.upload.wholeBytes).toBe(0);
  });

  describe('the received bytes of a refused upload', () => {
    const refusedAfter = async (start: Parameters<typeof begun>[0], pieces: readonly (readonly [number, number])[]) => {
      const { upload } = begun(start);
      for (const [offset, size] of pieces) await upload.write(offset, new Uint8Array(size));
      expect(upload.endedBecause).not.toBeNull();
      return upload.receivedBytes;
    };

    test.each([
      ['one byte far behind the end', [[MAX, 1]], 1],
      [
        'pieces with a gap',
        [
          [0, 10],
          [100, 5],
          [MAX, 7],
        ],
        22,
      ],
      [
        'pieces that overlap',
        [
          [0, 10],
          [5, 10],
          [MAX - 3, 3],
          [MAX - 3, 5],
        ],
        20,
      ],
      [
        'a piece behind the refused one',
        [
          [MAX, 1],
          [0, 10],
        ],
        1,
      ],
    ] as const)('are counted without gaps: %s', async (_name, pieces, received) => {
      expect(await refusedAfter({ how: 'anew' }, pieces)).toBe(received);
    });

    test('include the bytes from before it was resumed', async () => {
      expect(
        await refusedAfter({ how: 'on', cut: 'abc' }, [
          [3, 4],
          [MAX, 1],
        ]),
      ).toBe(8);
      expect(
        await refusedAfter({ how: 'over', cut: 'abc' }, [
          [0, 4],
          [MAX, 1],
        ]),
      ).toBe(5);
    });
  });

  test('accepts 15 MiB and not a byte more, and keeps nothing of a larger upload', async () => {
    const { draft, upload } = begun({ how: 'anew' });
    expect(await upload.write(MAX - 1, Buffer.from('x'))).toBeNull();
    expect([upload.byteSize, upload.endedBecause]).toEqual([MAX, null]);
    expect(await upload.write(MAX, Buffer.from('x'))).toMatch(/at most 15728640 bytes/);
    expect(draft.isDiscarded).toBe(true);
    expect(await upload.write(0, Buffer.from('x'))).toMatch(/at most 15728640 bytes/);
    expect([upload.byteSize, upload.beginningBytes]).toEqual([MAX + 1, 0]);
  });

  test('refuses a piece that begins gigabytes behind the others before writing it', async () => {
    const { draft, upload } = begun({ how: 'anew' });
    expect(await upload.write(10 * 1024 ** 3, Buffer.from('x'))).toMatch(/at most/);
    expect([draft.bytes.byteLength, draft.isDiscarded]).toEqual([0, true]);
  });

  test('is refused if its pieces leave hundreds of gaps', async () => {
    const { upload, draft } = begun({ how: 'anew' });
    for (let piece = 0; piece < 256; piece++) expect(await upload.write(2 * piece, Buffer.from('x'))).toBeNull();
    expect(await upload.write(1, Buffer.from('x'))).toBeNull();
    for (const place of [1_000, 1_002]) await upload.write(place, Buffer.from('x'));
    expect(upload.endedBecause).toMatch(/too many gaps/);
    expect(draft.isDiscarded).toBe(true);
  });

  test("grows within the account's room, and frees it at the end", async () => {
    const asked: number[] = [];
    let released = 0;
    const room = {
      growTo(bytes: number) {
        asked.push(bytes);
        return bytes > 5 ? 'No room.' : null;
      },
      release() {
        released += 1;
      },
    };
    const { draft, upload } = begun({ how: 'anew' }, room);
    expect(await upload.write(3, Buffer.from('de'))).toBeNull();
    expect(await upload.write(0, Buffer.from('abc'))).toBeNull();
    expect(await upload.write(5, Buffer.from('f'))).toBe('No room.');
    expect([asked, released, draft.bytes.toString()]).toEqual([[5, 5, 6], 1, 'abcde']);
  });

  describe('over an upload that was interrupted after "abc"', () => {
    test.each([
      // The columns are how the file is opened, the pieces, and the complete file.
      ['over', [], null],
      ['over', [[3, 'de']], 'abcde'],
      ['over', [[0, 'x']], 'x'],
      ['over', [[0, 'wxyz']], 'wxyz'],
      ['over', [[1, 'x']], null],
      ['over', [[2, 'xy']], null],
      ['over', [[4, 'x']], null],
      ['on', [], null],
      ['on', [[3, 'de']], 'abcde'],
      ['on', [[0, 'x']], null],
      ['on', [[0, 'wxyz']], null],
    ] as const)('%s, with %j: %j, and never bytes of two uploads', async (how, pieces, whole) => {
      const open = begun({ how, cut: 'abc' });
      for (const [offset, piece] of pieces) await open.upload.write(offset, Buffer.from(piece));
      expect(wholeOf(open)).toBe(whole);
      expect(beginningOf(open)).toBe(whole ?? '');
      expect(open.upload.isUntouched).toBe(pieces.length === 0);
    });

    test('a client sees the size at which it can resume', () => {
      expect(begun({ how: 'over', cut: 'abc' }).upload.byteSize).toBe(3);
    });
  });

  describe('an upload that is shortened', () => {
    test.each([
      [0, '', true],
      [2, 'ab', true],
      [3, 'abc', true],
      [4, 'abc', false],
    ])('to %i bytes is %j, and it never grows', async (byteSize, left, isDone) => {
      const open = begun({ how: 'anew' });
      await open.upload.write(0, Buffer.from('abc'));
      expect(open.upload.shorten(byteSize)).toBe(isDone);
      expect([wholeOf(open), open.upload.byteSize]).toEqual([left, left.length]);
    });

    test('does not get the removed bytes back', async () => {
      const open = begun({ how: 'anew' });
      await open.upload.write(0, Buffer.from('abcdef'));
      open.upload.shorten(2);
      await open.upload.write(4, Buffer.from('x'));
      expect([wholeOf(open), beginningOf(open)]).toEqual([null, 'ab']);
    });

    test('to zero bytes loses every byte of the interrupted upload', async () => {
      const open = begun({ how: 'over', cut: 'abc' });
      open.upload.shorten(0);
      expect([wholeOf(open), open.upload.isUntouched]).toEqual(['', false]);
      await open.upload.write(3, Buffer.from('d'));
      expect(open.upload.wholeBytes).toBeNull();
    });
  });

  test('an upload whose piece could not be written ends, so that closing it leaves no file with a hole', async () => {
    const full = begun({ how: 'anew' });
    await full.upload.write(0, Buffer.from('abc'));
    full.draft.write = async () => {
      throw new Error('No space left on device');
    };
    await expect(full.upload.write(3, Buffer.from('def'))).rejects.toThrow('No space');
    expect(full.upload.endedBecause).toMatch(/could not be stored/);
    expect(full.draft.isDiscarded).toBe(true);
  });
});

/** Guarantee: on one machine every file from SFTP or mail is deleted in time, except files that wait for a sweep. */
describe('drop offs', () => {
  describe('drop offs', () => {
    let dataDirectory: string;
    beforeEach(async () => {
      dataDirectory = await mkdtemp(join(tmpdir(), 'drops-'));
    });
    afterEach(() => rm(dataDirectory, { recursive: true }));

    test("deletes statements after a week, and never an archived month or a carrier's answer", async () => {
      const objectDirectory = join(dataDirectory, 'objects');
      const objects = await openDiskObjectStore(objectDirectory);
      const kept = ['archive/account/month.csv.gz', 'answers/account/dispute'];
      for (const key of ['raw/account/file', ...kept]) {
        await objects.put(key, new TextEncoder().encode('Member,Amount'));
        const storedAt = new Date(Date.now() - 365 * 24 * 3_600 * 1_000);
        await utimes(join(objectDirectory, key), storedAt, storedAt);
      }
      for (const rule of lifecyclesOf({ dataDirectory, objectDirectory })) await expireDiskObjects(rule);
      expect(await objects.get('raw/account/file')).toBeNull();
      for (const key of kept) expect(await objects.get(key)).not.toBeNull();
    });

    test('deletes unknown copies after a month and messages after a week, and keeps files in /incoming', async () => {
      const store = await openDrops(dataDirectory);
      const days = new Map([
        ['sftp/harbor/processed/2026-01/old.csv', 30.1],
        ['sftp/harbor/rejected/old.csv', 30.1],
        ['sftp/harbor/rejected/old.csv.reason.txt', 30.1],
        ['mail/old', 7.1],
        ['sftp/harbor/incoming/old.csv', 365],
        ['sftp/incoming/rejected/young.csv', 29.9],
        ['mail/young', 6.9],
      ]);
      for (const [key, age] of days) {
        await store.put(key, new TextEncoder().encode('Member,Amount'));
        const storedAt = new Date(Date.now() - age * 24 * 3_600 * 1_000);
        await utimes(join(dataDirectory, 'drops', key), storedAt, storedAt);
      }
      for (const rule of lifecyclesOf({ dataDirectory, objectDirectory: join(dataDirectory, 'objects') }))
        await expireDiskObjects(rule);
      const left = await Promise.all(
        [...days.keys()].map(async (key) => ((await store.get(key)) === null ? [] : [key])),
      );
      expect(left.flat()).toEqual(['sftp/harbor/incoming/old.csv', 'sftp/incoming/rejected/young.csv', 'mail/young']);
    });

    /** Guarantee: a stored key can be read at the next start. Of three thousand keys made directly by ssh2, some cannot be read. */

    test('makes no unreadable key pair among three thousand', () => {
      const pairs = Array.from({ length: 3_000 }, createSshKeyPair);
      const unreadable = pairs
        .flatMap((pair) => [pair.private, pair.public])
        .filter((half) => ssh2.utils.parseKey(half) instanceof Error);
      expect(unreadable).toEqual([]);
    });
  });

  describe('spooled mail', () => {
    const spool = () => new SpooledMail({ messages: 4, messagesOfAddress: 2, bytes: 100, bytesOfAddress: 60 });

    test('limits the messages of one address and in total', () => {
      const mail = spool();
      const [first] = ['a', 'a', 'b', 'b'].map((address) => mail.begin(address));
      expect([mail.begin('a'), mail.begin('c')]).toEqual([null, null]);
      if (first) mail.end(first);
      expect(mail.begin('c')).not.toBeNull();
    });

    test('completes the first of many that grow at once', () => {
      const mail = spool();
      const [first, second] = ['a', 'a'].map((address) => mail.begin(address));
      if (!first || !second) throw new Error('There was room');
      const grown = Array.from({ length: 6 }, () => [mail.grow(first, 10), mail.grow(second, 10)]);
      expect(grown.map(([of]) => of)).toEqual(Array(6).fill(true));
      expect(grown.at(-1)).toEqual([true, false]);
      expect([first.byteSize, second.byteSize]).toEqual([60, 0]);
    });

    test('limits the bytes of one address and in total', () => {
      const mail = spool();
      const [one, two, three] = ['a', 'a', 'b'].map((address) => mail.begin(address));
      if (!one || !two || !three) throw new Error('There was room');
      expect([mail.grow(one, 40), mail.grow(two, 20), mail.grow(three, 40)]).toEqual([true, true, true]);
      expect(mail.grow(two, 1)).toBe(false);
      expect([one.isRefused, three.isRefused, two.byteSize]).toEqual([false, false, 0]);
      expect(mail.grow(three, 20)).toBe(true);
      expect(mail.grow(three, 1)).toBe(false);
    });

    test('gives all addresses of an IPv6 network the share of one', () => {
      const mail = spool();
      const taken = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'].map((address) =>
        mail.begin(address),
      );
      expect(taken.map((message) => message !== null)).toEqual([true, true, false, true]);
    });
  });
});
