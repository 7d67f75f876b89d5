import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { SESEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createSecretBox } from '../../adapters/secret-box/aes-secret-box.ts';
import type { TaskName } from '../../app/operations/scheduled-tasks.ts';
import { WEBHOOK_DISABLE_DAYS } from '../../core/limits/job-limits.ts';
import { addMonths } from '../../core/period.ts';
import { ORIGIN_SECRET_HEADER } from '../../lambdas/http/lambda.ts';
import { createSshKeyPair } from '../../server/drop-offs.ts';
import { zipBytes } from '../adapters/statement-file/workbook-bytes.ts';
import { type GatewayReply, gatewayTo } from '../entry/api-gateway.ts';
import { type DeployedPlatform, OPERATOR_TOKEN, secretArn } from '../entry/deployed-platform.ts';
import { type Attached, mail, PERIOD, receiptEvent, SENDER } from '../http/email/mail-room.ts';
import { statementOf } from '../support/agency-client.ts';
import { asOwner } from '../support/postgres.ts';
import type { Guard } from './aws-guard.ts';
import { LOGINS, ORIGIN_SECRET, type Production, startProduction } from './production.ts';
import { functionOfPath, matches, type Right, sources, stageFunctions } from './stage-rights.ts';

/**
 * Guarantee: each function of production has the rights that its code uses, and no others. The functions run from their sources, each in
 * its own process with a key of its own role, and do everything that touches stored files, queues, mail and secrets. A guard before the
 * servers that play AWS refuses what the templates do not allow.
 */

const text = z.string();
let production: Production;
let platform: DeployedPlatform;
let guard: Guard;
let token = '';

beforeAll(async () => {
  production = await startProduction();
  ({ platform, guard } = production);
});
afterAll(() => production.close());

/** Calls a function, and expects that no right was missing. */
async function invoke(name: string, event: unknown): Promise<unknown> {
  const answer = await (await production.start(name)).invoke(event);
  expect(guard.refused, name).toEqual([]);
  return answer;
}
const schedule = (name: string) => invoke(name, { source: 'aws.scheduler' });

interface Options {
  readonly body?: object | FormData;
  readonly as?: string;
  /** The function, where it is another than the one that production sends the path to. */
  readonly by?: string;
  readonly status?: number;
}

/** Sends a request to the function that gets its path, and expects that it is done and no right was missing. */
async function call(
  method: string,
  path: string,
  { body, as = token, by, status }: Options = {},
): Promise<GatewayReply> {
  const [pathname = ''] = path.split('?');
  const lambda = await production.start(by ?? functionOfPath(pathname));
  const headers = { [ORIGIN_SECRET_HEADER]: ORIGIN_SECRET };
  const reply = await gatewayTo(lambda)(method, path, { token: as, headers, ...(body !== undefined && { body }) });
  expect(guard.refused, `${method} ${path}`).toEqual([]);
  if (status === undefined) expect(reply.status, `${method} ${path} ${reply.text}`).toBeLessThan(300);
  else expect(reply.status, `${method} ${path} ${reply.text}`).toBe(status);
  return reply;
}

const made = z.object({ id: text });
const accepted = z.object({ jobId: text, fileId: text });

function inService<T>(work: Parameters<typeof asOwner<T>>[1]): Promise<T> {
  const { address } = platform.postgres;
  if (address.kind !== 'socket') throw new TypeError('The server has a socket');
  return asOwner({ ...address, database: 'service' }, work);
}

async function ended(jobId: string, status = 'completed'): Promise<void> {
  await expect.poll(async () => (await call('GET', `/v1/jobs/${jobId}`)).json['status']).toBe(status);
}

interface Upload {
  readonly file: string | Buffer;
  readonly carrierId: string;
  readonly period: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly by?: string;
}

async function upload({ file, carrierId, period, fields = {}, by }: Upload): Promise<z.output<typeof accepted>> {
  const form = new FormData();
  const [periodYear = '', periodMonth = ''] = period.split('-');
  for (const [name, value] of Object.entries({ carrierId, periodYear, periodMonth, ...fields })) form.set(name, value);
  form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'statement');
  return accepted.parse((await call('POST', '/v1/files', { body: form, ...(by !== undefined && { by }) })).json);
}

