import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type {
  FileCall,
  FileFunctionName,
  FileFunctions,
  IsolatedOutcome,
  IsolatedProcesses,
} from '../../app/reading/run-isolated.ts';
import { fileReply, OVER_TIME_SIGNAL, outputOf } from './serve-file-calls.ts';

export interface ProcessLimits {
  /** The program of the process, which calls `serveFileCalls`. */
  readonly program: URL;
  readonly heapMegabytes: number;
  /** Seconds of processor time for one call. A call that uses more is `too-long`. */
  readonly processorSeconds: number;
  /** Seconds of wall time for one call, including the start of its process. A call that is not over by then is `unfinished`. */
  readonly wallSeconds: number;
  /** An idle process ends after this time, to free its memory. */
  readonly idleSeconds: number;
}

export interface ProcessPool extends IsolatedProcesses {
  /** Ends all processes, including busy ones. */
  close(): void;
}

interface Member {
  readonly child: ChildProcess;
  isReady: boolean;
  idle: NodeJS.Timeout | null;
}

/**
 * The environment variables that a process gets. It reads strangers' files, so it must know no secret. Lambda's Node finds its libraries by
 * LD_LIBRARY_PATH.
 */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH'] as const;

/**
 * Makes the pool of processes. A process is started on demand and kept for the next call. Threads are not used, because V8 usually ends the
 * whole process when a thread exceeds its memory limit (docs/adr/0023-files-read-in-processes-of-their-own.md).
 */
export function isolatedProcesses(limits: ProcessLimits): ProcessPool {
  const idle: Member[] = [];
  const all = new Set<Member>();

  const start = (): Member => {
    const child = fork(fileURLToPath(limits.program), [String(limits.processorSeconds)], {
      execArgv: [`--max-old-space-size=${limits.heapMegabytes}`],
      env: Object.fromEntries(
        PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
      ),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const member: Member = { child, isReady: false, idle: null };
    all.add(member);
    child.once('exit', () => {
      all.delete(member);
      const at = idle.indexOf(member);
      if (at >= 0) idle.splice(at, 1);
      if (member.idle !== null) clearTimeout(member.idle);
    });
    // `runIn` reports errors of the start and of sending. Without a listener Node would throw them.
    child.on('error', () => undefined);
    return member;
  };
  const take = (): Member => {
    let member = idle.pop();
    // A process may have died before its exit event arrives.
    while (member !== undefined && !member.child.connected) member = idle.pop();
    member ??= start();
    if (member.idle !== null) clearTimeout(member.idle);
    member.child.ref();
    member.child.channel?.ref();
    return member;
  };
  const keep = (member: Member) => {
    // An idle process must not keep the service from ending.
    member.child.unref();
    member.child.channel?.unref();
    member.idle = setTimeout(() => member.child.kill('SIGKILL'), limits.idleSeconds * 1000).unref();
    idle.push(member);
  };

  return {
    async run(call) {
      const member = take();
      const outcome = await runIn(member, call, limits.wallSeconds);
      if (outcome.kind === 'done' || outcome.kind === 'failed') keep(member);
      else member.child.kill('SIGKILL');
      if (outcome.kind === 'unusable') throw new Error(`The process that reads files ${outcome.why}`);
      if (outcome.kind === 'failed') throw outcome.error;
      return outcome;
    },
    close() {
      for (const { child } of all) child.kill('SIGKILL');
    },
  };
}

type Ended<Output> =
  | IsolatedOutcome<Output>
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The process itself does not work, so no call would succeed in it. */
  | { readonly kind: 'unusable'; readonly why: string };

function runIn<Name extends FileFunctionName>(
  member: Member,
  call: FileCall<Name>,
  wallSeconds: number,
): Promise<Ended<FileFunctions[Name]['output']>> {
  const { child } = member;
  return new Promise((resolve) => {
    const end = (ended: Ended<FileFunctions[Name]['output']>) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      resolve(ended);
    };
    const onMessage = (message: unknown) => {
      const reply = fileReply.parse(message);
      if (reply.kind === 'ready') member.isReady = true;
      else if (reply.kind === 'failed') end(reply);
      else end({ kind: 'done', output: outputOf(call).parse(reply.output) });
    };
    const onExit = (code: number | null, signal: string | null) => {
      if (!member.isReady) end({ kind: 'unusable', why: `ended at its start (${signal ?? code})` });
      else end({ kind: signal === OVER_TIME_SIGNAL ? 'too-long' : 'died' });
    };
    const onError = (error: Error) => end({ kind: 'unusable', why: `can not be reached: ${error.message}` });
    const timer = setTimeout(() => end({ kind: 'unfinished' }), wallSeconds * 1000);
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
    child.send(call);
  });
}
