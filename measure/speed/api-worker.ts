import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorkerOrder } from '../../server/worker-supervisor.ts';
import type { BenchService } from './bench-service.ts';

const PROGRAM = fileURLToPath(new URL('../../server/worker-process.ts', import.meta.url));

/** The worker process of one machine. The bench can stop it while jobs are queued. */
export function forkWorker({ address, objectDirectory }: BenchService) {
  const child = fork(PROGRAM, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const order: WorkerOrder = {
    ...{ address, objectDirectory, dataDirectory: objectDirectory },
    publicUrl: 'https://bench.example.com',
  };
  child.send(order);
  return {
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async close() {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
