import { join, resolve } from 'node:path';
import { openDiskObjectStore, sweepDiskObjectStore } from '../adapters/object-store/disk-object-store.ts';
import { createTestAccounts } from '../adapters/postgres/accounts/account-store.ts';
import { createSharedCatalogueStore } from '../adapters/postgres/carriers/shared-catalogue-store.ts';
import type { DatabaseAddress } from '../adapters/postgres/connection/connection.ts';
import { connectDatabase } from '../adapters/postgres/connection/database.ts';
import { type MigrationResult, migrate } from '../adapters/postgres/migrations/migrate.ts';
import { createTeamStore } from '../adapters/postgres/people/team-store.ts';
import { connectReports } from '../adapters/postgres/saved-reports/report-runner.ts';
import { hasSealedSecrets } from '../adapters/postgres/webhooks/webhook-store.ts';
import { createPostgresQueue, type PostgresQueue } from '../adapters/queue/postgres-queue.ts';
import { createSecretBox } from '../adapters/secret-box/aes-secret-box.ts';
import { withoutTestMail } from '../app/accounts/manage-accounts.ts';
import { loadCatalogue } from '../app/carriers/manage-catalogue.ts';
import type { TaskRunner } from '../app/operations/scheduled-tasks.ts';
import type { RunIsolated } from '../app/reading/run-isolated.ts';
import type { DiskSpace } from '../core/disk-room.ts';
import { JOB_RECOVERY_BATCH, JOB_RESEND_SECONDS, LOCAL_WORKERS } from '../core/limits/job-limits.ts';
import { ISOLATED_HEAP_MB, ISOLATION_LIMITS } from '../core/limits/statement-limits.ts';
import type { ConsoleFiles } from '../lambdas/http/own-page.ts';
import { startHttpServer } from '../lambdas/http/server.ts';
import { createHttpApp } from '../lambdas/runtime/http-app.ts';
import { createIsolation, fileReadingProgram } from '../lambdas/runtime/isolation.ts';
import type { Log } from '../lambdas/runtime/log.ts';
import {
  createFirstOwnerLink,
  createPeople,
  type PeopleParts,
  type PeoplePlatform,
} from '../lambdas/runtime/people-services.ts';
import { createServices, type Services } from '../lambdas/runtime/services.ts';
import { makeDataDirectory, makePrivateDirectory } from './data-directory.ts';
import {
  isEmpty,
  leaseDatabase,
  requireDatabaseFolder,
  requireFilledDatabase,
  watchDatabase,
} from './database-watch.ts';
import { createDiskReader, createFullDiskCheck, reportDisk, requireRoomForDatabase } from './disk-space.ts';
import {
  createDropOffPlaces,
  lifecyclesOf,
  type MailParts,
  openDrops,
  type SftpParts,
  serveDrops,
  serveMail,
} from './drop-offs.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { startWebhookQueues } from './event-source.ts';
import { type MachineObservation, type MetricsServer, observeMachine } from './observe-machine.ts';
import { openExampleAgency } from './open-example-agency.ts';
import { keepSecretKey, type OperatorToken, openOperatorToken, operatorTokenOf } from './operator-token.ts';
import { createMailQueue, type MailRelayState, openServiceMail } from './outgoing-mail.ts';
import { startObjectLifecycle, startSchedules } from './schedules.ts';
import { createOwnPorts, type Settings, trustProxies } from './settings.ts';
import type { SftpServer } from './sftp-server.ts';
import type { SmtpServer } from './smtp-server.ts';
import { recoverAfterDeath, superviseWorkers, type WorkerOrder } from './worker-supervisor.ts';

const OPERATOR_TOKEN_RELOAD_MS = 2_000;

export interface RuntimeParts {
  /** The pages for people. They may still be built while the database starts. */
  readonly console?: Promise<ConsoleFiles | null>;
}

