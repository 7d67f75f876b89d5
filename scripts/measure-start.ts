import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** The environment: any values that the functions accept. A start calls no service but Secrets Manager. */
const ENVIRONMENT = {
  STAGE: 'dev',
  RAW_BUCKET: 'raw',
  DROP_BUCKET: 'drop',
  STATEMENTS_QUEUE_URL: 'http://127.0.0.1/statements',
  STATEMENTS_DEAD_QUEUE_URL: 'http://127.0.0.1/statements-dead',
  WEBHOOKS_QUEUE_URL: 'http://127.0.0.1/webhooks',
  PEOPLE_MAILS_QUEUE_URL: 'http://127.0.0.1/people-mails',
  WEBHOOKS_DEAD_QUEUE_URL: 'http://127.0.0.1/webhooks-dead',
  DATABASE_HOST: '127.0.0.1',
  DATABASE_NAME: 'service',
  DATABASE_SECRET_ARNS: JSON.stringify(
    Object.fromEntries(['service', 'system', 'report', 'owner'].map((name) => [name, `arn:aws:${name}`])),
  ),
  SECRET_KEY_ARN: 'arn:aws:key',
  ADMIN_TOKEN_ARN: 'arn:aws:token',
  PUBLIC_URL: 'https://api.example.com',
  EMAIL_DOMAIN: 'in.example.com',
  SFTP_USER_ROLE_ARN: 'arn:aws:iam::000000000000:role/sftp-user',
  MAIL_FROM: 'reports@example.com',
  UPLOADS: 'fargate',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
};

/** The milliseconds until a module is loaded and could answer, of the import alone and of the whole process. */
export interface Start {
  /** The milliseconds without the start of Node itself. */
  readonly importMs: number;
  readonly processMs: number;
}

export interface Starter {
  /** Loads the module as the first action of a new process. */
  start(file: string): Promise<Start>;
  close(): void;
}

const startSchema = z.object({ importMs: z.number(), processMs: z.number() });

/** Starts bundles, which read their secrets from a local server. */
export async function openStarter(): Promise<Starter> {
  const secrets = createServer((_, response) => response.end(JSON.stringify({ SecretString: 'x'.repeat(64) })));
  secrets.listen(0, '127.0.0.1');
  await once(secrets, 'listening');
  const address = secrets.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const env = { ...process.env, ...ENVIRONMENT, AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}` };
  return {
    async start(file) {
      const code = `const began = performance.now();
        await import(${JSON.stringify(file)});
        const processMs = performance.now();
        process.stdout.write(JSON.stringify({ importMs: processMs - began, processMs }));
        process.exit(0);`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { env });
      return startSchema.parse(JSON.parse(stdout));
    },
    close() {
      secrets.closeAllConnections();
      secrets.close();
    },
  };
}

/** The bundle that is not measured, because it is a server that listens until it is stopped and is not started for a request. */
export const NOT_STARTED = 'upload-service';

/** Measures the start of each bundle three times and returns the shortest. */
export async function measureStart(
  starter: Starter,
  { name, directory }: { readonly name: string; readonly directory: string },
) {
  if (name === NOT_STARTED) return '-';
  const times: number[] = [];
  for (let round = 0; round < 3; round++) times.push((await starter.start(join(directory, 'index.mjs'))).importMs);
  return String(Math.round(Math.min(...times)));
}
