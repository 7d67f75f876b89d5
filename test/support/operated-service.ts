import type { Route } from '../../lambdas/http/route.ts';
import { type AdministrationParts, createAdministrationRoutes } from '../../lambdas/runtime/administration-routes.ts';
import type { ApiClient } from './api-client.ts';
import { type IssuedAccount, startHttpService } from './http-service.ts';
import type { OpenApiDocument } from './openapi.ts';
import { platformOf } from './person-browser.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';

/** The service as an operator sets it up, with real tokens and its own database. */
export interface OperatedService {
  readonly url: string;
  readonly document: OpenApiDocument;
  /** The administration routes, for the tests over routes; the service has all others too. */
  readonly routes: readonly Route[];
  readonly database: TestDatabase['database'];
  /** Calls with the operator's token. */
  readonly operate: ApiClient;
  /** Makes an account over HTTP, with its own token. */
  createAccount(name?: string): Promise<OperatedAccount>;
  close(): Promise<void>;
}

export type OperatedAccount = IssuedAccount;

export async function startOperatedService({
  readDisk,
}: Pick<AdministrationParts, 'readDisk'> = {}): Promise<OperatedService> {
  const { database, drop } = await createTestDatabase();
  const { services } = platformOf(database);
  const clock = () => new Date('2026-07-15T12:00:00Z');
  const settings = { emailDomain: 'inbound.example.com', rateLimitPerMinute: 100_000 };
  const http = await startHttpService({ database, services, settings, clock, readDisk });
  return {
    url: http.url,
    document: http.document,
    routes: createAdministrationRoutes({
      ...{ database, clock, readDisk, emailDomain: settings.emailDomain },
      tasks: services.tasks,
      runIsolated: services.runIsolated,
      dropOffs: { intake: services.intake, drops: services.drops },
    }),
    database,
    operate: http.operate,
    createAccount: (name = 'Harbor Benefits') => http.createAccount({ name }),
    async close() {
      await http.close();
      await drop();
    },
  };
}
