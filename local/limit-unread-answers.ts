import type { Socket } from 'node:net';

/**
 * Ends a connection whose client keeps sending requests but reads no answers, because the answers would fill the memory. Call it once the
 * socket already has a reader.
 */
export function dropUnread(socket: Socket, bytesMax: number, drop: () => void): void {
  socket.on('data', () => {
    if (socket.writableLength > bytesMax) drop();
  });
}
