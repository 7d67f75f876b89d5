import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SftpUpload } from '../../local/sftp-upload.ts';

const MAX = 15 * 1024 * 1024;

/** A content, cut into pieces, in any order, some of them twice. */
const cutContents = fc.uint8Array({ minLength: 1, maxLength: 200 }).chain((content) =>
  fc.tuple(fc.array(fc.nat(content.length), { maxLength: 8 }), fc.nat(3)).chain(([cuts, twice]) => {
    const places = [...new Set([0, ...cuts, content.length])].sort((a, b) => a - b);
    const pieces = places.slice(1).map((end, index) => ({ from: places[index] ?? 0, end }));
    const sent = [...pieces, ...pieces.slice(0, twice)];
    return fc.shuffledSubarray(sent, { minLength: sent.length }).map((order) => ({ content, order }));
  }),
);

test('whatever order its pieces come in, it is whole once all are there, and not before', () => {
  fc.assert(
    fc.property(cutContents, ({ content, order }) => {
      const upload = new SftpUpload({ how: 'anew' });
      const written = new Set<number>();
      for (const { from, end } of order) {
        expect(upload.write(from, content.subarray(from, end))).toBe(true);
        for (let place = from; place < end; place++) written.add(place);
        const size = Math.max(...written) + 1;
        expect(upload.byteSize).toBe(size);
        const whole = upload.whole();
        if (written.size === size) expect(Buffer.compare(whole ?? Buffer.alloc(0), content.subarray(0, size))).toBe(0);
        else expect(whole).toBeNull();
      }
      expect(Buffer.compare(upload.whole() ?? Buffer.alloc(0), content)).toBe(0);
    }),
  );
});

test('what came before the first gap is what it can be taken up from', () => {
  const upload = new SftpUpload({ how: 'over', cut: Buffer.from('abc') });
  upload.write(3, Buffer.from('de'));
  upload.write(6, Buffer.from('g'));
  expect(Buffer.from(upload.beginning()).toString()).toBe('abcde');
  upload.write(5, Buffer.from('f'));
  expect(Buffer.from(upload.beginning()).toString()).toBe('abcdefg');
  const late = new SftpUpload({ how: 'anew' });
  late.write(1, Buffer.from('b'));
  expect(late.beginning().byteLength).toBe(0);
});

test('an empty file is whole', () => {
  const upload = new SftpUpload({ how: 'anew' });
  expect(upload.write(0, new Uint8Array())).toBe(true);
  expect(upload.whole()?.byteLength).toBe(0);
});

test('15 MiB and not a byte more; after that nothing of it is left', () => {
  const upload = new SftpUpload({ how: 'anew' });
  expect(upload.write(MAX - 1, Buffer.from('x'))).toBe(true);
  expect([upload.byteSize, upload.isTooLarge]).toEqual([MAX, false]);
  expect(upload.write(MAX, Buffer.from('x'))).toBe(false);
  expect(upload.write(0, Buffer.from('x'))).toBe(false);
  expect([upload.byteSize, upload.isTooLarge, upload.beginning().byteLength]).toEqual([MAX + 1, true, 0]);
});

const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString());

describe('over an upload that was cut after "abc"', () => {
  test.each([
    // how, pieces, whole
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
  ] as const)('%s, with %j: %j, and never bytes of two uploads', (how, pieces, whole) => {
    const upload = new SftpUpload({ how, cut: Buffer.from('abc') });
    for (const [offset, piece] of pieces) upload.write(offset, Buffer.from(piece));
    expect(text(upload.whole())).toBe(whole);
    expect(text(upload.beginning())).toBe(whole ?? '');
    expect(upload.isUntouched).toBe(pieces.length === 0);
  });

  test('clients are told to go on at its end', () => {
    expect(new SftpUpload({ how: 'over', cut: Buffer.from('abc') }).byteSize).toBe(3);
  });
});

describe('made shorter', () => {
  test.each([
    [0, '', true],
    [2, 'ab', true],
    [3, 'abc', true],
    [4, 'abc', false],
  ])('to %i bytes it is %j, and it never grows', (byteSize, left, isDone) => {
    const upload = new SftpUpload({ how: 'anew' });
    upload.write(0, Buffer.from('abc'));
    expect(upload.shorten(byteSize)).toBe(isDone);
    expect([text(upload.whole()), upload.byteSize]).toEqual([left, left.length]);
  });

  test('what was cut off does not come back', () => {
    const upload = new SftpUpload({ how: 'anew' });
    upload.write(0, Buffer.from('abcdef'));
    upload.shorten(2);
    upload.write(4, Buffer.from('x'));
    expect([text(upload.whole()), text(upload.beginning())]).toEqual([null, 'ab']);
  });

  test('to nothing, nothing of a cut upload counts', () => {
    const upload = new SftpUpload({ how: 'over', cut: Buffer.from('abc') });
    upload.shorten(0);
    expect([text(upload.whole()), upload.isUntouched]).toEqual(['', false]);
    upload.write(3, Buffer.from('d'));
    expect(upload.whole()).toBeNull();
  });
});
