import { UNAVAILABLE_RETRY_SECONDS } from '../../core/limits/request-limits.ts';
import { ISOLATION_LIMITS } from '../../core/limits/statement-limits.ts';
import type { Refused } from '../../core/problem.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { IsolatedProcesses, RunIsolated } from './isolated-ports.ts';

/** Limits how many processes run at once, and shares them between accounts. */
export interface ProcessSlots {
  /** Runs the work when a process is free. Returns null, without beginning the work, when none became free in time. */
  run<T>(accountId: string, work: () => Promise<T>): Promise<T | null>;
  /** Returns how many processes the account uses at this moment. */
  heldBy(accountId: string): number;
}

/** Makes the function that runs calls on files in separate processes. */
export function createRunIsolated(parts: {
  readonly processes: IsolatedProcesses;
  readonly slots: ProcessSlots;
}): RunIsolated {
  return async (accountId, call) => {
    const outcome = await parts.slots.run(accountId, () => parts.processes.run(call));
    if (outcome === null) return noProcess(parts.slots.heldBy(accountId) > 0);
    switch (outcome.kind) {
      case 'done':
        return outcome.output;
      case 'too-long':
        return TOO_LONG;
      case 'unfinished':
        return UNFINISHED;
      case 'died':
        return DIED;
    }
  };
}

/**
 * Refuses a file for which no process was free. An account that waits for its own files gets 429 and not 503, because the service has not
 * failed.
 */
function noProcess(hasOwn: boolean): Refused {
  return refuse(hasOwn ? 'rate_limited' : 'service_unavailable', {
    detail: `${hasOwn ? 'Other files of this account' : 'Too many files'} are being looked at. Nothing was done with this one; send it again.`,
    headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
  });
}
const TOO_LONG = refuseField(
  'file',
  `takes more than ${ISOLATION_LIMITS.processorSeconds} seconds of processor time to be read. Try with fewer rows, or save it anew without what is not data.`,
);
/** The refusal of a file that got too little processor time. The file is not at fault. */
const UNFINISHED = refuse('service_unavailable', {
  detail: 'The machine is too busy to read the file now. Nothing was done with it; send it again.',
  headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
});
const DIED = refuseField(
  'file',
  'needs too much memory to be read. Try with fewer rows, or save it anew without what is not data.',
);