async function load(statement: Upload): Promise<string> {
  const { jobId, fileId } = await upload(statement);
  await ended(jobId);
  return fileId;
}

/** An agency with a carrier that takes files by SFTP and mail. */
interface Agency {
  readonly accountId: string;
  readonly carrierId: string;
  readonly username: string;
  readonly address: string;
}

async function equip(accountId: string, name: string): Promise<Agency> {
  const enterprise = { tier: 'enterprise', email: `owner@${name}.example` };
  await call('PATCH', `/v1/admin/accounts/${accountId}`, { as: OPERATOR_TOKEN, body: enterprise });
  const carrierId = made.parse((await call('POST', '/v1/carriers', { body: { name: `Carrier of ${name}` } })).json).id;
  await call('POST', `/v1/carriers/${carrierId}/configs`, {
    body: {
      fileType: 'csv',
      columns: { member_external_id: 'Member ID', commission_amount: 'Commission' },
      sftp: { patterns: ['ACME_{YYYY}{MM}.csv'] },
      email: { allowedSenders: [SENDER] },
    },
  });
  const publicKey = createSshKeyPair().public.trim();
  const user = await call('POST', '/v1/sftp/users', { body: { username: name, publicKey } });
  const mailbox = await call('POST', '/v1/email/addresses', { body: { carrierId } });
  return {
    accountId,
    carrierId,
    username: z.object({ username: text }).parse(user.json).username,
    address: z.object({ address: text }).parse(mailbox.json).address,
  };
}

/** Leaves a file as Transfer Family does, two minutes ago: the sweep takes files that have not changed for one minute. */
async function drop({ username }: Agency, name: string, content: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120_000 });
  await platform.drops.put(`sftp/${username}/incoming/${name}`, new TextEncoder().encode(content));
  vi.useRealTimers();
}

/** Receives a message and returns the event with which SES calls the function. */
async function receive({ address }: Pick<Agency, 'address'>, attached: Attached, verdicts = {}): Promise<SESEvent> {
  const id = randomUUID();
  await platform.drops.put(`mail/${id}`, new TextEncoder().encode(mail([attached])));
  const event = receiptEvent(id, [address], { source: SENDER, verdicts });
  await invoke('receive-mail', event);
  return event;
}

const item = z.object({ id: text, source: text, outcome: text, jobId: text.nullable(), fileId: text.nullable() });

/** Returns the newest thing that arrived. */
async function newest(): Promise<z.output<typeof item>> {
  const { data } = z.object({ data: z.array(item) }).parse((await call('GET', '/v1/intake')).json);
  const [first] = data;
  if (first === undefined) throw new Error('Nothing arrived');
  return first;
}

/** Leaves the message of a job that has ended, as a crash would. Whoever relays next sends it. */
async function leaveJob(): Promise<void> {
  await inService(
    (sql) => sql`
    insert into outbox (account_id, topic, body)
    select account_id, 'statement', jsonb_build_object('jobId', job_id) from jobs where status = 'completed' limit 1`,
  );
}

