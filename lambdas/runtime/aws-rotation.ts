import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import { withOwnerLock } from '../../adapters/postgres/connection/lock-wait.ts';
import { canLogIn, setLoginPassword } from '../../adapters/postgres/connection/role-logins.ts';
import { type Credentials, parseCredentials } from '../../adapters/secrets/database-login.ts';
import { createSecretRotation } from '../../adapters/secrets/secret-rotation.ts';
import { createSecretsClient, type SecretSource } from '../../adapters/secrets/secrets-manager.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/task-limits.ts';
import type { LoginRotation } from '../rotation/rotate-login.ts';
import { awsSecrets } from './aws-secrets.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
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
