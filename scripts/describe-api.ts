import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { connectDatabase } from '../adapters/postgres/connection/database.ts';
import type { ObjectStore } from '../app/platform/object-store.ts';
import type { MessageQueue } from '../app/platform/queue.ts';
import { createHttpApp } from '../lambdas/runtime/http-app.ts';
import { createServices } from '../lambdas/runtime/services.ts';

/** The description of the API, and what is made of it. Each library of a generator or linter is loaded by its own function. */

/** The committed description of the API. */
export const OPENAPI_FILE = new URL('../openapi.json', import.meta.url);

/** The committed types of the client. */
export const API_TYPES_FILE = new URL('../client/generated/api-types.ts', import.meta.url);

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

/** Returns what Redocly and Spectral find in an OpenAPI description, errors and warnings, one line for each; none in a good one. */
export async function lintDescription(text: string): Promise<readonly string[]> {
  const { lintFromString, loadConfig } = await import('@redocly/openapi-core');
  const { Ruleset, Spectral } = await import('@stoplight/spectral-core');
  const { oas } = await import('@stoplight/spectral-rulesets');
  const config = await loadConfig({ configPath: fileURLToPath(new URL('../redocly.yaml', import.meta.url)) });
  const ofRedocly = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  const spectral = new Spectral();
  spectral.setRuleset(new Ruleset({ extends: [[oas, 'recommended']] }));
  const ofSpectral = await spectral.run(text);
  return [
    ...ofRedocly.map(({ ruleId, message }) => `redocly ${ruleId}: ${message}`),
    ...ofSpectral.map(({ code, message, path }) => `spectral ${code}: ${message} (${path.join('.')})`),
  ];
}

const CLIENT_HEADING = '// Written by `npm run client` from openapi.json. Change the routes, never this file.\n\n';

/**
 * Returns the types of every path and schema of openapi.json as the text of a file, without the descriptions, which stand in openapi.json.
 * Parts that are files have the type Blob. CSV and workbooks beside JSON have the type `never`, so that the type of a body is JSON alone.
 */
export async function describeClient(): Promise<string> {
  const { default: ts } = await import('typescript');
  const { default: openapiTS } = await import('openapi-typescript');
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const never = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
  const nodes = await openapiTS(await readFile(OPENAPI_FILE, 'utf8'), {
    transform: (schema) => {
      if ('x-other-form' in schema) return never;
      return schema.format === 'binary' ? blob : undefined;
    },
  });
  const source = ts.createSourceFile('api-types.ts', '', ts.ScriptTarget.Latest);
  const printer = ts.createPrinter({ removeComments: true });
  const types = printer.printList(ts.ListFormat.MultiLine, ts.factory.createNodeArray(nodes), source);
  return `${CLIENT_HEADING}${types}`;
}
