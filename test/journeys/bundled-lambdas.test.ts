import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createSecretBox } from '../../adapters/secret-box/aes-secret-box.ts';
import { TASK_NAMES } from '../../app/operations/scheduled-tasks.ts';
import type { QueueName } from '../../app/platform/queue.ts';
import { RAW_KEPT_AT_MOST_DAYS } from '../../core/limits/account-limits.ts';
import { WEBHOOK_CIRCUIT_FAILURES } from '../../core/limits/job-limits.ts';
import type { FunctionName } from '../../lambdas/runtime/aws-settings.ts';
import { METRICS_NAMESPACE } from '../../lambdas/runtime/metrics.ts';
import { COUNTED_TROUBLES, INTAKE_TROUBLES } from '../../lib/counted-troubles.ts';
import { type Bundle, loadedAtStart, OWN_CODE } from '../../scripts/bundle-lambdas.ts';
import { createSshKeyPair } from '../../server/drop-offs.ts';
import { type GatewayCall, gatewayTo } from '../entry/api-gateway.ts';
import { bundlesOfThisRun, LOADED_LATER, STARTS_WITH } from '../entry/bundle-contents.ts';
import {
  type DeployedPlatform,
  databaseSecret,
  OPERATOR_TOKEN,
  secretArn,
  startDeployedPlatform,
} from '../entry/deployed-platform.ts';
import { type LambdaProcess, startLambda } from '../entry/lambda-process.ts';
import { serveQueue } from '../entry/serve-queue.ts';
import { mail, PERIOD, receiptEvent, SENDER } from '../http/email/mail-room.ts';
import { statementOf } from '../support/agency-client.ts';
import { asOwner } from '../support/postgres.ts';

/**
 * Tests the bundles, each in its own process with only its own variables, from an empty database to a scored statement. The database needs
 * TLS and passwords, and its owner is not a superuser. Only the AWS servers are replaced.
 */

/** A member of the statements, whose id must not appear in any log line. */
const CANARY = 'QUAGMIRE-77';

let platform: DeployedPlatform;
let directory: string;
let bundles: readonly Bundle[];
const functions = new Map<FunctionName, LambdaProcess>();
let api: GatewayCall;
let token = '';
const stopping = new AbortController();
const sources: Promise<void>[] = [];

const start = async (name: FunctionName): Promise<LambdaProcess> => {
  const running = functions.get(name);
  if (running !== undefined) return running;
  const lambda = await startLambda(join(directory, name, 'index.mjs'), platform.environmentOf(name));
  functions.set(name, lambda);
  return lambda;
};
let operatorTasks: LambdaProcess | null = null;

/** Starts the bundle of the API as the function of the operator's tasks. */
const startOperatorTasks = async (): Promise<LambdaProcess> => {
  const environment = { ...platform.environmentOf('http-api'), DELETIONS: 'at_once' };
  operatorTasks ??= await startLambda(join(directory, 'http-api', 'index.mjs'), environment);
  return operatorTasks;
};
const scheduled = async (name: FunctionName) => (await start(name)).invoke({ source: 'aws.scheduler' });

beforeAll(async () => {
  [platform, { directory, bundles }] = await Promise.all([startDeployedPlatform(), bundlesOfThisRun()]);
}, 120_000);

afterAll(async () => {
  stopping.abort();
  await Promise.all(sources);
  await operatorTasks?.close();
  await Promise.all([...functions.values()].map((lambda) => lambda.close()));
  await platform.close();
});

/** Runs the work in the database of the service as the owner of the database, who may read all tables. */
function inService<T>(work: Parameters<typeof asOwner<T>>[1]): Promise<T> {
  const { address } = platform.postgres;
  if (address.kind !== 'socket') throw new TypeError('The server has a socket');
  return asOwner({ ...address, database: 'service' }, work);
}

async function serve(queueName: QueueName, name: FunctionName): Promise<void> {
  sources.push(serveQueue({ queue: platform.queue, queueName, lambda: await start(name), signal: stopping.signal }));
}

const text = z.string();

/** Polls for the end of the job like a client. */
async function completed(jobId: string): Promise<void> {
  await expect
    .poll(async () => (await api('GET', `/v1/jobs/${jobId}`, { token })).json['status'], { timeout: 20_000 })
    .toBe('completed');
}

