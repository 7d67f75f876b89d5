import { runCommandLine } from './run-command-line.ts';
import { processTerminal } from './terminal.ts';

// A reader such as `head` closes the pipe when it has enough output, which is not a failure of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal());
