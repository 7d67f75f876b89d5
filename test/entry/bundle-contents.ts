import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FunctionName } from '../../lambdas/runtime/aws-settings.ts';
import { type Bundle, bundleLambdas } from '../../scripts/bundle-lambdas.ts';
import { madeOnce } from '../support/made-once.ts';
import { words } from '../support/words.ts';

/** Packages that every function loads at the start: for the database, its secrets, and telemetry. */
const EVERY = words(`
  @aws-lambda-powertools/commons @aws-lambda-powertools/logger @aws-lambda-powertools/metrics
  @aws-lambda-powertools/tracer @aws-sdk/client-secrets-manager @aws-sdk/core @aws-sdk/credential-provider-env
  @aws-sdk/credential-provider-node @aws-sdk/xml-builder @aws/lambda-invoke-store @smithy/core
  @smithy/node-http-handler @smithy/service-error-classification @smithy/signature-v4 @smithy/types atomic-batcher
  aws-xray-sdk-core cls-hooked emitter-listener postgres semver shimmer zod
`);
/** The package with which the stores build their statements. */
const STORES = ['drizzle-orm'];
/** The packages of the store of jobs, which keeps the cells of a rejected row in their displayed format. */
const JOBS = [...STORES, 'numfmt'];
const HANDLER = ['@middy/core'];
const QUEUES = ['@aws-sdk/client-sqs', '@aws-sdk/middleware-sdk-sqs'];
const OBJECTS = words(`
  @aws-sdk/checksums @aws-sdk/client-s3 @aws-sdk/lib-storage @aws-sdk/middleware-sdk-s3
  @aws-sdk/signature-v4-multi-region
`);
/** The package that runs the patterns of statement formats and drop-off settings in bounded time. */
const FORMATS = ['re2js'];
/** The packages that read statements. An id in a workbook is a number in its displayed format, which numfmt gives. */
const STATEMENTS = [...FORMATS, 'numfmt'];
const ANALYSTS_SQL = ['libpg-query'];
/** The package that reads lists that people send from a spreadsheet. */
const LISTS = ['csv-parse'];
const HTTP = [
  ...LISTS,
  ...QUEUES,
  ...OBJECTS,
  ...STATEMENTS,
  ...ANALYSTS_SQL,
  '@asteasolutions/zod-to-openapi',
  '@fastify/busboy',
  '@hono/zod-openapi',
  '@hono/zod-validator',
  'hono',
];

/** The packages that each function may load before it is ready, each with a reason. */
export const STARTS_WITH: Readonly<Record<FunctionName, readonly string[]>> = {
  'http-api': [...EVERY, ...STORES, ...HANDLER, ...HTTP],
  'upload-service': [...EVERY, ...STORES, ...HTTP, '@hono/node-server'],
  'ingest-statement': [...EVERY, ...STORES, ...HANDLER, ...QUEUES, ...OBJECTS, ...STATEMENTS],
  'dead-letter-statement': [...EVERY, ...JOBS, ...HANDLER, ...QUEUES],
  'deliver-webhook': [...EVERY, ...STORES, ...HANDLER, ...QUEUES],
  'dead-letter-webhook': [...EVERY, ...STORES, ...HANDLER],
  // Signing in is loaded with the first mail.
  'mail-people': [...EVERY, ...STORES, ...HANDLER],
  'sweep-outbox': [...EVERY, ...STORES, ...HANDLER, ...QUEUES],
  // It uses the service as an agency does, and has no database.
  'try-service': [...EVERY, ...HANDLER].filter((name) => name !== 'postgres'),
  'recover-jobs': [...EVERY, ...JOBS, ...HANDLER, ...QUEUES],
  'redeliver-webhooks': [...EVERY, ...JOBS, ...HANDLER, ...QUEUES],
  'purge-files': [...EVERY, ...JOBS, ...HANDLER, ...OBJECTS],
  'run-saved-reports': [...EVERY, ...JOBS, ...HANDLER, ...ANALYSTS_SQL],
  'sweep-sftp': [...EVERY, ...JOBS, ...HANDLER, ...QUEUES, ...OBJECTS, ...FORMATS],
  // A separate program reads statements in processes of its own.
  'receive-mail': [...EVERY, ...STORES, ...HANDLER, ...QUEUES, ...OBJECTS, ...FORMATS, 'postal-mime'],
  'authorize-sftp-user': [...EVERY, ...STORES, ...HANDLER, ...FORMATS],
  // The formats of the shared catalogue are checked when they are loaded.
  'migrate-database': [...EVERY, ...STORES, ...HANDLER, ...FORMATS],
  'rotate-login': [...EVERY, ...HANDLER],
  'bootstrap-operator': [...EVERY, ...STORES, ...HANDLER],
};

/** Packages that only a few requests load in addition. */
export const LOADED_LATER: readonly { readonly packageName: string; readonly by: readonly FunctionName[] }[] = [
  { packageName: 'yazl', by: ['http-api', 'upload-service'] },
  {
    packageName: '@aws-sdk/client-sesv2',
    by: ['deliver-webhook', 'http-api', 'mail-people', 'receive-mail', 'run-saved-reports', 'upload-service'],
  },
  ...['better-auth', '@better-auth/passkey', '@simplewebauthn/server'].map((packageName) => ({
    packageName,
    by: ['http-api', 'mail-people', 'upload-service'] as const,
  })),
];

/** Returns all bundles, which are made once in a run of the tests. Tests must not change them. */
export async function bundlesOfThisRun(): Promise<{ readonly directory: string; readonly bundles: readonly Bundle[] }> {
  const directory = await madeOnce('bundles', async (folder) => {
    const made = await bundleLambdas(folder);
    const listed = made.map((bundle) => ({ ...bundle, startBytes: [...bundle.startBytes] }));
    await writeFile(join(folder, LIST), JSON.stringify(listed));
  });
  const listed = z.array(listedBundle).parse(JSON.parse(await readFile(join(directory, LIST), 'utf8')));
  return { directory, bundles: listed.map((bundle) => ({ ...bundle, directory: join(directory, bundle.name) })) };
}

const LIST = 'bundles.json';
const listedBundle = z.object({
  name: z.string(),
  bytes: z.number(),
  totalBytes: z.number(),
  packages: z.array(z.string()),
  startBytes: z.array(z.tuple([z.string(), z.number()])).transform((entries) => new Map(entries)),
});
