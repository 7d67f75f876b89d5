import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A function in its own process, like on Lambda, with only its bundle, its environment and its events. */
export interface LambdaProcess {
  /** Rejects with the error as Lambda would see it. */
  invoke(event: unknown): Promise<unknown>;
  /** Returns everything that the function has written so far. */
  output(): string;
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('lambda-runtime.ts', import.meta.url));

const answerSchema = z.object({
  id: z.string(),
  result: z.unknown().optional(),
  error: z.string().optional(),
});

/** Starts the bundle in a process. Rejects with the output if the bundle cannot be loaded. */
export async function startLambda(
  bundle: string,
  environment: Readonly<Record<string, string>>,
): Promise<LambdaProcess> {
  const child = fork(PROGRAM, [bundle], {
    // Leaves out the environment of the tests, because a function must find everything in its own variables.
    env: { PATH: process.env['PATH'], ...environment },
    execArgv: [],
    silent: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const waiting = new Map<string, (answer: z.output<typeof answerSchema>) => void>();
  const ended = once(child, 'exit');
  child.on('message', (message) => {
    const answer = answerSchema.parse(message);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const ask = async (id: string, event?: unknown): Promise<unknown> => {
    const answered = new Promise<z.output<typeof answerSchema>>((resolve) => waiting.set(id, resolve));
    if (event !== undefined) child.send({ id, event });
    const gone = ended.then((): never => {
      throw new Error(`The function ended: ${output}`);
    });
    const { result, error } = await Promise.race([answered, gone]);
    if (error !== undefined) throw new Error(error);
    return result;
  };
  await ask('ready');
  return {
    invoke: (event) => ask(randomUUID(), event),
    output: () => output,
    close: () => stop(child, ended),
  };
}

/** Lets the process end by itself, so that it writes which code it has run if NODE_V8_COVERAGE is set. */
async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.connected) child.disconnect();
  await ended;
}
