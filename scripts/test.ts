// The program of `npm test`: runs the checks and the fast tests at the same time. `npm test -- test/core` runs the tests of one folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Tests named *.long.test.ts and tests with the tag `long` run in `npm run test:long` alone. */
const FAST_TESTS = ['run', '--exclude', 'test/**/*.long.test.ts', '--tags-filter', '!long'];

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs a program to its end, with its output kept or shown at once. */
async function ended(command: string, args: readonly string[], output: 'kept' | 'shown'): Promise<Ended> {
  const program = spawn(command, args, {
    stdio: ['ignore', output === 'kept' ? 'pipe' : 'inherit', output === 'kept' ? 'pipe' : 'inherit'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [program.stdout, program.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(program, 'close');
  // A program that a signal ended has no code.
  return { code: program.exitCode ?? 1, output: Buffer.concat(chunks).toString('utf8') };
}

const checks = ended('npm', ['run', '--silent', 'check'], 'kept');
const tests = await ended('vitest', [...FAST_TESTS, ...process.argv.slice(2)], 'shown');
const checked = await checks;
process.stdout.write(
  `${checked.output}\nThe checks of types, style, promises and unused code ${checked.code === 0 ? 'passed' : 'failed'}.\n`,
);
process.exitCode = Math.max(checked.code, tests.code);
