import { Logger } from '@aws-lambda-powertools/logger';
import { loggableError } from './loggable-error.ts';

/** One structured line. Never a member's name or id, never what a statement says: accounts, jobs and figures only. */
export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  event: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

/** Lines as CloudWatch and any log reader take them: JSON on standard output, the level from POWERTOOLS_LOG_LEVEL. */
export function createLog(serviceName: string): Log {
  return logTo(new Logger({ serviceName }));
}

/** Lines by a logger that knows more, such as the invocation it is in. */
export function logTo(logger: Logger): Log {
  return (level, event, { error, ...fields }) =>
    logger[level](event, error === undefined ? fields : { ...fields, error: loggableError(error) });
}