/** Leaves an event for a webhook that fails. Whoever relays next sends it. */
async function leaveEvent(): Promise<string> {
  // A worker that is still at work would relay it.
  await expect.poll(() => platform.countOpen('statements')).toBe(0);
  const { accountId } = lakeview;
  const deliveryId = randomUUID();
  const key = createHash('sha256').update(platform.secrets.secrets.get(secretArn('key'))?.current ?? '');
  const sealed = createSecretBox(key.digest()).seal('whsec_x');
  await inService(
    (sql) => sql`
    with receiver as (
      insert into webhooks (webhook_id, account_id, url, events, secret_sealed, failing_since)
      values (gen_random_uuid(), ${accountId}, ${`https://10.0.0.7/${deliveryId}`}, '{job.completed}', ${sealed},
        now() - make_interval(days => ${WEBHOOK_DISABLE_DAYS}))
      returning webhook_id)
    insert into webhook_deliveries (delivery_id, account_id, webhook_id, event, body, status, next_attempt_at)
    select ${deliveryId}, ${accountId}, webhook_id, 'job.completed', '{}', 'pending', now() from receiver`,
  );
  return deliveryId;
}

const sweeps = { 'sweep-sftp': () => schedule('sweep-sftp'), 'operator-tasks': () => runTask('sweep_sftp') } as const;
const runTask = async (task: TaskName) =>
  (await call('POST', '/v1/admin/system/run', { as: OPERATOR_TOKEN, body: { task } })).json;

let lakeview: Agency;
const claims = z.object({ data: z.array(z.object({ claimId: text })) });

test('an installation is set up', async () => {
  await invoke('migrate-database', {});
  const installed = await invoke('bootstrap-operator', { accountName: 'Lakeview', email: 'owner@lakeview.example' });
  token = z.object({ token: text }).parse(installed).token;
  await production.serveQueues();
  const { accountId } = z.object({ accountId: text }).parse((await call('GET', '/v1/me')).json);
  lakeview = await equip(accountId, 'lakeview');
});

test('files are uploaded, replaced, read, moved and purged', async () => {
  const { carrierId } = lakeview;
  // A stage without the container has the API for all paths.
  for (const [by, period, other] of [
    ['upload-service', '2025-01', '2025-05'],
    ['http-api', '2025-02', '2025-06'],
  ] as const) {
    await load({ file: statementOf([['A', '50']]), carrierId, period, by });
    await leaveEvent();
    const fields = { replace: 'true' };
    const fileId = await load({
      file: statementOf([
        ['A', '51'],
        ['B', '20'],
      ]),
      carrierId,
      period,
      by,
      fields,
    });
    await call('GET', `/v1/files/${fileId}/original`);
    await call('GET', `/v1/files/${fileId}/rows/2`);
    const order = { carrierId, period: other };
    const moved = accepted.parse((await call('POST', `/v1/files/${fileId}/move`, { body: order })).json);
    await ended(moved.jobId);
    await call('POST', `/v1/files/${moved.fileId}/purge`);
    await call('GET', `/v1/files/${moved.fileId}/original`, { status: 404 });
    const { fileId: expired } = await upload({ file: statementOf([['E', '1']]), carrierId, period: other, by, fields });
    await platform.objects.deleteBelow(`raw/${lakeview.accountId}/`);
    await call('GET', `/v1/files/${expired}/original`, { status: 404 });
    const packed = ['C', 'D'].map((id) => ({ name: `${id}.csv`, data: Buffer.from(statementOf([[id, '1']])) }));
    await load({ file: zipBytes(packed), carrierId, period, by });
  }
  await schedule('purge-files');
});

test('what was not paid is asked for, and the answer of the carrier is kept', async () => {
  const { carrierId } = lakeview;
  const months = { '2025-08': ['M1', 'M2'], '2025-09': ['M2'], '2025-10': ['M1', 'M2'] };
  for (const [period, ids] of Object.entries(months)) {
    await load({ file: statementOf(ids.map((id) => [id, '50'])), carrierId, period });
  }
  const { data } = claims.parse((await call('GET', '/v1/reports/recoverable')).json);
  const order = { claimIds: data.map(({ claimId }) => claimId) };
  const { id } = made.parse((await call('POST', '/v1/disputes', { body: order })).json);
  await call('POST', `/v1/disputes/${id}/send`, { body: { to: 'commissions@summit.example' } });
  for (const by of ['upload-service', 'http-api']) {
    const form = new FormData();
    form.set('file', new Blob(['The answer']), 'answer.pdf');
    await call('PUT', `/v1/disputes/${id}/answer`, { body: form, by });
    expect((await call('GET', `/v1/disputes/${id}/answer`, { by })).text).toBe('The answer');
  }
});

test('files are dropped by SFTP: taken, refused and filed by a person', async () => {
  const { carrierId, username } = lakeview;
  const signIn = { username, protocol: 'SFTP', serverId: 's-0123456789abcdef0', sourceIp: '203.0.113.9' };
  await invoke('authorize-sftp-user', signIn);
  for (const [index, sweep] of Object.values(sweeps).entries()) {
    await drop(lakeview, `ACME_2024${10 + index}.csv`, statementOf([['A', '4']]));
    await leaveEvent();
    expect(await sweep()).toMatchObject({ dropsAccepted: 1, dropsFailed: 0 });
    const { jobId, fileId } = await newest();
    await ended(jobId ?? '');
    await call('POST', `/v1/files/${fileId}/purge`);
    await drop(lakeview, `nothing known ${index}.csv`, statementOf([['A', '5']]));
    expect(await sweep()).toMatchObject({ dropsRejected: 1, dropsFailed: 0 });
    const { id } = await newest();
    await leaveEvent();
    await call('POST', `/v1/intake/${id}/file`, { body: { carrierId, period: `2024-0${index + 1}` } });
  }
});

test('statements are mailed: taken, held and filed by a person', async () => {
  const { carrierId } = lakeview;
  await leaveEvent();
  await receive(lakeview, { content: statementOf([['A', '6']]) });
  await ended((await newest()).jobId ?? '');
  await receive(lakeview, { content: statementOf([['A', '7']]) }, { dmarc: 'GRAY' });
  const filed = `/v1/intake/${(await newest()).id}/file`;
  const body = { carrierId, period: '2024-03' };
  await call('POST', filed, { body });
  await receive({ address: 'nobody@in.example.com' }, { content: statementOf([['A', '8']]) });
  // The bucket itself has deleted these bytes.
  const gone = await receive(lakeview, { content: statementOf([['A', '9']]) }, { dmarc: 'GRAY' });
  await platform.drops.deleteBelow('mail/');
  await call('POST', `/v1/intake/${(await newest()).id}/file`, { body, status: 409 });
  await invoke('receive-mail', gone);
});

test('bytes of a drop-off for which there is no room are deleted', async () => {
  await inService((sql) => sql`update intake_items set object_bytes = 1000000000000 where object_key is not null`);
  for (const [index, sweep] of Object.values(sweeps).entries()) {
    await drop(lakeview, `unknown ${index}.csv`, statementOf([['A', '5']]));
    expect(await sweep()).toMatchObject({ dropsRejected: 1, dropsFailed: 0 });
  }
  await receive(lakeview, { content: statementOf([['A', '7']]) }, { dmarc: 'GRAY' });
  expect(await platform.drops.list('mail/')).toEqual([]);
  await inService((sql) => sql`update intake_items set object_bytes = 1 where object_key is not null`);
});

/** Lets the database refuse changes of these months, as when they are archived. */
const archive = (through: string, held: string) =>
  inService(async (sql) => {
    await sql`update books set archived_through = ${through}, held_through = ${held}`;
    await sql`update accounts set archived_through = ${through}`;
  });

test('bytes of a statement that the database refuses are deleted again', async () => {
  await archive('2025-11', '2025-12');
  for (const sweep of Object.values(sweeps)) {
    await drop(lakeview, 'ACME_202511.csv', statementOf([['A', '8']]));
    expect(await sweep()).toMatchObject({ dropsRejected: 1, dropsFailed: 0 });
  }
  await call('POST', `/v1/intake/${(await newest()).id}/file`, {
    body: { carrierId: lakeview.carrierId, period: '2025-09' },
    status: 409,
  });
  await archive(PERIOD, '2099-01');
  await receive(lakeview, { content: statementOf([['A', '9']]), name: `acme-${addMonths(PERIOD, -1)}.csv` });
  expect(await newest()).toMatchObject({ outcome: 'rejected' });
  await inService(async (sql) => {
    await sql`update books set archived_through = null, held_through = null`;
    await sql`update accounts set archived_through = null`;
  });
});

test('events are delivered, and what a crash kept back', async () => {
  const tried = async (deliveryId: string) =>
    (await inService((sql) => sql`select 1 from webhook_attempts where delivery_id = ${deliveryId}`)).length;
  const senders = [
    ...(['sweep-outbox', 'recover-jobs', 'redeliver-webhooks'] as const).map((name) => () => schedule(name)),
    ...(['recover_jobs', 'redeliver_webhooks'] as const).map((task) => () => runTask(task)),
  ];
  for (const send of senders) {
    const deliveryId = await leaveEvent();
    await send();
    await leaveJob();
    await send();
    await expect.poll(() => tried(deliveryId)).toBe(1);
  }
  const dead = { messageId: randomUUID(), body: '{}', attributes: { ApproximateReceiveCount: '6' } };
  await invoke('dead-letter-webhook', { Records: [dead] });
});

test('a statement that cannot be stored is tried again, and given up at last', async () => {
  await inService((sql) => sql`revoke insert on statement_lines from cas_service`);
  const { jobId } = await upload({ file: statementOf([['A', '3']]), carrierId: lakeview.carrierId, period: '2024-05' });
  await expect.poll(() => guard.made.some(({ action }) => action === 'sqs:ChangeMessageVisibility')).toBe(true);
  await platform.clear('statements');
  await inService((sql) => sql`update jobs set attempts = 99 where job_id = ${jobId}`);
  const body = JSON.stringify({ jobId });
  const again = { messageId: randomUUID(), body, attributes: { ApproximateReceiveCount: '5' }, messageAttributes: {} };
  await leaveEvent();
  await leaveJob();
  await invoke('ingest-statement', { Records: [again] });
  await ended(jobId, 'failed');
  await inService((sql) => sql`grant insert on statement_lines to cas_service`);
  for (const leave of [leaveEvent, leaveJob]) {
    await leave();
    await invoke('dead-letter-statement', { Records: [again] });
  }
});

test('reports and news are mailed', async () => {
  const { accountId, carrierId } = lakeview;
  for (const run of [() => schedule('run-saved-reports'), () => runTask('run_saved_reports')]) {
    const body = { name: randomUUID(), sql: 'select count(*) as months from rollups' };
    const { id } = made.parse((await call('POST', '/v1/reports/saved', { body })).json);
    await call('POST', `/v1/reports/saved/${id}/run`);
    await call('PUT', `/v1/reports/saved/${id}`, { body: { cadence: 'weekly' } });
    await inService((sql) => sql`update saved_reports set next_due_at = now() where report_id = ${id}`);
    expect(await run()).toMatchObject({ reportsSent: 1, reportsFailed: 0 });
  }
  const person = { accountId, email: 'noor@lakeview.example', name: 'Noor', role: 'owner' };
  await call('POST', '/v1/admin/users', { as: OPERATOR_TOKEN, body: person });
  await inService((sql) => sql`update team_members set joined_at = now()`);
  for (const run of [() => schedule('redeliver-webhooks'), () => runTask('redeliver_webhooks')]) {
    const fields = { append: 'true' };
    await load({ file: statementOf([[randomUUID(), '-4000']]), carrierId, period: PERIOD, fields });
    await inService(async (sql) => {
      await sql`update accounts set owner_mails_checked_at = null`;
      await sql`delete from owner_news`;
    });
    expect(await run()).toMatchObject({ ownersMailed: 1 });
  }
  for (const body of await platform.takePeopleMails()) {
    const record = { messageId: randomUUID(), body, attributes: { ApproximateReceiveCount: '1' } };
    await invoke('mail-people', { Records: [record] });
  }
});

test('what is due is purged, and accounts are deleted with all that they have', async () => {
  const purges = [() => schedule('purge-files'), () => runTask('purge_files')];
  for (const [index, purge] of purges.entries()) {
    const name = `agency-${index}`;
    const account = await call('POST', '/v1/admin/accounts', { as: OPERATOR_TOKEN, body: { name } });
    const { id: accountId } = made.parse(account.json);
    const issued = await call('POST', `/v1/admin/accounts/${accountId}/tokens`, { as: OPERATOR_TOKEN, body: {} });
    token = text.parse(issued.json['token']);
    const agency = await equip(accountId, name);
    const { carrierId, username } = agency;
    const fileId = await load({ file: statementOf([['A', '1']]), carrierId, period: '2025-01' });
    await call('POST', `/v1/files/${fileId}/purge`);
    await drop(agency, 'ACME_202502.csv', statementOf([['A', '2']]));
    await schedule('sweep-sftp');
    await drop(agency, 'nothing known.csv', statementOf([['A', '3']]));
    await schedule('sweep-sftp');
    await receive(agency, { content: statementOf([['A', '4']]) }, { dmarc: 'GRAY' });
    await inService(
      (sql) =>
        sql`update intake_items set received_at = received_at - interval '100 days' where account_id = ${accountId}`,
    );
    await inService(
      (sql) => sql`update files set uploaded_at = uploaded_at - interval '100 days' where account_id = ${accountId}`,
    );
    await purge();
    await receive(agency, { content: statementOf([['A', '5']]) }, { dmarc: 'GRAY' });
    await drop(agency, 'left.csv', statementOf([['A', '6']]));
    await platform.objects.put(`raw/${accountId}/left`, new Uint8Array(1));
    await platform.objects.put(`archive/${accountId}/left`, new Uint8Array(1));
    await platform.objects.put(`answers/${accountId}/left`, new Uint8Array(1));
    await call('DELETE', `/v1/admin/accounts/${accountId}?confirm=${name}`, { as: OPERATOR_TOKEN });
    expect(await purge()).toMatchObject({ accountsDeleted: 1 });
    for (const folder of ['raw', 'archive', 'answers']) {
      expect(await platform.objects.deleteBelow(`${folder}/${accountId}/`)).toEqual({ objects: 0, bytes: 0 });
    }
    expect(await platform.drops.list(`sftp/${username}/`)).toEqual([]);
  }
});

test('passwords are changed, and the canary and deployments look', async () => {
  for (const login of LOGINS) {
    const ClientRequestToken = randomUUID();
    for (const Step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret'])
      await invoke('rotate-login', { SecretId: secretArn(login), ClientRequestToken, Step });
  }
  for (const name of ['http-api', 'ingest-statement']) await invoke(name, {});
  await invoke('try-service', {});
});

/** Uses of stored bytes that no function of AWS reaches. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'app/operations/archive-months.ts': 'A command in a shell of the operator, with rights of a person.',
  'app/operations/move-account.ts': 'A command in a shell of the operator, with rights of a person.',
};

test('every use of stored bytes in the program was reached', async () => {
  await production.stop();
  expect(guard.refused).toEqual([]);
  const isReached = await production.readCoverage();
  const missed: string[] = [];
  for (const file of await readdir('app', { recursive: true })) {
    const path = `app/${file}`;
    if (!path.endsWith('.ts') || path in ELSEWHERE) continue;
    const source = await readFile(path, 'utf8');
    if (!source.includes('platform/object-store.ts')) continue;
    for (const { index, 0: use } of source.matchAll(
      /\b(objects|dropStore|messages)(\?)?\.(put|get|delete|deleteBelow|list|move)\b/g,
    )) {
      const line = source.slice(0, index).split('\n').length;
      if (!isReached(path, index)) missed.push(`${path}:${line} ${use}`);
    }
  }
  expect(missed).toEqual([]);
});

/** Rights for what AWS itself does in the name of a role, and for faults that this test does not make. */
const NOT_USED: readonly { readonly action: RegExp; readonly resource?: RegExp; readonly reason: string }[] = [
  {
    action: /^(logs:(CreateLogStream|PutLogEvents)|xray:Put(TelemetryRecords|TraceSegments))$/,
    reason: 'Lambda writes the log and the traces.',
  },
  { action: /^ec2:/, reason: 'Lambda connects the function to the network; the code itself is denied it.' },
  { action: /^sqs:SendMessage$/, resource: /FailedCalls/, reason: 'Lambda keeps a call that failed.' },
  { action: /^s3:AbortMultipartUpload$/, reason: 'A part of an upload could not be stored.' },
  { action: /^kms:(Decrypt|GenerateDataKey)$/, reason: 'Each function may use the key of the stage.' },
  {
    action: /^secretsmanager:GetSecretValue$/,
    resource: /(service|system|report)Login/,
    reason: 'Most functions have the same pools, and read the password of a login when they first use it.',
  },
];

test('no function has a right that nothing used', () => {
  // Lambda takes the messages of a queue in the name of the function.
  for (const [caller, queue] of sources) {
    for (const operation of ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes']) {
      const right = { action: `sqs:${operation}`, resource: `${queue}.Arn` };
      guard.made.push({ caller, ...right });
      expect(stageFunctions.get(caller)?.rights.allows(right), `${caller} ${operation}`).toBe(true);
    }
  }
  const isUsed = (caller: string, { action, resource }: Right) =>
    guard.made.some((one) => one.caller === caller && matches(action, one.action) && matches(resource, one.resource));
  const isExplained = (right: Right) =>
    NOT_USED.some(({ action, resource = /./ }) => action.test(right.action) && resource.test(right.resource));
  const unused = [...stageFunctions].flatMap(([name, { rights }]) =>
    rights.allowed
      .filter((right) => !isUsed(name, right) && !isExplained(right))
      .map(({ action, resource }) => `${name} ${action} ${resource}`),
  );
  expect(unused).toEqual([]);
});
