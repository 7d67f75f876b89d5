import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mailReader } from '../../adapters/mail/parse-mail.ts';
import { intakeItem } from '../../app/intake/intake-store.ts';
import { dropOffsChange, ownSettingsOf } from '../../app/intake/manage-drop-offs.ts';
import { effectiveDropOffs } from '../../core/intake/drop-off-settings.ts';
import {
  WEBHOOK_ATTEMPTS_MAX,
  WEBHOOK_CIRCUIT_FAILURES,
  WEBHOOK_DISABLE_DAYS,
  WEBHOOK_DISABLE_FAILURES,
  WEBHOOK_RETRY_DELAYS_SECONDS,
} from '../../core/limits/job-limits.ts';
import { MAIL_LIMITS } from '../../core/limits/request-limits.ts';
import { signedHeaders } from '../../core/webhook/event-body.ts';
import { startSmtpServer } from '../../server/smtp-server.ts';
import { runJobsDuring } from '../support/run-jobs.ts';
import { sharedService, statement, type TestAccount } from '../support/service.ts';
import { works } from '../support/works.ts';

/** Guarantee: the guide's code for receivers accepts only the service's signatures. */
describe('receive webhooks', async () => {
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
});

/** Guarantee: the service accepts the settings and the message of the two how-tos, and they explain every outcome. */
describe('drop offs', () => {
  const BY_SFTP = readFileSync('docs/howto/drop-statements-by-sftp.md', 'utf8');
  const BY_MAIL = readFileSync('docs/howto/mail-statements.md', 'utf8');

  /** Returns the settings that a how-to sends. */
  function settingsIn(howto: string): unknown {
    const [, json = ''] = /\/drop-offs \\\n\s+-d '(.*)'\n/.exec(howto) ?? [];
    return JSON.parse(json);
  }

  const outcomesIn = (howto: string) =>
    [...howto.matchAll(/^\| `(?!outcome)([a-z]+)` \| [^|]{8,}\|/gm)].map(([, outcome]) => outcome);

  describe.each([
    ['SFTP', BY_SFTP, [] as const],
    // A message is always complete, so it never waits.
    ['email', BY_MAIL, ['waiting'] as const],
  ])('the how-to for %s', (_, howto, never) => {
    it('shows valid settings, which are not the default', () => {
      const own = ownSettingsOf(dropOffsChange.parse(settingsIn(howto)));
      expect(effectiveDropOffs(null, own)).not.toEqual(effectiveDropOffs(null, null));
    });

    it('explains every outcome', () => {
      const outcomes: readonly string[] = intakeItem.shape.outcome.options;
      expect(new Set([...outcomesIn(howto), ...never])).toEqual(new Set(outcomes));
    });
  });

  it('states the true number of attachments of an email', () => {
    expect(MAIL_LIMITS.attachments).toBe(5);
    expect(BY_MAIL).toContain('up to five in a message');
  });

  it.skipIf(!works('curl', ['--version']))(
    'sends a message whose attachment is read (skipped without curl)',
    async () => {
      const [command = ''] = /curl -sS smtp:(?:.*\\\n)*.*/.exec(BY_MAIL) ?? [];
      const folder = await mkdtemp(join(tmpdir(), 'mailed-'));
      const messages: Uint8Array[] = [];
      const server = await startSmtpServer({
        host: '127.0.0.1',
        port: 0,
        domain: 'inbound.localhost',
        isDiskFull: async () => false,
        dropStore: {
          draft: async () => {
            const pieces: Uint8Array[] = [];
            return {
              write: async (_offset, piece) => void pieces.push(Uint8Array.from(piece)),
              keepAs: async () => void messages.push(Buffer.concat(pieces)),
              discard: async () => {},
            };
          },
          delete: async () => {},
        },
        handler: async () => {},
        log: () => {},
      });
      try {
        await writeFile(join(folder, 'harbor-2026-09.csv'), 'Member ID,Commission\r\nM1,1.00\r\n');
        await promisify(execFile)('bash', ['-c', command.replace('2525', `${server.port}`)], {
          cwd: folder,
          env: { ...process.env, ADDRESS: 'a@inbound.localhost' },
        });
        const [message = Buffer.alloc(0)] = messages;
        expect(await mailReader.readAttachments(message)).toMatchObject([{ name: 'harbor-2026-09.csv', fault: null }]);
      } finally {
        await server.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

/** Guarantee: the program of the Python page uploads, waits, reads changes and verifies webhooks. Without python3 the test is left out. */
describe('other languages', async () => {
  const hasPython = spawnSync('python3', ['--version']).status === 0;
  const run = promisify(execFile);
  const service = await sharedService();
  let folder: string;
  let account: TestAccount;
  let carrierId: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier({ account, name: 'Pinnacle Life' });
    folder = await mkdtemp(join(tmpdir(), 'other languages-'));
    env = { ...process.env, COMMISSION_STATEMENTS_URL: service.url, COMMISSION_STATEMENTS_TOKEN: account.token };
    const page = await readFile('docs/howto/use-python.md', 'utf8');
    await writeFile(join(folder, 'statements.py'), /^```python\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const python = (...words: readonly string[]) =>
    runJobsDuring(service, run('python3', [...words], { cwd: folder, env }));

  describe.runIf(hasPython)('the Python program of the how-to, which needs python3', () => {
    it('uploads, waits and prints what changed', async () => {
      const april = [
        ['M-1', '40.00'],
        ['M-2', '50.00'],
      ] as const;
      await writeFile(join(folder, 'april.csv'), statement(april));
      await writeFile(join(folder, 'may.csv'), statement([['M-1', '30.00']]));
      await python('statements.py', 'april.csv', carrierId, '2026-04');
      const { stdout } = await python('statements.py', 'may.csv', carrierId, '2026-05');
      expect(stdout.trim().split('\n').toSorted()).toEqual(['M-1 paid_less 40 30', 'M-2 gone 50 0', 'completed 1']);
    });

    it('raises the problem of a refusal', async () => {
      const line = `import statements
try: statements.upload("may.csv", carrierId="${carrierId}", period="2026-05")
except statements.Problem as problem: print(problem.code, problem)`;
      expect((await python('-c', line)).stdout).toMatch(/^period_exists \w/);
    });

    it('repeats a request whose connection broke, under the same key', async () => {
      const keys: unknown[] = [];
      const server = createServer((request, response) => {
        keys.push(request.headers['idempotency-key']);
        if (keys.length < 3) request.socket.destroy();
        else response.end('{"id":"one"}');
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const address = server.address();
      const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
      const line = `import statements
statements.URL, statements.time.sleep = "${url}", lambda seconds: print(seconds)
print(statements.call("POST", "/v1/carriers", b"{}"))`;
      expect((await python('-c', line)).stdout).toBe("1\n2\n{'id': 'one'}\n");
      expect(keys).toEqual([keys[0], keys[0], keys[0]]);
      server.close();
    });

    it('uploads a file whose name has quotes', async () => {
      await writeFile(join(folder, 'the "new" may.csv'), statement([['M-1', '30.00']]));
      await python('statements.py', 'the "new" may.csv', carrierId, '2026-03');
      const { json } = await account.call('GET', '/v1/files?period=2026-03');
      expect(json).toMatchObject({ data: [{ originalFilename: 'the %22new%22 may.csv' }] });
    });

    it('takes webhooks of the service and no others', async () => {
      const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
      const body = '{"event":"job.completed"}';
      const attempt = { deliveryId: 'one', event: 'job.completed', requestId: null, body, secrets: [secret] };
      const headers = JSON.stringify(signedHeaders({ ...attempt, attemptedAt: new Date('2026-06-01T00:00:00Z') }));
      const now = Date.parse('2026-06-01T00:04:00Z') / 1000;
      const line = `import json, statements
headers = json.loads('${headers}')
for body, now in [(b'${body}', ${now}), (b'${body} ', ${now}), (b'${body}', ${now + 120})]:
    print(statements.verify_webhook("${secret}", headers, body, now))`;
      expect((await python('-c', line)).stdout.trim().split('\n')).toEqual([
        "{'event': 'job.completed'}",
        'None',
        'None',
      ]);
    });
  });
});
