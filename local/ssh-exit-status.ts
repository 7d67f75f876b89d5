import type { SFTPWrapper } from 'ssh2';
import { z } from 'zod';

/** The parts of ssh2 by which an exit status is sent. ssh2's other channels offer that, and its file channel does not. */
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

/** Sends the exit status that the client's ssh shows. Without it scp reports a failure although its file has arrived. */
export function sendExitStatus(sftp: SFTPWrapper, status: number): void {
  const { outgoing, _protocol } = channel.parse(sftp);
  if (outgoing.state === 'open') _protocol.exitStatus(outgoing.id, status);
}
