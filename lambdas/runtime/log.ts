import { Logger } from '@aws-lambda-powertools/logger';

/** One structured line. Never a member's name or id, never what a statement says: accounts, jobs and figures only. */
export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  event: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

/** Lines as CloudWatch and any log reader take them: JSON on standard output, the level from POWERTOOLS_LOG_LEVEL. */
export function createLog(serviceName: string): Log {
  const logger = new Logger({ serviceName });
  return (level, event, fields) => logger[level](event, fields);
}
