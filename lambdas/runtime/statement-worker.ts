import { createBookStore } from '../../adapters/postgres/book-store.ts';
import type { Database } from '../../adapters/postgres/database.ts';
import { isTransientDatabaseError } from '../../adapters/postgres/database-error.ts';
import { createJobStore } from '../../adapters/postgres/job-store.ts';
import { openStatementFile } from '../../adapters/statement-file/open-statement-file.ts';
import type { ObjectStore } from '../../app/ports.ts';
import type { StatementWorker } from '../../app/process-statement.ts';
import type { Log } from './log.ts';

interface WorkerPlatform {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly log: Log;
}

/** What works the jobs off. */
export function createStatementWorker({ database, objects, log }: WorkerPlatform): StatementWorker {
  return {
    jobs: createJobStore(database),
    books: createBookStore(database),
    objects,
    openStatement: openStatementFile,
    onError: (error, job) => {
      const level = isTransientDatabaseError(error) ? 'warn' : 'error';
      log(level, 'job_try_failed', { jobId: job.jobId, attempt: job.attempt, error });
    },
  };
}
