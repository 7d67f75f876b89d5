import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Comparison, compareSums, type TableSum } from '../core/account-sums.ts';

/** Runs the AWS CLI and returns what it printed. A test replaces it. */
export type RunAws = (words: readonly string[]) => Promise<string>;

const run = promisify(execFile);
export const awsCli: RunAws = async (words) => (await run('aws', [...words], { maxBuffer: 64 * 1024 * 1024 })).stdout;

const cluster = z.object({
  DBClusters: z.tuple([
    z.object({
      DBSubnetGroup: z.string(),
      VpcSecurityGroups: z.array(z.object({ VpcSecurityGroupId: z.string() })),
      Endpoint: z.string(),
    }),
  ]),
});
const sums = z.array(z.object({ accountId: z.string(), table: z.string(), rows: z.int(), digest: z.string() }));

/**
 * Restores the latest second of a stage's cluster to a temporary cluster beside it, has the stage's own function sum both, compares them,
 * and deletes the temporary cluster, also after a failure.
 */
export async function drillOnAws(
  stage: string,
  report: (line: string) => void,
  aws: RunAws = awsCli,
): Promise<Comparison> {
  const source = `cas-${stage}-database`;
  const drill = `cas-${stage}-drill`;
  const find = async (id: string) =>
    cluster.parse(JSON.parse(await aws(['rds', 'describe-db-clusters', '--db-cluster-identifier', id]))).DBClusters[0];
  const { DBSubnetGroup, VpcSecurityGroups } = await find(source);
  const before = await sumsOf(stage, null, aws);
  report(`${before.length} sums of ${source}. Restoring it to ${drill}, which takes some minutes.`);
  try {
    await aws([
      ...['rds', 'restore-db-cluster-to-point-in-time', '--db-cluster-identifier', drill],
      ...['--source-db-cluster-identifier', source, '--use-latest-restorable-time'],
      ...['--db-subnet-group-name', DBSubnetGroup, '--no-deletion-protection'],
      ...['--vpc-security-group-ids', ...VpcSecurityGroups.map(({ VpcSecurityGroupId: id }) => id)],
      ...['--serverless-v2-scaling-configuration', 'MinCapacity=0.5,MaxCapacity=4'],
    ]);
    await aws([
      ...['rds', 'create-db-instance', '--db-instance-identifier', `${drill}-1`, '--db-cluster-identifier', drill],
      ...['--engine', 'aurora-postgresql', '--db-instance-class', 'db.serverless'],
    ]);
    await aws(['rds', 'wait', 'db-instance-available', '--db-instance-identifier', `${drill}-1`]);
    const copy = await sumsOf(stage, (await find(drill)).Endpoint, aws);
    const after = await sumsOf(stage, null, aws);
    return compareSums(before, after, copy);
  } finally {
    report(`Deleting ${drill}.`);
    await aws(['rds', 'delete-db-instance', '--db-instance-identifier', `${drill}-1`, '--skip-final-snapshot']).catch(
      () => report(`There is no instance ${drill}-1.`),
    );
    await aws(['rds', 'delete-db-cluster', '--db-cluster-identifier', drill, '--skip-final-snapshot']).catch(() =>
      report(`There is no cluster ${drill}.`),
    );
  }
}

/** Asks the function that migrates the database, because nothing outside the network reaches a database. */
async function sumsOf(stage: string, host: string | null, aws: RunAws): Promise<readonly TableSum[]> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-drill-'));
  const file = join(folder, 'answer.json');
  try {
    const answer = await aws([
      ...['lambda', 'invoke', '--function-name', `cas-${stage}-migrate-database`, '--cli-read-timeout', '0'],
      ...['--cli-binary-format', 'raw-in-base64-out', '--payload', JSON.stringify({ sumsOf: host ?? 'own' }), file],
    ]);
    if (/FunctionError/.test(answer)) throw new Error(`The sums could not be read: ${await readFile(file, 'utf8')}`);
    return sums.parse(JSON.parse(await readFile(file, 'utf8')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
