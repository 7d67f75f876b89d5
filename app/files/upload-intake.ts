import type { DeclaredFileType } from '../../core/statement/source.ts';
import type { ExistingJob, JobOfArchive, KeyMismatch } from '../../core/upload/decide-upload.ts';
import type { ObjectStore } from '../platform/object-store.ts';
import type { OpenUpload } from './archive-ports.ts';
import type { AcceptedJob, UploadStore } from './upload-ports.ts';

/** The ports that every way of delivery needs to accept statements. */
export interface UploadIntake {
  readonly uploads: UploadStore;
  readonly objects: ObjectStore;
  /** Sends the messages of the outbox. If this fails, the sweep sends them a minute later. */
  readonly relayOutbox: () => Promise<void>;
  readonly contentProblem: (bytes: Uint8Array, fileType: DeclaredFileType) => string | null;
  readonly openUpload: OpenUpload;
  /** Reports that the bytes of a refused upload could not be deleted. A lifecycle rule of the object store removes them later. */
  readonly onBytesLeft: (error: unknown, objectKey: string) => void;
}

export type UploadOutcome =
  | {
      readonly kind: 'accepted';
      readonly job: AcceptedJob & { readonly callbackSecret: string | null };
      /** Names of the files that the upload replaces. */
      readonly replaces: readonly string[];
      /** Name of the carrier whose history the file continues, if it is not the named one. */
      readonly continues: string | null;
      /** The jobs of all statements of a ZIP archive, in its order; empty for a single statement. */
      readonly ofArchive: readonly JobOfArchive[];
    }
  | { readonly kind: 'already-have'; readonly job: ExistingJob; readonly mismatch: KeyMismatch | null };

/** Makes the key of a statement's bytes from the service's own ids only, so nothing that a user sent becomes part of a path. */
export function rawKey(accountId: string, fileId: string): string {
  return `raw/${accountId}/${fileId}`;
}
