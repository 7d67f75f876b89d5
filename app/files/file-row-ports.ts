import type { StatementConfig } from '../../core/statement/config.ts';

/** A stored file with the configuration that read its rows. */
export interface FileSource {
  readonly originalFilename: string;
  readonly objectKey: string;
  readonly isPurged: boolean;
  /** Null when no job has read the file. */
  readonly config: StatementConfig | null;
}

export interface FileSourceReads {
  /** Finds a file in any state; null when the account has no such file. */
  find(accountId: string, fileId: string): Promise<FileSource | null>;
}
