import { createSecretBox } from '../../adapters/secret-box/aes-secret-box.ts';

/** What a process needs to make webhook secrets and the links of what is sent. */
export const webhookPlatform = {
  publicUrl: () => 'https://api.example.com',
  secretBox: createSecretBox(new Uint8Array(32).fill(7)),
};
