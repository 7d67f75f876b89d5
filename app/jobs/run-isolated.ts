import { UNAVAILABLE_RETRY_SECONDS } from '../../core/limits/request-limits.ts';
import { ISOLATION_LIMITS } from '../../core/limits/statement-limits.ts';
import { type Refused, refuse, refuseField } from '../../core/problem.ts';
import type { IsolatedProcesses, RunIsolated } from './isolated-ports.ts';

/** Shares the processes between accounts, so that no account has all of them. */
export interface Places {
  /** Returns null when no process became free in time and the work was not begun. */
  run<T>(accountId: string, work: () => Promise<T>): Promise<T | null>;
  /** How many processes the account uses at this moment. */
  heldBy(accountId: string): number;
}

/** An account that waits for its own files gets 429 and not 503, because this is no failure of the service. */
function noProcess(hasOwn: boolean): Refused {
  return refuse(hasOwn ? 'rate_limited' : 'service_unavailable', {
    detail: `${hasOwn ? 'Other files of this account' : 'Too many files'} are being looked at. Nothing was done with this one; send it again.`,
    headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) },
  });
}
const TOO_LONG = refuseField(
  'file',
  `took longer than ${ISOLATION_LIMITS.seconds} seconds to be read. Try with fewer rows, or save it anew without what is not data.`,
);
const DIED = refuseField(
  'file',
  'needs too much memory to be read. Try with fewer rows, or save it anew without what is not data.',
);

/** Makes the function that runs jobs on files in processes of their own. */
export function isolation(parts: { readonly processes: IsolatedProcesses; readonly places: Places }): RunIsolated {
  return async (accountId, call) => {
    const outcome = await parts.places.run(accountId, () => parts.processes.run(call));
    if (outcome === null) return noProcess(parts.places.heldBy(accountId) > 0);
    switch (outcome.kind) {
      case 'done':
        return outcome.output;
      case 'too-long':
        return TOO_LONG;
      case 'died':
        return DIED;
    }
  };
}
