import { readFileSync } from 'node:fs';

/** Set by the scripts of package.json: npm's process. They exec, so that no shell stands between npm and the program. */
const PARENT = 'SERVE_WHILE_PID';
const LOOK_MS = 1_000;
/** One Ctrl-C reaches the program twice under npm: from the terminal, and passed on by npm. */
const SAME_REQUEST_MS = 1_000;
const SIGHUP_BIT = 1n;

/**
 * Calls `request` when the program is asked to end: by SIGINT, SIGTERM or SIGHUP, or because npm, which started it, is gone by
 * whatever end. A request that comes a second or more after the first is repeated: somebody does not want to wait.
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
    // The end of a terminal is a signal and the end of npm: one request.
    if (firstMs === null) take();
  });
  // Whoever read what is printed may be gone as well. That ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Under `nohup` the signal is ignored, and stays so. Only Linux tells; elsewhere the system's own answer to it stays. */
function isHangupForUs(): boolean {
  if (process.platform !== 'linux') return false;
  const [, ignored] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return ignored === undefined || (BigInt(`0x${ignored}`) & SIGHUP_BIT) === 0n;
}

function watchParent(gone: () => void): void {
  const parent = Number(process.env[PARENT]);
  // Not for programs that this one starts.
  delete process.env[PARENT];
  if (!Number.isInteger(parent) || parent < 1) return;
  if (process.ppid !== parent) {
    // Gone before we came; or another program stands between us, and then there is nothing to be seen.
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
