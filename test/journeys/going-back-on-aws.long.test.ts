import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { CATALOGUE_VERSION } from '../../core/catalogue/shared-carriers.ts';
import { gatewayTo } from '../entry/api-gateway.ts';
import { bundlesOfThisRun } from '../entry/bundle-contents.ts';
import { type DeployedPlatform, startDeployedPlatform } from '../entry/deployed-platform.ts';
import { type LambdaProcess, startLambda } from '../entry/lambda-process.ts';
import { serveQueue } from '../entry/serve-queue.ts';
import { statementOf } from '../support/agency-client.ts';
import { laterMigration } from '../support/later-release.ts';
import { asOwner } from '../support/postgres.ts';

/**
 * Guarantee: CloudFormation can roll a deployment back over its migration. The earlier bundle succeeds on the schema of the next release,
 * leaves the schema and its catalogue unchanged, and the earlier functions work on it.
 */

let platform: DeployedPlatform;
let bundles: string;
/** Changed copies of bundles. */
let directory: string;
const functions: LambdaProcess[] = [];
const stopping = new AbortController();
const sources: Promise<void>[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'next-bundles-'));
  [platform, { directory: bundles }] = await Promise.all([startDeployedPlatform(), bundlesOfThisRun()]);
}, 120_000);
afterAll(async () => {
  stopping.abort();
  await Promise.all(sources);
  await Promise.all(functions.map((lambda) => lambda.close()));
  await platform.close();
  await rm(directory, { recursive: true, force: true });
});

async function start(
  name: 'migrate-database' | 'bootstrap-operator' | 'http-api' | 'ingest-statement',
  folder = join(bundles, name),
) {
  const lambda = await startLambda(join(folder, 'index.mjs'), platform.environmentOf(name));
  functions.push(lambda);
  return lambda;
}

/** Runs the migration of the next release: this release's bundle with one more file. */
async function migrateToNextRelease(declaration: string): Promise<unknown> {
  const folder = join(directory, `next-${declaration}`);
  await cp(join(bundles, 'migrate-database'), folder, { recursive: true });
  const { file, content } = laterMigration(declaration);
  await writeFile(join(folder, 'migrations', file), content);
  return (await start('migrate-database', folder)).invoke({});
}

function inService<T>(work: Parameters<typeof asOwner<T>>[1]): Promise<T> {
  const { address } = platform.postgres;
  if (address.kind !== 'socket') throw new TypeError('The server has a socket');
  return asOwner({ ...address, database: 'service' }, work);
}

/** Loads the next release's catalogue, in which one format differs. */
const publishNextCatalogue = () =>
  inService(async (sql) => {
    await sql`update shared_catalogue set version = ${CATALOGUE_VERSION + 1}`;
    await sql`
      insert into statement_configs (config_id, carrier_id, account_id, version, config)
      select overlay(gen_random_uuid()::text placing '8' from 15 for 1)::uuid, carrier_id, null, version + 1,
        jsonb_set(config, '{tolerance,absolute}', '7')
      from statement_configs where account_id is null order by config_id limit 1`;
  });
const formats = () => inService((sql) => sql`select * from statement_configs order by config_id`);
const migrations = () => inService((sql) => sql`select * from schema_migrations order by version`);

const report = z.object({ applied: z.array(z.string()), newer: z.array(z.string()), catalogue: z.unknown() });
const migrateNow = async () => report.parse(await (await start('migrate-database')).invoke({}));

it('succeeds with the earlier migration on the next release, applies nothing and publishes no old format', async () => {
  expect(await migrateNow()).toMatchObject({ newer: [], catalogue: { configs: expect.any(Number) } });
  await publishNextCatalogue();
  const published = await formats();
  // A release that changed the catalogue and no table.
  expect(await migrateNow()).toEqual({ applied: [], newer: [], catalogue: null });
  expect(await formats()).toEqual(published);

  await migrateToNextRelease('yes');
  const migrated = await migrations();
  expect(await migrateNow()).toEqual({ applied: [], newer: [laterMigration('yes').name], catalogue: null });
  expect(functions.at(-1)?.output()).toContain('"message":"database_newer"');
  expect(await migrations()).toEqual(migrated);
  expect(await formats()).toEqual(published);
}, 120_000);

it('uploads, scores and reports a statement with the earlier functions on the schema of the next release', async () => {
  const { token } = z
    .object({ token: z.string() })
    .parse(
      await (await start('bootstrap-operator')).invoke({ accountName: 'Lakeview', email: 'owner@lakeview.example' }),
    );
  const api = gatewayTo(await start('http-api'));
  const lambda = await start('ingest-statement');
  sources.push(serveQueue({ queue: platform.queue, queueName: 'statements', lambda, signal: stopping.signal }));
  const carrier = await api('POST', '/v1/carriers', { token, body: { name: 'Harbor First' } });
  const carrierId = z.string().parse(carrier.json['id']);
  const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
  await api('POST', `/v1/carriers/${carrierId}/configs`, { token, body: { fileType: 'csv', columns } });
  const form = new FormData();
  for (const [name, value] of Object.entries({ carrierId, periodYear: '2026', periodMonth: '1' }))
    form.set(name, value);
  form.set('file', new Blob([statementOf([['A', '50.25']])]), 'statement.csv');
  const accepted = await api('POST', '/v1/files', { token, body: form });
  expect(accepted.status).toBe(202);
  const job = () => api('GET', `/v1/jobs/${z.string().parse(accepted.json['jobId'])}`, { token });
  await expect.poll(async () => (await job()).json['status'], { timeout: 20_000 }).toBe('completed');
  expect((await api('GET', '/v1/reports/rollup?period=2026-01', { token })).json).toMatchObject({
    totals: { memberCount: 1, new: 1 },
  });
}, 120_000);

/** Deletes what the migration of the next release made, as a restored database has it: as before that migration. */
const restoreBeforeNextRelease = () =>
  inService(async (sql) => {
    await sql`alter table jobs drop column tomorrow`;
    await sql`drop table of_tomorrow`;
    await sql`delete from schema_migrations where version = 9999`;
  });

it('fails clearly and changes nothing with the earlier migration on a next release that forbids it, and goes forward and back as the runbook says', async () => {
  await restoreBeforeNextRelease();
  await migrateToNextRelease('no');
  const before = await migrations();
  await expect(migrateNow()).rejects.toThrow('its log says why');
  expect(functions.at(-1)?.output()).toMatch(/newer than this program.*9999-tomorrow does not allow it to run/);
  expect(await migrations()).toEqual(before);

  // Forward: the mended next release finds its migration and succeeds.
  expect(await migrateToNextRelease('no')).toMatchObject({ applied: [], newer: [] });
  expect(await migrations()).toEqual(before);

  // Back: on a database from before the migration the call that stopped the rollback succeeds.
  await restoreBeforeNextRelease();
  expect(await migrateNow()).toEqual({ applied: [], newer: [], catalogue: null });
}, 180_000);
