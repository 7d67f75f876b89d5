import { connectDatabase } from '../../adapters/postgres/connection/database.ts';
import { readAccountSums } from '../../adapters/postgres/operations/account-sums.ts';
import { readCredentials } from '../../adapters/secrets/database-login.ts';
import type { SecretSource } from '../../adapters/secrets/secrets-manager.ts';
import type { TableSum } from '../../core/account-sums.ts';
import { MIGRATION_TIMEOUT_SECONDS } from '../../core/limits/job-limits.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';

/** Sums the rows of every account in the stage's database (`own`), or in a copy of it beside. */
export async function sumDeployed(secrets: SecretSource, host: string): Promise<readonly TableSum[]> {
  const { DATABASE_HOST, DATABASE_PORT, DATABASE_NAME, DATABASE_SECRET_ARNS } = readVariables(VARIABLES.owner);
  const { user, password } = await readCredentials(secrets, DATABASE_SECRET_ARNS.system);
  const database = connectDatabase(
    {
      kind: 'login',
      host: host === 'own' ? DATABASE_HOST : besideOwn(host, DATABASE_HOST),
      port: DATABASE_PORT,
      database: DATABASE_NAME,
      login: { user, password: async () => password, refused: () => {} },
    },
    {
      poolSize: 1,
      applicationName: 'account-sums',
      statementTimeoutSeconds: MIGRATION_TIMEOUT_SECONDS - 60,
    },
  );
  try {
    return [...Map.groupBy(await readAccountSums(database), ({ accountId }) => accountId)].map(inAll);
  } finally {
    await database.close();
  }
}

/** Adds the tables of an account up to one sum, because the answer of a function has a limit. A difference is looked up in the copy. */
function inAll([accountId, sums]: readonly [string, readonly TableSum[]]): TableSum {
  return {
    ...{ accountId, table: 'all tables' },
    rows: sums.reduce((total, { rows }) => total + rows, 0),
    digest: String(sums.reduce((total, { digest }) => total + BigInt(digest), 0n)),
  };
}

/** Refuses a host that is not a cluster of the same account and region, because it would be told the password. */
export function besideOwn(host: string, own: string): string {
  const suffix = own.slice(own.indexOf('.'));
  if (!/^[a-z0-9-]+$/.test(host.slice(0, -suffix.length)) || !host.endsWith(suffix)) {
    throw new Error(`${host} is no cluster beside ${own}`);
  }
  return host;
}
