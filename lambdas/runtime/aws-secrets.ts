import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createSecretBox } from '../../adapters/secret-box/aes-secret-box.ts';
import { createSecretSource, createSecretsClient, type SecretSource } from '../../adapters/secrets/secrets-manager.ts';
import type { IdentityProvider } from '../../adapters/sign-in/identity-providers.ts';
import type { SecretBox } from '../../app/webhooks/manage-webhooks.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import { identityProvidersOf, missingProviderVariables, providerVariables } from './provider-settings.ts';
import type { Telemetry } from './telemetry.ts';

/** Makes the source of secrets. Call it once per process, so that its parts share the read secrets. */
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

const providerSecret = z.strictObject(providerVariables);

/**
 * Reads the providers that people can sign in with; none on a stage without the secret. A secret that is wrong is logged and gives no
 * providers, because people can still sign in with a link, and programs with a token.
 */
export async function awsIdentityProviders(
  secrets: SecretSource,
  log: Telemetry['log'],
): Promise<readonly IdentityProvider[]> {
  const { IDENTITY_PROVIDERS_ARN: arn } = readVariables(VARIABLES.signIn);
  if (arn === undefined) return [];
  try {
    const variables = providerSecret.parse(JSON.parse(await secrets.read(arn)));
    const missing = missingProviderVariables(variables);
    if (missing.length > 0) throw new Error(`The secret has no ${missing.join(', ')}`);
    return identityProvidersOf(variables);
  } catch (error) {
    log('error', 'identity_providers_ignored', { reason: reasonOf(error) });
    return [];
  }
}

/** Describes an error without its message when that message, like a JSON parser's, may quote a secret. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'The secret is not JSON';
  return error instanceof Error ? error.message : 'The secret cannot be read';
}
