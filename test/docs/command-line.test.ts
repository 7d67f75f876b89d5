import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../cli/run-command-line.ts';

/** Guarantee: the how-to page shows commands and options that the command line has. */

const page = await readFile(new URL('../../docs/howto/use-the-command-line.md', import.meta.url), 'utf8');
const lines = [...page.matchAll(/^ *(?:source <\()?commission-statements ([^)\n]+)\)?$/gm)].map(
  ([, line = '']) => line,
);

it.each(lines)('shows a command that exists, with options that it has: %s', async (line) => {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  const printed: string[] = [];
  const failed = async () => Promise.reject(new Error('The usage asks nothing.'));
  const exitCode = await runCommandLine([...words, '--help'], {
    environment: {},
    isInteractive: false,
    print: (text) => void printed.push(text),
    tell: (text) => void printed.push(text),
    ask: failed,
    confirm: failed,
    choose: failed,
    progressBar: () => ({ show() {}, end() {} }),
    signal: new AbortController().signal,
  });
  expect(exitCode).toBe(0);
  const usage = printed.join('\n');
  for (const option of words.filter((word) => /^--?\w/.test(word))) expect(usage).toContain(option);
  const command = words.slice(0, ['carriers', 'rates'].includes(words[0] ?? '') ? 2 : 1).join(' ');
  expect(usage).toContain(command);
});

it('finds the commands of the page', () => {
  expect(lines.length).toBeGreaterThan(8);
});
