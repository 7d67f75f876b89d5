/** A backup could not be taken or restored. The message is for the operator. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
