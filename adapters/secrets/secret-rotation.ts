import { randomBytes } from 'node:crypto';
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { z } from 'zod';

/** A secret and the version that a rotation creates. */
export interface SecretVersion {
  readonly arn: string;
  readonly version: string;
}

/** The steps of Secrets Manager's rotation for a secret of the form `{ username, password }`. Each step can be repeated. */
export interface SecretRotation {
  /** Creates the pending version, which is the current version with another password. */
  begin(secret: SecretVersion): Promise<void>;
  /** Reads the text of the version. */
  read(secret: SecretVersion): Promise<string>;
  /** Makes the version the current one. */
  finish(secret: SecretVersion): Promise<void>;
}

/** Makes a password: 256 random bits as letters, digits, hyphens and underscores. */
const newPassword = (): string => randomBytes(32).toString('base64url');

const credentials = z.looseObject({ username: z.string(), password: z.string() });

export function createSecretRotation(client: SecretsManagerClient): SecretRotation {
  const textOf = async (command: GetSecretValueCommand): Promise<string> => {
    const { SecretString } = await client.send(command);
    if (SecretString === undefined) throw new Error('The secret has no text');
    return SecretString;
  };
  const read = ({ arn, version }: SecretVersion) =>
    textOf(new GetSecretValueCommand({ SecretId: arn, VersionId: version }));
  return {
    read,
    async begin({ arn, version }) {
      if (await isThere(read({ arn, version }))) return;
      const current = await textOf(new GetSecretValueCommand({ SecretId: arn, VersionStage: 'AWSCURRENT' }));
      await client.send(
        new PutSecretValueCommand({
          SecretId: arn,
          ClientRequestToken: version,
          SecretString: JSON.stringify({ ...credentialsOf(current), password: newPassword() }),
          VersionStages: ['AWSPENDING'],
        }),
      );
    },
    async finish({ arn, version }) {
      const { VersionIdsToStages = {} } = await client.send(new DescribeSecretCommand({ SecretId: arn }));
      const current = Object.keys(VersionIdsToStages).find((id) => VersionIdsToStages[id]?.includes('AWSCURRENT'));
      if (current === version) return;
      await client.send(
        new UpdateSecretVersionStageCommand({
          SecretId: arn,
          VersionStage: 'AWSCURRENT',
          MoveToVersionId: version,
          RemoveFromVersionId: current,
        }),
      );
    },
  };
}

async function isThere(reading: Promise<string>): Promise<boolean> {
  try {
    await reading;
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}

/** Parses a secret. The parser's own message is left out, because it may quote the secret. */
function credentialsOf(text: string): z.output<typeof credentials> {
  try {
    return credentials.parse(JSON.parse(text));
  } catch {
    throw new Error('A database secret holds no JSON with username and password');
  }
}
