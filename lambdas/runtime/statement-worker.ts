import { setTimeout } from 'node:timers/promises';
import { createBookStore } from '../../adapters/postgres/book/book-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { isTransientDatabaseError } from '../../adapters/postgres/connection/database-error.ts';
import { createJobStore } from '../../adapters/postgres/jobs/job-store.ts';
import { openStatementFile } from '../../adapters/statement-file/open-statement-file.ts';
import type { ObjectStore } from '../../app/files/object-ports.ts';
import type { JobStore } from '../../app/jobs/job-ports.ts';
import type { StatementWorker } from '../../app/jobs/process-statement.ts';
import type { Log } from './log.ts';
import { processorClock } from './processor-clock.ts';

interface WorkerPlatform {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly log: Log;
}

/** Makes the worker that processes the jobs. */
export function createStatementWorker({ database, objects, log }: WorkerPlatform): StatementWorker {
  return {
    jobs: namedInLog(createJobStore(database), log),
    books: createBookStore(database),
    objects,
    openStatement: openStatementFile,
    clock: processorClock,
    onError: (error, job) => {
      const level = isTransientDatabaseError(error) ? 'warn' : 'error';
      log(level, 'job_try_failed', { jobId: job.jobId, requestId: job.requestId, attempt: job.attempt, error });
    },
    isAway: isTransientDatabaseError,
    pause: (seconds) => setTimeout(seconds * 1000),
  };
}

/** Each try logs the id of the request that created its job, so that a request can be traced from the upload on. */
function namedInLog(jobs: JobStore, log: Log): JobStore {
  return {
    ...jobs,
    async claim(id, claimId) {
      const job = await jobs.claim(id, claimId);
      if (job !== null) {
        const { jobId, requestId, accountId, mode, attempt } = job;
        log('info', 'job_claimed', { jobId, requestId, accountId, mode, attempt });
      }
      return job;
    },
  };
}
