import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Guarantee: the demo ends with the figures of the books that its statements were made from. It is the only large book with namesakes. */

it('finds in the statements what their books say', async () => {
  // It fails where a figure differs. Without a shell to wait for, no service stays behind.
  const { SERVE_WHILE_PID: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['demo/demo.ts'], { env, maxBuffer: 10_000_000 });
  expect(stdout).toContain('signature verified');
}, 300_000);
