import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

/** Every function of the service. */
export const FUNCTION_NAMES = [
  'http-api',
  'operator-tasks',
  'file-drops',
  'ingest-statement',
  'dead-letter-statement',
  'deliver-webhook',
  'dead-letter-webhook',
  'mail-people',
  'sweep-outbox',
  'recover-jobs',
  'redeliver-webhooks',
  'purge-files',
  'run-saved-reports',
  'sweep-sftp',
  'authorize-sftp-user',
  'receive-mail',
  'migrate-database',
  'rotate-login',
  'bootstrap-operator',
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

/** Functions with the code of another function and other rights. All others have a bundle of their own name in dist/lambdas. */
const SAME_CODE: Partial<Record<FunctionName, FunctionName>> = {
  'operator-tasks': 'http-api',
  'file-drops': 'http-api',
};

/** Returns the bundled code of a function. It is bundled beforehand, so nothing is compiled or downloaded during synthesis. */
export function bundleOf(scope: Construct, name: FunctionName): AssetCode {
  const directory: unknown = scope.node.tryGetContext('bundles');
  const folder = join(typeof directory === 'string' ? directory : 'dist/lambdas', SAME_CODE[name] ?? name);
  if (!existsSync(join(folder, 'index.mjs'))) {
    throw new Error(`There is no ${folder}/index.mjs: run "npm run bundle" first`);
  }
  return Code.fromAsset(folder);
}
