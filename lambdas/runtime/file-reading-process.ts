// The program of the processes that read files while a client waits (isolation.ts). It has no database and no secret.
import { serveJobs } from '../../adapters/isolation/serve-jobs.ts';
import { openAnyStatement } from '../../adapters/statement-file/open-any-statement.ts';
import { readStatementFile } from '../../adapters/statement-file/read-statement-file.ts';
import { statementJobs } from '../../app/jobs/statement-jobs.ts';
import { processorClock } from './processor-clock.ts';

serveJobs(statementJobs({ openStatement: readStatementFile, openAny: openAnyStatement, clock: processorClock }));
