const UNUSABLE = 2;

/**
 * The command line of a program of ours. `--help` and `-h` print the text and end the program; so do options that `read` does not
 * know, with a sentence and exit code 2. `read` is a strict `parseArgs` of `node:util`, and whatever checks its values.
 */
export function readOptions<Options>(help: string, read: () => Options): Options {
  const given = process.argv.slice(2);
  if (given.includes('--help') || given.includes('-h')) {
    process.stdout.write(help);
    process.exit(0);
  }
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // parseArgs goes on with advice that fits no program of ours.
    process.stderr.write(`${error.message.split('. To specify')[0]}\n\n${help}`);
    process.exit(UNUSABLE);
  }
}
