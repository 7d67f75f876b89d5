import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager';
import { SECRET_CACHE_SECONDS } from '../../core/limits/database-limits.ts';

/** Secrets by the address of each. Their texts are in no log and in no error. */
export interface SecretSource {
  /** As it was at most five minutes ago. */
  read(arn: string): Promise<string>;
  /**
   * For a text that somebody did not accept: what is kept now, or, while a rotation is between its steps, what it is about to
   * keep. The refused text itself when there is no other.
   */
  readAfterRefusal(arn: string, refused: string): Promise<string>;
}

/** First try and two more. */
const ATTEMPTS_MAX = 3;
const CONNECT_MS = 2_000;
/** Secrets Manager answers in tens of milliseconds. */
const REQUEST_MS = 3_000;

/** A client that gives up: without these an endpoint that swallows packets holds a function until Lambda kills it. */
export function createSecretsClient(config: SecretsManagerClientConfig = {}): SecretsManagerClient {
  return new SecretsManagerClient({
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      // Without it the SDK only logs a warning and waits on.
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
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsedMs: () => number;
}

/** Those who ask at the same time share one request. A request that failed is not remembered. */
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
    // Somebody else may have read the new one already.
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

/** Null: there is no version of this stage. */
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
