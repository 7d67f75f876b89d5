import { createSecretBox } from '../../adapters/secret-box/aes-secret-box.ts';

/** The parts that a process needs for webhook secrets and the links in sent events. */
export const webhookPlatform = {
  publicUrl: () => 'https://api.example.com',
  secretBox: createSecretBox(new Uint8Array(32).fill(7)),
};
