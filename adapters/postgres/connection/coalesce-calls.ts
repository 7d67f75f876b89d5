import { isRefusedAfterFailure } from './database-error.ts';

/** Sends a statement before it is awaited. Its error goes to the caller that awaits it and never counts as unhandled. */
export function startNow<T>(statement: Promise<T>): Promise<T> {
  statement.catch(() => {});
  return statement;
}

/** Waits until all statements have ended. Throws the first error, and not the server's refusals of the statements after it. */
export async function allEnded(statements: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(statements);
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (failures.length > 0) throw failures.find((failure) => !isRefusedAfterFailure(failure)) ?? failures[0];
}

/**
 * The milliseconds for which waiting calls wait for the batch in flight. A slower batch is no longer waited for, because its connection may
 * have gone silent.
 */
const BATCH_WAIT_MS_MAX = 100;

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Batches concurrent calls into one query. While a batch is in flight, new calls form the next one, so an answer is never older than its
 * question. When idle, a batch starts at the end of the current turn of the event loop. `ask` returns answers in the order of the
 * questions. If a batch fails, only its own calls fail.
 */
export function batchConcurrentCalls<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  /** The batch in flight that waiting calls wait for; null when idle. */
  let inFlight: symbol | null = null;
  const letNextGo = (after: symbol | null) => {
    if (inFlight !== after) return;
    inFlight = null;
    if (waiting.length === 0) return;
    const id = Symbol('group');
    inFlight = id;
    setImmediate(() => void go(id));
  };
  const go = async (id: symbol) => {
    const group = waiting;
    waiting = [];
    const overdue = setTimeout(letNextGo, BATCH_WAIT_MS_MAX, id);
    try {
      const answers = await ask(group.map(({ question }) => question));
      if (answers.length !== group.length) throw new Error('Not every question was answered');
      for (const [place, answer] of answers.entries()) group[place]?.resolve(answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      clearTimeout(overdue);
      letNextGo(id);
    }
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      letNextGo(null);
    });
}

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
