import { createS3Client, createS3ObjectStore } from '../../adapters/object-store/s3-object-store.ts';
import type { ObjectStore } from '../../app/ports.ts';
import { readVariables, VARIABLES } from './aws-settings.ts';
import type { Telemetry } from './telemetry.ts';

/** Raw bytes of statements. */
export function awsObjects({ traced }: Telemetry): ObjectStore {
  const { RAW_BUCKET } = readVariables(VARIABLES.rawFiles);
  return createS3ObjectStore({ bucket: RAW_BUCKET, client: traced(createS3Client()) });
}
