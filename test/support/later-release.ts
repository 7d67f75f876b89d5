import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CATALOGUE_VERSION } from '../../core/catalogue/shared-carriers.ts';
import { madeOnce } from './made-once.ts';
import { bundleService, CHECKOUT } from './running-service.ts';

const PARTS = ['adapters', 'app', 'core', 'lambdas', 'server', 'schema', 'package.json'];

/** The tolerance that only the formats of the next release have. */
export const LATER_TOLERANCE = { absolute: 7, percent: 0 };

/** The option of a format that only the next release knows. */
export const LATER_OPTION = 'rounding';

/** Returns the migration of the next release, with its declaration about this release. */
export const laterMigration = (declaration: string) => ({
  file: '9999-tomorrow.sql',
  name: '9999-tomorrow',
  content: `-- compatible with the code before: ${declaration}
alter table jobs add column tomorrow text not null default 'unknown';
create table of_tomorrow (n int primary key);
`,
});

/**
 * Returns the program of the release after this one, made once in a run. That release has one more migration and one more option of
 * formats, and every format of its shared catalogue has changed.
 */
export async function laterRelease(declaration: string): Promise<string> {
  const checkout = await madeOnce(`later-release-${declaration}`, (folder) => changeCheckout(folder, declaration));
  const programs = await madeOnce(`later-service-${declaration}`, (folder) => bundleService(checkout, folder));
  return join(programs, 'start.mjs');
}

async function changeCheckout(checkout: string, declaration: string): Promise<void> {
  await promisify(execFile)('cp', ['-R', ...PARTS.map((part) => join(CHECKOUT, part)), checkout]);
  await symlink(join(CHECKOUT, 'node_modules'), join(checkout, 'node_modules'));
  const { file, content } = laterMigration(declaration);
  await writeFile(join(checkout, 'schema/migrations', file), content);
  const replaced = async (path: string, before: string, after: string) => {
    const text = await readFile(join(checkout, path), 'utf8');
    if (!text.includes(before)) throw new Error(`${path} has no "${before}"`);
    await writeFile(join(checkout, path), text.replace(before, after));
  };
  await replaced(
    'core/catalogue/shared-carriers.ts',
    `CATALOGUE_VERSION = ${CATALOGUE_VERSION}`,
    `CATALOGUE_VERSION = ${CATALOGUE_VERSION + 1}`,
  );
  await replaced(
    'core/statement/config.ts',
    '    policyTerm: z.boolean().optional(),',
    `    policyTerm: z.boolean().optional(),\n    ${LATER_OPTION}: z.string().optional(),`,
  );
  await replaced(
    'core/catalogue/shared-carriers.ts',
    '({ carriers }) => carriers)',
    `({ carriers }) => carriers).map((carrier) => ({
      ...carrier, config: { ...carrier.config, tolerance: ${JSON.stringify(LATER_TOLERANCE)} } }))`,
  );
}
