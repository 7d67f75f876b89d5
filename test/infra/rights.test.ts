import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { DATA_RIGHTS, EVERY_FUNCTION, EVERY_SCHEDULE, UNNAMED } from './expected-rights.ts';
import { type Right, rightsOf } from './roles.ts';
import { applicationResources, ofType, type Resource, target } from './synthesised.ts';

/** Guarantee: a role has exactly the rights of expected-rights.ts. */

let resources: readonly Resource[];
let rights: readonly Right[];
beforeAll(() => {
  resources = applicationResources();
  rights = rightsOf(resources);
});

const serialised = (value: unknown) => JSON.stringify(value);

test('gives every function, task and schedule its own role', () => {
  const roles = ofType(resources, 'AWS::Lambda::Function', z.object({ Role: z.unknown() })).map(
    ({ stack, properties }) => `${stack} ${target(properties.Role)}`,
  );
  expect(new Set(roles).size).toBe(roles.length);
});

/** An action on objects with its bucket and prefix, any other action alone. */
function inWords({ action, resource }: Right): string {
  if (!action.startsWith('s3:')) return action;
  const text = serialised(resource);
  const [bucket = '?'] = /(Raw|Drop)Bucket/.exec(text) ?? [];
  const [prefix = ''] = /\/(raw|sftp|mail)\/\*/.exec(text) ?? [];
  return `${action} ${bucket}${prefix}`;
}

test('gives each role exactly the expected actions on the expected objects, the same in both stages', () => {
  const found: Record<string, string[]> = {};
  for (const right of rights) {
    const name = `${right.stack.replace(/^cas-(dev|prod)-/, '')} ${right.role}`;
    found[name] = [...new Set([...(found[name] ?? []), inWords(right)])];
  }
  const expected = Object.entries(DATA_RIGHTS).map(([name, own]) => {
    const common = name.endsWith('SchedulerRole') ? EVERY_SCHEDULE : isFunction(name) ? EVERY_FUNCTION : [];
    return [name, [...common, ...own].sort()];
  });
  const sorted = Object.entries(found).map(([name, actions]) => [name, actions.sort()]);
  expect(Object.fromEntries(sorted)).toEqual(Object.fromEntries(expected));
});

const NO_FUNCTIONS = /(VpcRejectedIAMRole|ProxyIAMRole|UploadsTask|SftpUserRole|CutUploadsRole|ReleaseRole|^backup )/;
const isFunction = (name: string) => !NO_FUNCTIONS.test(name);

test('uses no action pattern', () => {
  expect(rights.filter(({ action }) => action.includes('*'))).toEqual([]);
});

test('uses "every resource" only for actions whose resources have no name', () => {
  const everywhere = rights.filter(({ resource }) => resource === '*').map(({ action }) => action);
  expect([...new Set(everywhere)].sort()).toEqual([...UNNAMED].sort());
});

test('uses object patterns only as prefixes of one bucket', () => {
  const patterns = rights.filter(({ resource }) => resource !== '*' && serialised(resource).includes('*'));
  for (const { resource } of patterns) {
    expect(serialised(resource)).toMatch(/"(\/(raw|sftp|mail)\/\*|:\*)"/);
  }
});

test('lets only the worker read an uploaded statement', () => {
  const readers = rights.filter(
    ({ action, resource }) => action === 's3:GetObject' && serialised(resource).includes('raw/*'),
  );
  expect([...new Set(readers.map(({ role }) => role))]).toEqual(['IngestStatementRole']);
});

test("lets drop-offs be read only by their intake, and by the operator's sweep; never by agencies' requests", () => {
  const readersOf = (prefix: string) => {
    const readers = rights.filter(
      ({ action, resource }) => action === 's3:GetObject' && serialised(resource).includes(`${prefix}/*`),
    );
    return [...new Set(readers.map(({ role }) => role))].sort();
  };
  expect(readersOf('sftp')).toEqual(['OperatorTasksRole', 'SftpCutUploadsRole', 'SftpSweepRole', 'SftpUserRole']);
  expect(readersOf('mail')).toEqual(['MailReceiveRole']);
});

test('limits the password of the database owner to migrations and its rotation, and the operator token to those who check it', () => {
  const readersOf = (secret: RegExp) => {
    const readers = rights.filter(
      ({ action, resource }) => action === 'secretsmanager:GetSecretValue' && secret.test(serialised(resource)),
    );
    return [...new Set(readers.map(({ role }) => role))].sort();
  };
  expect(readersOf(/ownerLogin/)).toEqual(['MigrateDatabaseRole', 'RotateLoginRole']);
  const app = ['HttpApiRole', 'OperatorTasksRole'];
  expect(readersOf(/OperatorToken/)).toEqual(['BootstrapOperatorRole', ...app, 'UploadsTaskTaskRole']);
  expect(readersOf(/SecretKey/)).toEqual(['DeliverWebhookRole', ...app, 'UploadsTaskTaskRole']);
  expect(readersOf(/SecretsOrigin/)).toEqual(app);
  expect(readersOf(/reportLogin/)).toEqual([
    'DatabaseProxyIAMRole',
    'HttpApiRole',
    'MigrateDatabaseRole',
    'OperatorTasksRole',
    'RotateLoginRole',
    'RunSavedReportsRole',
    'UploadsTaskTaskRole',
  ]);
});

test('runs scheduled reports with two passwords: that of the reports, and that of the system, which keeps their schedule', () => {
  const read = rights.filter(
    ({ role, action }) => role === 'RunSavedReportsRole' && action === 'secretsmanager:GetSecretValue',
  );
  const names = read.map(
    ({ resource }) => /(\w+)Login[0-9A-F]{8}/.exec(serialised(resource))?.[1] ?? serialised(resource),
  );
  // In both stages.
  expect(names.map((name) => name.replace(/^.*Secrets/, '')).sort()).toEqual(['report', 'report', 'system', 'system']);
});

test("uses AWS's policies only for its own custom resources", () => {
  const role = z.object({ ManagedPolicyArns: z.array(z.unknown()).optional() });
  const with_ = ofType(resources, 'AWS::IAM::Role', role).filter(
    ({ properties }) => properties.ManagedPolicyArns !== undefined,
  );
  expect(
    with_
      .map(({ logicalId }) => logicalId.replace(/[0-9A-F]{8}$/, ''))
      .filter((id) => !id.includes('CustomResourceProvider')),
  ).toEqual([]);
});
