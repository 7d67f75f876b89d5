import { createS3Client, createS3DropStore, createS3ObjectStore } from '../../adapters/object-store/s3-object-store.ts';
import type { DropStore, ObjectStore } from '../../app/platform/object-store.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import type { Telemetry } from './telemetry.ts';

/** The store for the raw bytes of statements. */
export function awsObjects({ traced }: Telemetry): ObjectStore {
  const { RAW_BUCKET } = readVariables(VARIABLES.rawFiles);
  return createS3ObjectStore({ bucket: RAW_BUCKET, client: traced(createS3Client()) });
}

/** The store for files from SFTP users and SES, in a bucket of its own. */
export function awsDrops({ traced }: Telemetry): DropStore {
  const { DROP_BUCKET } = readVariables(VARIABLES.dropFolder);
  return createS3DropStore({ bucket: DROP_BUCKET, client: traced(createS3Client()) });
}
