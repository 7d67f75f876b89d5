import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { openDiskObjectStore } from '../adapters/object-store/disk-object-store.ts';
import { createS3Client, createS3DropStore, createS3ObjectStore } from '../adapters/object-store/s3-object-store.ts';
import type { DatabaseAddress } from '../adapters/postgres/connection/connection.ts';
import { connectDatabase, type Database, type RoleAddresses } from '../adapters/postgres/connection/database.ts';
import { LOGINS } from '../adapters/postgres/connection/role-logins.ts';
import { createSecretBox } from '../adapters/secret-box/aes-secret-box.ts';
import {
  createSecretSource,
  createSecretsClient,
  type SecretSource,
  secretLogin,
} from '../adapters/secrets/secrets-manager.ts';
import type { MovingBytes } from '../app/operations/move-account.ts';
import type { SecretBox } from '../app/webhooks/manage-webhooks.ts';
import { MOVE_STATEMENT_SECONDS } from '../core/limits/account-limits.ts';
import { awsSecretKey } from '../lambdas/runtime/aws-secrets.ts';
import { VARIABLES } from '../lambdas/runtime/aws-settings.ts';
import { openDrops } from '../server/drop-offs.ts';
import { keepSecretKey } from '../server/operator-token.ts';
import { DataDirectoryUnusable } from '../server/postgres-data.ts';
import { readLockFile } from '../server/postgres-postmaster.ts';
import { addressIn } from '../server/postgres-server.ts';
import type { RunAws } from './restore-drill-aws.ts';

/** A service that an account leaves or comes to: its database, its stored bytes and its key. */
export interface MoveCell {
  readonly database: Database;
  readonly bytes: MovingBytes;
  readonly secretBox: SecretBox;
  close(): Promise<void>;
}

/** Opens the service of a data directory, which has to run if its database is the bundled one. */
export async function openMachineCell(directory: string, databaseUrl: string | undefined): Promise<MoveCell> {
  const dataDirectory = resolve(directory);
  if (!existsSync(join(dataDirectory, 'secret-key')))
    throw new DataDirectoryUnusable(`${dataDirectory} is not the data directory of a service that has run.`);
  const database = connect(
    databaseUrl === undefined ? bundledAddress(dataDirectory) : { kind: 'url', url: databaseUrl },
  );
  return {
    database,
    bytes: {
      objects: await openDiskObjectStore(join(dataDirectory, 'objects')),
      dropStore: await openDrops(dataDirectory),
    },
    secretBox: createSecretBox(await keepSecretKey(dataDirectory, async () => true)),
    close: () => database.close(),
  };
}

function bundledAddress(dataDirectory: string): DatabaseAddress {
  const lock = readLockFile(join(dataDirectory, 'postgres'));
  if (lock?.ready === true) return addressIn(lock.socketDirectory);
  throw new DataDirectoryUnusable(`No service runs on ${dataDirectory}. Start it first, or state its database.`);
}

const configuration = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.string()) }) });

/** Opens a stage on AWS by the settings of its API's function. Needs a way into its network, and rights to its secrets and buckets. */
export async function openAwsCell(stage: string, aws: RunAws, secrets: SecretSource = ownSecrets()): Promise<MoveCell> {
  const answer = await aws(['lambda', 'get-function-configuration', '--function-name', `cas-${stage}-http-api`]);
  const { Variables } = configuration.parse(JSON.parse(answer)).Environment;
  const { DATABASE_HOST, DATABASE_PORT, DATABASE_NAME, DATABASE_SECRET_ARNS } = VARIABLES.database.parse(Variables);
  const { RAW_BUCKET } = VARIABLES.rawFiles.parse(Variables);
  const { DROP_BUCKET } = VARIABLES.dropFolder.parse(Variables);
  const { SECRET_KEY_ARN } = VARIABLES.sealing.parse(Variables);
  const system: DatabaseAddress = {
    kind: 'login',
    host: DATABASE_HOST,
    port: DATABASE_PORT,
    database: DATABASE_NAME,
    login: secretLogin(secrets, { user: LOGINS.system, arn: DATABASE_SECRET_ARNS.system }),
  };
  const database = connect({ system, service: system });
  return {
    database,
    bytes: {
      objects: createS3ObjectStore({ bucket: RAW_BUCKET, client: createS3Client() }),
      dropStore: createS3DropStore({ bucket: DROP_BUCKET, client: createS3Client() }),
    },
    secretBox: createSecretBox(await awsSecretKey(secrets, SECRET_KEY_ARN)),
    close: () => database.close(),
  };
}

const ownSecrets = (): SecretSource =>
  createSecretSource({
    client: createSecretsClient(),
    elapsedMs: () => performance.now(),
    now: () => new Date(),
  });

function connect(address: DatabaseAddress | RoleAddresses): Database {
  return connectDatabase(address, {
    poolSize: 3,
    applicationName: 'move-agency',
    statementTimeoutSeconds: MOVE_STATEMENT_SECONDS,
  });
}