describe('the bundles', () => {
  it('start with little code; code that few requests need is loaded with the first of them', () => {
    for (const bundle of bundles) expect(loadedAtStart(bundle), bundle.name).toBeLessThan(2.9 * 1024 * 1024);
  });

  it('load at the start only modules with a stated reason', () => {
    const loaded = bundles.map(({ name, startBytes }) => [
      name,
      [...startBytes.keys()].filter((packageName) => packageName !== OWN_CODE).sort(),
    ]);
    const expected = Object.entries(STARTS_WITH).map(([name, packages]) => [name, packages.toSorted()]);
    expect(Object.fromEntries(loaded)).toEqual(Object.fromEntries(expected));
  });

  it.each(LOADED_LATER)(
    'contain $packageName only in the functions that may load it, and load it on use',
    ({ packageName, by }) => {
      const holding = bundles.filter(({ packages }) => packages.includes(packageName));
      expect(holding.map(({ name }) => name).sort()).toEqual(by);
    },
  );
});

describe('a new installation', () => {
  it('migrates an empty database, makes the logins and loads the catalogue; a second run changes nothing', async () => {
    const report = z.object({ applied: z.array(z.string()), catalogue: z.object({ carriers: z.int() }) });
    const first = report.parse(await scheduled('migrate-database'));
    expect(first.applied[0]).toBe('0101-roles-and-tenancy');
    expect(first.catalogue.carriers).toBeGreaterThan(20);
    expect(report.parse(await scheduled('migrate-database'))).toMatchObject({
      applied: [],
      catalogue: { carriers: 0 },
    });
  });

  it('returns the first account and its token once', async () => {
    const bootstrap = await start('bootstrap-operator');
    const wrong = await bootstrap.invoke({ name: 'Lakeview' });
    expect(wrong).toMatchObject({ refused: expect.stringContaining('accountName') });
    const event = { accountName: 'Lakeview', email: 'owner@lakeview.example' };
    const both = await Promise.all([bootstrap.invoke(event), bootstrap.invoke(event)]);
    const made = both.filter((answer) => z.object({ token: text }).safeParse(answer).success);
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({ url: 'https://api.example.com', operatorToken: OPERATOR_TOKEN });
    token = z.object({ token: text }).parse(made[0]).token;
    expect(await bootstrap.invoke(event)).toEqual({
      refused: 'There is an account already. Make others with the operator token.',
    });
  });

  it('answers authorised requests and refuses others', async () => {
    api = gatewayTo(await start('http-api'));
    expect(await api('GET', '/v1/health')).toMatchObject({ status: 200, json: { status: 'ok' } });
    expect(await api('GET', '/v1/me', { token })).toMatchObject({ status: 200, json: { name: 'Lakeview' } });
    expect(await api('GET', '/v1/me', { token: 'cas_guess' })).toMatchObject({ status: 401 });
    const accounts = await api('GET', '/v1/admin/accounts', { token: OPERATOR_TOKEN });
    expect(accounts).toMatchObject({ status: 200, json: { data: [{ name: 'Lakeview' }] } });
  });

  it('reads a file in a separate process while the client waits', { tags: ['long'] }, async () => {
    const carriers = z.object({ data: z.array(z.object({ id: text })) });
    const [carrier] = carriers.parse((await api('GET', '/v1/carriers', { token })).json).data;
    const form = new FormData();
    form.set('file', new Blob([statementOf([['M-1', '50.10']])]), 'statement.csv');
    const inferred = await api('POST', `/v1/carriers/${carrier?.id}/configs/infer`, { token, body: form });
    expect(inferred).toMatchObject({ status: 200, json: { preview: [{ member_external_id: 'M-1' }] } });
  });

  it('describes the file limit of this host, and enforces it', { tags: ['long'] }, async () => {
    const { json } = await api('GET', '/v1/openapi.json', { token });
    expect(json).toMatchObject({
      info: { description: expect.stringContaining('A file may have up to 4 MB (4194304 bytes).') },
    });
    const form = new FormData();
    form.set('file', new Blob([randomBytes(4 * 1024 * 1024 + 1)]), 'statement.csv');
    const refused = await api('POST', '/v1/files', { token, body: form });
    expect(refused).toMatchObject({
      status: 413,
      json: { code: 'payload_too_large', detail: 'The limit is 4 MB (4194304 bytes).' },
    });
    const page = await api('GET', '/v1/docs/swagger-ui-bundle.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(page.text).toContain('SwaggerUIBundle');
    expect((await api('GET', '/docs/reference/requests.md')).text).toMatch(/^# R/);
  });
});

describe('a statement', () => {
  const upload = async (carrierId: string, month: string, rows: readonly (readonly [string, string])[]) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ carrierId, periodYear: '2026', periodMonth: month }))
      form.set(name, value);
    form.set('file', new Blob([statementOf(rows)]), 'statement.csv');
    const headers = { 'X-Request-Id': `upload-of-month-${month}` };
    const accepted = await api('POST', '/v1/files', { token, body: form, headers });
    expect(accepted.status).toBe(202);
    const jobId = text.parse(accepted.json['jobId']);
    await completed(jobId);
    return jobId;
  };

  it('is accepted behind API Gateway, processed from SQS, and scored', async () => {
    await serve('statements', 'ingest-statement');
    await serve('statements-dead', 'dead-letter-statement');
    await serve('webhooks', 'deliver-webhook');
    await serve('webhooks-dead', 'dead-letter-webhook');
    const carrier = await api('POST', '/v1/carriers', { token, body: { name: 'Harbor First' } });
    const carrierId = text.parse(carrier.json['id']);
    const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
    await api('POST', `/v1/carriers/${carrierId}/configs`, { token, body: { fileType: 'csv', columns } });

    await upload(carrierId, '1', [
      [CANARY, '50'],
      ['B', '20.10'],
    ]);
    const jobId = await upload(carrierId, '2', [[CANARY, '40']]);

    // 50 − 40 = 10 reduced; the 20.10 of B dropped; 30.10 at risk.
    const rollup = await api('GET', '/v1/reports/rollup?period=2026-02', { token });
    expect(rollup.json['totals']).toMatchObject({
      memberCount: 1,
      red: 1,
      commissionDropped: 20.1,
      commissionReduced: 10,
      commissionAtRisk: 30.1,
    });
    const results = await api('GET', `/v1/jobs/${jobId}/results`, { token });
    expect(results.text).toContain(CANARY);
    // The worker's log lines name the request that uploaded the statement.
    expect(functions.get('ingest-statement')?.output()).toMatch(/"job_claimed".*"requestId":"upload-of-month-2"/);
    const job = await api('GET', `/v1/jobs/${jobId}`, { token });
    expect(job.json['_links']).toMatchObject({
      results: { href: `https://api.example.com/v1/jobs/${jobId}/results` },
    });
  }, 120_000);

  it('is not sent to a stored address that is not public, and the attempt is recorded', {
    tags: ['long'],
  }, async () => {
    const { accountId } = z.object({ accountId: text }).parse((await api('GET', '/v1/me', { token })).json);
    const key = createHash('sha256')
      .update(platform.secrets.secrets.get(secretArn('key'))?.current ?? '')
      .digest();
    const webhookId = randomUUID();
    const deliveryId = randomUUID();
    const url = 'https://10.0.0.7/hook';
    await inService(async (sql) => {
      await sql`
        insert into webhooks (webhook_id, account_id, url, events, secret_sealed, failures_in_row)
        values (${webhookId}, ${accountId}, ${url}, '{job.completed}', ${createSecretBox(key).seal('whsec_x')},
          ${WEBHOOK_CIRCUIT_FAILURES - 1})`;
      await sql`
        insert into webhook_deliveries (delivery_id, account_id, webhook_id, event, body, status, next_attempt_at)
        values (${deliveryId}, ${accountId}, ${webhookId}, 'job.completed', '{}', 'pending', now())`;
    });
    expect(await scheduled('sweep-outbox')).toEqual({ sent: 1 });
    const deliveries = () => api('GET', `/v1/webhooks/${webhookId}/deliveries`, { token });
    await expect.poll(async () => (await deliveries()).text, { timeout: 20_000 }).toContain('"attempts":[{');
    expect((await deliveries()).json).toMatchObject({
      data: [
        { id: deliveryId, attempts: [{ number: 1, responseStatus: null, error: expect.stringMatching(/address/) }] },
      ],
    });
    await inService((sql) => sql`delete from webhook_deliveries where delivery_id = ${deliveryId}`);
  });

  it('is readable in an analyst’s report, which runs as the login of reports', { tags: ['long'] }, async () => {
    const made = await api('POST', '/v1/reports/saved', {
      token,
      body: {
        name: 'At risk',
        sql: 'select session_user::text as who, commission_at_risk from rollups order by period',
      },
    });
    expect(made.json).toMatchObject({ code: 'invalid_sql' });
    const report = await api('POST', '/v1/reports/saved', {
      token,
      body: { name: 'At risk', sql: 'select period, commission_at_risk from rollups order by period' },
    });
    const run = await api('POST', `/v1/reports/saved/${text.parse(report.json['id'])}/run`, { token });
    expect(run).toMatchObject({
      status: 200,
      json: {
        columns: ['period', 'commission_at_risk'],
        rows: [
          ['2026-01', 0],
          ['2026-02', 30.1],
        ],
      },
    });
  });

  it('leaves nothing for the scheduled tasks, which say so', { tags: ['long'] }, async () => {
    expect(await scheduled('sweep-outbox')).toEqual({ sent: 0 });
    expect(await scheduled('recover-jobs')).toEqual({ requeued: 0, jobsFailed: 0, resent: 0 });
    expect(await scheduled('redeliver-webhooks')).toEqual({ webhooksRedelivered: 0 });
    expect(await scheduled('purge-files')).toEqual({ filesPurged: 0, jobsCanceled: 0, mailsPurged: 0 });
    expect(await scheduled('run-saved-reports')).toEqual({ reportsSent: 0, reportsFailed: 0, reportsSkipped: 0 });
    const runs = await api('GET', '/v1/admin/system/cron-runs', { token: OPERATOR_TOKEN });
    expect(runs.text).toContain('purge_files');
  });

  it('leaves no expired message, whether the schedule or the operator deletes it', { tags: ['long'] }, async () => {
    const keep = async (key: string) => {
      await platform.drops.put(key, new TextEncoder().encode(CANARY));
      await inService(
        (sql) => sql`
          insert into intake_items (item_id, source, drop_id, received_at, origin, name, byte_size, outcome, object_key)
          values (${randomUUID()}, 'email', ${key}, now() - make_interval(days => ${RAW_KEPT_AT_MOST_DAYS}), 'a@acme.example', 'x', 1,
            'rejected', ${key})`,
      );
    };
    await keep('mail/first');
    expect(await scheduled('purge-files')).toMatchObject({ mailsPurged: 1 });
    await keep('mail/second');
    // The function of the operator's tasks alone may delete bytes; API Gateway hands it this path.
    const operate = gatewayTo(await startOperatorTasks());
    const runs = TASK_NAMES.map((task) =>
      operate('POST', '/v1/admin/system/run', { token: OPERATOR_TOKEN, body: { task } }),
    );
    for (const { status, json } of await Promise.all(runs)) {
      expect(status).toBe(200);
      expect(json).toMatchObject({ mailsPurged: json['task'] === 'purge_files' ? 1 : 0, dropsFailed: 0 });
    }
    expect(await platform.drops.list('mail/')).toEqual([]);
  });
});

