import { openAnyStatement } from '../../adapters/statement-file/open-any-statement.ts';
import { readStatementFile } from '../../adapters/statement-file/read-statement-file.ts';
import type { JobCall, RunIsolated, StatementJobName } from '../../app/jobs/isolated-ports.ts';
import { statementJobs } from '../../app/jobs/statement-jobs.ts';
import { processorClock } from '../../lambdas/runtime/processor-clock.ts';

const jobs = statementJobs({ openStatement: readStatementFile, openAny: openAnyStatement, clock: processorClock });

/** Reads files without a process for each, for tests of the answers. */
export const inProcess: RunIsolated = async <Name extends StatementJobName>(
  _accountId: string,
  { name, input }: JobCall<Name>,
) => jobs[name](input);
