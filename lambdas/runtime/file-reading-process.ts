// The program of the processes that read files while a client waits (isolation.ts). It has no database and no secret.
import { serveFileCalls } from '../../adapters/isolation/serve-file-calls.ts';
import { openAnyStatement, readStatementFile } from '../../adapters/statement-file/read-statement-file.ts';
import { createFileFunctions } from '../../app/reading/create-file-functions.ts';
import { processorClock } from './processor-clock.ts';

serveFileCalls(
  createFileFunctions({ openStatement: readStatementFile, openAny: openAnyStatement, clock: processorClock }),
);
