import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSecretBox } from '../../adapters/secret-box/aes-secret-box.ts';
import { besideOwn } from '../../lambdas/runtime/aws-migration.ts';
import { openAwsCell, openMachineCell } from '../../scripts/move-cell.ts';
import { drillOnAws } from '../../scripts/restore-drill-aws.ts';

/** Guarantee: the drill on AWS restores beside, compares, and deletes what it made, also after a failure. No AWS is called here. */
describe('restore drill aws', () => {
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
    expect((await drilled('78')).comparison).toMatchObject({
      faults: [expect.stringMatching(/^Account a, all tables/)],
    });
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
});

/** Guarantee: a move opens a stage by the settings of its API, and a data directory only where a service runs. No AWS is called here. */
describe('move cell', () => {
  const ARN = 'arn:aws:secretsmanager:us-east-1:1:secret:';
  const SEALING_TEXT = 'a sealing secret of forty characters long';
  const SETTINGS = {
    DATABASE_HOST: 'proxy.example.com',
    DATABASE_NAME: 'commission',
    DATABASE_SECRET_ARNS: JSON.stringify({ service: `${ARN}service`, system: `${ARN}system`, report: `${ARN}report` }),
    RAW_BUCKET: 'cas-prod-raw',
    DROP_BUCKET: 'cas-prod-drops',
    SECRET_KEY_ARN: `${ARN}key`,
  };

  test('reads host, secrets and buckets of a stage from its function, and seals with its key', async () => {
    const calls: string[] = [];
    const cell = await openAwsCell(
      'prod',
      async (words) => {
        calls.push(words.join(' '));
        return JSON.stringify({ Environment: { Variables: SETTINGS } });
      },
      {
        read: async (arn) => {
          calls.push(arn);
          return SEALING_TEXT;
        },
        readAfterRefusal: async () => SEALING_TEXT,
        readWithPrevious: async () => [SEALING_TEXT],
      },
    );
    expect(calls).toEqual(['lambda get-function-configuration --function-name cas-prod-http-api', `${ARN}key`]);
    const key = createHash('sha256').update(SEALING_TEXT).digest();
    expect(createSecretBox(key).open(cell.secretBox.seal('whsec'))).toBe('whsec');
    await cell.close();
  });

  test('refuses a stage whose settings are not complete', async () => {
    const { RAW_BUCKET: _, ...incomplete } = SETTINGS;
    const answer = JSON.stringify({ Environment: { Variables: incomplete } });
    await expect(openAwsCell('prod', async () => answer)).rejects.toThrow('RAW_BUCKET');
  });

  test('refuses a folder without a key, and a service that does not run', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cell-'));
    await expect(openMachineCell(folder, undefined)).rejects.toThrow('is not the data directory');
    await writeFile(join(folder, 'secret-key'), Buffer.alloc(32).toString('base64'));
    await expect(openMachineCell(folder, undefined)).rejects.toThrow('Start it first');
    await rm(folder, { recursive: true });
  });
});
