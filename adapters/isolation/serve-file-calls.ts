import type { FileCall, FileFunctionImplementations, FileFunctionName } from '../../app/reading/run-isolated.ts';
import { type FileReply, fileCall, startProcessorWatch } from './processor-watch.ts';

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
