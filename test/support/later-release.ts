import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CATALOGUE_VERSION } from '../../core/catalogue/catalogue-version.ts';

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));
const PARTS = ['adapters', 'app', 'core', 'lambdas', 'local', 'schema', 'package.json'];

/** Only the next release has this tolerance in its formats. */
export const LATER_TOLERANCE = { absolute: 7, percent: 0 };

/** Only the next release knows this option of a format. */
export const LATER_OPTION = 'rounding';

/** The migration of the next release, with its declaration about this one. */
export const laterMigration = (declaration: string) => ({
  file: '9999-tomorrow.sql',
  name: '9999-tomorrow',
  content: `-- compatible with the code before: ${declaration}
alter table jobs add column tomorrow text not null default 'unknown';
create table of_tomorrow (n int primary key);
`,
});

export interface LaterRelease {
  /** A checkout of its own; its packages are those of this one. */
  readonly checkout: string;
  remove(): Promise<void>;
}

/** The release after this one: one more migration and one more option of formats, and every format of the shared catalogue changed. */
export async function makeLaterRelease(declaration: string): Promise<LaterRelease> {
  const checkout = await mkdtemp(join(tmpdir(), 'later release '));
  for (const part of PARTS) await cp(join(CHECKOUT, part), join(checkout, part), { recursive: true });
  await symlink(join(CHECKOUT, 'node_modules'), join(checkout, 'node_modules'));
  const { file, content } = laterMigration(declaration);
  await writeFile(join(checkout, 'schema/migrations', file), content);
  const replaced = async (path: string, before: string, after: string) => {
    const text = await readFile(join(checkout, path), 'utf8');
    if (!text.includes(before)) throw new Error(`${path} has no "${before}"`);
    await writeFile(join(checkout, path), text.replace(before, after));
  };
  await replaced(
    'core/catalogue/catalogue-version.ts',
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
  return { checkout, remove: () => rm(checkout, { recursive: true, force: true }) };
}
