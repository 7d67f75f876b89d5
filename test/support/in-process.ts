import { openAnyStatement, readStatementFile } from '../../adapters/statement-file/read-statement-file.ts';
import { createFileFunctions } from '../../app/reading/create-file-functions.ts';
import type { FileCall, FileFunctionName, RunIsolated } from '../../app/reading/run-isolated.ts';
import { processorClock } from '../../lambdas/runtime/processor-clock.ts';

const jobs = createFileFunctions({
  openStatement: readStatementFile,
  openAny: openAnyStatement,
  clock: processorClock,
});

/** Reads files in this process instead of one process for each file. Tests of the answers use it. */
export const inProcess: RunIsolated = async <Name extends FileFunctionName>(
  _accountId: string,
  { name, input }: FileCall<Name>,
) => jobs[name](input);
