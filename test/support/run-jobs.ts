import type { TestService } from './service.ts';

/** Runs the service's jobs, as the worker does, until the work has ended. Returns its result. */
export async function runJobsDuring<Result>(service: TestService, work: Promise<Result>): Promise<Result> {
  let isRunning = true;
  const ended = work.finally(() => {
    isRunning = false;
  });
  // The failure is thrown below. Without this handler it would count as unhandled meanwhile.
  ended.catch(() => undefined);
  while (isRunning) {
    await service.runJobs();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return ended;
}
