import { setTimeout } from 'node:timers/promises';
import { isolatedProcesses } from '../../adapters/isolation/isolated-processes.ts';
import { createBookStore } from '../../adapters/postgres/book/book-store.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { isTransientDatabaseError } from '../../adapters/postgres/connection/database-error.ts';
import { createJobStore } from '../../adapters/postgres/jobs/job-store.ts';
import { openStatementFile } from '../../adapters/statement-file/open-statement-file.ts';
import { needsLibrary } from '../../adapters/statement-file/sniff-file-type.ts';
import type { StatementWorker } from '../../app/book/process-statement.ts';
import type { JobStore } from '../../app/jobs/job-store.ts';
import type { ObjectStore } from '../../app/platform/object-store.ts';
import { openIsolated } from '../../app/reading/run-isolated.ts';
import type { SHARED_WORKERS } from '../../core/limits/job-limits.ts';
import { ISOLATED_HEAP_MB, ISOLATION_LIMITS, JOB_READING_LIMITS } from '../../core/limits/statement-limits.ts';
import { fileReadingProgram } from './isolation.ts';
import type { Log } from './log.ts';
import { processorClock } from './processor-clock.ts';

interface WorkerPlatform {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly log: Log;
  /** The program of the processes that read files of strangers. The default is the program in the sources. */
  readonly program?: URL;
  /** The limits of one account, where all accounts share the workers. */
  readonly shared?: typeof SHARED_WORKERS;
}

/** Makes the worker that processes the jobs. */
export function createStatementWorker({ database, objects, log, program, shared }: WorkerPlatform): StatementWorker {
  const processes = isolatedProcesses({
    program: program ?? fileReadingProgram(import.meta.url),
    heapMegabytes: ISOLATED_HEAP_MB,
    ...JOB_READING_LIMITS,
    idleSeconds: ISOLATION_LIMITS.idleSeconds,
  });
  return {
    jobs: namedInLog(createJobStore(database), log),
    books: createBookStore(database, shared?.lockWaitSeconds),
    ...(shared !== undefined && { ofAccountMax: shared.ofAccountMax }),
    objects,
    openStatement: openIsolated({
      processes,
      openOwn: async (bytes, options) => openStatementFile(bytes, options),
      needsLibrary,
    }),
    clock: processorClock,
    onError: (error, job) => {
      const level = isTransientDatabaseError(error) ? 'warn' : 'error';
      log(level, 'job_try_failed', { jobId: job.jobId, requestId: job.requestId, attempt: job.attempt, error });
    },
    isTransient: isTransientDatabaseError,
    pause: (seconds) => setTimeout(seconds * 1000),
  };
}

/** Logs the id of the request that created a job with each attempt, so that a request can be traced from the upload on. */
function namedInLog(jobs: JobStore, log: Log): JobStore {
  return {
    ...jobs,
    async lease(id, leaseId) {
      const job = await jobs.lease(id, leaseId);
      if (job !== null) {
        const { jobId, requestId, accountId, mode, attempt } = job;
        log('info', 'job_claimed', { jobId, requestId, accountId, mode, attempt });
      }
      return job;
    },
  };
}
