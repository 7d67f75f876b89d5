import type { Log } from '../runtime/log.ts';
import type { CountMetric } from '../runtime/metrics.ts';
import type { SmokeStep } from './smoke-suite.ts';

export interface CanaryParts {
  readonly run: () => Promise<readonly SmokeStep[]>;
  readonly count: CountMetric;
  readonly log: Log;
}

/** Makes the scheduled use of the service by an account of its own. A failed step is counted and logged; the function itself succeeds. */
export function createCanary({ run, count, log }: CanaryParts): () => Promise<{ readonly failed: readonly string[] }> {
  return async () => {
    const steps = await run();
    const failed = steps.filter(({ fault }) => fault !== null);
    for (const { name, fault, elapsedMs } of failed)
      log('error', 'canary_step_failed', { step: name, fault, elapsedMs });
    count('CanaryFailed', failed.length > 0 ? 1 : 0);
    return { failed: failed.map(({ name }) => name) };
  };
}
