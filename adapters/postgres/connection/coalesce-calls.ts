/**
 * Runs concurrent calls of one process one after the other. Calls that arrive during a run share the next run, which starts after their
 * commits. Parallel senders could deadlock: each holds a connection and needs a second one where the queue is in the same database.
 */
export function coalesceCalls<Argument, Result>(
  run: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  let running: Promise<Result> | null = null;
  let next: Promise<Result> | null = null;
  const start = (argument: Argument) => {
    running = run(argument).finally(() => {
      running = null;
    });
    return running;
  };
  return (argument) => {
    if (next !== null) return next;
    if (running === null) return start(argument);
    const startNext = () => {
      next = null;
      return start(argument);
    };
    // An error of the previous run concerns only its own callers.
    next = running.then(startNext, startNext);
    return next;
  };
}
