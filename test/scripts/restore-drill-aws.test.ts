import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { besideOwn } from '../../lambdas/runtime/aws-migration.ts';
import { drillOnAws } from '../../scripts/restore-drill-aws.ts';

/** Guarantee: the drill on AWS restores beside, compares, and deletes what it made, also after a failure. No AWS is called here. */

const CLUSTER = {
  DBClusters: [
    {
      DBSubnetGroup: 'database-subnets',
      VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-1' }],
      Endpoint: 'cas-prod-drill.cluster-abc.us-east-1.rds.amazonaws.com',
    },
  ],
};
const SUM = { accountId: 'a', table: 'all tables', rows: 9, digest: '77' };

async function drilled(copyDigest: string, failsAt?: string) {
  const calls: string[] = [];
  const hosts: string[] = [];
  const comparison = drillOnAws(
    'prod',
    () => undefined,
    async (words) => {
      calls.push(words.slice(0, 2).join(' '));
      if (words[1] === failsAt) throw new Error('There is no such thing.');
      if (words[0] !== 'lambda') return JSON.stringify(CLUSTER);
      const host = String(words[words.indexOf('--payload') + 1]);
      hosts.push(host);
      await writeFile(
        words.at(-1) ?? '',
        JSON.stringify([host.includes('"own"') ? SUM : { ...SUM, digest: copyDigest }]),
      );
      return '{"StatusCode":200}';
    },
  );
  return { calls, hosts, comparison: await comparison.catch((error: unknown) => String(error)) };
}

test('compares the copy with the cluster before and after, and deletes it', async () => {
  const { calls, hosts, comparison } = await drilled('77');
  expect(comparison).toEqual({ equal: 1, changedMeanwhile: [], faults: [] });
  expect(hosts).toEqual(['{"sumsOf":"own"}', `{"sumsOf":"${CLUSTER.DBClusters[0]?.Endpoint}"}`, '{"sumsOf":"own"}']);
  expect(calls.slice(-2)).toEqual(['rds delete-db-instance', 'rds delete-db-cluster']);
});

test('says what is different', async () => {
  expect((await drilled('78')).comparison).toMatchObject({ faults: [expect.stringMatching(/^Account a, all tables/)] });
});

test('deletes the copy after a failure', async () => {
  const { calls, comparison } = await drilled('77', 'wait');
  expect(comparison).toBe('Error: There is no such thing.');
  expect(calls.slice(-2)).toEqual(['rds delete-db-instance', 'rds delete-db-cluster']);
});

test('tells the password to no host but a cluster of the same account and region', () => {
  const own = 'cas-prod-database.cluster-abc.us-east-1.rds.amazonaws.com';
  expect(besideOwn('cas-prod-drill.cluster-abc.us-east-1.rds.amazonaws.com', own)).toMatch(/^cas-prod-drill/);
  for (const host of [
    'evil.example',
    `evil.example/.cluster-abc.us-east-1.rds.amazonaws.com`,
    'a.cluster-other.us-east-1.rds.amazonaws.com',
  ])
    expect(() => besideOwn(host, own)).toThrow('is no cluster beside');
});
