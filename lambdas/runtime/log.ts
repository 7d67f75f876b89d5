import { Logger } from '@aws-lambda-powertools/logger';
import { loggableError } from './loggable-error.ts';

/** Writes one structured line. A line holds accounts, jobs and figures, and never a member's name or id or the content of a statement. */
export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  event: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

/** Writes JSON lines to standard output, at the level from POWERTOOLS_LOG_LEVEL, so that CloudWatch and other log readers parse them. */
export function createLog(serviceName: string): Log {
  return logTo(new Logger({ serviceName }));
}

/** Writes lines through a logger with more context, such as the invocation. */
export function logTo(logger: Logger): Log {
  return (level, event, { error, ...fields }) =>
    logger[level](event, error === undefined ? fields : { ...fields, error: loggableError(error) });
}
