import type { Socket } from 'node:net';

/**
 * Ends a connection whose other end asks and asks and reads no answer: they would pile up in memory. To be called when somebody
 * reads the socket already.
 */
export function dropUnread(socket: Socket, bytesMax: number, drop: () => void): void {
  socket.on('data', () => {
    if (socket.writableLength > bytesMax) drop();
  });
}
