import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretBox } from '../../app/webhooks/manage-webhooks.ts';

const KEY_BYTES = 32;
/** The nonce size of GCM. Nonces are random; far too few secrets are sealed for two to be equal. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The name of the format, so that another format can be added. */
const VERSION = 'v1';

/**
 * Seals with AES-256-GCM: `v1.<nonce>.<cipher text and tag>`, base64url. Throws when the key is not 32 bytes long. Sealing a text twice
 * gives different results, and opening detects any change.
 */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.byteLength !== KEY_BYTES) throw new SecretKeyUnusable(key.byteLength);
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
    },
    open(sealed) {
      const [version, nonce = '', rest = ''] = sealed.split('.');
      const bytes = Buffer.from(rest, 'base64url');
      if (version !== VERSION || bytes.byteLength < TAG_BYTES) throw new SecretNotOpened();
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        // The original error is left out, because it might contain the text.
        throw new SecretNotOpened();
      }
    },
  };
}

export class SecretKeyUnusable extends Error {
  override readonly name = 'SecretKeyUnusable';
  constructor(bytes: number) {
    super(`The key that seals webhook secrets must have ${KEY_BYTES} bytes; it has ${bytes}.`);
  }
}

export class SecretNotOpened extends Error {
  override readonly name = 'SecretNotOpened';
  constructor() {
    super(
      'A webhook secret can not be opened: it was sealed with another key, or changed since. Restore the key it was made with.',
    );
  }
}
