import { z } from 'zod';
import { isTransientDatabaseError } from '../../adapters/postgres/database-error.ts';
import { createDeliveryStore } from '../../adapters/postgres/delivery-store.ts';
import { createIdempotencyStore } from '../../adapters/postgres/idempotency-store.ts';
import { createMaintenanceStore } from '../../adapters/postgres/maintenance-store.ts';
import { createAuthenticate } from '../../adapters/postgres/token-store.ts';
import { createPostgresQueue } from '../../adapters/queue/postgres-queue.ts';
import { createApp, type HttpDeps } from '../../lambdas/http/app.ts';
import { sha256Hex } from '../../lambdas/http/authentication.ts';
import { describeRoutes } from '../../lambdas/http/openapi.ts';
import type { Route } from '../../lambdas/http/route.ts';
import { discoveryRoutes } from '../../lambdas/http/routes/discovery.ts';
import { startHttpServer } from '../../lambdas/http/server.ts';
import { createAccountDeletions } from '../../lambdas/runtime/account-deletions.ts';
import { type AdministrationParts, createAdministrationRoutes } from '../../lambdas/runtime/administration-routes.ts';
import { createReportServices } from '../../lambdas/runtime/report-services.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { inProcess } from './in-process.ts';
import type { OpenApiDocument } from './openapi.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { webhookPlatform } from './webhook-platform.ts';

export const OPERATOR_TOKEN = 'operator-token-of-the-tests';

/** The service as an operator sets it up, with real tokens and a database of its own. */
export interface OperatedService {
  readonly url: string;
  readonly document: OpenApiDocument;
  readonly routes: readonly Route[];
  readonly database: TestDatabase['database'];
  /** With the operator's token. */
  readonly operate: ApiClient;
  /** An account made over HTTP, with a token of its own. */
  createAccount(name?: string): Promise<OperatedAccount>;
  close(): Promise<void>;
}

export interface OperatedAccount {
  readonly accountId: string;
  readonly tokenId: string;
  readonly token: string;
  readonly call: ApiClient;
}

const created = z.object({ id: z.string() });
const issued = z.object({ id: z.string(), token: z.string() });

export async function startOperatedService({
  readDisk,
}: Pick<AdministrationParts, 'readDisk'> = {}): Promise<OperatedService> {
  const { database, drop } = await createTestDatabase();
  const objects = {
    put: async () => {},
    get: async () => null,
    delete: async () => {},
    deleteBelow: async () => ({ objects: 0, bytes: 0 }),
  };
  const services = {
    maintenance: createMaintenanceStore(database),
    objects,
    queue: createPostgresQueue(database),
    redelivery: createDeliveryStore(database),
    relayOutbox: async () => {},
    scheduledReports: createReportServices({ database, log: () => {} }),
    sftpSweep: null,
    deletions: createAccountDeletions({ database, objects, log: () => {} }),
    elapsedMs: () => performance.now(),
    runIsolated: inProcess,
  };
  const deps: HttpDeps = {
    authenticate: createAuthenticate(database, { defaultRateLimitPerMinute: 100_000 }),
    operatorTokenHash: sha256Hex(OPERATOR_TOKEN),
    isUnavailable: isTransientDatabaseError,
    idempotency: createIdempotencyStore(database, webhookPlatform.secretBox),
    service: 'test',
    version: '0.0.0',
    publicUrl: null,
    proxyHops: 0,
  };
  const clock = () => new Date('2026-07-15T12:00:00Z');
  const own = createAdministrationRoutes({
    database,
    services,
    clock,
    emailDomain: 'inbound.example.com',
    readDisk,
  });
  const routes: readonly Route[] = [...discoveryRoutes(deps, () => routes), ...own];
  const document = Object.fromEntries<unknown>(Object.entries(describeRoutes(routes, deps)));
  const server = await startHttpServer({ app: createApp(deps, own), host: '127.0.0.1', port: 0, closeGraceMs: 0 });
  const operate = createApiClient(server.url, document, OPERATOR_TOKEN);
  return {
    url: server.url,
    document,
    routes,
    database,
    operate,
    async createAccount(name = 'Harbor Benefits') {
      const account = created.parse((await operate('POST', '/v1/admin/accounts', { json: { name } })).json);
      const path = `/v1/admin/accounts/${account.id}/tokens`;
      const { id, token } = issued.parse((await operate('POST', path, { json: {} })).json);
      return { accountId: account.id, tokenId: id, token, call: createApiClient(server.url, document, token) };
    },
    async close() {
      await server.close();
      await drop();
    },
  };
}