describe('a dropped statement', { tags: ['long'] }, () => {
  const config = {
    fileType: 'csv',
    columns: { member_external_id: 'Member ID', commission_amount: 'Commission' },
    sftp: { patterns: ['ACME_{YYYY}{MM}.csv'] },
    email: { allowedSenders: [SENDER] },
  };
  const made = z.object({ id: text });
  const items = async (source: string) => {
    const item = z.object({ id: text, source: text, outcome: text, jobId: text.nullable() });
    const { json } = await api('GET', '/v1/intake', { token });
    const { data } = z.object({ data: z.array(item) }).parse(json);
    return data.filter((dropped) => dropped.source === source);
  };
  const carrier = async (name: string) => {
    const { id } = made.parse((await api('POST', '/v1/carriers', { token, body: { name } })).json);
    expect((await api('POST', `/v1/carriers/${id}/configs`, { token, body: config })).status).toBe(201);
    return id;
  };

  it('comes by SFTP: its user signs in to its own folders with its key, and the sweep makes a job of the file', async () => {
    const { accountId } = z.object({ accountId: text }).parse((await api('GET', '/v1/me', { token })).json);
    const body = { tier: 'enterprise' };
    expect((await api('PATCH', `/v1/admin/accounts/${accountId}`, { token: OPERATOR_TOKEN, body })).status).toBe(200);
    await carrier('Acme');
    const publicKey = createSshKeyPair().public.trim();
    const user = await api('POST', '/v1/sftp/users', { token, body: { username: 'lakeview', publicKey } });
    const { username } = z.object({ username: text }).parse(user.json);

    const authorize = await start('authorize-sftp-user');
    const signIn = { username, protocol: 'SFTP', serverId: 's-0123456789abcdef0', sourceIp: '203.0.113.9' };
    const access = await authorize.invoke(signIn);
    expect(access).toMatchObject({
      Role: 'arn:aws:iam::000000000000:role/sftp-user',
      HomeDirectoryType: 'LOGICAL',
      PublicKeys: [publicKey.split(' ').slice(0, 2).join(' ')],
    });
    expect(await authorize.invoke({ ...signIn, username: 'somebody' })).toEqual({});

    // A file as Transfer Family writes it for this user, two minutes ago: the sweep takes files that have not changed for one minute.
    const { HomeDirectoryDetails } = z.object({ HomeDirectoryDetails: text }).parse(access);
    const folders = z.array(z.object({ Entry: text, Target: text })).parse(JSON.parse(HomeDirectoryDetails));
    const incoming = folders.find(({ Entry }) => Entry === '/incoming')?.Target ?? '';
    expect(incoming).toMatch(/^\/drop-folders\//);
    const key = `${incoming.replace('/drop-folders/', '')}/ACME_${PERIOD.replace('-', '')}.csv`;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120_000 });
    await platform.drops.put(key, new TextEncoder().encode(statementOf([[CANARY, '40']])));
    vi.useRealTimers();

    expect(await scheduled('sweep-sftp')).toMatchObject({ dropsAccepted: 1, dropsRejected: 0, dropsFailed: 0 });
    const [dropped] = await items('sftp');
    expect(dropped).toMatchObject({ outcome: 'accepted' });
    await completed(dropped?.jobId ?? '');
    expect(await platform.drops.list(`${incoming.replace('/drop-folders/', '')}/`)).toEqual([]);
  }, 60_000);

  it('comes by email: the stored message makes a job and a reply, and an unverified message is held until a person files it', async () => {
    const carrierId = await carrier('Beacon');
    const made = await api('POST', '/v1/email/addresses', { token, body: { carrierId } });
    const { address } = z.object({ address: text }).parse(made.json);
    expect(address).toMatch(/@in\.example\.com$/);
    const receive = await start('receive-mail');
    const deliver = async (messageId: string, verdicts: Parameters<typeof receiptEvent>[2]['verdicts']) => {
      const message = mail([{ content: statementOf([[CANARY, '40']]) }]);
      await platform.drops.put(`mail/${messageId}`, new TextEncoder().encode(message));
      await receive.invoke(receiptEvent(messageId, [address], { source: SENDER, verdicts }));
    };
    await deliver('first-message', {});
    const [mailed] = await items('email');
    expect(mailed).toMatchObject({ outcome: 'accepted' });
    await completed(mailed?.jobId ?? '');
    const replies = (await platform.mail.emails()).filter(({ destination }) => destination.to.includes(SENDER));
    expect(replies).toHaveLength(1);

    await deliver('second-message', { dmarc: 'GRAY' });
    const [held] = await items('email');
    expect(held).toMatchObject({ outcome: 'held', jobId: null });
    expect(receive.output()).toContain('"DropsHeld":1');

    expect((await api('GET', '/v1/drop-offs', { token })).json).toMatchObject({ canFile: true });
    const filed = await api('POST', `/v1/intake/${held?.id}/file`, { token, body: { carrierId, period: '2026-01' } });
    expect(filed.status).toBe(202);
    await completed(z.object({ jobId: text }).parse(filed.json).jobId);
  }, 60_000);
});

