import { mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, test } from 'vitest';
import { openDiskDropStore } from '../../adapters/object-store/disk-drop-store.ts';
import { createS3Client, createS3DropStore } from '../../adapters/object-store/s3-object-store.ts';
import type { DroppedObject, DropStore } from '../../app/platform/object-store.ts';
import { startAwsServer, startScriptedServer, TEST_CLIENT } from './aws-server.ts';

let stores = 0;
const directory = await mkdtemp(join(tmpdir(), 'drops-'));
const server = await startAwsServer();
const client = createS3Client({ ...TEST_CLIENT, endpoint: server.endpoint, forcePathStyle: true });
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

async function openDisk(): Promise<DropStore> {
  stores += 1;
  return openDiskDropStore(join(directory, String(stores)));
}

async function openS3(): Promise<DropStore> {
  stores += 1;
  const bucket = `drops-${stores}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return createS3DropStore({ bucket, client });
}

const text = (content: string) => new TextEncoder().encode(content);
const read = async (store: DropStore, key: string) => {
  const bytes = await store.get(key);
  return bytes === null ? null : new TextDecoder().decode(bytes);
};

async function only(store: DropStore, prefix: string): Promise<DroppedObject> {
  const [object, ...more] = await store.list(prefix);
  if (object === undefined || more.length > 0) throw new Error(`Not one object below ${prefix}`);
  return object;
}

describe.each([
  ['on disk', openDisk],
  ['in S3', openS3],
] as const)('the bucket of drop-offs %s', (_, open) => {
  test('lists the objects below a prefix with their size, and none of a user whose name begins with the same letters', async () => {
    const store = await open();
    await store.put('sftp/lake/incoming/a.csv', text('abc'));
    await store.put('sftp/lake/processed/2026-03/b.csv', text('b'));
    await store.put('sftp/lakeside/incoming/c.csv', text('c'));
    expect(await store.list('sftp/lake/incoming/')).toEqual([
      { key: 'sftp/lake/incoming/a.csv', byteSize: 3, etag: expect.any(String), lastModified: expect.any(Date) },
    ]);
    expect((await store.list('sftp/lake/')).map(({ key }) => key).toSorted()).toEqual([
      'sftp/lake/incoming/a.csv',
      'sftp/lake/processed/2026-03/b.csv',
    ]);
    expect(await store.list('sftp/nobody/incoming/')).toEqual([]);
  });

  test.each([
    'März 2026 – Acme (1).csv',
    'a+b%20c&d=e?.csv',
    '三月.xlsx',
    "o'brien.csv",
    '-rf.csv',
    `${'x'.repeat(251)}.csv`,
  ])('stores, moves and deletes a file named %s', async (name) => {
    const store = await open();
    await store.put(`sftp/lake/incoming/${name}`, text('bytes'));
    const object = await only(store, 'sftp/lake/incoming/');
    expect(object.key).toBe(`sftp/lake/incoming/${name}`);
    expect(await store.move(object, `sftp/lake/processed/2026-03/${name}`)).toBe(true);
    expect(await read(store, object.key)).toBeNull();
    expect(await read(store, `sftp/lake/processed/2026-03/${name}`)).toBe('bytes');
    await store.delete(`sftp/lake/processed/2026-03/${name}`);
    expect(await store.list('sftp/lake/')).toEqual([]);
  });

  test('gives different contents different etags', async () => {
    const store = await open();
    await store.put('sftp/lake/incoming/a.csv', text('one'));
    const { etag } = await only(store, 'sftp/lake/incoming/');
    await store.put('sftp/lake/incoming/a.csv', text('two'));
    expect((await only(store, 'sftp/lake/incoming/')).etag).not.toBe(etag);
  });

  test('lets one of many concurrent calls move an object, and tells the others that it is gone', async () => {
    const store = await open();
    await store.put('sftp/lake/incoming/a.csv', text('one'));
    const object = await only(store, 'sftp/lake/incoming/');
    expect(await store.move(object, 'sftp/lake/rejected/a.csv')).toBe(true);
    expect(await store.move(object, 'sftp/lake/processed/2026-03/a.csv')).toBe(false);
    expect((await store.list('sftp/lake/')).map(({ key }) => key)).toEqual(['sftp/lake/rejected/a.csv']);
  });

  test("deletes a user's folders with all contents, and nobody else's", async () => {
    const store = await open();
    const keys = ['sftp/lake/incoming/a b.csv', 'sftp/lake/processed/2026-03/ä.csv', 'sftp/lake/rejected/x.reason.txt'];
    for (const key of [...keys, 'sftp/lakeside/incoming/a.csv']) await store.put(key, text('abc'));
    expect(await store.deleteBelow('sftp/lake/')).toEqual({ objects: 3, bytes: 9 });
    expect(await store.deleteBelow('sftp/lake/')).toEqual({ objects: 0, bytes: 0 });
    expect(await store.list('sftp/lake/')).toEqual([]);
    expect(await store.list('sftp/lakeside/')).toHaveLength(1);
  });

  test('replaces an older file of the same name in a move', async () => {
    const store = await open();
    await store.put('sftp/lake/rejected/a.csv', text('old'));
    await store.put('sftp/lake/incoming/a.csv', text('new'));
    await store.move(await only(store, 'sftp/lake/incoming/'), 'sftp/lake/rejected/a.csv');
    expect(await read(store, 'sftp/lake/rejected/a.csv')).toBe('new');
  });

  test('writes nothing under a key that could lead elsewhere', async () => {
    const store = await open();
    await store.put('sftp/lake/incoming/a.csv', text('one'));
    const object = await only(store, 'sftp/lake/incoming/');
    for (const key of [
      '',
      '/a',
      'a//b',
      'sftp/../a',
      'sftp/./a',
      'sftp/a\u0000',
      'sftp\\a',
      `sftp/${'x'.repeat(256)}`,
    ]) {
      await expect(store.put(key, text('x'))).rejects.toThrow(/Not a key/);
      await expect(store.move(object, key)).rejects.toThrow(/Not a key/);
    }
    expect(await read(store, object.key)).toBe('one');
  });

  test('deletes and reads missing objects without an error', async () => {
    const store = await open();
    await store.delete('sftp/lake/incoming/none.csv');
    expect(await store.get('sftp/lake/incoming/none.csv')).toBeNull();
  });
});

test('on disk: neither moves nor loses an object that replaced the listed one', async () => {
  const store = await openDisk();
  await store.put('sftp/lake/incoming/a.csv', text('one'));
  const listed = await only(store, 'sftp/lake/incoming/');
  await store.put('sftp/lake/incoming/a.csv', text('two'));
  expect(await store.move(listed, 'sftp/lake/processed/2026-03/a.csv')).toBe(false);
  expect(await read(store, 'sftp/lake/incoming/a.csv')).toBe('two');
  expect(await store.get('sftp/lake/processed/2026-03/a.csv')).toBeNull();
});

test('on disk: lists the oldest object first, and follows no links', async () => {
  const store = await openDisk();
  const root = join(directory, String(stores));
  for (const name of ['c', 'a', 'b']) await store.put(`sftp/lake/incoming/${name}.csv`, text(name));
  const path = (name: string) => join(root, 'sftp/lake/incoming', name);
  await utimes(path('b.csv'), 1_000, 1_000);
  await utimes(path('c.csv'), 2_000, 2_000);
  await writeFile(join(root, 'secret.txt'), 'secret');
  await symlink(join(root, 'secret.txt'), path('link.csv'));
  const names = (await store.list('sftp/lake/incoming/')).map(({ key }) => key.split('/').at(-1));
  expect(names).toEqual(['b.csv', 'c.csv', 'a.csv']);
  await expect(store.get('sftp/lake/incoming/link.csv')).rejects.toThrow();
});

test('in S3: does not treat folder markers of a console or a client as files', async () => {
  const store = await openS3();
  const bucket = `drops-${stores}`;
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'sftp/lake/incoming/', Body: new Uint8Array() }));
  expect(await store.list('sftp/lake/incoming/')).toEqual([]);
});

// No S3 server for tests supports conditions on copies and deletes, so the test server gives S3's documented answers.
test.each([
  ['another object has replaced it', 412, '<Error><Code>PreconditionFailed</Code></Error>'],
  ['the object is gone', 404, '<Error><Code>NoSuchKey</Code></Error>'],
])('in S3: names the etag in a move; if %s, deletes nothing', async (_, status, body) => {
  const requests: (readonly [string | undefined, string | string[] | undefined])[] = [];
  const s3 = await startScriptedServer((request, response) => {
    requests.push([request.method, request.headers['x-amz-copy-source-if-match']]);
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  });
  const scripted = createS3Client({ ...TEST_CLIENT, endpoint: s3.endpoint, forcePathStyle: true });
  const store = createS3DropStore({ bucket: 'drops', client: scripted });
  expect(await store.move({ key: 'sftp/lake/incoming/a.csv', etag: '"1"' }, 'sftp/lake/rejected/a.csv')).toBe(false);
  expect(requests).toEqual([['PUT', '"1"']]);
  await s3.close();
});

test('in S3: keeps an object that arrives between the copy and the delete', async () => {
  const requests: (readonly [string | undefined, string | undefined])[] = [];
  const s3 = await startScriptedServer((request, response) => {
    requests.push([request.method, request.headers['if-match']]);
    request.resume();
    const isCopy = request.method === 'PUT';
    response.writeHead(isCopy ? 200 : 412, { 'content-type': 'application/xml' });
    response.end(
      isCopy
        ? '<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>'
        : '<Error><Code>PreconditionFailed</Code></Error>',
    );
  });
  const scripted = createS3Client({ ...TEST_CLIENT, endpoint: s3.endpoint, forcePathStyle: true });
  const store = createS3DropStore({ bucket: 'drops', client: scripted });
  expect(await store.move({ key: 'sftp/lake/incoming/a.csv', etag: '"1"' }, 'sftp/lake/rejected/a.csv')).toBe(true);
  expect(requests).toEqual([
    ['PUT', undefined],
    ['DELETE', '"1"'],
  ]);
  await s3.close();
});

test('in S3: deletes the version that a move leaves behind, and no later version', async () => {
  const listing = `<ListVersionsResult><IsTruncated>false</IsTruncated>
    <Version><Key>sftp/lake/incoming/a.csv</Key><VersionId>newer</VersionId><ETag>"1"</ETag><IsLatest>true</IsLatest></Version>
    <DeleteMarker><Key>sftp/lake/incoming/a.csv</Key><VersionId>marker</VersionId><IsLatest>false</IsLatest></DeleteMarker>
    <Version><Key>sftp/lake/incoming/a.csv</Key><VersionId>moved</VersionId><ETag>"1"</ETag><IsLatest>false</IsLatest></Version>
    <Version><Key>sftp/lake/incoming/a.csv</Key><VersionId>other</VersionId><ETag>"0"</ETag><IsLatest>false</IsLatest></Version>
    <Version><Key>sftp/lake/incoming/a.csv.gz</Key><VersionId>longer</VersionId><ETag>"1"</ETag><IsLatest>false</IsLatest></Version>
    </ListVersionsResult>`;
  const deleted: string[] = [];
  const s3 = await startScriptedServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (request.method === 'POST') deleted.push(...(body.match(/(?<=<VersionId>)\w+/g) ?? []));
      response.writeHead(request.method === 'DELETE' ? 204 : 200, { 'content-type': 'application/xml' });
      if (request.method === 'PUT') response.end('<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>');
      else response.end(request.method === 'GET' ? listing : request.method === 'POST' ? '<DeleteResult/>' : undefined);
    });
  });
  const scripted = createS3Client({ ...TEST_CLIENT, endpoint: s3.endpoint, forcePathStyle: true });
  const store = createS3DropStore({ bucket: 'drops', client: scripted });
  expect(await store.move({ key: 'sftp/lake/incoming/a.csv', etag: '"1"' }, 'sftp/lake/processed/a.csv')).toBe(true);
  expect(deleted).toEqual(['moved']);
  await s3.close();
});
