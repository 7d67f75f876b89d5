import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  NoSuchKey,
  type ObjectIdentifier,
  type ObjectVersion,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { DeletedObjects, DroppedObject, DropStore, ObjectStore } from '../../app/platform/object-store.ts';
import { DROP_LISTING_MAX } from '../../core/limits/request-limits.ts';
import { dropKeySegments, objectKeySegments } from './object-key.ts';

const MEBIBYTE = 1024 * 1024;
/**
 * The bytes of a part of an upload. The largest statement takes two parts, and a lost connection repeats at most one. S3's minimum is 5
 * MiB.
 */
const PART_BYTES = 8 * MEBIBYTE;
const CONNECT_MS = 2_000;
/** Timeout of one request; a part takes 8 s at 1 MiB a second. */
const REQUEST_MS = 20_000;
/** The first attempt and two retries. After that the whole job is retried. */
const ATTEMPTS_MAX = 3;

export interface S3ObjectStoreOptions {
  readonly bucket: string;
  readonly client: S3Client;
}

/** Makes a client with timeouts. Without them an endpoint that drops packets would block a worker until Lambda ends it. */
export function createS3Client(config: S3ClientConfig = {}, requestMs = REQUEST_MS): S3Client {
  return new S3Client({
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_MS, requestMs),
      requestTimeout: requestMs,
      // Without this setting the SDK only logs a warning and keeps waiting.
      throwOnRequestTimeout: true,
      // This timeout covers a body that stops arriving, which the request timeout does not.
      socketTimeout: requestMs,
    },
    ...config,
  });
}

/**
 * Stores objects in one bucket with the bucket's default encryption. The role needs s3:ListBucket: without it S3 answers 403 instead of
 * 404 for a missing key, and `get` throws.
 */
export function createS3ObjectStore({ bucket, client }: S3ObjectStoreOptions): ObjectStore {
  return {
    async put(key, bytes) {
      objectKeySegments(key);
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: bytes, ChecksumAlgorithm: 'SHA256' },
        partSize: PART_BYTES,
        queueSize: 2,
        leavePartsOnError: false,
      });
      await upload.done();
    },

    async get(key) {
      objectKeySegments(key);
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        if (Body === undefined) throw new Error(`S3 answered without a body for ${key}`);
        return await Body.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },

    async delete(key) {
      objectKeySegments(key);
      // The object is deleted first, so that it is hidden even if removing its versions fails.
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      await deleteVersions({ client, bucket }, key);
    },

    deleteBelow(prefix) {
      objectKeySegments(prefix.replace(/\/$/, ''));
      return deleteBelow({ client, bucket }, prefix);
    },
  };
}

/**
 * Deletes one page of the listing: at most the 1,000 objects that one request may delete. A delete marker counts as an object without
 * bytes.
 */
async function deleteBelow({ client, bucket }: S3ObjectStoreOptions, prefix: string): Promise<DeletedObjects> {
  // Without the slash the prefix would match other folders whose names begin with the name of this folder.
  if (!prefix.endsWith('/')) throw new Error(`A prefix ends with a slash: ${prefix}`);
  const place = { Bucket: bucket, Prefix: prefix };
  const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand(place));
  const all: readonly ObjectVersion[] = [...Versions, ...DeleteMarkers];
  // Stores that speak S3 but have no versions may list none.
  const found = all.length > 0 ? all : ((await client.send(new ListObjectsV2Command(place))).Contents ?? []);
  await deleteObjects(client, bucket, found.map(identifierOf));
  return { objects: new Set(found.map(({ Key }) => Key)).size, bytes: found.reduce(addSize, 0) };
}

function identifierOf({ Key, VersionId }: Pick<ObjectVersion, 'Key' | 'VersionId'>): ObjectIdentifier {
  return VersionId === undefined ? { Key } : { Key, VersionId };
}

function addSize(sum: number, { Size = 0 }: Pick<ObjectVersion, 'Size'>): number {
  return sum + Size;
}

/**
 * Deletes the versions of a key that `isMeant` selects, by default all. In a versioned bucket an ordinary delete only adds a marker.
 * Markers have no ETag.
 */
async function deleteVersions(
  { client, bucket }: S3ObjectStoreOptions,
  key: string,
  isMeant: (version: Pick<ObjectVersion, 'ETag' | 'IsLatest'>) => boolean = () => true,
): Promise<void> {
  let marker: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key, ...marker }));
    // The prefix also finds longer keys.
    const all: readonly ObjectVersion[] = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
    const versions = all.filter((version) => version.Key === key && isMeant(version));
    await deleteObjects(
      client,
      bucket,
      versions.map(({ VersionId }) => ({ Key: key, VersionId })),
    );
    if (page.IsTruncated !== true) return;
    marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

async function deleteObjects(client: S3Client, bucket: string, objects: ObjectIdentifier[]): Promise<void> {
  if (objects.length === 0) return;
  // A page of the listing has at most the 1,000 objects that one request may delete.
  const answer = await client.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } }),
  );
  const [refused] = answer.Errors ?? [];
  if (refused) throw new Error(`S3 kept a version of ${refused.Key}: ${refused.Code} ${refused.Message}`);
}

/**
 * The bucket of drops, which Transfer Family and SES write to. Moving or deleting an object leaves no version under the old key. Listed
 * keys are used unchanged, because clients chose them; written keys are checked.
 */
export function createS3DropStore(options: S3ObjectStoreOptions): DropStore {
  const { bucket, client } = options;
  return {
    list: (prefix) => list(options, prefix),
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        if (Body === undefined) throw new Error(`S3 answered without a body for ${key}`);
        return await Body.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async put(key, bytes) {
      dropKeySegments(key);
      await new Upload({ client, params: { Bucket: bucket, Key: key, Body: bytes } }).done();
    },
    async move({ key, etag }, to) {
      dropKeySegments(to);
      const source = `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
      const copy = new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: source, CopySourceIfMatch: etag });
      if (!(await isDone(client.send(copy)))) return false;
      // An object that has replaced this one under the key stays, because it has not been read yet.
      const isGone = await isDone(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, IfMatch: etag })));
      // The old version is deleted too, because it would remain after a purge of the copy.
      if (isGone) await deleteVersions(options, key, (version) => version.ETag === etag && !version.IsLatest);
      return true;
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      await deleteVersions(options, key);
    },
    deleteBelow(prefix) {
      dropKeySegments(prefix.replace(/\/$/, ''));
      return deleteBelow(options, prefix);
    },
  };
}

async function list({ bucket, client }: S3ObjectStoreOptions, prefix: string): Promise<readonly DroppedObject[]> {
  const found: DroppedObject[] = [];
  let next: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(next === undefined ? {} : { ContinuationToken: next }),
      }),
    );
    for (const { Key, ETag, Size, LastModified } of page.Contents ?? []) {
      // A key that ends with a slash marks a folder, as the console and Transfer Family make it.
      if (Key === undefined || ETag === undefined || LastModified === undefined || Key.endsWith('/')) continue;
      found.push({ key: Key, byteSize: Size ?? 0, etag: ETag, lastModified: LastModified });
    }
    next = page.NextContinuationToken;
  } while (next !== undefined && found.length < DROP_LISTING_MAX);
  found.sort((a, b) => a.lastModified.getTime() - b.lastModified.getTime() || (a.key < b.key ? -1 : 1));
  return found.slice(0, DROP_LISTING_MAX);
}

/** Returns false when the object has gone or was replaced. */
async function isDone(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404 || status === 412) return false;
    throw error;
  }
}
