// Starts TLS as PostgreSQL does: a request in clear text, then everything encrypted under the server's certificate.
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';

/** SSLRequest: its own length, and the code that takes the place of the protocol version. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const ACCEPTED = 'S';

/**
 * Resolves once the server has shown a certificate for `host` from an authority that Node trusts (NODE_EXTRA_CA_CERTS adds some). Rejects
 * otherwise; nothing is ever sent unencrypted. postgres.js is not used for this, because it leaves the socket without an error listener
 * during the switch, and an unhandled socket error ends the process.
 */
export async function secureSocket(socket: Socket, host: string): Promise<TLSSocket> {
  const hungUp = once(socket, 'close').then((): never => {
    throw new Error('The server hung up before the connection was secure');
  });
  socket.write(SSL_REQUEST);
  const [answer]: unknown[] = await Promise.race([once(socket, 'data'), hungUp]);
  // More than one byte would be text that an attacker put in front of the encrypted answer.
  if (String(answer) !== ACCEPTED) throw new Error('The server does not offer TLS');
  const secured = connect({ socket, host, servername: isIP(host) === 0 ? host : '', minVersion: 'TLSv1.2' });
  await Promise.race([once(secured, 'secureConnect'), hungUp]);
  return secured;
}
