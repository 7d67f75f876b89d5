import { answerOf, type CommissionClient } from '../../client/commission-client.ts';
import { identifyStatement, type StatementUpload, uploadStatement, waitForJob } from '../../client/upload-statement.ts';
import { problemOf } from '../api/problem.ts';
import type { Identified, Job } from './drop-entry.ts';

/** A statement that was sent. A ZIP archive has several. */
export interface SentFile {
  readonly fileName: string;
  readonly jobId: string;
  readonly fileId: string;
}

/** The calls to the service that the queue of dropped files makes. Every call throws `ProblemError`. */
export interface DropCalls {
  readonly identify: (file: File) => Promise<Identified>;
  /** Returns the names of the statements that a month of a carrier has. */
  readonly present: (carrierId: string, period: string) => Promise<readonly string[]>;
  readonly send: (
    statement: StatementUpload & { readonly file: File },
    onPercent: (percent: number) => void,
  ) => Promise<readonly SentFile[]>;
  /** Waits until a job has ended, with whatever result. */
  readonly follow: (jobId: string, onPercent: (percent: number) => void) => Promise<Job>;
  /** Retracts one statement, and returns the job that does it. */
  readonly takeBack: (fileId: string) => Promise<string>;
  /** Removes a version of a carrier's format, unless it is the only one. */
  /** Removes a layout. Returns `kept` for the only layout of a carrier. */
  readonly removeLayout: (layout: {
    readonly carrierId: string;
    readonly version: number;
  }) => Promise<'removed' | 'kept'>;
  /** Called when the stored statements have changed. */
  readonly onChanged: () => void;
}

export function createDropCalls(client: CommissionClient, onChanged: () => void): DropCalls {
  const { api } = client;
  return {
    identify: (file) => identifyStatement(client, file),
    present: async (carrierId, period) => {
      const { data } = await answerOf(api.GET('/v1/files', { params: { query: { carrierId, period, limit: 20 } } }));
      return data
        .filter(({ status }) => status === 'pending' || status === 'active')
        .map(({ originalFilename }) => originalFilename);
    },
    send: async (statement, onPercent) => {
      const { jobId, fileId, files } = await uploadStatement(client, statement, {
        onProgress: ({ sentBytes, totalBytes }) => onPercent(Math.floor((100 * sentBytes) / Math.max(1, totalBytes))),
      });
      return files ?? [{ fileName: statement.file.name, jobId, fileId }];
    },
    follow: (jobId, onPercent) => waitForJob(client, jobId, { onProgress: ({ percent }) => onPercent(percent) }),
    takeBack: async (fileId) => {
      const params = { path: { fileId }, query: { only: true } };
      return (await answerOf(api.DELETE('/v1/files/{fileId}', { params }))).jobId;
    },
    removeLayout: async (path) => {
      try {
        await answerOf(api.DELETE('/v1/carriers/{carrierId}/configs/{version}', { params: { path } }));
        return 'removed';
      } catch (error) {
        // A carrier keeps its only format, and a version that is removed already is gone.
        if (problemOf(error).code !== 'conflict') throw error;
        const { removedAt } = await answerOf(
          api.GET('/v1/carriers/{carrierId}/configs/{version}', { params: { path } }),
        );
        return removedAt === null ? 'kept' : 'removed';
      }
    },
    onChanged,
  };
}
