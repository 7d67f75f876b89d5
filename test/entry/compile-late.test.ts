import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { LATE_COMPILING } from '../../lambdas/runtime/compile-late.ts';

const run = promisify(execFile);

/** Node refuses to start with an option that neither it nor V8 knows; set from within, one would be passed over in silence. */
const startsWith = (option: string) =>
  run(process.execPath, [option, '--eval', '']).then(
    () => true,
    () => false,
  );

test('V8 still has the option by which workers compile late', async () => {
  expect(await startsWith(LATE_COMPILING)).toBe(true);
  expect(await startsWith(LATE_COMPILING.replace('turbofan', 'nothing'))).toBe(false);
});
