import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { DroppedObject, DropStore } from '../../app/platform/drops.ts';
import { DROP_LISTING_MAX } from '../../core/limits/request-limits.ts';
import { dropKeySegments } from './object-key.ts';
import { deleteBelow, deleteVersions, type S3ObjectStoreOptions } from './s3-object-store.ts';

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
