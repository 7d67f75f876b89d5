// The program of `npm test` and `npm run test:long`: runs the checks and the tests at the same time. `npm test -- test/core` runs the tests
// of one folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const [first, ...others] = process.argv.slice(2);
const isLong = first === '--long';
const { args, env } = isLong
  ? { args: ['--testTimeout', '600000', ...others], env: { PROPERTY_RUNS: '1', ...process.env } }
  : {
      args: ['--tags-filter', '!long', ...process.argv.slice(2)],
      env: { ...process.env, WITHOUT_LONG_TESTS: '1' },
    };

/** Returns the exit code of a program once it has ended; 1 if a signal ended it. */
async function codeOf(program: ChildProcess): Promise<number> {
  const [code] = await once(program, 'close');
  return typeof code === 'number' ? code : 1;
}

const checks = spawn('npm', ['run', '--silent', 'check'], { stdio: ['ignore', 'pipe', 'pipe'] });
const findings: Buffer[] = [];
for (const stream of [checks.stdout, checks.stderr]) stream.on('data', (chunk: Buffer) => findings.push(chunk));
const checked = codeOf(checks);
const tested = await codeOf(spawn('vitest', ['run', ...args], { stdio: ['ignore', 'inherit', 'inherit'], env }));
const checkCode = await checked;
// The findings come last, where one sees them.
process.stdout.write(Buffer.concat(findings));
process.stdout.write(
  `The checks of types, style, promises and unused code ${checkCode === 0 ? 'passed' : 'failed'}.\n`,
);
process.exitCode = Math.max(checkCode, tested);
