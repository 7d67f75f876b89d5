import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** Every function of the service, by the name of its bundle in dist/lambdas. */
export const FUNCTION_NAMES = [
  'http-api',
  'ingest-statement',
  'bury-statement',
  'deliver-webhook',
  'bury-webhook',
  'sweep-outbox',
  'recover-jobs',
  'redeliver-webhooks',
  'purge-files',
  'run-saved-reports',
  'sweep-sftp',
  'authorize-sftp-user',
  'receive-mail',
  'migrate-database',
  'bootstrap-operator',
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

/** The code of a function, made beforehand: nothing is compiled or fetched while the templates are made. */
export function bundleOf(scope: Construct, name: FunctionName): AssetCode {
  const given: unknown = scope.node.tryGetContext('bundles');
  const folder = join(typeof given === 'string' ? given : 'dist/lambdas', name);
  if (!existsSync(join(folder, 'index.mjs'))) {
    throw new Error(`There is no ${folder}/index.mjs: run "npm run bundle" first`);
  }
  return Code.fromAsset(folder);
}
