import { type Api, bodyOf } from '../api/api.ts';
import type { Identified, Job } from './drop-entry.ts';
import { type Accepted, type StatementToSend, sendStatement } from './send-statement.ts';

/** What the drop asks of the service. Every call throws `Problem`. */
export interface DropCalls {
  readonly identify: (file: File) => Promise<Identified>;
  /** Returns the names of the statements that a carrier's month has. */
  readonly present: (carrierId: string, period: string) => Promise<readonly string[]>;
  readonly send: (statement: StatementToSend, onPercent: (percent: number) => void) => Promise<Accepted>;
  readonly job: (jobId: string) => Promise<Job>;
  /** Takes one statement back, and returns the job that does it. */
  readonly takeBack: (fileId: string) => Promise<string>;
  /** Called when the stored statements have changed. */
  readonly onChanged: () => void;
}

export interface DropCallsDeps {
  readonly api: Api;
  readonly baseUrl: string;
  readonly readToken: () => string | null;
  readonly onChanged: () => void;
}

export function createDropCalls({ api, baseUrl, readToken, onChanged }: DropCallsDeps): DropCalls {
  return {
    identify: (file) =>
      bodyOf(
        api.POST('/v1/files/identify', {
          body: { file: file.name },
          bodySerializer: () => {
            const form = new FormData();
            form.set('file', file, file.name);
            return form;
          },
        }),
      ),
    present: async (carrierId, period) => {
      const { data } = await bodyOf(api.GET('/v1/files', { params: { query: { carrierId, period, limit: 20 } } }));
      return data
        .filter(({ status }) => status === 'pending' || status === 'active')
        .map(({ originalFilename }) => originalFilename);
    },
    send: (statement, onPercent) => sendStatement(statement, { baseUrl, token: readToken(), onPercent }),
    job: (jobId) => bodyOf(api.GET('/v1/jobs/{jobId}', { params: { path: { jobId } } })),
    takeBack: async (fileId) => {
      const params = { path: { fileId }, query: { only: true } };
      return (await bodyOf(api.DELETE('/v1/files/{fileId}', { params }))).jobId;
    },
    onChanged,
  };
}
