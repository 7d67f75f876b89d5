// TLS as PostgreSQL begins it: asked for in the clear, then everything under the server's certificate.
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';

/** SSLRequest: its own length, and the number that stands where a version would. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const ACCEPTED = 'S';

/**
 * Resolves once the server has shown a certificate for `host` from an authority that Node trusts (NODE_EXTRA_CA_CERTS adds
 * to these). Rejects when it has none, or has another: nothing is ever sent unprotected. Done here because postgres.js, on its way
 * from the one socket to the other, has nobody listen for errors, and an error nobody listens for ends the process.
 */
export async function secureSocket(socket: Socket, host: string): Promise<TLSSocket> {
  const hungUp = once(socket, 'close').then((): never => {
    throw new Error('The server hung up before the connection was secure');
  });
  socket.write(SSL_REQUEST);
  const [answer]: unknown[] = await Promise.race([once(socket, 'data'), hungUp]);
  // More than the one letter would be words that somebody put in front of the server's protected ones.
  if (String(answer) !== ACCEPTED) throw new Error('The server does not offer TLS');
  const secured = connect({ socket, host, servername: isIP(host) === 0 ? host : '', minVersion: 'TLSv1.2' });
  await Promise.race([once(secured, 'secureConnect'), hungUp]);
  return secured;
}
