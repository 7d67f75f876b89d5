import type { SFTPWrapper } from 'ssh2';
import { z } from 'zod';

/** What ssh2's other channels have, and its channel of files has not: a way to say how it ended. */
const channel = z.object({
  outgoing: z.object({ id: z.number(), state: z.string() }),
  _protocol: z.custom<{ exitStatus(channelId: number, status: number): void }>(
    (protocol) =>
      typeof protocol === 'object' &&
      protocol !== null &&
      'exitStatus' in protocol &&
      typeof protocol.exitStatus === 'function',
  ),
});

/** The status with which a client's ssh ends. Without one scp, whose file has arrived, ends as if it had not. */
export function sendExitStatus(sftp: SFTPWrapper, status: number): void {
  const { outgoing, _protocol } = channel.parse(sftp);
  if (outgoing.state === 'open') _protocol.exitStatus(outgoing.id, status);
}
