import { createDecipheriv, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretBox, SecretKeyUnusable, SecretNotOpened } from '../../../adapters/secret-box/aes-secret-box.ts';
import { keepSecretKey } from '../../../server/operator-token.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const key = Buffer.alloc(32, 5);
const box = createSecretBox(key);

describe('an encrypted secret', () => {
  it('decrypts to any original text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(box.open(box.seal(text))).toBe(text);
      }),
      { seed: 11, numRuns: propertyRuns(100) },
    );
  });

  it('is AES-256-GCM in its documented form, and does not show the text', () => {
    const sealed = box.seal('whsec_abc');
    const [version, nonce = '', rest = ''] = sealed.split('.');
    expect(version).toBe('v1');
    expect(sealed).not.toContain('abc');
    const bytes = Buffer.from(rest, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'));
    decipher.setAuthTag(bytes.subarray(bytes.length - 16));
    const opened = Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - 16)), decipher.final()]);
    expect(opened.toString()).toBe('whsec_abc');
  });

  it('is a different text each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => box.seal('the same'))).size).toBe(100);
  });

  it('is refused after a change in any place, and when truncated', () => {
    const sealed = box.seal('whsec_abc');
    const bytes = Buffer.from(sealed.split('.')[2] ?? '', 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      const text = [...sealed.split('.').slice(0, 2), changed.toString('base64url')].join('.');
      expect(() => box.open(text)).toThrow(SecretNotOpened);
    }
    const firstOfNonce = sealed.slice(3, 4) === 'x' ? 'y' : 'x';
    const otherNonce = `${sealed.slice(0, 3)}${firstOfNonce}${sealed.slice(4)}`;
    for (const broken of ['', 'v1', 'v1..', 'v2.a.b', sealed.slice(0, -4), otherNonce])
      expect(() => box.open(broken)).toThrow(SecretNotOpened);
  });

  it('does not decrypt with another key, and the error reveals nothing of the secret', () => {
    const sealed = box.seal('whsec_abc');
    const other = createSecretBox(randomBytes(32));
    expect(() => other.open(sealed)).toThrow(/another key/);
    expect(() => other.open(sealed)).not.toThrow(/abc|v1/);
  });

  it('needs a key of 32 bytes', () => {
    for (const length of [0, 16, 31, 33])
      expect(() => createSecretBox(Buffer.alloc(length))).toThrow(SecretKeyUnusable);
  });
});

describe('the key of one machine', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'secret-key-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('is created once by concurrent first uses, and only its owner can read it', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => keepSecretKey(directory, async () => false)));
    expect(new Set(keys.map((one) => Buffer.from(one).toString('hex'))).size).toBe(1);
    expect(keys[0]?.byteLength).toBe(32);
    expect((await stat(join(directory, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect((await readFile(join(directory, 'secret-key'), 'utf8')).length).toBeGreaterThan(40);
  });

  it('is not created again if it is missing while encrypted secrets exist', async () => {
    const empty = await mkdtemp(join(directory, 'restored '));
    await expect(keepSecretKey(empty, async () => true)).rejects.toThrow('secret-key is missing');
    expect(await readdir(empty)).toEqual([]);
    const key = await keepSecretKey(empty, async () => false);
    expect(await keepSecretKey(empty, async () => true)).toEqual(key);
  });

  it('is refused with the reason when truncated', async () => {
    await writeFile(join(directory, 'secret-key'), 'AAAA\n');
    const broken = await keepSecretKey(directory, async () => false);
    expect(() => createSecretBox(broken)).toThrow('must have 32 bytes; it has 3');
  });
});