export interface Runtime {
  /** The address that the service listens on, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The operator's token if this start created it; null if it exists already. */
  readonly newOperatorToken: string | null;
  /** A link that signs the first owner in, once. Only the first start makes one, because the log of each start may be kept. */
  readonly ownerLink: string | null;
  /** True while nobody has signed in. `npm run sign-in-link` then makes another link. */
  readonly isOwnerAwaited: boolean;
  readonly readDisk: () => Promise<DiskSpace>;
  /** The migrations that this start applied, and those of a later version of the service. */
  readonly migrations: MigrationResult;
  /** Null when SFTP drop-offs are off. */
  readonly sftp: Pick<SftpServer, 'port' | 'fingerprint'> | null;
  /** Null when email drop-offs are off. */
  readonly smtp: Pick<SmtpServer, 'port'> | null;
  /** Null when messages stay on this machine. */
  readonly mailRelay: MailRelayState | null;
  /** Null when metrics are off. */
  readonly metrics: Pick<MetricsServer, 'port'> | null;
  /**
   * Resolves when the bundled database has ended, whether or not it was asked to, or has not answered for a long time. It never resolves
   * for an external database, which may return, and the service with it.
   */
  readonly databaseLost: Promise<'ended' | 'silent'>;
  /** Finishes short work in progress and ends every process that was started. */
  close(): Promise<void>;
}

/**
 * Starts the whole service on one machine: database, API, worker and schedules, each with the same code as on AWS. Throws
 * `DataDirectoryInUse` or `DatabaseInUse` while another runtime uses the directory or the database.
 */
export async function startRuntime(settings: Settings, log: Log, parts: RuntimeParts = {}): Promise<Runtime> {
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    // Parts are stopped in reverse order, because later parts depend on earlier ones.
    for (const stop of closing.splice(0).reverse()) await stop();
  };
  try {
    return await start(settings, log, { ...parts, closing, close });
  } catch (error) {
    await close();
    throw error;
  }
}

interface StartParts extends RuntimeParts {
  readonly closing: (() => Promise<void>)[];
  readonly close: () => Promise<void>;
}

async function start(settings: Settings, log: Log, { closing, close, console: pages }: StartParts): Promise<Runtime> {
  const { dataDirectory, readDisk, isDiskFull } = await openDataDirectory(settings);
  const { address, database, databaseLost, migrations, isNew } = await openDatabase(settings, dataDirectory, closing);
  const { objects, objectDirectory, spoolDirectory } = await openDirectories(dataDirectory);
  const dropStore = await openDrops(dataDirectory);
  const queue = createPostgresQueue(database);
  const { mailer: outgoing, direct, ...mail } = await openServiceMail(settings, dataDirectory, log);
  const testAccounts = createTestAccounts(database);
  const mailer = withoutTestMail(outgoing, testAccounts);
  closing.push(mail.close);
  const secretKey = await keepSecretKey(dataDirectory, () => hasSealedSecrets(database));
  const secretBox = createSecretBox(secretKey);
  // Without PUBLIC_URL, links use the listening address, which is known once the server is up.
  let listeningAt: string | null = null;
  const publicUrl = () => settings.publicUrl ?? requireAddress(listeningAt);
  const runIsolated = openIsolation(closing);
  const queueMails = openMailQueue(log, closing);
  const ways = { queueMails, hasMail: mail.relay !== null, providers: settings.providers };
  const listening = { publicUrl, listeningAt: () => requireAddress(listeningAt) };
  const people = peopleOfMachine(settings, { database, secretKey, mailer, log, ...ways, ...listening }, closing);
  const services = createServices({
    ...{ database, objects, queue, log, publicUrl, secretBox },
    reports: { runner: connectReports({ database, administrator: address }), mailer },
    letterMailer: direct === null ? null : withoutTestMail(direct, testAccounts),
    mailPerson: people.mailPerson,
    ...{ dropStore, sentMail: mail, runIsolated, isDiskFull },
  });

  const ownPorts = createOwnPorts(settings);
  const thisMachine = settings.webhookLocalhost ? ownPorts : null;
  const operatorToken = await readOperatorToken(settings, dataDirectory);
  const observation = observeMachine(settings, readDisk);
  const dropOffPlaces = createDropOffPlaces(settings);
  const app = createHttpApp({
    ...{ database, services, isDiskFull, log, people, dropOffPlaces: dropOffPlaces.read },
    console: await pages,
    ...observation,
    settings: {
      ...settings,
      ...{ operatorTokenHashes: operatorToken.hashes, thisMachine, spoolDirectory },
      proxyHops: trustProxies(settings.trustedProxies),
    },
  });
  const server = await startHttpServer({ app, host: settings.host, port: settings.port });
  closing.push(() => server.close());
  listeningAt = server.url;
  ownPorts.add(Number(new URL(server.url).port));

  await recoverUnfinishedJobs(services.tasks, queue);
  const stopOnClose = (part: Stoppable) => {
    closing.push(() => part.close());
  };
  const webhookParts = { database, queue, secretBox, mailer, log, publicUrl: settings.publicUrl, thisMachine };
  stopOnClose(
    startWorkers({ dataDirectory, objectDirectory, address, publicUrl: publicUrl() }, { services, queue, log }),
  );
  stopOnClose(startWebhookQueues(webhookParts));
  stopOnClose(startSchedules(services, log));
  for (const rule of [...lifecyclesOf({ dataDirectory, objectDirectory }), ...mail.lifecycles])
    stopOnClose(startObjectLifecycle(rule, log));
  const otherServers = await serveOtherPorts(
    settings,
    { dataDirectory, database, dropStore, mailer, runIsolated, uploads: services.intake, isDiskFull, log, observation },
    (server) => {
      stopOnClose(server);
      ownPorts.add(server.port);
    },
  );
  dropOffPlaces.keep(otherServers.sftp);
  await operatorToken.keep();
  stopOnClose(reloadRegularly(operatorToken, log));
  stopOnClose(reportDisk(readDisk, log));
  return {
    url: server.url,
    ownerLink: isNew ? await createFirstOwnerLink(database, people) : null,
    isOwnerAwaited: await createTeamStore(database).isUnused(),
    newOperatorToken: operatorToken.shown,
    mailRelay: mail.relay,
    ...otherServers,
    ...{ readDisk, migrations, databaseLost, close },
  };
}

