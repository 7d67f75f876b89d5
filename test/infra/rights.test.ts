import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { DATA_RIGHTS, EVERY_FUNCTION, EVERY_SCHEDULE, UNNAMED } from './expected-rights.ts';
import { type Right, rightsOf } from './roles.ts';
import { applicationResources, ofType, type Resource, target } from './synthesised.ts';

/** Guarantee: a role may do what is written down in expected-rights.ts, and nothing else. */

let resources: readonly Resource[];
let rights: readonly Right[];
beforeAll(() => {
  resources = applicationResources();
  rights = rightsOf(resources);
});

const serialised = (value: unknown) => JSON.stringify(value);

test('every function, task and schedule has a role of its own', () => {
  const roles = ofType(resources, 'AWS::Lambda::Function', z.object({ Role: z.unknown() })).map(
    ({ stack, properties }) => `${stack} ${target(properties.Role)}`,
  );
  expect(new Set(roles).size).toBe(roles.length);
});

/** An action on objects with the bucket and the prefix that it is for, any other alone. */
function inWords({ action, resource }: Right): string {
  if (!action.startsWith('s3:')) return action;
  const text = serialised(resource);
  const [bucket = '?'] = /(Raw|Drop)Bucket/.exec(text) ?? [];
  const [prefix = ''] = /\/(raw|sftp|mail)\/\*/.exec(text) ?? [];
  return `${action} ${bucket}${prefix}`;
}

test('each role has exactly the expected actions, on the expected objects, the same in both stages', () => {
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

test('no action is a pattern', () => {
  expect(rights.filter(({ action }) => action.includes('*'))).toEqual([]);
});

test('"every resource" is said only of actions whose resources have no name', () => {
  const everywhere = rights.filter(({ resource }) => resource === '*').map(({ action }) => action);
  expect([...new Set(everywhere)].sort()).toEqual([...UNNAMED].sort());
});

test('a pattern of objects is a prefix of one bucket', () => {
  const patterns = rights.filter(({ resource }) => resource !== '*' && serialised(resource).includes('*'));
  for (const { resource } of patterns) {
    expect(serialised(resource)).toMatch(/"(\/(raw|sftp|mail)\/\*|:\*)"/);
  }
});

test('only the worker can read a statement as it was uploaded', () => {
  const readers = rights.filter(
    ({ action, resource }) => action === 's3:GetObject' && serialised(resource).includes('raw/*'),
  );
  expect([...new Set(readers.map(({ role }) => role))]).toEqual(['IngestStatementRole']);
});

test('what was left by SFTP or mail is read by who takes it in, and when the operator runs the sweep; never by what agencies call', () => {
  const readersOf = (prefix: string) => {
    const readers = rights.filter(
      ({ action, resource }) => action === 's3:GetObject' && serialised(resource).includes(`${prefix}/*`),
    );
    return [...new Set(readers.map(({ role }) => role))].sort();
  };
  expect(readersOf('sftp')).toEqual(['OperatorTasksRole', 'SftpCutUploadsRole', 'SftpSweepRole', 'SftpUserRole']);
  expect(readersOf('mail')).toEqual(['MailReceiveRole']);
});

test('the password of the database owner is for migrations and its rotation, the operator token for those who check it', () => {
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

test('scheduled reports are run with two passwords: that of the reports, and that of the system, which keeps their schedule', () => {
  const read = rights.filter(
    ({ role, action }) => role === 'RunSavedReportsRole' && action === 'secretsmanager:GetSecretValue',
  );
  const names = read.map(
    ({ resource }) => /(\w+)Login[0-9A-F]{8}/.exec(serialised(resource))?.[1] ?? serialised(resource),
  );
  // In both stages.
  expect(names.map((name) => name.replace(/^.*Secrets/, '')).sort()).toEqual(['report', 'report', 'system', 'system']);
});

test('the policies of AWS are used by its own custom resources only', () => {
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
