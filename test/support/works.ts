import { execFileSync } from 'node:child_process';

/** Whether this machine has a program: it ends with success. Tests of what few machines have are skipped without it. */
export function works(program: string, words: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
