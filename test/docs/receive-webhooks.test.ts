import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  WEBHOOK_ATTEMPTS_MAX,
  WEBHOOK_CIRCUIT_FAILURES,
  WEBHOOK_DISABLE_DAYS,
  WEBHOOK_DISABLE_FAILURES,
  WEBHOOK_RETRY_DELAYS_SECONDS,
} from '../../core/limits/job-limits.ts';
import { signedHeaders } from '../../core/webhook/event-body.ts';

/** Guarantee: the guide's code for receivers accepts only the service's signatures. */

const guide = await readFile(new URL('../../docs/howto/receive-webhooks.md', import.meta.url), 'utf8');
const directory = await mkdtemp(join(tmpdir(), 'receive-webhooks-'));
afterAll(() => rm(directory, { recursive: true, force: true }));

function block(language: string): string {
  const blocks = [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))];
  const text = blocks.length === 1 ? blocks[0]?.[1] : undefined;
  if (text === undefined) throw new Error(`The guide has ${blocks.length} blocks of ${language}.`);
  return text;
}

function published() {
  const values = Object.fromEntries(
    block('text')
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, 21).trim(), line.slice(21)]),
  );
  const schema = z.object({
    secret: z.string(),
    body: z.string(),
    'webhook-id': z.string(),
    'webhook-timestamp': z.string(),
    'webhook-signature': z.string(),
    'X-Service-Signature': z.string(),
  });
  return schema.parse(values);
}

it('publishes the values with which the service signs', () => {
  const { secret, body, ...headers } = published();
  const attempt = {
    deliveryId: headers['webhook-id'],
    event: 'job.failed',
    requestId: null,
    body,
    secrets: [secret],
    attemptedAt: new Date(Number(headers['webhook-timestamp']) * 1000),
  };
  expect(signedHeaders(attempt)).toMatchObject(headers);
});

it('states the real delays and limits', () => {
  expect(WEBHOOK_ATTEMPTS_MAX).toBe(6);
  expect(WEBHOOK_RETRY_DELAYS_SECONDS).toEqual([30, 120, 600, 1_800, 7_200]);
  expect(guide).toContain('again in 30 seconds, 2 minutes, 10 minutes, 30 minutes and 2 hours');
  expect([WEBHOOK_CIRCUIT_FAILURES, WEBHOOK_DISABLE_FAILURES, WEBHOOK_DISABLE_DAYS]).toEqual([10, 100, 5]);
});

/** A request as a receiver gets it, with whether each of the two checks may accept it. */
interface Case {
  readonly name: string;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly now: number;
  readonly standard: boolean;
  readonly service: boolean;
}

function cases(): readonly Case[] {
  const { secret, body, 'X-Service-Signature': signature, ...headers } = published();
  const now = Number(headers['webhook-timestamp']);
  const good = { headers: { ...headers, 'x-service-signature': signature }, secret, body, now };
  const withSignature = (text: string) => ({ ...good, headers: { ...good.headers, 'webhook-signature': text } });
  const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  const first = headers['webhook-signature'];
  return [
    { name: 'genuine', ...good, standard: true, service: true },
    { name: 'five minutes old', ...good, now: now + 300, standard: true, service: true },
    { name: 'older than that', ...good, now: now + 301, standard: false, service: true },
    { name: 'from the future', ...good, now: now - 301, standard: false, service: true },
    { name: 'during a rotation', ...withSignature(`v1,AAAA ${first}`), standard: true, service: true },
    { name: 'another body', ...good, body: `${body} `, standard: false, service: false },
    { name: 'another secret', ...good, secret: other, standard: false, service: false },
    { name: 'no signature', ...withSignature(''), standard: false, service: true },
    { name: 'of another version', ...withSignature(first.replace('v1,', 'v2,')), standard: false, service: true },
    { name: 'cut short', ...withSignature(first.slice(0, -4)), standard: false, service: true },
  ];
}

const answers = (all: readonly Case[]) => all.map(({ name, standard, service }) => ({ name, standard, service }));
const present = (program: string, flag = '--version') => spawnSync(program, [flag]).status === 0;

/** Runs the program with the cases on its standard input, and returns its printed results. */
function run(program: string, args: readonly string[], input: readonly Case[]): unknown {
  const { stdout, stderr, status } = spawnSync(program, args, { cwd: directory, input: JSON.stringify(input) });
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout.toString());
}

describe("the guide's verifier", () => {
  it('in Node accepts genuine requests and nothing else', async () => {
    const driver = `
      import { readFileSync } from 'node:fs';
      console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(({ name, secret, headers, body, now }) => ({
        name,
        standard: verify(secret, headers, Buffer.from(body), now),
        service: verifyService(secret, headers['x-service-signature'], Buffer.from(body)),
      }))));`;
    await writeFile(join(directory, 'verify.mjs'), block('js') + driver);
    expect(run(process.execPath, ['verify.mjs'], cases())).toEqual(answers(cases()));
  });

  it.runIf(present('python3'))('in Python does the same', async () => {
    const driver = `
import json, sys
print(json.dumps([{
    "name": one["name"],
    "standard": verify(one["secret"], one["headers"], one["body"].encode(), one["now"]),
    "service": verify_service(one["secret"], one["headers"]["x-service-signature"], one["body"].encode()),
} for one in json.load(sys.stdin)]))
`;
    await writeFile(join(directory, 'verify.py'), block('python') + driver);
    expect(run('python3', ['verify.py'], cases())).toEqual(answers(cases()));
  });

  it.runIf(present('php'))('in PHP does the same', async () => {
    const driver = `
echo json_encode(array_map(fn ($one) => [
    'name' => $one['name'],
    'standard' => verify($one['secret'], $one['headers'], $one['body'], $one['now']),
    'service' => verify_service($one['secret'], $one['headers']['x-service-signature'], $one['body']),
], json_decode(file_get_contents('php://stdin'), true)));
`;
    await writeFile(join(directory, 'verify.php'), `<?php\n${block('php')}${driver}`);
    expect(run('php', ['verify.php'], cases())).toEqual(answers(cases()));
  });

  it.runIf(present('openssl', 'version'))('by hand gives the published values', async () => {
    const { secret, body, ...headers } = published();
    await writeFile(join(directory, 'body.json'), body);
    const env = {
      PATH: process.env['PATH'] ?? '',
      SECRET: secret,
      ID: headers['webhook-id'],
      TIMESTAMP: headers['webhook-timestamp'],
    };
    const { stdout } = spawnSync('sh', ['-c', block('bash')], { cwd: directory, env });
    expect(stdout.toString()).toBe(
      `webhook-signature    ${headers['webhook-signature']}\nX-Service-Signature  ${headers['X-Service-Signature']}\n`,
    );
  });
});
