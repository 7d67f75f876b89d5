import { setFlagsFromString } from 'node:v8';
import { WORKER_CALLS_BEFORE_OPTIMISING } from '../../core/limits/job-limits.ts';

/**
 * Said once by a process that works off statements, before the first. Set from within, because neither NODE_OPTIONS nor Lambda
 * takes this option of V8's. Should V8 ever drop it, a worker runs as it did without: a test would tell.
 */
export function compileLate(): void {
  setFlagsFromString(LATE_COMPILING);
}

export const LATE_COMPILING = `--invocation-count-for-turbofan=${WORKER_CALLS_BEFORE_OPTIMISING}`;
