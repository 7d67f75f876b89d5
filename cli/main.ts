// The program. It loads the rest only on a Node that has what the rest uses, and names the needed version otherwise.
const NODE_MAJOR_MIN = 20;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  process.stderr.write(`This runs on Node ${NODE_MAJOR_MIN} or newer, and found ${process.version}.\n`);
  process.exit(1);
}
const [{ runCommandLine }, { processTerminal }] = await Promise.all([
  import('./run-command-line.ts'),
  import('./terminal.ts'),
]);

// A reader such as `head` closes the pipe when it has enough output, which is not a failure of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`The output cannot be written: ${error.message}\n`);
  process.exit(1);
});

const terminal = processTerminal();
process.exitCode = await runCommandLine(process.argv.slice(2), terminal);
// A canceled request may keep its connection open.
if (terminal.signal.aborted) process.exit();
