import { createHash } from 'node:crypto';
import { createSecretBox } from '../../adapters/secret-box/aes-secret-box.ts';
import { createSecretSource, createSecretsClient, type SecretSource } from '../../adapters/secrets/secrets-manager.ts';
import type { SecretBox } from '../../app/webhooks/webhook-ports.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import type { Telemetry } from './telemetry.ts';

/** One instance per process, so that its parts share the read secrets. */
export function awsSecrets({ traced }: Telemetry): SecretSource {
  return createSecretSource({
    client: traced(createSecretsClient()),
    elapsedMs: () => performance.now(),
    now: () => new Date(),
  });
}

/** Reads the key of the installation: the hash of its secret, which may be any long random text. */
export async function awsSecretKey(secrets: SecretSource): Promise<Uint8Array> {
  const { SECRET_KEY_ARN } = readVariables(VARIABLES.sealing);
  const text = await secrets.read(SECRET_KEY_ARN);
  if (text.length < 32) throw new Error('The secret that seals webhook secrets has fewer than 32 characters');
  return createHash('sha256').update(text).digest();
}

/** Encrypts webhook secrets. */
export async function awsSecretBox(secrets: SecretSource): Promise<SecretBox> {
  return createSecretBox(await awsSecretKey(secrets));
}
