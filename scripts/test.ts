// The program of `npm test`: runs the checks and the tests of a push at the same time. `npm test -- test/core` runs one folder's tests.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Returns the exit code of a program once it has ended; 1 if a signal ended it. */
async function codeOf(program: ChildProcess): Promise<number> {
  const [code] = await once(program, 'close');
  return typeof code === 'number' ? code : 1;
}

const checks = spawn('npm', ['run', '--silent', 'check'], { stdio: ['ignore', 'pipe', 'pipe'] });
const findings: Buffer[] = [];
for (const stream of [checks.stdout, checks.stderr]) stream.on('data', (chunk: Buffer) => findings.push(chunk));
const checked = codeOf(checks);
const tested = await codeOf(
  spawn('vitest', ['run', '--tags-filter', '!long', ...process.argv.slice(2)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, WITHOUT_LONG_TESTS: '1' },
  }),
);
const checkCode = await checked;
// The findings come last, where one sees them.
process.stdout.write(Buffer.concat(findings));
process.stdout.write(`The checks of types, style, promises and unused code ${checkCode === 0 ? 'passed' : 'failed'}.\n`);
process.exitCode = Math.max(checkCode, tested);
