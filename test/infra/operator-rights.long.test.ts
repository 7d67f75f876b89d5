import { readFile } from 'node:fs/promises';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { gzipPacking } from '../../adapters/archive/compressed-files.ts';
import { createS3Client, createS3DropStore, createS3ObjectStore } from '../../adapters/object-store/s3-object-store.ts';
import { createArchiveRows } from '../../adapters/postgres/operations/archive-store.ts';
import { archiveMonths, bringMonthsBack } from '../../app/operations/archive-months.ts';
import { startAwsServer, TEST_CLIENT } from '../adapters/aws-server.ts';
import { startService, statement } from '../support/service.ts';
import { createGuard } from './aws-guard.ts';
import { evaluate, matches, stageFunctions } from './stage-rights.ts';

/** Guarantee: commands in a shell of the operator use the rights on stored bytes that docs/howto/move-an-agency.md names, and no others. */

test('the operator archives months, brings them back and moves bytes with the rights that the page names', async () => {
  const page = await readFile('docs/howto/move-an-agency.md', 'utf8');
  const actions = [...page.matchAll(/`((?:s3|kms):\w+)`/g)].map(([, action = '']) => action);
  const guard = createGuard(new Map([['operator', evaluate([{ Effect: 'Allow', Action: actions, Resource: '*' }])]]));
  const { RAW_BUCKET = '', DROP_BUCKET = '' } = stageFunctions.get('http-api')?.environment ?? {};
  guard.names.set('raw-statements', RAW_BUCKET).set('drop-folders', DROP_BUCKET);
  const aws = await startAwsServer();
  const front = await guard.before(aws.endpoint);
  const service = await startService();
  const clientOf = (accessKeyId: string) =>
    createS3Client({
      ...TEST_CLIENT,
      credentials: { ...TEST_CLIENT.credentials, accessKeyId },
      endpoint: front.endpoint,
      forcePathStyle: true,
    });
  try {
    for (const Bucket of guard.names.keys())
      await clientOf(TEST_CLIENT.credentials.accessKeyId).send(new CreateBucketCommand({ Bucket }));
    const client = clientOf('operator');
    const objects = createS3ObjectStore({ bucket: 'raw-statements', client });
    const drops = createS3DropStore({ bucket: 'drop-folders', client });

    const account = await service.createAccount();
    const carrierId = await service.createCarrier();
    for (const period of ['2023-11', '2023-12', '2024-01', '2024-02', '2024-03']) {
      const file = statement([['Q', 50, { Name: 'Quiet', Policy: 'P' }]]);
      await account.load({ carrierId, period, file });
    }
    const { accountId } = account;
    const rows = createArchiveRows(service.database, accountId);
    const archive = { accountId, rows, objects, packing: gzipPacking, pause: async () => {}, report: () => {} };
    expect(await archiveMonths(archive, 1)).toMatchObject({ books: 1, refused: [] });
    expect(await bringMonthsBack(archive)).toMatchObject({ books: 1, refused: [] });

    // Moving an agency makes these calls (app/operations/move-account.ts).
    const bytes = new Uint8Array(1);
    await objects.put('raw/agency/file', bytes);
    expect(await objects.get('raw/agency/gone')).toBeNull();
    await objects.delete('raw/agency/file');
    await drops.put('sftp/agency/incoming/file', bytes);
    expect(await drops.list('sftp/agency/incoming/')).toHaveLength(1);
    expect(await drops.get('sftp/agency/incoming/file')).toEqual(bytes);
    await drops.delete('sftp/agency/incoming/file');

    expect(guard.refused).toEqual([]);
    const used = new Set(guard.made.map(({ action }) => action));
    // A part of an upload that cannot be stored is the only use that is not made here.
    expect(actions.filter((action) => ![...used].some((made) => matches(action, made)))).toEqual([
      's3:AbortMultipartUpload',
    ]);
  } finally {
    await service.close();
    await front.close();
    await aws.close();
  }
});
