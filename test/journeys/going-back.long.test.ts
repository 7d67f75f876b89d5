import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CATALOGUE_VERSION } from '../../core/catalogue/shared-carriers.ts';
import { gatewayTo } from '../entry/api-gateway.ts';
import { bundlesOfThisRun } from '../entry/bundle-contents.ts';
import { type DeployedPlatform, startDeployedPlatform } from '../entry/deployed-platform.ts';
import { type LambdaProcess, startLambda } from '../entry/lambda-process.ts';
import { serveQueue } from '../entry/serve-queue.ts';
import { type Agency, agencyOf, createAgency, statementOf } from '../support/agency-client.ts';
import { LATER_OPTION, LATER_TOLERANCE, laterMigration, laterRelease } from '../support/later-release.ts';
import { asOwner } from '../support/postgres.ts';
import { type RunningService, runToItsEnd, startRunningService } from '../support/running-service.ts';

/** Guarantee: an installation of the next release can go back to this one, and forward again, as far as its migrations allow. */
describe('going back', () => {
  const BUSY_MACHINE_MS = 180_000;
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const clean of cleanups.splice(0).reverse()) await clean();
  });

  async function newDirectory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'cas back '));
    cleanups.push(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    return directory;
  }

  async function start(dataDirectory: string, program?: string): Promise<RunningService> {
    const service = await startRunningService({ dataDirectory, program });
    cleanups.push(() => service.stop('SIGKILL'));
    return service;
  }

  const carriers = z.object({ data: z.array(z.object({ id: z.string() })) });
  const configs = z.object({
    data: z.array(z.object({ version: z.int(), config: z.object({ tolerance: z.unknown() }) })),
  });

  /** The versions of a format of the shared catalogue. */
  async function sharedVersions(agency: Agency) {
    const found = carriers.parse(await agency.get('/v1/carriers?limit=200')).data;
    const shared = found.find(({ id }) => id !== agency.carrierId);
    const { data } = configs.parse(await agency.get(`/v1/carriers/${shared?.id}/configs`));
    return data.map(({ version, config: { tolerance } }) => ({ version, tolerance }));
  }

  async function load(agency: Agency, period: string, rows: readonly (readonly [string, string])[]): Promise<void> {
    const { jobId } = await agency.upload({ period, csv: statementOf(rows) });
    expect((await agency.ended(jobId)).status).toBe('completed');
  }

  it(
    'serves on the database of a later release that allows it, changes nothing of it, and the later release continues from there',
    async () => {
      const directory = await newDirectory();
      const later = await laterRelease('yes');
      const first = await start(directory, later);
      expect(first.output()).toContain(`now at ${laterMigration('yes').name}; migrations applied: `);
      const agency = await createAgency(first.url);
      await load(agency, '2026-01', [
        ['A', '50'],
        ['B', '20.10'],
      ]);
      const shipped = [{ version: 1, tolerance: LATER_TOLERANCE }];
      expect(await sharedVersions(agency)).toEqual(shipped);
      expect(await first.stop('SIGTERM')).toBe(0);

      const back = await start(directory);
      expect(back.output()).toContain(`newer than this version, which works with it (${laterMigration('yes').name})`);
      const again = agencyOf(back.url, agency.token, agency.carrierId);
      await load(again, '2026-02', [['A', '40']]);
      // 50 − 40 = 10 reduced; the 20.10 of B dropped.
      const totals = {
        totals: { memberCount: 1, commissionDropped: 20.1, commissionReduced: 10, commissionAtRisk: 30.1 },
      };
      expect(await again.get('/v1/reports/rollup?period=2026-02')).toMatchObject(totals);
      expect(await sharedVersions(again)).toEqual(shipped);
      expect(await back.stop('SIGTERM')).toBe(0);

      const forth = await start(directory, later);
      const last = agencyOf(forth.url, agency.token, agency.carrierId);
      expect(await last.get('/v1/reports/rollup?period=2026-02')).toMatchObject(totals);
      expect(await sharedVersions(last)).toEqual(shipped);
      await load(last, '2026-03', [['A', '40']]);
    },
    BUSY_MACHINE_MS,
  );

  it(
    'refuses statements whose format has options of the later release, says so, and processes all others',
    async () => {
      const directory = await newDirectory();
      const later = await laterRelease('yes');
      const first = await start(directory, later);
      const agency = await createAgency(first.url);
      await load(agency, '2026-01', [
        ['A', '50'],
        ['B', '20'],
      ]);
      const config = { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } };
      await agency.post(`/v1/carriers/${agency.carrierId}/configs`, { ...config, [LATER_OPTION]: 'up' });
      const { fileId, jobId } = await agency.upload({ period: '2026-02', csv: statementOf([['A', '50']]) });
      expect((await agency.ended(jobId)).status).toBe('completed');
      expect(await first.stop('SIGTERM')).toBe(0);

      const back = await start(directory);
      const again = agencyOf(back.url, agency.token, agency.carrierId);
      const versions = configs.parse(await again.get(`/v1/carriers/${agency.carrierId}/configs`)).data;
      expect(versions.map(({ version }) => version)).toEqual([2, 1]);
      const refused = await again.upload({ period: '2026-03', csv: statementOf([['A', '50']]) });
      const failed = await again.ended(refused.jobId);
      expect(failed).toMatchObject({ status: 'failed', attempts: 1, errorCode: 'later_format' });
      expect(failed.error).toContain(`"${LATER_OPTION}"`);
      // Scoring needs only options that both releases know: rates are set, and months are scored again.
      const rate = { rateType: 'flat_per_member', rateValue: 60, effectiveFrom: '2026-01-01' };
      await again.post('/v1/expected-rates', { carrierId: agency.carrierId, ...rate });
      const rescored = z.object({ jobId: z.string() }).parse(await again.post(`/v1/files/${fileId}/rescore`));
      expect((await again.ended(rescored.jobId)).status).toBe('completed');
      expect(await back.stop('SIGTERM')).toBe(0);

      const forth = await start(directory, later);
      const last = agencyOf(forth.url, agency.token, agency.carrierId);
      await last.post(`/v1/jobs/${refused.jobId}/retry`);
      expect((await last.ended(refused.jobId)).status).toBe('completed');
      expect(await last.get('/v1/reports/rollup?period=2026-03')).toMatchObject({
        totals: { green: 1, commissionOwed: 10 },
      });
    },
    BUSY_MACHINE_MS,
  );

  it(
    'refuses the database of a later release that forbids it with a sentence, and the later one then starts normally',
    async () => {
      const directory = await newDirectory();
      const later = await laterRelease('no');
      const first = await start(directory, later);
      expect(await first.stop('SIGTERM')).toBe(0);
      const refused = await runToItsEnd({ dataDirectory: directory });
      expect(refused.code).toBe(1);
      expect(refused.output).toMatch(/newer than this program.*9999-tomorrow does not allow it to run/);
      expect(refused.output).not.toMatch(/^\s+at /m);
      await start(directory, later);
    },
    BUSY_MACHINE_MS,
  );
});

/**
 * Guarantee: CloudFormation can roll a deployment back over its migration. The earlier bundle succeeds on the schema of the next release,
 * leaves the schema and its catalogue unchanged, and the earlier functions work on it.
 */
describe('going back on aws', () => {
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
});
