import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  DATA_RIGHTS,
  denialsOf,
  EVERY_FUNCTION,
  EVERY_SCHEDULE,
  NETWORK_INTERFACES,
  type Right,
  rightsOf,
  UNNAMED,
} from './expected-rights.ts';
import { appContext, applicationResources, ofType, synthesise, target } from './synthesised.ts';

/** Guarantee: a role has exactly the rights of expected-rights.ts. */

const resources = applicationResources();
const rights = rightsOf(resources);

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
  const [bucket = '?'] = /(Raw|Drop|Console)Bucket/.exec(text) ?? [];
  const [prefix = ''] = /\/(raw\/\*|sftp\/\*|mail\/\*|console\/\*|index\.html)/.exec(text) ?? [];
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

const NO_FUNCTIONS =
  /(VpcRejectedIAMRole|ProxyIAMRole|UploadsTask|SftpUserRole|CutUploadsRole|MailActiveRole|ReleaseRole|ConsoleRole|^backup |^deploy )/;
const isFunction = (name: string) => !NO_FUNCTIONS.test(name);

test('uses no action pattern', () => {
  expect(rights.filter(({ action }) => action.includes('*'))).toEqual([]);
});

test('uses "every resource" only for actions whose resources have no name', () => {
  const everywhere = rights.filter(({ resource }) => resource === '*').map(({ action }) => action);
  expect([...new Set(everywhere)].sort()).toEqual([...UNNAMED].sort());
});

test('uses patterns only as prefixes of one bucket, and of the snapshots of AWS Backup', () => {
  const patterns = rights.filter(({ resource }) => resource !== '*' && serialised(resource).includes('*'));
  for (const { resource } of patterns) {
    expect(serialised(resource)).toMatch(/"(\/(raw|sftp|mail|console)\/\*|:\*|:cluster-snapshot:awsbackup:\*)"/);
  }
});

test('lets only the worker read an uploaded statement', () => {
  const readers = rights.filter(
    ({ action, resource }) => action === 's3:GetObject' && serialised(resource).includes('raw/*'),
  );
  expect([...new Set(readers.map(({ role }) => role))]).toEqual(['IngestStatementRole']);
});

test("lets drop-offs be read only by their intake, the operator's sweep, and the function that files them for a person", () => {
  const readersOf = (prefix: string) => {
    const readers = rights.filter(
      ({ action, resource }) => action === 's3:GetObject' && serialised(resource).includes(`${prefix}/*`),
    );
    return [...new Set(readers.map(({ role }) => role))].sort();
  };
  expect(readersOf('sftp')).toEqual([
    'FileDropsRole',
    'OperatorTasksRole',
    'SftpCutUploadsRole',
    'SftpSweepRole',
    'SftpUserRole',
  ]);
  expect(readersOf('mail')).toEqual(['FileDropsRole', 'MailReceiveRole']);
});

test('limits the password of the database owner to migrations and its rotation, and the operator token to the functions that check it', () => {
  const readersOf = (secret: RegExp) => {
    const readers = rights.filter(
      ({ action, resource }) => action === 'secretsmanager:GetSecretValue' && secret.test(serialised(resource)),
    );
    return [...new Set(readers.map(({ role }) => role))].sort();
  };
  expect(readersOf(/ownerLogin/)).toEqual(['MigrateDatabaseRole', 'RotateLoginRole']);
  const app = ['FileDropsRole', 'HttpApiRole', 'OperatorTasksRole'];
  expect(readersOf(/OperatorToken/)).toEqual(['BootstrapOperatorRole', ...app, 'UploadsTaskTaskRole']);
  expect(readersOf(/SecretKey/)).toEqual(
    ['DeliverWebhookRole', ...app, 'MailPeopleRole', 'UploadsTaskTaskRole'].toSorted(),
  );
  expect(readersOf(/SecretsOrigin/)).toEqual(app);
  expect(readersOf(/schedulerLogin/)).toEqual([
    'DatabaseProxyIAMRole',
    'MigrateDatabaseRole',
    'RotateLoginRole',
    'RunSavedReportsRole',
  ]);
  expect(readersOf(/reportLogin/)).toEqual([
    'DatabaseProxyIAMRole',
    'FileDropsRole',
    'HttpApiRole',
    'MigrateDatabaseRole',
    'OperatorTasksRole',
    'RotateLoginRole',
    'RunSavedReportsRole',
    'UploadsTaskTaskRole',
  ]);
});

