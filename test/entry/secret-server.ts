import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { startScriptedServer } from '../adapters/aws-server.ts';

/** A secret, and what a rotation that has begun is about to make of it. */
export interface KeptSecret {
  readonly current: string;
  readonly pending?: string;
}

export interface SecretServer {
  readonly endpoint: string;
  readonly secrets: Map<string, KeptSecret>;
  /** How often anything was read. */
  reads(): number;
  close(): Promise<void>;
}

const request = z.object({ SecretId: z.string(), VersionStage: z.enum(['AWSCURRENT', 'AWSPENDING']) });

/** The one operation of Secrets Manager that the service uses, over the wire. */
export async function startSecretServer(): Promise<SecretServer> {
  const secrets = new Map<string, KeptSecret>();
  let reads = 0;
  const answer = async (incoming: IncomingMessage) => {
    reads += 1;
    if (incoming.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue') return null;
    const { SecretId, VersionStage } = request.parse(await json(incoming));
    const secret = secrets.get(SecretId);
    return (VersionStage === 'AWSPENDING' ? secret?.pending : secret?.current) ?? null;
  };
  const server = await startScriptedServer((incoming, response) => {
    void answer(incoming).then((text) => {
      response.statusCode = text === null ? 400 : 200;
      response.setHeader('content-type', 'application/x-amz-json-1.1');
      response.end(JSON.stringify(text === null ? { __type: 'ResourceNotFoundException' } : { SecretString: text }));
    });
  });
  return { endpoint: server.endpoint, secrets, reads: () => reads, close: server.close };
}
