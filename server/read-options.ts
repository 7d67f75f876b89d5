const UNUSABLE = 2;

/**
 * Reads the command line of one of our programs. `--help` and `-h` print the text and end the program. Words and options that `read` does
 * not know end it with a sentence and exit code 2, even beside `--help`; a missing word does not. `read` is a strict `parseArgs` of
 * `node:util`, followed by checks of the values.
 */
export function readOptions<Options>(help: string, read: (words: string[]) => Options): Options {
  const args = process.argv.slice(2);
  const words = args.filter((word) => word !== '--help' && word !== '-h');
  if (args.length > 0 && words.length === 0) return printHelp(help);
  try {
    const options = read(words);
    if (words.length === args.length) return options;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The end of the message is removed, because it gives advice that fits none of these programs.
    process.stderr.write(`${error.message.split('. To specify')[0]}\n\n${help}`);
    process.exit(UNUSABLE);
  }
  return printHelp(help);
}

function printHelp(help: string): never {
  process.stdout.write(help);
  process.exit(0);
}
