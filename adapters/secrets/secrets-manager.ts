import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager';
import { SECRET_CACHE_SECONDS } from '../../core/limits/database-limits.ts';

/** Secrets by their ARN. Their texts appear in no log and no error. */
export interface SecretSource {
  /** Returns the text, at most five minutes old. */
  read(arn: string): Promise<string>;
  /**
   * Returns the text to use after a refusal: the current text or, during a rotation, the pending one. Returns the refused text when there
   * is no other.
   */
  readAfterRefusal(arn: string, refused: string): Promise<string>;
}

/** The first attempt and two retries. */
const ATTEMPTS_MAX = 3;
const CONNECT_MS = 2_000;
/** Secrets Manager answers in tens of milliseconds. */
const REQUEST_MS = 3_000;

/** Makes a client with timeouts. Without them an endpoint that drops packets would block a function until Lambda ends it. */
export function createSecretsClient(config: SecretsManagerClientConfig = {}): SecretsManagerClient {
  return new SecretsManagerClient({
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      // Without this the SDK only logs a warning and keeps waiting.
      throwOnRequestTimeout: true,
    },
    ...config,
  });
}

type Stage = 'AWSCURRENT' | 'AWSPENDING';

interface Cached {
  readonly text: Promise<string>;
  readonly readAtMs: number;
}

export interface SecretSourceOptions {
  readonly client: SecretsManagerClient;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}

/** Makes the source of secrets. Concurrent reads share one request; a failed request is not cached. */
export function createSecretSource({ client, elapsedMs }: SecretSourceOptions): SecretSource {
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
  const renewing = new Map<string, Promise<string>>();

  return {
    read,
    readAfterRefusal(arn, refused) {
      const underWay = renewing.get(arn) ?? renew(arn, refused).finally(() => renewing.delete(arn));
      renewing.set(arn, underWay);
      return underWay;
    },
  };
}

/** Returns null when no version has this stage. */
async function fetchSecret(client: SecretsManagerClient, arn: string, stage: Stage): Promise<string | null> {
  try {
    const command = new GetSecretValueCommand({ SecretId: arn, VersionStage: stage });
    return (await client.send(command)).SecretString ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

function required(text: string | null): string {
  if (text === null) throw new Error('There is no such secret, or it has no text');
  return text;
}
