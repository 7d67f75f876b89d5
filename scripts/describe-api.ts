import { connectDatabase } from '../adapters/postgres/connection/database.ts';
import type { ObjectStore } from '../app/platform/object-store.ts';
import type { MessageQueue } from '../app/platform/queue.ts';
import { createHttpApp } from '../lambdas/runtime/http-app.ts';
import { createServices } from '../lambdas/runtime/services.ts';

/** The committed description of the API. */
export const OPENAPI_FILE = new URL('../openapi.json', import.meta.url);

/**
 * Returns the OpenAPI description of the deployed app as the text of a file. The app makes it from its routes alone, so nothing connects
 * to a database, a queue or a store.
 */
export async function describeApi(): Promise<string> {
  const unused = () => {
    throw new Error('The description of the API must need no database, queue or object store.');
  };
  const database = connectDatabase({ kind: 'socket', directory: '/nonexistent', port: 0, user: '', database: '' });
  const objects: ObjectStore = { put: unused, get: unused, delete: unused, deleteBelow: unused };
  const queue: MessageQueue = { send: unused, receive: unused, delete: unused, changeVisibility: unused };
  const app = createHttpApp({
    database,
    people: {
      signIn: { providers: [], findSession: unused, answer: unused, makeLink: unused },
      invitations: { find: unused, accept: unused, decline: unused, findLinkHolder: unused },
      hasMail: true,
      mailPerson: unused,
    },
    services: createServices({ database, objects, queue, log: () => {}, publicUrl: unused }),
    settings: {
      publicUrl: null,
      operatorTokenHashes: () => [],
      rateLimitPerMinute: 1,
      thisMachine: { isOwnPort: () => false },
      proxyHops: 0,
      emailDomain: 'in.example',
    },
    log: () => {},
  });
  const response = await app.fetch(new Request('http://127.0.0.1/v1/docs/openapi.json'));
  await database.close();
  if (!response.ok) throw new Error(`The app answered ${response.status} to the request for its description.`);
  const description: unknown = await response.json();
  return `${JSON.stringify(description, null, 2)}\n`;
}
