import type { SFTPWrapper } from 'ssh2';
import { z } from 'zod';

/** An exit status, which ssh2's other channels offer and its file channel lacks. */
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

/** The exit status of the client's ssh. Without it scp reports a failure although its file has arrived. */
export function sendExitStatus(sftp: SFTPWrapper, status: number): void {
  const { outgoing, _protocol } = channel.parse(sftp);
  if (outgoing.state === 'open') _protocol.exitStatus(outgoing.id, status);
}
