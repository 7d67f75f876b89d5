/**
 * Makes calls of one process run one after the other. For what keeps its connection while it sends: where the queue is in the same
 * database, sending needs a second one, and many at once would wait for each other's. Whoever asks meanwhile shares the next run,
 * which begins after what they committed.
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
    // How the one before ended is its own callers' affair.
    next = running.then(startNext, startNext);
    return next;
  };
}
