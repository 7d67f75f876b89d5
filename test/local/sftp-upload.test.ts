import fc from 'fast-check';
import { expect, test } from 'vitest';
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
      const upload = new SftpUpload(new Uint8Array());
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
  const upload = new SftpUpload(Buffer.from('abc'));
  upload.write(5, Buffer.from('fg'));
  expect(Buffer.from(upload.beginning()).toString()).toBe('abc');
  upload.write(3, Buffer.from('de'));
  expect(Buffer.from(upload.beginning()).toString()).toBe('abcdefg');
  const late = new SftpUpload(new Uint8Array());
  late.write(1, Buffer.from('b'));
  expect(late.beginning().byteLength).toBe(0);
});

test('an empty file is whole', () => {
  const upload = new SftpUpload(new Uint8Array());
  expect(upload.write(0, new Uint8Array())).toBe(true);
  expect(upload.whole()?.byteLength).toBe(0);
});

test('15 MiB and not a byte more; after that nothing of it is left', () => {
  const upload = new SftpUpload(new Uint8Array());
  expect(upload.write(MAX - 1, Buffer.from('x'))).toBe(true);
  expect([upload.byteSize, upload.isTooLarge]).toEqual([MAX, false]);
  expect(upload.write(MAX, Buffer.from('x'))).toBe(false);
  expect(upload.write(0, Buffer.from('x'))).toBe(false);
  expect([upload.byteSize, upload.isTooLarge, upload.beginning().byteLength]).toEqual([MAX + 1, true, 0]);
});