/** Opens the processes that read files apart from this one. */
function openIsolation(closing: StartParts['closing']): RunIsolated {
  const { runIsolated, close } = createIsolation({
    program: fileReadingProgram(import.meta.url),
    heapMegabytes: ISOLATED_HEAP_MB,
    wallSeconds: ISOLATION_LIMITS.wallSeconds,
  });
  closing.push(async () => close());
  return runIsolated;
}

/** Opens the queue of mails that are sent after an answer. All of them are sent before the database closes. */
function openMailQueue(log: Log, closing: (() => Promise<void>)[]): PeoplePlatform['queueMails'] {
  const mails = createMailQueue((error) => log('error', 'mail_not_sent', { error }));
  closing.push(() => mails.settled());
  return (send) => async (mail) => mails.add(() => send(mail));
}

/** Reads the operator's token again at an interval, because `npm run operator-token` replaces it while the service runs. */
function reloadRegularly(operatorToken: OperatorToken, log: Log): Stoppable {
  const timer = setInterval(() => {
    operatorToken.reload().catch((error: unknown) => log('error', 'operator_token_unreadable', { error }));
  }, OPERATOR_TOKEN_RELOAD_MS);
  return { close: async () => clearInterval(timer) };
}

/** Makes the data directory if it is missing. Throws `DiskFull` if its disk has no room for the database that this start has to make. */
async function openDataDirectory({ dataDirectory: path, databaseUrl }: Settings) {
  const dataDirectory = resolve(path);
  await makeDataDirectory(dataDirectory);
  if (databaseUrl === null) await requireRoomForDatabase(dataDirectory);
  const readDisk = createDiskReader(dataDirectory);
  return { dataDirectory, readDisk, isDiskFull: createFullDiskCheck(readDisk) };
}

interface WorkerParts {
  readonly services: Services;
  readonly queue: PostgresQueue;
  readonly log: Log;
}

function startWorkers(order: WorkerOrder, { services, queue, log }: WorkerParts): Stoppable {
  return superviseWorkers(order, {
    workers: LOCAL_WORKERS,
    onDeath: (death) => recoverAfterDeath(death, services.tasks, queue),
    onError: (error) => log('error', 'worker_failed', { error }),
  });
}

interface Stoppable {
  close(): Promise<void>;
}

interface OtherServer extends Stoppable {
  readonly port: number;
}

