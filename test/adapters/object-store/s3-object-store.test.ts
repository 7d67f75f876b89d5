import { CreateBucketCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, expect, test } from 'vitest';
import { createS3Client, createS3ObjectStore } from '../../../adapters/object-store/s3-object-store.ts';
import { startAwsServer, startBlackHole, startScriptedServer, TEST_CLIENT } from '../aws-server.ts';
import { describeObjectStoreContract } from './object-store-contract.ts';

let buckets = 0;
const server = await startAwsServer();
const client = createS3Client({ ...TEST_CLIENT, endpoint: server.endpoint, forcePathStyle: true });
afterAll(() => server.close());

async function openBucket() {
  buckets += 1;
  const bucket = `statements-${buckets}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return { bucket, store: createS3ObjectStore({ bucket, client }), close: async () => undefined };
}

describeObjectStoreContract('S3', openBucket);

test('makes S3 keep a SHA-256 checksum of small and large objects', async () => {
  const { bucket, store } = await openBucket();
  for (const size of [1000, 9 * 1024 * 1024]) {
    await store.put('raw/account/file', new Uint8Array(size));
    const head = await client.send(
      new HeadObjectCommand({ Bucket: bucket, Key: 'raw/account/file', ChecksumMode: 'ENABLED' }),
    );
    expect(head.ChecksumSHA256).toBeDefined();
  }
});

test('throws in every operation for an endpoint that never answers, after a bounded number of attempts', async () => {
  const hole = await startBlackHole();
  const silent = createS3Client({ ...TEST_CLIENT, endpoint: hole.endpoint, forcePathStyle: true }, 50);
  const store = createS3ObjectStore({ bucket: 'statements', client: silent });
  await expect(store.get('raw/account/file')).rejects.toThrow(/exceeded|timed out/);
  expect(hole.connections()).toBe(3);
  await expect(store.put('raw/account/file', new Uint8Array(10))).rejects.toThrow(/exceeded|timed out/);
  await expect(store.delete('raw/account/file')).rejects.toThrow(/exceeded|timed out/);
  await hole.close();
});

test('reports a missing bucket as an error, not as a missing object', async () => {
  const store = createS3ObjectStore({ bucket: 'never-created', client });
  await expect(store.get('raw/account/file')).rejects.toThrow();
  await expect(store.put('raw/account/file', new Uint8Array(1))).rejects.toThrow();
});

test('reads an object that another program stored', async () => {
  const { bucket, store } = await openBucket();
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'raw/account/dropped', Body: 'Member' }));
  expect(new TextDecoder().decode((await store.get('raw/account/dropped')) ?? undefined)).toBe('Member');
});

// No S3 server for tests keeps versions, so the test server gives S3's documented answers.
const VERSION_PAGES = [
  `<ListVersionsResult><IsTruncated>true</IsTruncated><NextKeyMarker>raw/a/1</NextKeyMarker><NextVersionIdMarker>v2</NextVersionIdMarker>
   <DeleteMarker><Key>raw/a/1</Key><VersionId>m1</VersionId></DeleteMarker>
   <Version><Key>raw/a/1</Key><VersionId>v2</VersionId></Version></ListVersionsResult>`,
  `<ListVersionsResult><IsTruncated>false</IsTruncated>
   <Version><Key>raw/a/1</Key><VersionId>v1</VersionId></Version>
   <Version><Key>raw/a/10</Key><VersionId>other</VersionId></Version></ListVersionsResult>`,
];

async function startVersionedBucket(answer: string) {
  const requests: string[] = [];
  const played = await startScriptedServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${body}`);
      const listing = request.url?.includes('version-id-marker=v2') ? VERSION_PAGES[1] : VERSION_PAGES[0];
      response.setHeader('content-type', 'application/xml');
      response.statusCode = request.method === 'DELETE' ? 204 : 200;
      response.end(request.method === 'GET' ? listing : request.method === 'POST' ? answer : undefined);
    });
  });
  const versioned = createS3Client({ ...TEST_CLIENT, endpoint: played.endpoint, forcePathStyle: true });
  return {
    requests,
    store: createS3ObjectStore({ bucket: 'statements', client: versioned }),
    close: () => played.close(),
  };
}

test('deletes all versions and markers of exactly one key in a bucket with versions', async () => {
  const { requests, store, close } = await startVersionedBucket('<DeleteResult/>');
  await store.delete('raw/a/1');
  expect(requests[0]).toMatch(/^DELETE \/statements\/raw\/a\/1/);
  const deleted = requests
    .filter((request) => request.startsWith('POST'))
    .flatMap((request) => request.match(/<VersionId>\w+/g));
  expect(deleted).toEqual(['<VersionId>v2', '<VersionId>m1', '<VersionId>v1']);
  await close();
});

test('throws for a version that S3 refuses to delete', async () => {
  const refusal =
    '<DeleteResult><Error><Key>raw/a/1</Key><Code>AccessDenied</Code><Message>no</Message></Error></DeleteResult>';
  const { store, close } = await startVersionedBucket(refusal);
  await expect(store.delete('raw/a/1')).rejects.toThrow('S3 kept a version of raw/a/1: AccessDenied');
  await close();
});

test('deletes all versions and markers below a prefix in a bucket with versions, and counts their bytes', async () => {
  const { requests, store, close } = await startVersionedBucket('<DeleteResult/>');
  expect(await store.deleteBelow('raw/a/')).toEqual({ objects: 1, bytes: 0 });
  const [listed, deleted] = requests;
  expect(listed).toMatch(/^GET .*prefix=raw%2Fa%2F/);
  expect(deleted?.match(/<VersionId>\w+/g)).toEqual(['<VersionId>v2', '<VersionId>m1']);
  await close();
});
