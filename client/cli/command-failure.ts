/** Exit codes; docs/howto/use-the-command-line.md#exit-codes lists them. */
export const REFUSED = 1;
export const WRONG_USAGE = 2;
export const NOT_SIGNED_IN = 3;
export const NOT_REACHED = 4;
export const CANCELED = 130;

/** Ends the command with an exit code and a sentence for people. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
