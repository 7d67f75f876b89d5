import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ObjectStore } from '../../../app/platform/object-store.ts';
import { FILE_BYTES_MAX } from '../../../core/limits/statement-limits.ts';

export interface StoreUnderTest {
  readonly store: ObjectStore;
  close(): Promise<void>;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const text = (value: string) => new TextEncoder().encode(value);
const read = async (store: ObjectStore, key: string) => {
  const bytes = await store.get(key);
  return bytes === null ? null : new TextDecoder().decode(bytes);
};

/** Tests the guarantees of every object store. `open` returns an empty store. */
export function describeObjectStoreContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name}: object store contract`, () => {
    let opened: StoreUnderTest;
    let store: ObjectStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.close());

    test('returns the stored bytes', async () => {
      await store.put('raw/account/file', text('Member,Amount\r\nÅsa,1.00'));
      expect(await read(store, 'raw/account/file')).toBe('Member,Amount\r\nÅsa,1.00');
    });

    test.each([0, 1, 8 * 1024 * 1024, FILE_BYTES_MAX])('keeps each of %i bytes', async (size) => {
      const bytes = new Uint8Array(randomBytes(size));
      await store.put('raw/account/statement', bytes);
      const found = await store.get('raw/account/statement');
      expect(found?.byteLength).toBe(size);
      expect(sha256(found ?? text('none'))).toBe(sha256(bytes));
    });

    test('finds nothing under an unknown key, or under the folder of a known key', async () => {
      await store.put('raw/account/file', text('a'));
      expect(await store.get('raw/account/other')).toBeNull();
      expect(await store.get('raw/nobody/file')).toBeNull();
      expect(await store.get('raw/account')).toBeNull();
    });

    test('overwrites an existing object', async () => {
      await store.put('raw/account/file', text('a longer first version'));
      await store.put('raw/account/file', text('second'));
      expect(await read(store, 'raw/account/file')).toBe('second');
    });

    test('deletes only the given key, and deletes a missing object without an error', async () => {
      await store.put('raw/account/file-1', text('1'));
      await store.put('raw/account/file-10', text('10'));
      await store.delete('raw/account/file-1');
      await store.delete('raw/account/file-1');
      await store.delete('raw/nobody/file');
      expect(await store.get('raw/account/file-1')).toBeNull();
      expect(await read(store, 'raw/account/file-10')).toBe('10');
    });

    test('deletes all objects below a prefix, but none in a folder whose name only begins with it, and returns how much it deleted', async () => {
      for (const key of ['raw/lake/1', 'raw/lake/2', 'raw/lakeside/1']) await store.put(key, text('abc'));
      expect(await store.deleteBelow('raw/lake/')).toEqual({ objects: 2, bytes: 6 });
      expect(await store.deleteBelow('raw/lake/')).toEqual({ objects: 0, bytes: 0 });
      expect([await store.get('raw/lake/1'), await read(store, 'raw/lakeside/1')]).toEqual([null, 'abc']);
      await store.put('raw/lake/1', text('again'));
      expect(await read(store, 'raw/lake/1')).toBe('again');
    });

    test('keeps one complete object of concurrent puts to one key', async () => {
      const versions = Array.from({ length: 8 }, (_, index) => new Uint8Array(200_000).fill(index));
      await Promise.all(versions.map((bytes) => store.put('raw/account/file', bytes)));
      const found = await store.get('raw/account/file');
      expect(versions.map(sha256)).toContain(sha256(found ?? text('none')));
    });

    test.each([
      '',
      '/etc/passwd',
      '../up',
      'a/../../up',
      'a/./b',
      'a//b',
      'a/',
      '.hidden',
      'a/.b',
      'a b',
      'a\\b',
      'a\0b',
      'é',
      'a'.repeat(1025),
    ])('refuses the key %j in every operation', async (key) => {
      await expect(store.put(key, text('x'))).rejects.toThrow('Not an object key');
      await expect(store.get(key)).rejects.toThrow('Not an object key');
      await expect(store.delete(key)).rejects.toThrow('Not an object key');
    });
  });
}
