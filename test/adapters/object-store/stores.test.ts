import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDiskDropStore } from '../../../adapters/object-store/disk-drop-store.ts';
import {
  expireDiskObjects,
  openDiskObjectStore,
  sweepDiskObjectStore,
} from '../../../adapters/object-store/disk-object-store.ts';
import {
  createS3Client,
  createS3DropStore,
  createS3ObjectStore,
} from '../../../adapters/object-store/s3-object-store.ts';
import type { DroppedObject, DropStore } from '../../../app/platform/object-store.ts';
import { startAwsServer, startBlackHole, startScriptedServer, TEST_CLIENT } from '../aws-server.ts';
import { describeObjectStoreContract } from './object-store-contract.ts';

describe('disk object store', () => {
  const bytes = new TextEncoder().encode('Member,Amount');

  describeObjectStoreContract('disk', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'objects-'));
    return { store: await openDiskObjectStore(directory), close: () => rm(directory, { recursive: true }) };
  });

  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'objects-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  test('keeps objects after the end of the store', async () => {
    await (await openDiskObjectStore(directory)).put('raw/account/file', bytes);
    expect(await (await openDiskObjectStore(directory)).get('raw/account/file')).toEqual(Buffer.from(bytes));
  });

  test('lets only the owner read files and folders', async () => {
    const root = join(directory, 'new', 'objects');
    await (await openDiskObjectStore(root)).put('raw/account/file', bytes);
    const mode = async (path: string) => (await stat(join(root, path))).mode & 0o777;
    expect(await mode('.')).toBe(0o700);
    expect(await mode('raw/account')).toBe(0o700);
    expect(await mode('raw/account/file')).toBe(0o600);
  });

  test('removes the incomplete files of a crash in a sweep, and keeps complete objects', async () => {
    const store = await openDiskObjectStore(directory);
    await store.put('raw/account/file', bytes);
    await writeFile(join(directory, '.incoming', 'half'), 'Memb');
    await sweepDiskObjectStore(directory);
    await openDiskObjectStore(directory);
    expect(await readdir(join(directory, '.incoming'))).toEqual([]);
    expect(await store.get('raw/account/file')).not.toBeNull();
  });

  test("leaves a first process's open files alone when a second process opens the directory", async () => {
    await openDiskObjectStore(directory);
    await writeFile(join(directory, '.incoming', 'being-written'), 'Memb');
    await openDiskObjectStore(directory);
    expect(await readdir(join(directory, '.incoming'))).toEqual(['being-written']);
  });

  test('leaves nothing behind after a failed put', async () => {
    const store = await openDiskObjectStore(directory);
    await store.put('raw/account/file', bytes);
    // A folder has this name, so the rename is refused.
    await expect(store.put('raw/account', bytes)).rejects.toThrow();
    expect(await readdir(join(directory, '.incoming'))).toEqual([]);
    expect(await store.get('raw/account/file')).not.toBeNull();
  });

  test('neither reads, writes through nor empties a symbolic link to another place', async () => {
    const outside = join(directory, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'secret'), 'secret');
    const root = join(directory, 'objects');
    const store = await openDiskObjectStore(root);
    await mkdir(join(root, 'raw'));
    await symlink(outside, join(root, 'raw', 'account'));
    await symlink(join(outside, 'secret'), join(root, 'raw', 'link'));

    await expect(store.get('raw/account/secret')).rejects.toThrow('Not a directory');
    await expect(store.put('raw/account/new', bytes)).rejects.toThrow('Not a directory');
    await expect(store.delete('raw/account/secret')).rejects.toThrow('Not a directory');
    await expect(store.get('raw/link')).rejects.toThrow();
    // A put replaces the link itself.
    await store.put('raw/link', bytes);
    expect(await readdir(outside)).toEqual(['secret']);
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret');
  });

  test('deletes every file older than the limit, whatever its name, and nothing outside the store', async () => {
    const outside = join(directory, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'old'), 'secret');
    const root = join(directory, 'objects');
    expect(await expireDiskObjects({ directory: root, keptDays: 7 })).toBe(0);
    const store = await openDiskObjectStore(root);
    await store.put('raw/account/old', bytes);
    await store.put('raw/account/young', bytes);
    await symlink(outside, join(root, 'raw', 'link'));
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600 * 1_000);
    for (const path of [join(root, 'raw', 'account', 'old'), join(outside, 'old')])
      await utimes(path, daysAgo(7.1), daysAgo(7.1));
    await utimes(join(root, 'raw', 'account', 'young'), daysAgo(6.9), daysAgo(6.9));
    expect(await expireDiskObjects({ directory: root, keptDays: 7 })).toBe(1);
    expect(await store.get('raw/account/old')).toBeNull();
    expect(await store.get('raw/account/young')).toEqual(Buffer.from(bytes));
    expect(await readdir(outside)).toEqual(['old']);
  });
});

describe('s3 object store', async () => {
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
});

describe('drop store', async () => {
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
      const keys = [
        'sftp/lake/incoming/a b.csv',
        'sftp/lake/processed/2026-03/ä.csv',
        'sftp/lake/rejected/x.reason.txt',
      ];
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
        else
          response.end(request.method === 'GET' ? listing : request.method === 'POST' ? '<DeleteResult/>' : undefined);
      });
    });
    const scripted = createS3Client({ ...TEST_CLIENT, endpoint: s3.endpoint, forcePathStyle: true });
    const store = createS3DropStore({ bucket: 'drops', client: scripted });
    expect(await store.move({ key: 'sftp/lake/incoming/a.csv', etag: '"1"' }, 'sftp/lake/processed/a.csv')).toBe(true);
    expect(deleted).toEqual(['moved']);
    await s3.close();
  });
});