test('lets the functions that sign people in read the keys of Google and Microsoft, by the exact secret of the stage', {
  tags: ['long'],
}, () => {
  const arn = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:cas-dev/identity-providers-a1B2c3';
  const context = appContext();
  const { dev } = z.object({ dev: z.record(z.string(), z.unknown()) }).parse(context['stages']);
  const stages = { dev: { ...dev, identityProvidersSecret: arn } };
  const stage = synthesise({ ...context, stage: 'dev', stages });
  const readers = rightsOf(stage).filter(({ resource }) => serialised(resource).includes('identity-providers'));
  expect([...new Set(readers.map(({ role, action }) => `${role} ${action}`))].sort()).toEqual([
    'FileDropsRole secretsmanager:GetSecretValue',
    'HttpApiRole secretsmanager:GetSecretValue',
    'OperatorTasksRole secretsmanager:GetSecretValue',
  ]);
  expect(readers.every(({ resource }) => resource === arn)).toBe(true);
  const names = ofType(stage, 'AWS::Lambda::Function', z.object({ Environment: z.unknown().optional() }))
    .filter(({ properties }) => serialised(properties.Environment ?? '').includes(arn))
    .map(({ logicalId }) => logicalId.replace(/[0-9A-F]{8}$/, ''));
  expect(names).toHaveLength(3);
});

test('runs scheduled reports with two passwords: that of the reports, and that of the scheduler; never that of the system', () => {
  const read = rights.filter(
    ({ role, action }) => role === 'RunSavedReportsRole' && action === 'secretsmanager:GetSecretValue',
  );
  const names = read.map(
    ({ resource }) => /(\w+)Login[0-9A-F]{8}/.exec(serialised(resource))?.[1] ?? serialised(resource),
  );
  // The names are equal in both stages.
  expect(names.map((name) => name.replace(/^.*Secrets/, '')).sort()).toEqual([
    'report',
    'report',
    'scheduler',
    'scheduler',
  ]);
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

test('denies the code of each function the network actions that Lambda needs to connect it', () => {
  const named = resources.filter(({ properties }) => properties['FunctionName'] !== undefined);
  const lambda = z.object({ FunctionName: z.string(), Role: z.unknown() });
  const denials = denialsOf(resources);
  const condition = z.object({ ArnEquals: z.object({ 'lambda:SourceFunctionArn': z.unknown() }) });
  for (const { stack, properties } of ofType(named, 'AWS::Lambda::Function', lambda)) {
    const role = target(properties.Role).replace(/[0-9A-F]{8}$/, '');
    const own = denials.filter((denial) => denial.stack === stack && denial.role === role && denial.resource === '*');
    expect(own.map(({ action }) => action).sort(), properties.FunctionName).toEqual([...NETWORK_INTERFACES].sort());
    for (const denial of own) {
      const { ArnEquals } = condition.parse(denial.condition);
      expect(serialised(ArnEquals)).toMatch(new RegExp(`:function:${properties.FunctionName}"`));
    }
  }
});

test('lets the backup role change only the snapshots that AWS Backup made', () => {
  const changing = rights.filter(
    ({ role, action }) => role === 'Role' && /^rds:(Add|Copy|Create|Delete|Modify)/.test(action),
  );
  const objects = (action: string) =>
    changing.filter((right) => right.action === action).map(({ resource }) => kindOf(serialised(resource)));
  expect(objects('rds:DeleteDBClusterSnapshot')).toEqual(['awsbackup', 'awsbackup']);
  expect(objects('rds:CopyDBClusterSnapshot')).toEqual(['awsbackup', 'awsbackup']);
  expect(objects('rds:AddTagsToResource')).toEqual(['awsbackup', 'awsbackup']);
  expect(objects('rds:CreateDBClusterSnapshot').sort()).toEqual(['awsbackup', 'awsbackup', 'cluster']);
  expect(objects('rds:ModifyDBCluster')).toEqual(['cluster']);
});

/** The kind of a resource of RDS: a snapshot made by AWS Backup, a cluster, or anything else. */
function kindOf(arn: string): string {
  return /:cluster-snapshot:awsbackup:\*"/.exec(arn) ? 'awsbackup' : arn.includes(':cluster:') ? 'cluster' : arn;
}
