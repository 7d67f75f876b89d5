import { randomBytes } from 'node:crypto';
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  type GetSecretValueCommandOutput,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { z } from 'zod';
import { SECRET_CACHE_SECONDS } from '../../core/limits/job-limits.ts';
import type { Login } from '../postgres/connection/connection.ts';

/** Secrets by their ARN. Their texts appear in no log and no error. */
export interface SecretSource {
  /** Returns the text, at most five minutes old. */
  read(arn: string): Promise<string>;
  /**
   * Returns the text to use after a refusal: the current text or, during a rotation, the pending one. Returns the refused text when there
   * is no other.
   */
  readAfterRefusal(arn: string, refused: string): Promise<string>;
  /**
   * Returns the current text and, for `overlapSeconds` after it replaced another one, the text before it. The texts are at most five
   * minutes old, the end of the overlap is exact.
   */
  readWithPrevious(arn: string, overlapSeconds: number): Promise<readonly string[]>;
}

/** The first attempt and two retries. */
const ATTEMPTS_MAX = 3;
const CONNECT_MS = 2_000;
/** The time-out of a request in milliseconds. Secrets Manager answers in tens of milliseconds. */
const REQUEST_MS = 3_000;

/** Makes a client with timeouts. Without them an endpoint that drops packets would block a function until Lambda ends it. */
export function createSecretsClient(config: SecretsManagerClientConfig = {}): SecretsManagerClient {
  return new SecretsManagerClient({
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      // Without this setting the SDK only logs a warning and keeps waiting.
      throwOnRequestTimeout: true,
    },
    ...config,
  });
}

type Stage = 'AWSCURRENT' | 'AWSPENDING' | 'AWSPREVIOUS';

interface Cached {
  readonly text: Promise<string>;
  readonly readAtMs: number;
}

export interface SecretSourceOptions {
  readonly client: SecretsManagerClient;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
  /** The time of day, which is compared with the time at which a secret was changed. */
  readonly now: () => Date;
}

/** Makes the source of secrets. Concurrent reads share one request; a failed request is not cached. */
export function createSecretSource({ client, elapsedMs, now }: SecretSourceOptions): SecretSource {
  const cache = new Map<string, Cached>();

  const fetchNow = (arn: string): Promise<string> => {
    const text = fetchSecret(client, arn, 'AWSCURRENT').then(required);
    const cached = { text, readAtMs: elapsedMs() };
    cache.set(arn, cached);
    text.catch(() => {
      if (cache.get(arn) === cached) cache.delete(arn);
    });
    return text;
  };
  const read = (arn: string): Promise<string> => {
    const cached = cache.get(arn);
    const isFresh = cached !== undefined && elapsedMs() - cached.readAtMs < SECRET_CACHE_SECONDS * 1000;
    return isFresh ? cached.text : fetchNow(arn);
  };

  const renew = async (arn: string, refused: string): Promise<string> => {
    // Another caller may have read the new text already.
    const known = await read(arn);
    if (known !== refused) return known;
    const current = await fetchNow(arn);
    if (current !== refused) return current;
    const pending = await fetchSecret(client, arn, 'AWSPENDING');
    if (pending === null || pending === refused) return refused;
    cache.set(arn, { text: Promise.resolve(pending), readAtMs: elapsedMs() });
    return pending;
  };
  const versions = new Map<string, { readonly found: Promise<Versions>; readonly readAtMs: number }>();
  const versionsOf = (arn: string): Promise<Versions> => {
    const cached = versions.get(arn);
    if (cached !== undefined && elapsedMs() - cached.readAtMs < SECRET_CACHE_SECONDS * 1000) return cached.found;
    const made = { found: fetchVersions(client, arn), readAtMs: elapsedMs() };
    versions.set(arn, made);
    made.found.catch(() => {
      if (versions.get(arn) === made) versions.delete(arn);
    });
    return made.found;
  };
  const renewing = new Map<string, Promise<string>>();

  return {
    read,
    async readWithPrevious(arn, overlapSeconds) {
      const { current, previous, changedAt } = await versionsOf(arn);
      const isOver = now().getTime() - changedAt.getTime() >= overlapSeconds * 1000;
      return previous === null || isOver ? [current] : [current, previous];
    },
    readAfterRefusal(arn, refused) {
      const underWay = renewing.get(arn) ?? renew(arn, refused).finally(() => renewing.delete(arn));
      renewing.set(arn, underWay);
      return underWay;
    },
  };
}

interface Versions {
  readonly current: string;
  readonly previous: string | null;
  /** The time at which the current text was stored. */
  readonly changedAt: Date;
}

async function fetchVersions(client: SecretsManagerClient, arn: string): Promise<Versions> {
  const [current, previous] = await Promise.all([
    fetchVersion(client, arn, 'AWSCURRENT'),
    fetchVersion(client, arn, 'AWSPREVIOUS'),
  ]);
  // A secret without a creation time counts as changed long ago, so that its previous text is not accepted for ever.
  const changedAt = current?.CreatedDate ?? new Date(0);
  return { current: required(current?.SecretString ?? null), previous: previous?.SecretString ?? null, changedAt };
}

async function fetchSecret(client: SecretsManagerClient, arn: string, stage: Stage): Promise<string | null> {
  return (await fetchVersion(client, arn, stage))?.SecretString ?? null;
}

/** Returns null when no version has this stage. */
async function fetchVersion(
  client: SecretsManagerClient,
  arn: string,
  stage: Stage,
): Promise<GetSecretValueCommandOutput | null> {
  try {
    return await client.send(new GetSecretValueCommand({ SecretId: arn, VersionStage: stage }));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

function required(text: string | null): string {
  if (text === null) throw new Error('There is no such secret, or it has no text');
  return text;
}

/** The form in which RDS and its rotation store a secret. Further fields are ignored. */
const secretSchema = z.object({ username: z.string().min(1), password: z.string().min(1) });

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Reads a database secret. */
export async function readCredentials(secrets: SecretSource, arn: string): Promise<Credentials> {
  return parseCredentials(await secrets.read(arn));
}

/**
 * Makes a login whose password is read from its secret, and read again when the server refuses it, so that no request fails during a
 * rotation.
 */
export function secretLogin(
  secrets: SecretSource,
  { user, arn }: { readonly user: string; readonly arn: string },
): Login {
  let lastRead: string | null = null;
  let refused: string | null = null;
  return {
    user,
    async password() {
      lastRead = refused === null ? await secrets.read(arn) : await secrets.readAfterRefusal(arn, refused);
      refused = null;
      return parseCredentials(lastRead).password;
    },
    refused() {
      refused = lastRead;
    },
  };
}

/** Parses the text of a database secret. Throws without quoting it. */
export function parseCredentials(text: string): Credentials {
  const parsed = secretSchema.safeParse(jsonOf(text));
  // The parser's own message is left out, because it may quote the secret.
  if (!parsed.success) throw new Error('A database secret holds no JSON with username and password');
  return { user: parsed.data.username, password: parsed.data.password };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A secret and the version that a rotation creates. */
interface SecretVersion {
  readonly arn: string;
  readonly version: string;
}

/** The steps of Secrets Manager's rotation for a secret of the form `{ username, password }`. Each step can be repeated. */
interface SecretRotation {
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
