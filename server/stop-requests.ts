import { readFileSync } from 'node:fs';

/**
 * The variable with the process number of npm, which the scripts of package.json set. They use exec, so that there is no shell between npm
 * and the program.
 */
const PARENT = 'SERVE_WHILE_PID';
const LOOK_MS = 1_000;
/**
 * The time within which two requests count as one. Under npm, one Ctrl-C reaches the program twice: from the terminal, and forwarded by
 * npm.
 */
const SAME_REQUEST_MS = 1_000;
const SIGHUP_BIT = 1n;

/**
 * Calls `request` when the program is asked to end: by SIGINT, SIGTERM or SIGHUP, or because npm, which started it, has ended in any way.
 * `isRepeated` is true for a request a second or more after the first: the person does not want to wait.
 */
export function onStopRequest(request: (isRepeated: boolean) => void): void {
  let firstMs: number | null = null;
  const take = () => {
    const now = performance.now();
    firstMs ??= now;
    if (now === firstMs) request(false);
    else if (now - firstMs >= SAME_REQUEST_MS) request(true);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, take);
  if (isHangupForUs()) process.on('SIGHUP', take);
  watchParent(() => {
    // Closing a terminal sends a signal and ends npm: that is one request.
    if (firstMs === null) take();
  });
  // The reader of the output may be gone as well, and this must not end the program early.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/**
 * Returns whether a hang-up should end this program. Under `nohup` the signal is ignored and must stay ignored. Only Linux shows this;
 * elsewhere the system's default stays.
 */
function isHangupForUs(): boolean {
  if (process.platform !== 'linux') return false;
  const [, ignored] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return ignored === undefined || (BigInt(`0x${ignored}`) & SIGHUP_BIT) === 0n;
}

function watchParent(gone: () => void): void {
  const parent = Number(process.env[PARENT]);
  // The variable is removed, because programs that this program starts must not inherit it.
  delete process.env[PARENT];
  if (!Number.isInteger(parent) || parent < 1) return;
  if (process.ppid !== parent) {
    // npm has ended before this check, or another program is between it and this process, and then npm cannot be watched.
    if (!isAlive(parent)) gone();
    return;
  }
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, LOOK_MS);
  timer.unref();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