/** Starts the servers of drop-offs and metrics. Each is null when its port is not set. */
async function serveOtherPorts(
  settings: Settings,
  parts: SftpParts & MailParts & { readonly observation: MachineObservation },
  onStart: (server: OtherServer) => void,
) {
  const started = <Server extends OtherServer>(server: Server | null) => {
    if (server !== null) onStart(server);
    return server;
  };
  return {
    sftp: started(await serveDrops(settings, parts)),
    smtp: started(await serveMail(settings, parts)),
    metrics: started(await parts.observation.serveMetrics(parts)),
  };
}

/** Migrates the database to this program's schema. Only this process uses the database meanwhile. */
async function openDatabase(settings: Settings, dataDirectory: string, closing: (() => Promise<void>)[]) {
  const { address, lost: databaseLost } = await databaseOf(settings, dataDirectory, closing);
  const lease = await leaseDatabase(address);
  closing.push(() => lease.release());
  if (!settings.newDatabase) await requireFilledDatabase(address, dataDirectory);
  const isNew = await isEmpty(address);
  const migrations = await migrate(address);
  const database = connectDatabase(address);
  closing.push(() => database.close());
  // An older program leaves the newer catalogue of a newer database unchanged.
  if (migrations.newer.length === 0) await loadCatalogue(createSharedCatalogueStore(database));
  return { address, database, databaseLost, migrations, isNew };
}

async function openDirectories(dataDirectory: string) {
  const objectDirectory = join(dataDirectory, 'objects');
  await sweepDiskObjectStore(objectDirectory);
  const objects = await openDiskObjectStore(objectDirectory);
  // The system's folder for temporary files may be in memory, so the spool is in the data directory.
  const spoolDirectory = join(dataDirectory, 'spool');
  await makePrivateDirectory(spoolDirectory);
  return { objects, objectDirectory, spoolDirectory };
}

async function readOperatorToken({ adminToken }: Settings, dataDirectory: string) {
  return adminToken === null ? openOperatorToken(dataDirectory) : operatorTokenOf(adminToken);
}

interface MachinePeople extends PeoplePlatform {
  readonly listeningAt: () => string;
}

/** Makes sign-in for one machine. Passkeys need a host name: browsers accept none for an address such as 127.0.0.1. */
function peopleOfMachine(
  { exampleAgency }: Settings,
  { publicUrl, listeningAt, ...parts }: MachinePeople,
  closing: (() => Promise<void>)[],
): PeopleParts {
  const forBrowsers = () => publicUrl().replace('//127.0.0.1:', '//localhost:');
  const people = createPeople({ ...parts, publicUrl: forBrowsers });
  if (!exampleAgency) return people;
  const { example, close } = openExampleAgency({ ...parts, signIn: people.signIn, url: listeningAt });
  closing.push(close);
  return { ...people, example };
}

function requireAddress(listeningAt: string | null): string {
  if (listeningAt === null) throw new Error('Links were asked for before the server had an address');
  return listeningAt;
}

async function databaseOf(
  { databaseUrl, newDatabase }: Settings,
  dataDirectory: string,
  closing: (() => Promise<void>)[],
): Promise<{ readonly address: DatabaseAddress; readonly lost: Runtime['databaseLost'] }> {
  if (databaseUrl !== null) return { address: { kind: 'url', url: databaseUrl }, lost: new Promise(() => {}) };
  if (!newDatabase) await requireDatabaseFolder(dataDirectory);
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(dataDirectory, 'postgres') });
  closing.push(() => postgres.stop());
  const watch = watchDatabase(postgres.address);
  closing.push(async () => watch.close());
  const ended = postgres.ended.then(() => 'ended' as const);
  const silent = watch.lost.then(() => 'silent' as const);
  return { address: postgres.address, lost: Promise.race([ended, silent]) };
}

/** Requeues interrupted jobs at the start. No worker of this machine is alive then, so they need not wait until they count as stuck. */
async function recoverUnfinishedJobs({ maintenance, relayOutbox }: TaskRunner, queue: PostgresQueue): Promise<void> {
  await maintenance.recoverJobs({
    stuckSeconds: 0,
    resendSeconds: JOB_RESEND_SECONDS,
    limit: JOB_RECOVERY_BATCH,
  });
  await queue.releaseAll();
  await relayOutbox();
}
