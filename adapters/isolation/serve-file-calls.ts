import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type {
  FileCall,
  FileFunctionImplementations,
  FileFunctionName,
  FileFunctions,
} from '../../app/reading/run-isolated.ts';

/** The signal by which a process ends itself when a call used up its processor time: POSIX's own for that timer. */
export const OVER_TIME_SIGNAL = 'SIGVTALRM';

interface ProcessorWatch {
  /** Starts the processor time of a call. */
  begin(): void;
  end(): void;
}

const LOOK_MS = 100;

/**
 * Watches the processor time of this process, all threads together, from a thread of its own, because the main thread may be in a loop.
 * A call that uses more than `seconds` ends the process with OVER_TIME_SIGNAL. Time that other processes take does not count.
 */
function startProcessorWatch(seconds: number): ProcessorWatch {
  // The processor milliseconds at which the current call is over; zero without a call.
  const due = new Int32Array(new SharedArrayBuffer(4));
  new Worker(WATCHING, { eval: true, workerData: due }).unref();
  return {
    begin() {
      const { user, system } = process.cpuUsage();
      Atomics.store(due, 0, Math.ceil((user + system) / 1000 + seconds * 1000));
      Atomics.notify(due, 0);
    },
    end() {
      Atomics.store(due, 0, 0);
    },
  };
}

/** The program of the watching thread, as a text because a bundle has no further file for it. */
const WATCHING = `
  const due = require('node:worker_threads').workerData;
  for (;;) {
    const dueMs = Atomics.load(due, 0);
    const { user, system } = process.cpuUsage();
    if (dueMs !== 0 && (user + system) / 1000 > dueMs) process.kill(process.pid, '${OVER_TIME_SIGNAL}');
    Atomics.wait(due, 0, dueMs, dueMs === 0 ? Infinity : ${LOOK_MS});
  }
`;

/** The message to a process: one call. Both ends are the same program, so the content is not checked. */
const fileCall = z.custom<FileCall<FileFunctionName>>((value) => typeof value === 'object' && value !== null);

/** The messages from a process: `ready` once, then one message for each call. */
export const fileReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('done'), output: z.unknown() }),
  z.object({ kind: z.literal('failed'), error: z.unknown() }),
]);
type FileReply = z.output<typeof fileReply>;

/** Returns the schema of a call's output. A process runs one call at a time, so the next output belongs to that call. */
export const outputOf = <Name extends FileFunctionName>(_: FileCall<Name>) => z.custom<FileFunctions[Name]['output']>();

/**
 * Runs calls in a process that `isolatedProcesses` started, one after another, until the parent has gone. The first argument of the program
 * is the processor time of a call, in seconds.
 */
export function serveFileCalls(functions: FileFunctionImplementations): void {
  const reply = (message: FileReply) => process.send?.(message);
  process.on('disconnect', () => process.exit(0));
  const watch = startProcessorWatch(Number(process.argv[2]));
  const answer = async (message: unknown) => {
    watch.begin();
    try {
      reply({ kind: 'done', output: await runFileCall(functions, fileCall.parse(message)) });
    } catch (error) {
      reply({ kind: 'failed', error });
    } finally {
      watch.end();
    }
  };
  // The parent sends the next call only after the answer, so calls do not overlap.
  process.on('message', (message) => void answer(message));
  reply({ kind: 'ready' });
}

function runFileCall<Name extends FileFunctionName>(
  functions: FileFunctionImplementations,
  { name, input }: FileCall<Name>,
): Promise<unknown> {
  return functions[name](input);
}
