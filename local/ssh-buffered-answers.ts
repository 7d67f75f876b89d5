import type { SFTPWrapper } from 'ssh2';
import { z } from 'zod';

/** Answers that wait in ssh2 until the client lets more through. It has no limit for them. */
const waiting = z.object({ _buffer: z.array(z.instanceof(Uint8Array)) });

/** Bytes of answers that the client has not let through yet. */
export function bufferedAnswers(sftp: SFTPWrapper): number {
  return waiting.parse(sftp)._buffer.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
