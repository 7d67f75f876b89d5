import { execFileSync } from 'node:child_process';

/** Returns whether this machine has a program that ends with success. Tests of programs that few machines have are skipped. */
export function works(program: string, words: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