describe('a server with a certificate for another name', { tags: ['long'] }, () => {
  it('is refused as a connection', async () => {
    const environment = { ...platform.environmentOf('dead-letter-webhook'), DATABASE_HOST: '127.0.0.1' };
    const lambda = await startLambda(join(directory, 'dead-letter-webhook', 'index.mjs'), environment);
    const record = { messageId: randomUUID(), body: '{}', attributes: { ApproximateReceiveCount: '6' } };
    await expect(lambda.invoke({ Records: [record] })).rejects.toThrow('dead-letter-webhook failed');
    expect(lambda.output()).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
    await lambda.close();
  });
});

describe('rotated passwords', { tags: ['long'] }, () => {
  it('fail no request, between any two steps of a rotation', async () => {
    const { postgres, secrets } = platform;
    const arn = secretArn('service');
    const { password: old } = z.object({ password: text }).parse(JSON.parse(secrets.secrets.get(arn)?.current ?? ''));
    const next = randomBytes(24).toString('base64url');
    const current = databaseSecret('cas_service_login', old);
    const pending = databaseSecret('cas_service_login', next);
    const statuses: number[] = [];
    const ask = async () => {
      // Forces new connections, because existing connections need no password.
      await asOwner(postgres.address, async (sql) => {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cas_service_login'`;
        await expect
          .poll(() => sql`select 1 from pg_stat_activity where usename = 'cas_service_login'`)
          .toHaveLength(0);
      });
      statuses.push((await api('GET', '/v1/carriers', { token })).status);
    };
    await ask();
    secrets.secrets.set(arn, { current, pending });
    await ask();
    await asOwner(postgres.address, (sql) => sql.unsafe(`alter role cas_service_login password '${next}'`));
    await ask();
    secrets.secrets.set(arn, { current: pending });
    await ask();
    const reads = secrets.reads();
    await ask();
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(secrets.reads()).toBe(reads);
  });
});

