import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { startScriptedServer } from '../adapters/aws-server.ts';

/** A secret, with the version that a started rotation will make current. */
export interface KeptSecret {
  readonly current: string;
  /** The previous text, and the time at which the current text replaced it. */
  readonly previous?: { readonly text: string; readonly replacedAt: Date };
  readonly pending?: string;
}

export interface SecretServer {
  readonly endpoint: string;
  readonly secrets: Map<string, KeptSecret>;
  /** The number of reads. */
  reads(): number;
  close(): Promise<void>;
}

const request = z.object({
  SecretId: z.string(),
  VersionStage: z.enum(['AWSCURRENT', 'AWSPENDING', 'AWSPREVIOUS']).default('AWSCURRENT'),
  VersionId: z.string().optional(),
  ClientRequestToken: z.string().default(''),
  SecretString: z.string().default(''),
});

const CURRENT = 'the-one-before';

/** Secrets Manager's answer to the service's requests; null for an unknown secret, version or request. */
function answerOf(secrets: Map<string, KeptSecret>, versions: Map<string, string>, target: string, body: unknown) {
  const { SecretId, VersionStage, VersionId, ClientRequestToken, SecretString } = request.parse(body);
  const secret = secrets.get(SecretId);
  if (secret === undefined) return null;
  const { current, pending, previous } = secret;
  const version = versions.get(SecretId);
  if (target === 'GetSecretValue') {
    if (VersionId !== undefined && VersionId !== version) return null;
    if (VersionStage === 'AWSPREVIOUS') return previous === undefined ? null : { SecretString: previous.text };
    const wanted = VersionId === undefined && VersionStage === 'AWSCURRENT' ? current : (pending ?? current);
    if (VersionStage === 'AWSPENDING' && pending === undefined) return null;
    return { SecretString: wanted, CreatedDate: (previous?.replacedAt.getTime() ?? 0) / 1000 };
  }
  if (target === 'PutSecretValue') {
    versions.set(SecretId, ClientRequestToken);
    secrets.set(SecretId, { current, pending: SecretString });
    return {};
  }
  if (target === 'DescribeSecret') {
    const made = version === undefined ? {} : { [version]: [pending === undefined ? 'AWSCURRENT' : 'AWSPENDING'] };
    return {
      VersionIdsToStages: { ...(pending === undefined && version ? {} : { [CURRENT]: ['AWSCURRENT'] }), ...made },
    };
  }
  if (target === 'UpdateSecretVersionStage' && pending !== undefined) {
    secrets.set(SecretId, { current: pending });
    return {};
  }
  return null;
}

/** Serves the operations of Secrets Manager that the service uses, over the network. */
export async function startSecretServer(): Promise<SecretServer> {
  const secrets = new Map<string, KeptSecret>();
  let reads = 0;
  const versions = new Map<string, string>();
  const answer = async (incoming: IncomingMessage) => {
    reads += 1;
    const target = String(incoming.headers['x-amz-target']).replace('secretsmanager.', '');
    return answerOf(secrets, versions, target, await json(incoming));
  };
  const server = await startScriptedServer((incoming, response) => {
    void answer(incoming).then((answered) => {
      response.statusCode = answered === null ? 400 : 200;
      response.setHeader('content-type', 'application/x-amz-json-1.1');
      response.end(JSON.stringify(answered ?? { __type: 'ResourceNotFoundException' }));
    });
  });
  return { endpoint: server.endpoint, secrets, reads: () => reads, close: server.close };
}
