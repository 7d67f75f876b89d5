import type { SFTPWrapper } from 'ssh2';
import { z } from 'zod';

/** Answers that ssh2 buffers until the client reads more. ssh2 sets no limit for them. */
const waiting = z.object({ _buffer: z.array(z.instanceof(Uint8Array)) });

/** The bytes of answers that the client has not read yet. */
export function bufferedAnswers(sftp: SFTPWrapper): number {
  return waiting.parse(sftp)._buffer.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