describe('a statement that cannot be stored', { tags: ['long'] }, () => {
  it('is logged and tried again', async () => {
    const { json } = await api('GET', '/v1/files', { token });
    const { data } = z.object({ data: z.array(z.object({ carrierId: text })) }).parse(json);
    await inService((sql) => sql`revoke insert on statement_lines from cas_service`);
    const form = new FormData();
    for (const [name, value] of Object.entries({
      carrierId: data[0]?.carrierId ?? '',
      periodYear: '2026',
      periodMonth: '3',
    }))
      form.set(name, value);
    form.set('file', new Blob([statementOf([[CANARY, '40']])]), 'statement.csv');
    expect((await api('POST', '/v1/files', { token, body: form })).status).toBe(202);
    await expect
      .poll(() => functions.get('ingest-statement')?.output(), { timeout: 20_000 })
      .toContain('"JobTriesFailed":1');
    await inService((sql) => sql`grant insert on statement_lines to cas_service`);
  });
});

describe('the output of the functions', { tags: ['long'] }, () => {
  it.each([...COUNTED_TROUBLES, ...INTAKE_TROUBLES])(
    'has $metric of $service in the form in which its alarm finds it',
    async ({ service, metric }) => {
      const figure = z.object({
        service: z.literal(service),
        [metric]: z.union([z.number(), z.array(z.number())]),
        _aws: z.object({
          CloudWatchMetrics: z.tuple([
            z.object({
              Namespace: z.literal(METRICS_NAMESPACE),
              Dimensions: z.tuple([z.tuple([z.literal('service')])]),
            }),
          ]),
        }),
      });
      const lines = functions.get(service)?.output().split('\n') ?? [];
      const figures = lines
        .filter((line) => line.includes('"CloudWatchMetrics"'))
        .map((line): unknown => JSON.parse(line));
      expect(figures.filter((line) => figure.safeParse(line).success)).not.toEqual([]);
    },
  );

  it('names no member and no secret, and counts the work', async () => {
    const lines = [...functions.values()].map((lambda) => lambda.output()).join('\n');
    expect(lines).not.toContain(CANARY);
    expect(lines).not.toContain(token);
    expect(lines).not.toContain(OPERATOR_TOKEN);
    for (const { current } of platform.secrets.secrets.values()) {
      const password = z.object({ password: text }).safeParse(JSON.parse(current.startsWith('{') ? current : '{}'));
      if (password.success) expect(lines).not.toContain(password.data.password);
    }
    expect(functions.get('http-api')?.output()).toContain('"operationId":"uploadFile"');
    expect(functions.get('ingest-statement')?.output()).toContain('"RowsIngested":2');
  });
});
