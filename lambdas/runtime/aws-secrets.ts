import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type DatabaseAddress, withOwnerLock } from '../../adapters/postgres/connection/connection.ts';
import { canLogIn, setLoginPassword } from '../../adapters/postgres/connection/role-logins.ts';
import { createSecretBox } from '../../adapters/secret-box/aes-secret-box.ts';
import {
  type Credentials,
  createSecretRotation,
  createSecretSource,
  createSecretsClient,
  parseCredentials,
  type SecretSource,
} from '../../adapters/secrets/secrets-manager.ts';
import type { IdentityProvider } from '../../adapters/sign-in/identity-providers.ts';
import type { SecretBox } from '../../app/webhooks/manage-webhooks.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/job-limits.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import { identityProvidersOf, missingProviderVariables, providerVariables } from './provider-settings.ts';
import type { Telemetry } from './telemetry.ts';

/** Rotates the logins whose secrets the function has, including the owner's. */
export function awsRotation(telemetry: Telemetry): LoginRotation {
  const variables = readVariables(VARIABLES.owner);
  const { DATABASE_HOST: host, DATABASE_PORT: port, DATABASE_NAME: database, DATABASE_SECRET_ARNS: arns } = variables;
  const rotation = createSecretRotation(telemetry.traced(createSecretsClient()));
  const addressOf = ({ user, password }: Credentials): DatabaseAddress => ({
    kind: 'login',
    host,
    port,
    database,
    login: { user, password: async () => password, refused: () => {} },
  });
  const isLogins = (arn: string) => Object.values<string>(arns).includes(arn);
  return {
    async begin(secret) {
      if (!isLogins(secret.arn)) throw new Error('That is no secret of a database login');
      await rotation.begin(secret);
    },
    async complete(secret) {
      if (!isLogins(secret.arn)) throw new Error('That is no secret of a database login');
      const made = parseCredentials(await rotation.read(secret));
      // The secret is read on every call, because the last rotation may have changed the owner's own password.
      const owner = addressOf(await ownerCredentials(awsSecrets(telemetry), arns.owner, addressOf));
      // The lock prevents a rotation while a deployment sets the password of every login from its secret.
      await withOwnerLock(owner, SCHEDULED_TASK_TIMEOUT_SECONDS / 2, async () => {
        await setLoginPassword(owner, made.user, made.password);
        if (!(await canLogIn(addressOf(made)))) throw new Error('The database does not take the new password');
        await rotation.finish(secret);
      });
    },
  };
}

/** Returns the current credentials, or the pending ones if a rotation of the owner's own password was interrupted. */
async function ownerCredentials(
  secrets: SecretSource,
  arn: string,
  addressOf: (credentials: Credentials) => DatabaseAddress,
): Promise<Credentials> {
  const current = await secrets.read(arn);
  if (await canLogIn(addressOf(parseCredentials(current)))) return parseCredentials(current);
  return parseCredentials(await secrets.readAfterRefusal(arn, current));
}

/** Makes the source of secrets. Call it once per process, so that its parts share the read secrets. */
export function awsSecrets({ traced }: Telemetry): SecretSource {
  return createSecretSource({
    client: traced(createSecretsClient()),
    elapsedMs: () => performance.now(),
    now: () => new Date(),
  });
}

/** Reads the key of the installation: the hash of its secret, which may be any long random text. */
export async function awsSecretKey(
  secrets: SecretSource,
  arn: string = readVariables(VARIABLES.sealing).SECRET_KEY_ARN,
): Promise<Uint8Array> {
  const text = await secrets.read(arn);
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

/** The input from Secrets Manager, which calls a rotation function four times per rotation. */
const rotationStep = z.object({
  SecretId: z.string().min(1),
  ClientRequestToken: z.string().min(1),
  Step: z.enum(['createSecret', 'setSecret', 'testSecret', 'finishSecret']),
});

interface LoginRotation {
  /** Generates a password and stores it beside the current one. */
  readonly begin: (secret: { readonly arn: string; readonly version: string }) => Promise<void>;
  /** Sets the password of the login, tests it, and makes it the current one. */
  readonly complete: (secret: { readonly arn: string; readonly version: string }) => Promise<void>;
}

/**
 * Rotates a database login (docs/reference/security.md#on-aws). The second step completes the rotation at once; otherwise the secret and
 * the database would disagree for seconds. The later steps find the rotation complete, or repeat it after a crash.
 */
export function createRotateLogin({ begin, complete }: LoginRotation) {
  return async (event: unknown): Promise<void> => {
    const { SecretId: arn, ClientRequestToken: version, Step } = rotationStep.parse(event);
    if (Step === 'createSecret') await begin({ arn, version });
    if (Step === 'setSecret' || Step === 'finishSecret') await complete({ arn, version });
  };
}
