import { Logger } from '@aws-lambda-powertools/logger';
import { DatabaseUnavailable, isTransientDatabaseError } from '../../adapters/postgres/connection/database-error.ts';
import manifest from '../../package.json' with { type: 'json' };

export const SERVICE_NAME = manifest.name;
export const SERVICE_VERSION = manifest.version;

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

/** The parts of an error that may be logged: enough to find the cause, and nothing of a statement's content. */
interface LoggableError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly place?: string;
  readonly stack?: string;
  readonly cause?: LoggableError;
}

const CAUSES_MAX = 5;

/**
 * Returns the loggable parts of an error. A PostgreSQL error quotes values and, in its detail, whole rows with member data: only its code,
 * its place in the schema and its stack are kept. Of any other error the message is kept, but not its further properties, which may hold
 * data. A lost database has no stack: it is not a fault of the code, and every statement under way fails with it.
 */
export function loggableError(error: unknown, causesLeft = CAUSES_MAX, isOfLostDatabase = false): LoggableError {
  if (!(error instanceof Error)) return { name: typeof error, message: 'Something that is no error was thrown' };
  const hasNoStack = isOfLostDatabase || isDatabaseLost(error);
  const isFromDatabase = 'severity' in error;
  const message = isFromDatabase ? 'The database refused a statement' : error.message;
  const place = isFromDatabase ? placeInSchema(error) : '';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    name: error.name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(place === '' ? {} : { place }),
    ...(error.stack === undefined || hasNoStack ? {} : { stack: withoutMessage(error.stack, error.message) }),
    ...(error.cause === undefined || causesLeft === 0
      ? {}
      : { cause: loggableError(error.cause, causesLeft - 1, hasNoStack) }),
  };
}

const isDatabaseLost = (error: Error) =>
  error instanceof DatabaseUnavailable || (error.name === 'PostgresError' && isTransientDatabaseError(error));

function placeInSchema(error: Error): string {
  const names = Object.entries(error).filter(([key]) => /^(table|column|constraint)_name$/.test(key));
  return names.map(([, value]) => String(value)).join('.');
}

/** Removes the message from a stack. The message comes before the frames, and may have several lines, even lines that look like frames. */
function withoutMessage(stack: string, message: string): string {
  const end = stack.indexOf(message) + message.length;
  return stack
    .slice(stack.includes(message) ? end : 0)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
