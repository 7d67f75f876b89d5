import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Any that the functions accept; nothing is ever called there but the secrets. */
const ENVIRONMENT = {
  STAGE: 'dev',
  RAW_BUCKET: 'raw',
  DROP_BUCKET: 'drop',
  STATEMENTS_QUEUE_URL: 'http://127.0.0.1/statements',
  STATEMENTS_DEAD_QUEUE_URL: 'http://127.0.0.1/statements-dead',
  WEBHOOKS_QUEUE_URL: 'http://127.0.0.1/webhooks',
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

/** Milliseconds a new process takes to load the bundle until it could answer, without starting Node itself; best of three. */
export async function measureStart({ name, directory }: { readonly name: string; readonly directory: string }) {
  // It would listen until it is stopped.
  if (name === 'upload-service') return '-';
  const secrets = createServer((_, response) => response.end(JSON.stringify({ SecretString: 'x'.repeat(64) })));
  secrets.listen(0, '127.0.0.1');
  await once(secrets, 'listening');
  const address = secrets.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const code = `const start = performance.now();
    await import(${JSON.stringify(join(directory, 'index.mjs'))});
    process.stdout.write(String(Math.round(performance.now() - start)));
    process.exit(0);`;
  const env = { ...process.env, ...ENVIRONMENT, AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}` };
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { env });
    times.push(Number(stdout));
  }
  secrets.closeAllConnections();
  secrets.close();
  return String(Math.min(...times));
}
